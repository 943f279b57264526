// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core.api;

/** A request that conflicts with existing state, or with another part of itself. */
public final class ConflictException extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final String field;
    private final String other;

    /**
     * @param field path of the field in conflict
     * @param other the entry it is in conflict with, in a form fit for an operator
     */
    public ConflictException(String field, String message, String other) {
        super(message);
        this.field = field;
        this.other = other;
    }

    public String field() {
        return field;
    }

    public String other() {
        return other;
    }
}
