// SPDX-License-Identifier: Apache-2.0
/**
 * Turns the configuration of other translators into netcfg: a reader for each format fills a {@link
 * org.isthmus.cli.migration.Draft}, which is joined with a netcfg and checked by the reader of the
 * controller. Whatever is not taken over as it was is noted with its place and the reason.
 *
 * <p>Needs {@code config}, {@code core.model}, {@code core.net} and Jackson; knows nothing of the
 * command line. For one thread.
 */
package org.isthmus.cli.migration;
