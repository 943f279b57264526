// SPDX-License-Identifier: Apache-2.0
package org.isthmus.target.process;

/** A command line that makes no sense; the message says which part. */
public final class UsageException extends Exception {
    private static final long serialVersionUID = 1;

    UsageException(String message) {
        super(message);
    }
}
