// SPDX-License-Identifier: Apache-2.0
/**
 * The application in ONOS: the OSGi component that takes ONOS's services and this bundle's
 * properties, and hands them to {@link org.isthmus.app.cluster.Member}; and what empties the
 * devices when the application is deactivated.
 */
package org.isthmus.app;
