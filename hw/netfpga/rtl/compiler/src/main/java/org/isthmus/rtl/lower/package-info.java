// SPDX-License-Identifier: Apache-2.0
/**
 * Makes signals of a program: parsers and deparsers as lines of shifters, controls without
 * branches.
 */
package org.isthmus.rtl.lower;
