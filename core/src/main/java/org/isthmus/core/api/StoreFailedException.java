// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core.api;

/** The store does not take a change, as on a disk that is full; the message says why. */
public final class StoreFailedException extends IllegalStateException {
    private static final long serialVersionUID = 1;

    public StoreFailedException(Throwable cause) {
        super("the store failed: " + cause, cause);
    }
}
