// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core.policy;

import java.time.Duration;
import java.util.function.Consumer;
import org.isthmus.core.api.ConflictException;
import org.isthmus.core.api.InvalidException;
import org.isthmus.core.model.Limits;

/**
 * What can be said of one field alone: whether its value is within {@link Limits}. What is wrong is
 * told by the path of the field.
 *
 * <p>Threading: none of its own.
 */
final class FieldChecks {
    private final Consumer<RuntimeException> wrong;

    /**
     * @param wrong gets InvalidExceptions and ConflictExceptions; if it returns, checks continue
     */
    FieldChecks(Consumer<RuntimeException> wrong) {
        this.wrong = wrong;
    }

    /**
     * @param range the special-purpose range that holds a part of the prefix; null: none does
     */
    void special(String path, Object prefix, String range) {
        if (range != null) {
            invalid(path, prefix + " holds addresses that are no host's, of " + range);
        }
    }

    void invalid(String path, String message) {
        wrong.accept(new InvalidException(path, message));
    }

    void conflict(String path, String message, String other) {
        wrong.accept(new ConflictException(path, message, other));
    }

    void name(String path, String name) {
        if (!Limits.NAME.matcher(name).matches()) {
            invalid(
                    path,
                    "\""
                            + name
                            + "\" is not 1 to 64 letters, digits, dots, - and _, or is . or ..");
        }
    }

    void range(String path, int value, Limits.Range range) {
        range(path, value, range.min, range.max);
    }

    void range(String path, int value, int least, int most) {
        if (value < least || value > most) {
            invalid(path, value + " is not between " + least + " and " + most);
        }
    }

    void seconds(String path, Duration value, Limits.Range range) {
        if (!range.contains(value.getSeconds())) {
            invalid(
                    path,
                    value.getSeconds()
                            + " s is not between "
                            + range.min
                            + " s and "
                            + range.max
                            + " s");
        }
    }
}
