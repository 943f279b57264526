// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core.api;

/** A resource ran out; the message names it. Existing bindings are not affected. */
public final class ExhaustedException extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final String field;

    public ExhaustedException(String message) {
        this("", message);
    }

    /**
     * @param field path of what does not fit; empty: the whole
     */
    public ExhaustedException(String field, String message) {
        super(message);
        this.field = field;
    }

    public String field() {
        return field;
    }
}
