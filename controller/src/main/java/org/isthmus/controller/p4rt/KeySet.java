// SPDX-License-Identifier: Apache-2.0
package org.isthmus.controller.p4rt;

import java.util.Arrays;
import org.isthmus.core.model.BibIntent;
import org.isthmus.core.model.Intent;

/**
 * Which intents a write holds, by 64-bit hashes of their keys. Two keys with the same hash are
 * taken for one, which costs a message more and is next to impossible. One thread.
 */
final class KeySet {
    private long[] slots = new long[64];
    private int size;

    /** False if an intent with the same key is in already. */
    boolean add(Intent intent) {
        long hash = hash(intent);
        if (hash == 0) {
            hash = 1;
        }
        if (size * 2 >= slots.length) {
            grow();
        }
        if (!insert(hash)) {
            return false;
        }
        size++;
        return true;
    }

    void clear() {
        if (size > 0) {
            Arrays.fill(slots, 0);
            size = 0;
        }
    }

    private boolean insert(long hash) {
        int mask = slots.length - 1;
        int i = (int) (hash ^ hash >>> 32) & mask;
        while (slots[i] != 0) {
            if (slots[i] == hash) {
                return false;
            }
            i = i + 1 & mask;
        }
        slots[i] = hash;
        return true;
    }

    private void grow() {
        long[] old = slots;
        slots = new long[old.length * 2];
        for (long hash : old) {
            if (hash != 0) {
                insert(hash);
            }
        }
    }

    private static long hash(Intent intent) {
        if (intent instanceof BibIntent.Outbound) {
            BibIntent.Outbound b = (BibIntent.Outbound) intent;
            long last = (long) b.port6 << 32 | b.setBits << 16 | b.instance << 8 | b.protocol.v4();
            return mix(mix(mix(b.address6High) + b.address6Low) + last);
        }
        if (intent instanceof BibIntent.Inbound) {
            BibIntent.Inbound b = (BibIntent.Inbound) intent;
            long port = (long) b.setBits << 24 | b.port4 << 8 | b.protocol.v4();
            return mix(mix(b.address4) + port);
        }
        return mix(intent.key().hashCode() + ((long) intent.getClass().hashCode() << 32));
    }

    /** The finalizer of SplitMix64: every bit of the result depends on every bit given. */
    private static long mix(long z) {
        z = (z ^ z >>> 30) * 0xbf58476d1ce4e5b9L;
        z = (z ^ z >>> 27) * 0x94d049bb133111ebL;
        return z ^ z >>> 31;
    }
}
