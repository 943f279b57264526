// SPDX-License-Identifier: Apache-2.0
package org.isthmus.netfpga.card;

/** The card, its driver or the library in front of it did not do what was asked. */
public class CardException extends Exception {
    private static final long serialVersionUID = 1;

    /** The code of what the library does not name. */
    public static final int OTHER = 1;

    // Codes of cards that are not behind SDNet's libraries, whose own are not public.
    public static final int NO_ROOM = 2;
    public static final int EXISTS = 3;
    public static final int NOT_FOUND = 4;
    public static final int NO_ADDRESS = 7;

    private final int code;

    /**
     * @param code the library's, not zero
     * @param message what was asked and what the library says to its error code
     */
    public CardException(int code, String message) {
        super(message);
        this.code = code;
    }

    public CardException(String message) {
        this(OTHER, message);
    }

    public int code() {
        return code;
    }
}
