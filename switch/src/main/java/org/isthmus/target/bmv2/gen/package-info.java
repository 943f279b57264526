// SPDX-License-Identifier: Apache-2.0
/**
 * Compiles the definitions of {@code ir} to one JVM class for each program. {@link
 * org.isthmus.target.bmv2.gen.ProgramCompiler} is the entry point; each part of a program (parser,
 * expressions, actions, controls, deparser) has a compiler of its own.
 */
package org.isthmus.target.bmv2.gen;
