// SPDX-License-Identifier: Apache-2.0
/**
 * Finds out what a program does to all packets of a flow, by running one of them through the
 * program's intermediate form: values that are the same for all of them are computed, of the others
 * it is noted where they come from.
 */
package org.isthmus.target.fastpath.trace;
