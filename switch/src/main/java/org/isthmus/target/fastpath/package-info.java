// SPDX-License-Identifier: Apache-2.0
/**
 * Lets the kernel forward the packets of established flows as the running program would: an
 * exact-match cache, filled from what the program did ({@code trace}), and emptied before what it
 * depends on changes.
 */
package org.isthmus.target.fastpath;
