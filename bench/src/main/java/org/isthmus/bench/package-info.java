// SPDX-License-Identifier: Apache-2.0
/**
 * Benchmarks that need one JVM and no network. Each compares a part of the project with a peer
 * measured in the same run (docs/performance.md).
 *
 * <p>Needs {@code core}, {@code config}, {@code mapping-log}, {@code pipeline}, {@code controller}
 * and {@code switch}.
 *
 * <p>Threading: each benchmark says on which threads it measures.
 */
package org.isthmus.bench;
