// SPDX-License-Identifier: Apache-2.0
/**
 * The program {@code isthmus-agent}: reads the command line, then wires card, image, P4Runtime
 * server and health together. The only package that depends on all others.
 */
package org.isthmus.netfpga.process;
