// SPDX-License-Identifier: Apache-2.0
/**
 * Tells files and collectors what is in the mapping log, each at its own pace.
 *
 * <p>{@link org.isthmus.export.Exporters} is what hosts use. An {@code Export}, with a thread of
 * its own, reads the log from its {@code Position} on and gives the events to a {@code Sink}: lines
 * of JSON in a file, syslog, or IPFIX, the last two over a {@code Transport}. What a sink has
 * settled moves the position; all else is sent again after a failure. docs/mapping-export.md says
 * what that means to a collector.
 */
package org.isthmus.export;
