// SPDX-License-Identifier: Apache-2.0
/** What a program computes, as a graph of bit vectors without time. */
package org.isthmus.rtl.graph;
