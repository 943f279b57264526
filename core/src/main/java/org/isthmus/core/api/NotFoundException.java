// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core.api;

/** A request about something that does not exist; the message names it. */
public final class NotFoundException extends RuntimeException {
    private static final long serialVersionUID = 1;

    public NotFoundException(String message) {
        super(message);
    }
}
