// SPDX-License-Identifier: Apache-2.0
package org.isthmus.netfpga.card;

/** What a register of a SUME reads as that cannot be read: libsume has no other way to tell. */
public final class Unreadable {
    /** Of libsume itself. */
    private static final int NO_DRIVER = 0xdead_beef;

    /** Of a bus on which nobody answers. */
    private static final int NO_CARD = 0xffff_ffff;

    private Unreadable() {}

    /** Whether it is such a value; a register may have it all the same. */
    public static boolean is(int value) {
        return value == NO_DRIVER || value == NO_CARD;
    }

    /** An error that says what is wrong, of a value that is one. */
    public static CardException error(int value) {
        return new CardException(
                "registers of the card cannot be read: "
                        + (value == NO_DRIVER
                                ? "its driver or nf0 is not there"
                                : "it does not answer on PCIe"));
    }
}
