// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core.model;

/** A change that a device refused. Immutable. */
public final class Refusal {
    private final Change change;
    private final boolean exhausted;
    private final String message;

    /**
     * @param exhausted the table is full
     * @param message the device's own error message
     */
    public Refusal(Change change, boolean exhausted, String message) {
        this.change = change;
        this.exhausted = exhausted;
        this.message = message;
    }

    public Change change() {
        return change;
    }

    public boolean exhausted() {
        return exhausted;
    }

    public String message() {
        return message;
    }

    @Override
    public String toString() {
        return change + ": " + message;
    }
}
