// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core.api;

/** A change is in force, but for a part that could not be stored; the message names it. */
public final class IncompleteException extends IllegalStateException {
    private static final long serialVersionUID = 1;

    public IncompleteException(String message) {
        super(message);
    }
}
