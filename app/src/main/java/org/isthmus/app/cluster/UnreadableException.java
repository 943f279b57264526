// SPDX-License-Identifier: Apache-2.0
package org.isthmus.app.cluster;

/** A question of another node says what this release does not know, or is damaged. */
final class UnreadableException extends RuntimeException {
    private static final long serialVersionUID = 1;

    UnreadableException(IllegalArgumentException cause) {
        super(cause.getMessage(), cause);
    }
}
