// SPDX-License-Identifier: Apache-2.0
package org.isthmus.target.conformance;

import java.util.Arrays;

/** Bytes at a port. Immutable; equal by value. */
final class Frame {
    final int port;
    final byte[] bytes;

    Frame(int port, byte[] bytes) {
        this.port = port;
        this.bytes = bytes;
    }

    @Override
    public boolean equals(Object o) {
        return o instanceof Frame
                && ((Frame) o).port == port
                && Arrays.equals(((Frame) o).bytes, bytes);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(bytes) * 31 + port;
    }

    @Override
    public String toString() {
        StringBuilder s = new StringBuilder("port " + port + ":");
        for (int i = 0; i < bytes.length; i++) {
            s.append(i % 16 == 0 ? "\n    " : " ").append(String.format("%02x", bytes[i] & 255));
        }
        return s.toString();
    }
}
