// SPDX-License-Identifier: Apache-2.0
/**
 * BMv2 JSON as checked, immutable definitions: headers, parsers, actions, tables, expressions. What
 * is malformed or not supported is refused here, by its name in the program.
 */
package org.isthmus.target.bmv2.ir;
