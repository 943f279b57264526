// SPDX-License-Identifier: Apache-2.0
/**
 * The program {@code isthmus-switch}: reads the command line, then wires targets, ports and
 * P4Runtime servers together. The only package that depends on all others.
 */
package org.isthmus.target.process;
