// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core.net;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BiConsumer;

/**
 * What has which prefixes; finds all that share an address with one, without a look at the others.
 * Prefixes may overlap and occur several times. Not thread safe.
 */
public final class PrefixMap<T> {
    /** In their order, the prefixes inside of one follow it. */
    private final TreeMap<Ipv6Prefix, List<T>> all = new TreeMap<>();

    private final BitSet lengths = new BitSet();

    public void add(Ipv6Prefix prefix, T value) {
        all.computeIfAbsent(prefix, p -> new ArrayList<>(1)).add(value);
        lengths.set(prefix.length());
    }

    /** Visits what overlaps a prefix, from the shortest prefix around it on. */
    public void overlapping(Ipv6Prefix prefix, BiConsumer<Ipv6Prefix, T> visitor) {
        for (int l = lengths.nextSetBit(0);
                l >= 0 && l <= prefix.length();
                l = lengths.nextSetBit(l + 1)) {
            Ipv6Prefix around = Ipv6Prefix.of(prefix.high(), prefix.low(), l);
            all.getOrDefault(around, List.of()).forEach(value -> visitor.accept(around, value));
        }
        for (Map.Entry<Ipv6Prefix, List<T>> e = all.higherEntry(prefix);
                e != null && prefix.contains(e.getKey().address());
                e = all.higherEntry(e.getKey())) {
            Ipv6Prefix inside = e.getKey();
            e.getValue().forEach(value -> visitor.accept(inside, value));
        }
    }
}
