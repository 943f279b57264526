// SPDX-License-Identifier: Apache-2.0
package org.isthmus.cli.migration;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.isthmus.core.model.Limits;
import org.isthmus.core.model.PoolSpec;
import org.isthmus.core.net.Ipv4Address;
import org.isthmus.core.net.Ipv4Prefix;
import org.isthmus.core.net.Protocol;

/**
 * Addresses with ranges of ports, as Jool's pool4 has them for each protocol, made into pools:
 * those of addresses that have the same range of each protocol. For one thread.
 */
final class Pool4 {
    /** One range of ports of some addresses. */
    private static final class Entry {
        private final Place place;
        private final Protocol protocol;
        private final Ipv4Prefix prefix;
        private final int first;
        private final int last;

        private Entry(Place place, Protocol protocol, Ipv4Prefix prefix, int first, int last) {
            this.place = place;
            this.protocol = protocol;
            this.prefix = prefix;
            this.first = first;
            this.last = last;
        }

        private long begin() {
            return prefix.bits() & 0xffff_ffffL;
        }

        private long end() {
            return begin() + prefix.size();
        }
    }

    private final List<Entry> entries = new ArrayList<>();

    /** Ports of a block, which pools hand out as a whole. */
    private final int blockSize = Limits.BLOCK_SIZE.byDefault;

    /** What is said already: an entry may be a part of several pools. */
    private final Set<String> noted = new HashSet<>();

    void add(Place place, Protocol protocol, Ipv4Prefix prefix, int first, int last) {
        entries.add(new Entry(place, protocol, prefix, first, last));
    }

    boolean isEmpty() {
        return entries.isEmpty();
    }

    /** Adds the pools to the draft, and returns them. */
    List<ObjectNode> pools(Draft draft, String instance) {
        TreeSet<Long> bounds = new TreeSet<>();
        Map<Long, List<Integer>> begun = new HashMap<>();
        Map<Long, List<Integer>> ended = new HashMap<>();
        for (int i = 0; i < entries.size(); i++) {
            Entry e = entries.get(i);
            bounds.add(e.begin());
            bounds.add(e.end());
            begun.computeIfAbsent(e.begin(), n -> new ArrayList<>()).add(i);
            ended.computeIfAbsent(e.end(), n -> new ArrayList<>()).add(i);
        }
        Map<ObjectNode, ObjectNode> poolOfPorts = new LinkedHashMap<>();
        // In the order of the file, whatever that of the addresses is.
        TreeMap<Integer, Entry> open = new TreeMap<>();
        for (Long begin : bounds) {
            Long end = bounds.higher(begin);
            ended.getOrDefault(begin, List.of()).forEach(open::remove);
            begun.getOrDefault(begin, List.of()).forEach(i -> open.put(i, entries.get(i)));
            List<Entry> here = List.copyOf(open.values());
            if (!here.isEmpty()) {
                ObjectNode ports = ports(draft.notes(), here);
                ObjectNode pool = poolOfPorts.get(ports);
                if (pool == null) {
                    pool = draft.pool(here.get(0).place, instance);
                    pool.putArray("prefixes");
                    pool.set("ports", ports);
                    poolOfPorts.put(ports, pool);
                }
                addRange((ArrayNode) pool.get("prefixes"), begin, end - 1);
            }
        }
        return List.copyOf(poolOfPorts.values());
    }

    /** Ranges of a protocol, joined where they touch, each as first and last. */
    private static List<List<Integer>> ranges(List<Entry> entries, Protocol protocol) {
        List<List<Integer>> ranges = new ArrayList<>();
        entries.stream()
                .filter(e -> e.protocol == protocol)
                .sorted((a, b) -> a.first - b.first)
                .forEach(
                        e -> {
                            int n = ranges.size() - 1;
                            if (n >= 0 && e.first <= ranges.get(n).get(1) + 1) {
                                int last = Math.max(ranges.get(n).get(1), e.last);
                                ranges.set(n, List.of(ranges.get(n).get(0), last));
                            } else {
                                ranges.add(List.of(e.first, e.last));
                            }
                        });
        return ranges;
    }

