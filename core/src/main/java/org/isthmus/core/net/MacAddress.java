// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core.net;

/** An Ethernet address. Immutable. */
public final class MacAddress {
    private final long bits;

    private MacAddress(long bits) {
        this.bits = bits;
    }

    /**
     * @param bits 48 bits, the first octet highest
     */
    public static MacAddress of(long bits) {
        if (bits >>> 48 != 0) {
            throw new IllegalArgumentException("not a MAC address: " + Long.toHexString(bits));
        }
        return new MacAddress(bits);
    }

    /**
     * Parses six pairs of hex digits with colons.
     *
     * @throws IllegalArgumentException names the text
     */
    public static MacAddress parse(String text) {
        if (!text.matches("[0-9a-fA-F]{2}(:[0-9a-fA-F]{2}){5}")) {
            throw new IllegalArgumentException("not a MAC address: " + text);
        }
        return new MacAddress(Long.parseLong(text.replace(":", ""), 16));
    }

    public long bits() {
        return bits;
    }

    @Override
    public boolean equals(Object o) {
        return o instanceof MacAddress && ((MacAddress) o).bits == bits;
    }

    @Override
    public int hashCode() {
        return Long.hashCode(bits);
    }

    @Override
    public String toString() {
        StringBuilder s = new StringBuilder(17);
        for (int shift = 40; shift >= 0; shift -= 8) {
            int b = (int) (bits >>> shift & 255);
            s.append(Character.forDigit(b >>> 4, 16)).append(Character.forDigit(b & 15, 16));
            if (shift > 0) {
                s.append(':');
            }
        }
        return s.toString();
    }
}
