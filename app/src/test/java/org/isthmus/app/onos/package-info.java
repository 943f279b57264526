// SPDX-License-Identifier: Apache-2.0
/**
 * Services of ONOS for tests: as far as the application uses them, on one thread, with time that a
 * test moves.
 */
package org.isthmus.app.onos;
