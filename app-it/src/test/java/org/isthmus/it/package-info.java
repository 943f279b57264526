// SPDX-License-Identifier: Apache-2.0
/**
 * The application's archive as it is shipped: its contents, its imports, and its bundles in the
 * Karaf of ONOS, with commands and REST.
 */
package org.isthmus.it;
