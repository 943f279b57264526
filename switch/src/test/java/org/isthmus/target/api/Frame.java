// SPDX-License-Identifier: Apache-2.0
package org.isthmus.target.api;

import java.util.Arrays;

/** Bytes at a port. Immutable; equal by value. */
public final class Frame {
    public final int port;
    public final byte[] bytes;

    public Frame(int port, byte[] bytes) {
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
        return port + ":" + Hex.of(bytes);
    }
}
