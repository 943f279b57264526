// SPDX-License-Identifier: Apache-2.0
/**
 * The mapping log on a disk: who held which ports of which address when (RFC 6888 section 4).
 *
 * <p>{@link org.isthmus.mappinglog.DiskMappingLog} is what hosts use. An event goes into {@code
 * EventQueue}, a file mapped into memory, and into {@code RecentEvents}, which answer for the file
 * that is written; {@code Writer}, a thread, moves it into a {@code Segment}. A segment that is
 * full gets a {@code SegmentIndex} beside it. {@code Row} is how an event looks in all of them;
 * docs/mapping-log.md has the formats.
 */
package org.isthmus.mappinglog;
