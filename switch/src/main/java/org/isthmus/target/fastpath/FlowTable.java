// SPDX-License-Identifier: Apache-2.0
package org.isthmus.target.fastpath;

import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * Numbers of entries by a hash of their keys: the table that fastpath.c looks flows up in, in
 * memory that is shared with the kernel. Whoever finds a number compares the key that stands in the
 * entry. A frame that is no cached flow's costs the kernel one cache line of it. One thread at a
 * time; the kernel reads all the while.
 */
final class FlowTable {
    /** Of struct bucket. */
    static final int BUCKET_BYTES = 64;

    private static final int SLOTS = BUCKET_BYTES / Long.BYTES;

    private static final int KEY_WORDS = Programs.KEY_BYTES / Integer.BYTES;

    /** Of struct hashing: a secret for each word of a key, and a mask. */
    static final int HASHING_BYTES = Integer.BYTES * (KEY_WORDS + 1);

    private static final VarHandle WORDS =
            MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.nativeOrder());
    private static final VarHandle LONGS =
            MethodHandles.byteBufferViewVarHandle(long[].class, ByteOrder.nativeOrder());

    private final ByteBuffer memory;
    private final int[] secret;
    private final int mask;

    /**
     * @param memory for all buckets, zero
     * @param random at least as many words as a key has
     */
    FlowTable(ByteBuffer memory, int[] random) {
        this.memory = memory;
        this.secret = Arrays.copyOf(random, KEY_WORDS);
        this.mask = memory.capacity() / BUCKET_BYTES - 1;
    }

    /**
     * How many buckets there are for so many entries: a power of two, one for every one or two
     * entries. Of seven thousand flows one finds its bucket full when all entries are used.
     */
    static int buckets(int entries) {
        int least = Math.max(Programs.PAGE / BUCKET_BYTES, entries / 2);
        return Integer.highestOneBit(2 * least - 1);
    }

    /** Struct hashing. */
    void hashing(ByteBuffer to) {
        for (int i = 0; i < KEY_WORDS; i++) {
            to.putInt(Integer.BYTES * i, secret[i]);
        }
        to.putInt(Integer.BYTES * KEY_WORDS, mask);
    }

    /** As hash of fastpath.c. */
    private long hash(byte[] key) {
        long h = 0;
        for (int i = 0; i < KEY_WORDS; i += 2) {
            long a = (int) WORDS.get(key, Integer.BYTES * i) + secret[i];
            long b = (int) WORDS.get(key, Integer.BYTES * (i + 1)) + secret[i + 1];
            h += (a & 0xffffffffL) * (b & 0xffffffffL);
        }
        h = (h ^ h >>> 32) * 0x9e3779b97f4a7c15L;
        return h ^ h >>> 29 | 1;
    }

    /** Byte of the slot, in the bucket of a hash, that has its lower half; -1: there is none. */
    private int slot(long hash) {
        for (int at = bucket(hash), end = at + BUCKET_BYTES; at < end; at += Long.BYTES) {
            if ((int) (slotAt(at) >>> 32) == (int) hash) {
                return at;
            }
        }
        return -1;
    }

    private int bucket(long hash) {
        return ((int) (hash >>> 32) & mask) * BUCKET_BYTES;
    }

    private long slotAt(int at) {
        return (long) LONGS.getOpaque(memory, at);
    }

    /** The entry that may be of a key; 0: none is. */
    int find(byte[] key) {
        int at = slot(hash(key));
        return at < 0 ? 0 : (int) slotAt(at);
    }

    /**
     * Lets frames find an entry.
     *
     * @param entry not 0
     * @throws IOException there is no room for its key; the table is as it was
     */
    void add(byte[] key, int entry) throws IOException {
        long hash = hash(key);
        if (slot(hash) >= 0) {
            throw new IOException("another flow has the same hash");
        }
        for (int at = bucket(hash), i = 0; i < SLOTS; at += Long.BYTES, i++) {
            if (slotAt(at) == 0) {
                LONGS.setRelease(memory, at, hash << 32 | entry);
                return;
            }
        }
        throw new IOException("no room for its hash");
    }

    /** Frames do not find an entry any more, if they did. */
    void remove(byte[] key, int entry) {
        int at = slot(hash(key));
        if (at >= 0 && (int) slotAt(at) == entry) {
            LONGS.setRelease(memory, at, 0L);
        }
    }
}
