// SPDX-License-Identifier: Apache-2.0
package org.isthmus.pipeline;

import java.util.List;
import org.isthmus.core.model.Intent;
import p4.v1.P4RuntimeOuterClass.Entity;

/**
 * How intents of one kind look on a device: what is declared once serves to write and to read. A
 * kind may have several, which are written in the order in which {@link Descriptors} lists them.
 */
interface Descriptor<I extends Intent> {
    Class<I> kind();

    /** Whether an intent of the kind has an entity of this description. */
    boolean applies(I intent);

    /** In the order in which they are written; at least one. */
    List<Entity> entities(I intent, MatchKinds kinds);
}
