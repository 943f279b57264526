// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core.model;

/** A step towards what a device shall do. Immutable. */
public final class Change {
    /** SET inserts or replaces; REMOVE of what is not there is no error. */
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
