// SPDX-License-Identifier: Apache-2.0
package org.isthmus.proto.store;

/** A record of a store that cannot be read; the message names it and says why. */
public final class UnreadableRecordException extends RuntimeException {
    private static final long serialVersionUID = 1;

    UnreadableRecordException(String message, Throwable cause) {
        super(message, cause);
    }
}
