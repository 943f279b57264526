// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core.pool;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;

/** Finds subscribers by instance and prefix: open addressing, nothing allocated by a look-up. */
final class SubscriberIndex {
    private SubscriberPorts[] table = new SubscriberPorts[16];
    private int size;

    /** By number; null: free. A subscriber keeps its number, so lists can be paged. */
    private final ArrayList<SubscriberPorts> numbered = new ArrayList<>();

    private final BitSet taken = new BitSet();
    private int lowestFree;

    SubscriberPorts find(int instance, long high, long low) {
        int at = home(instance, high, low);
        for (; table[at] != null; at = at + 1 & table.length - 1) {
            SubscriberPorts s = table[at];
            if (s.high == high && s.low == low && s.instance == instance) {
                return s;
            }
        }
        return null;
    }

    void add(SubscriberPorts s) {
        s.number = taken.nextClearBit(lowestFree);
        lowestFree = s.number + 1;
        taken.set(s.number);
        if (s.number == numbered.size()) {
            numbered.add(s);
        } else {
            numbered.set(s.number, s);
        }
        if (++size * 4L > table.length * 3L) {
            SubscriberPorts[] old = table;
            table = new SubscriberPorts[old.length * 2];
            for (SubscriberPorts each : old) {
                if (each != null) {
                    insert(each);
                }
            }
        }
        insert(s);
    }

    void remove(SubscriberPorts s) {
        int hole = home(s.instance, s.high, s.low);
        while (table[hole] != s) {
            hole = hole + 1 & table.length - 1;
        }
        int mask = table.length - 1;
        for (int at = hole + 1 & mask; table[at] != null; at = at + 1 & mask) {
            int home = home(table[at].instance, table[at].high, table[at].low);
            if ((at - home & mask) >= (at - hole & mask)) {
                table[hole] = table[at];
                hole = at;
            }
        }
        table[hole] = null;
        size--;
        numbered.set(s.number, null);
        taken.clear(s.number);
        lowestFree = Math.min(lowestFree, s.number);
    }

    int size() {
        return size;
    }

    /** By number; null: free. */
    List<SubscriberPorts> numbered() {
        return numbered;
    }

    private void insert(SubscriberPorts s) {
        int at = home(s.instance, s.high, s.low);
        while (table[at] != null) {
            at = at + 1 & table.length - 1;
        }
        table[at] = s;
    }

    private int home(int instance, long high, long low) {
        long h = (high * 0x9e3779b97f4a7c15L + low + instance) * 0xff51afd7ed558ccdL;
        return (int) (h ^ h >>> 29 ^ h >>> 47) & table.length - 1;
    }
}
