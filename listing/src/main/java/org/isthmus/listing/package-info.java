// SPDX-License-Identifier: Apache-2.0
/**
 * What the lists of the REST API look like as tables: their columns, and text aligned under them.
 * nat64ctl prints answers that came over HTTP, the commands in ONOS's shell the same JSON made
 * where they run, so that both show the same. Needs {@code jackson-core} alone, so that nat64ctl
 * starts fast.
 */
package org.isthmus.listing;
