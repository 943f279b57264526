// SPDX-License-Identifier: Apache-2.0
package org.isthmus.pipeline;

import java.util.Arrays;
import p4.v1.P4RuntimeOuterClass.TableEntry;

/**
 * What identifies a table entry, for maps of millions. The hash of a protobuf message adds up
 * multiples of 31, which gives rows for neighbouring addresses few values: a map of 2^20 mappings
 * takes minutes. Immutable; equal by {@link Entities#key}.
 */
final class EntryKey {
    private static final long FNV_BASIS = 0xcbf29ce484222325L;
    private static final long FNV_PRIME = 0x100000001b3L;

    private final byte[] key;
    private final int hash;

    private EntryKey(byte[] key) {
        this.key = key;
        long h = FNV_BASIS;
        for (byte b : key) {
            h = (h ^ b & 0xff) * FNV_PRIME;
        }
        hash = (int) (h ^ h >>> 32);
    }

    static EntryKey of(TableEntry entry) {
        return new EntryKey(Entities.key(entry).toByteArray());
    }

    @Override
    public boolean equals(Object o) {
        return o instanceof EntryKey
                && ((EntryKey) o).hash == hash
                && Arrays.equals(((EntryKey) o).key, key);
    }

    @Override
    public int hashCode() {
        return hash;
    }
}
