// SPDX-License-Identifier: Apache-2.0
package org.isthmus.bench;

import java.util.HashMap;
import java.util.Map;
import java.util.Random;

/**
 * The peer: two maps of objects. It has no subscribers, blocks, limits or timers, so it does less.
 */
final class MapBindings implements BindingTable {
    private static final int FIRST_ADDRESS = 0xc612_0000;
    private static final int ADDRESSES = 512;

    private static final class Key6 {
        final long high;
        final long low;
        final int port;

        Key6(long high, long low, int port) {
            this.high = high;
            this.low = low;
            this.port = port;
        }

        @Override
        public boolean equals(Object o) {
            return o instanceof Key6
                    && ((Key6) o).high == high
                    && ((Key6) o).low == low
                    && ((Key6) o).port == port;
        }

        @Override
        public int hashCode() {
            return Long.hashCode((high * 31 + low) * 31 + port);
        }
    }

    private final Map<Key6, Long> to4 = new HashMap<>();
    private final Map<Long, Key6> to6 = new HashMap<>();
    private final Random random = new Random(1);

    @Override
    public void bind(long n) {
        Key6 key = new Key6(Flows.high(n), Flows.low(n), Flows.port(n));
        Long side4;
        do {
            long address = FIRST_ADDRESS + random.nextInt(ADDRESSES) & 0xffff_ffffL;
            side4 = address << 16 | 1024 + random.nextInt(65536 - 1024);
        } while (to6.putIfAbsent(side4, key) != null);
        to4.put(key, side4);
    }

    @Override
    public void release(long n) {
        to6.remove(to4.remove(new Key6(Flows.high(n), Flows.low(n), Flows.port(n))));
    }
}
