// SPDX-License-Identifier: Apache-2.0
/**
 * The resources of {@code rest/} in ONOS's web container, and their description for ONOS's list of
 * APIs.
 */
package org.isthmus.app.rest;
