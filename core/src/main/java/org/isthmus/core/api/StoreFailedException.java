// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core.api;

import java.io.IOException;

/** The store does not take a change, as on a disk that is full; the message says why. */
public final class StoreFailedException extends IllegalStateException {
    private static final long serialVersionUID = 1;

    public StoreFailedException(Throwable cause) {
        super("the store failed: " + why(cause), cause);
    }

    /** In words: a store on a disk names the file, so that nobody needs the class. */
    public static String why(Throwable cause) {
        return cause instanceof IOException && cause.getMessage() != null
                ? cause.getMessage()
                : cause.toString();
    }
}
