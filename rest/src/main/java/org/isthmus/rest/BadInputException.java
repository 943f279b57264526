// SPDX-License-Identifier: Apache-2.0
package org.isthmus.rest;

import java.util.List;

/** A request that cannot be read, with every field at fault. */
final class BadInputException extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final transient List<FieldError> errors;

    BadInputException(List<FieldError> errors) {
        super(errors.get(0).toString());
        this.errors = List.copyOf(errors);
    }

    BadInputException(String field, String message) {
        this(List.of(new FieldError(field, message)));
    }

    List<FieldError> errors() {
        return errors;
    }
}
