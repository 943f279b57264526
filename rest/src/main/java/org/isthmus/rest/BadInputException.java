// SPDX-License-Identifier: Apache-2.0
package org.isthmus.rest;

import java.util.List;
import java.util.Objects;

/** A request that cannot be read, or is refused as a whole, with every field at fault. */
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

    /** Whether anything in it conflicts with another entry, and what with first; null: nothing. */
    String conflictsWith() {
        return errors.stream().map(e -> e.other).filter(Objects::nonNull).findFirst().orElse(null);
    }
}
