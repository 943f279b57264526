// SPDX-License-Identifier: Apache-2.0
/**
 * The contract between core and P4 program: how intents look as P4Runtime entities, and packets as
 * packet-ins and packet-outs.
 *
 * <p>{@link org.isthmus.pipeline.P4} has the program's ids and is generated; nobody outside this
 * package uses it. The tables are described once, in {@code SwitchTables}, {@code RoutingTables},
 * {@code BibTables} and {@code TranslationTables}; {@link org.isthmus.pipeline.Translator} writes
 * and {@link org.isthmus.pipeline.IntentReader} reads by these descriptions.
 */
package org.isthmus.pipeline;
