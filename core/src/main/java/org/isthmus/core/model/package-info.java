// SPDX-License-Identifier: Apache-2.0
/**
 * The values that all parts and hosts exchange: device ids, configuration, EAMs, pool
 * specifications, static bindings, mapping events, and {@link org.isthmus.core.model.Intent
 * intents} with the changes made of them. {@code PuntReason} and {@code DropReason} are generated
 * from the P4 program.
 *
 * <p>Needs {@code net}.
 *
 * <p>Threading: values are immutable.
 */
package org.isthmus.core.model;
