// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core.model;

import java.util.List;

/**
 * One thing a device shall do, in the terms of NAT64 and routing; the pipeline module turns it into
 * table entries. Two intents with the same {@link #key()} are states of the same thing. Immutable;
 * equal by value.
 *
 * <p>All there are: {@link SwitchIntent}, {@link SourceIntent}, {@link TranslationIntent}, {@link
 * BibIntent} and {@link RoutingIntent}.
 */
public abstract class Intent {

    /** What stays the same while the intent's outcome changes. */
    public abstract Object key();

    /** Everything but the key. */
    protected List<Object> outcome() {
        return List.of();
    }

    /** When it is written to a device, and removed from it. */
    public abstract Stage stage();

    /** Intents of one sort have as many entries in the same tables. */
    public Object sort() {
        return getClass();
    }

    @Override
    public final boolean equals(Object o) {
        return o != null
                && o.getClass() == getClass()
                && ((Intent) o).key().equals(key())
                && ((Intent) o).outcome().equals(outcome());
    }

    @Override
    public final int hashCode() {
        return key().hashCode() * 31 + outcome().hashCode();
    }

    @Override
    public final String toString() {
        return key() + " -> " + outcome();
    }
}
