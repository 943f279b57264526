// SPDX-License-Identifier: Apache-2.0
package org.isthmus.rest;

import java.util.ArrayList;
import java.util.List;

/** Gathers what is wrong with a body, so that one answer names it all. For one thread. */
final class Errors {
    /** A body with more faults than this is not read further. */
    private static final int MOST = 100;

    private final List<FieldError> found = new ArrayList<>();

    void add(FieldError error) {
        found.add(error);
        if (found.size() == MOST) {
            throwIfAny();
        }
    }

    boolean any() {
        return !found.isEmpty();
    }

    /**
     * @throws BadInputException if anything was added
     */
    void throwIfAny() {
        if (!found.isEmpty()) {
            throw new BadInputException(found);
        }
    }

    /** For a fault behind which nothing can be read. */
    BadInputException last(FieldError error) {
        found.add(error);
        return new BadInputException(found);
    }
}
