// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core.net;

/** Hashes of what senders choose. With a random seed mixed in, no one can choose collisions. */
public final class Hash {
    private Hash() {}

    /** The finalizer of MurmurHash3's 64-bit variant. */
    public static long mix(long h) {
        h = (h ^ h >>> 33) * 0xff51afd7ed558ccdL;
        h = (h ^ h >>> 33) * 0xc4ceb9fe1a85ec53L;
        return h ^ h >>> 33;
    }
}
