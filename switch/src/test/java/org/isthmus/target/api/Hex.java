// SPDX-License-Identifier: Apache-2.0
package org.isthmus.target.api;

/** Bytes as text. */
public final class Hex {
    private Hex() {}

    public static String of(byte[] bytes) {
        StringBuilder s = new StringBuilder();
        for (byte b : bytes) {
            s.append(String.format("%02x", b));
        }
        return s.toString();
    }

    /**
     * @param hex two digits for each byte; spaces between them are skipped
     */
    public static byte[] bytes(String hex) {
        String h = hex.replace(" ", "");
        byte[] b = new byte[h.length() / 2];
        for (int i = 0; i < b.length; i++) {
            b[i] = (byte) Integer.parseInt(h.substring(2 * i, 2 * i + 2), 16);
        }
        return b;
    }
}
