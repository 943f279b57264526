// SPDX-License-Identifier: Apache-2.0
/** Writes stages as Verilog-2001, and what the host has to know of them. */
package org.isthmus.rtl.verilog;
