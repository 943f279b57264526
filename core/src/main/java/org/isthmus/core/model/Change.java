// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core.model;

/** One intent to set on, or remove from, a device. Immutable. */
public final class Change {
    /** SET inserts or replaces; REMOVE of an absent intent is no error. */
    public enum Kind {
        SET,
        REMOVE
    }

    private final Kind kind;
    private final Intent intent;

    private Change(Kind kind, Intent intent) {
        this.kind = kind;
        this.intent = intent;
    }

    public static Change set(Intent intent) {
        return new Change(Kind.SET, intent);
    }

    public static Change remove(Intent intent) {
        return new Change(Kind.REMOVE, intent);
    }

    public Kind kind() {
        return kind;
    }

    public Intent intent() {
        return intent;
    }

    @Override
    public String toString() {
        return kind + " " + intent;
    }
}
