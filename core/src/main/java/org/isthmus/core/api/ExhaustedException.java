// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core.api;

/** A resource ran out; the message names it. Existing bindings are not affected. */
public final class ExhaustedException extends RuntimeException {
    private static final long serialVersionUID = 1;

    public ExhaustedException(String message) {
        super(message);
    }
}