    /** One range for each protocol; it is noted, once, what is not as it was. */
    private ObjectNode ports(Notes notes, List<Entry> here) {
        ObjectNode ports = JsonNodeFactory.instance.objectNode();
        for (Protocol p : Protocol.values()) {
            String name = p.name().toLowerCase(Locale.ROOT);
            List<List<Integer>> ranges = ranges(here, p);
            if (ranges.isEmpty()) {
                int first = PoolSpec.defaultFirstPort()[p.ordinal()];
                int last = PoolSpec.defaultLastPort()[p.ordinal()];
                noted(
                        here.get(0),
                        p + " none",
                        String.format("a pool is for all three: %d-%d", first, last),
                        notes::changed);
                ports.put(name, first + "-" + last);
                continue;
            }
            List<Integer> largest = ranges.get(0);
            for (List<Integer> range : ranges) {
                if (size(range) > size(largest)) {
                    largest = range;
                }
            }
            for (Entry e : here) {
                if (e.protocol == p && (e.first < largest.get(0) || e.last > largest.get(1))) {
                    noted(
                            e,
                            p + " " + text(e.first, e.last),
                            String.format(
                                    "a pool has one range of a protocol, %s; static bindings may"
                                            + " have any port of its addresses",
                                    text(largest.get(0), largest.get(1))),
                            notes::dropped);
                }
            }
            ports.put(name, whole(notes, here, p, largest));
        }
        return ports;
    }

    /** The range, or the block that it is a part of. */
    private String whole(Notes notes, List<Entry> here, Protocol protocol, List<Integer> range) {
        int first = (range.get(0) + blockSize - 1) / blockSize * blockSize;
        int last = (range.get(1) + 1) / blockSize * blockSize - 1;
        String ports = text(range.get(0), range.get(1));
        if (first > last) {
            first = range.get(0) / blockSize * blockSize;
            last = (range.get(1) / blockSize + 1) * blockSize - 1;
        } else if (first == range.get(0) && last == range.get(1)) {
            return ports;
        }
        Entry entry = here.get(0);
        for (Entry e : here) {
            entry = e.protocol == protocol ? e : entry;
        }
        String reason = first + "-" + last + " are handed out, in blocks of " + blockSize;
        noted(entry, protocol + " " + ports, reason, notes::changed);
        return first < range.get(0) ? first + "-" + last : ports;
    }

    private interface Note {
        void of(Place place, Object value, String reason);
    }

    private void noted(Entry entry, String ports, String reason, Note note) {
        if (noted.add(entry.place + ports)) {
            note.of(entry.place, entry.prefix + " " + ports, reason);
        }
    }

    private static int size(List<Integer> range) {
        return range.get(1) - range.get(0);
    }

    private static String text(int first, int last) {
        return first == last ? "" + first : first + "-" + last;
    }

    /** A prefix where the addresses are one, else a range; joined with one that ends before. */
    private static void addRange(ArrayNode prefixes, long first, long last) {
        long begin = first;
        int n = prefixes.size() - 1;
        if (n >= 0) {
            List<Ipv4Prefix> before = Ipv4Prefix.parseRange(prefixes.get(n).textValue());
            Ipv4Prefix end = before.get(before.size() - 1);
            if ((end.bits() & 0xffff_ffffL) + end.size() == first) {
                begin = before.get(0).bits() & 0xffff_ffffL;
                prefixes.remove(n);
            }
        }
        String range = Ipv4Address.toString((int) begin) + "-" + Ipv4Address.toString((int) last);
        List<Ipv4Prefix> all = Ipv4Prefix.parseRange(range);
        prefixes.add(all.size() == 1 ? all.get(0).toString() : range);
    }
}
