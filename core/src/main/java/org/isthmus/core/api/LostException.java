// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core.api;

/** A question whose answer was recorded and is lost for good; the message says what is. */
public final class LostException extends RuntimeException {
    private static final long serialVersionUID = 1;

    public LostException(String message) {
        super(message);
    }
}
