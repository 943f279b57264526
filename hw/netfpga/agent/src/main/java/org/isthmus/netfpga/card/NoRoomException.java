// SPDX-License-Identifier: Apache-2.0
package org.isthmus.netfpga.card;

/**
 * A table has no room for a row, whatever its size says: rows of hashed tables cannot go
 * everywhere. Nothing was changed.
 */
public final class NoRoomException extends CardException {
    private static final long serialVersionUID = 1;

    public NoRoomException(String message) {
        super(NO_ROOM, message);
    }
}
