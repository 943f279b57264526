// SPDX-License-Identifier: Apache-2.0
package org.isthmus.netfpga.card;

/** The card, its driver or the library in front of it did not do what was asked. */
public class CardException extends Exception {
    private static final long serialVersionUID = 1;

    /**
     * @param message what was asked and what the library says to its error code
     */
    public CardException(String message) {
        super(message);
    }

    public CardException(String message, Throwable cause) {
        super(message, cause);
    }
}
