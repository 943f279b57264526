// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core.api;

/** A request that is wrong in itself. */
public final class InvalidException extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final String field;

    /**
     * @param field path of the field that is wrong, such as {@code [3].prefix6}
     * @param message what is wrong with it
     */
    public InvalidException(String field, String message) {
        super(message);
        this.field = field;
    }

    public String field() {
        return field;
    }
}
