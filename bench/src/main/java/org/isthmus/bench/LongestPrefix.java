// SPDX-License-Identifier: Apache-2.0
package org.isthmus.bench;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.isthmus.target.api.ActionSpec;
import org.isthmus.target.api.MatchKey;
import org.isthmus.target.api.RefusedException;
import org.isthmus.target.api.Table;
import org.isthmus.target.bmv2.ir.Action;
import org.isthmus.target.bmv2.ir.PipelineDef.KeyField;
import org.isthmus.target.bmv2.ir.PipelineDef.MatchType;
import org.isthmus.target.bmv2.ir.PipelineDef.TableBuilder;
import org.isthmus.target.bmv2.ir.PipelineDef.TableDef;
import org.isthmus.target.bmv2.run.ActionTable;
import org.isthmus.target.bmv2.run.Lookups;
import org.isthmus.target.bmv2.run.MatchTable;

/**
 * What a lookup of a route costs, and an insertion, by kinds of tables, without the rest of a
 * pipeline: {@code LongestPrefix [ROWS]}. The peer is a table of the same routes that is matched by
 * value and mask, the length being the priority: a search in an index for each length. Both in
 * turn, in time of this thread's CPU, addresses in no order, of which each route has as many. The
 * routes are those of {@link Prefixes}; hosts one after another; hosts scattered over an address
 * space; and networks of all sizes with parts that they announce apart.
 */
public final class LongestPrefix {
    private static final int BATCH = 64;
    private static final int WARM = 200;
    private static final int SLICES = 600;
    private static final int IPV4 = 32;
    private static final int IPV6 = 128;

    private static long sum;

    /** A prefix of an address, of an IPv6 address the upper half; in IPv4 of 32 bits. */
    private static final class Route {
        final long bits;
        final int length;

        Route(long bits, int length) {
            this.bits = bits;
            this.length = length;
        }

        @Override
        public boolean equals(Object o) {
            return o instanceof Route && bits == ((Route) o).bits && length == ((Route) o).length;
        }

        @Override
        public int hashCode() {
            return Long.hashCode(bits * 0x9e3779b97f4a7c15L) + length;
        }
    }

    private final int width;

    /** Of a {@link Route}. */
    private final int bits;

    private final Set<Route> routes = new HashSet<>();
    private final Random random = new Random(1);

    private LongestPrefix(int width) {
        this.width = width;
        this.bits = Math.min(width, Long.SIZE);
    }

    public static void main(String[] args) throws Exception {
        int rows = args.length > 0 ? Integer.parseInt(args[0]) : 1 << 20;
        System.out.printf(
                "%-28s %21s %21s %21s%n",
                rows + " rows", "together, ns", "alone, ns", "insert, ns");
        new LongestPrefix(IPV4).of(rows, r -> r.spread4(r.routes.size())).run("IPv4, spread");
        new LongestPrefix(IPV6).of(rows, r -> r.spread6(r.routes.size())).run("IPv6, spread");
        new LongestPrefix(IPV4)
                .of(rows, r -> r.add(0x0a00_0000 + r.routes.size(), 32))
                .run("hosts in turn");
        new LongestPrefix(IPV4)
                .of(rows, r -> r.add(r.random.nextInt(16 * rows), 32))
                .run("one host in sixteen");
        new LongestPrefix(IPV4).of(rows, r -> r.block4()).run("IPv4, as in BGP");
        new LongestPrefix(IPV6).of(rows, r -> r.block6()).run("IPv6, as in BGP");
    }

    private interface Maker {
        void make(LongestPrefix to);
    }

    private LongestPrefix of(int rows, Maker maker) {
        add(0, 0);
        while (routes.size() < rows) {
            maker.make(this);
        }
        return this;
    }

    private void spread4(int n) {
        add(Integer.toUnsignedLong(Prefixes.route4(n).bits()), Prefixes.route4(n).length());
    }

    private void spread6(int n) {
        add(Prefixes.routed6(n), Prefixes.route6(n).length());
    }

    private void add(long address, int length) {
        routes.add(new Route(address & mask(length), length));
    }

    private long mask(int length) {
        return length == 0 ? 0 : -1L << bits - length & -1L >>> Long.SIZE - bits;
    }

    /** Addresses of a network and, mostly together, those that it announces apart. */
    private void block4() {
        long network = 0x0100_0000L + (random.nextInt() & 0xffff_ffffL) % 0xde00_0000L;
        block(network, 14 + random.nextInt(9), new int[] {24, 24, 24, 24, 24, 24, 23, 22, 22, 20});
    }

    private void block6() {
        long[] regions = {0x2001L, 0x2400L, 0x2600L, 0x2800L, 0x2a00L, 0x2a00L, 0x2a00L, 0x2c00L};
        long region = regions[random.nextInt(regions.length)];
        int length = region == 0x2001L ? 16 : 12;
        long network = region << 48 | random.nextLong() >>> length;
        block(network, 29 + random.nextInt(8), new int[] {48, 48, 48, 48, 44, 44, 40, 36, 46, 47});
    }

    private void block(long network, int length, int[] lengths) {
        if (random.nextInt(5) > 0) {
            add(network, length);
        }
        long within = (1L << bits - length) - 1;
        long at = network & ~within;
        int n = random.nextInt(16);
        for (int i = 0; i < n; i++) {
            int specific = lengths[random.nextInt(lengths.length)];
            if (specific > length) {
                long next =
                        random.nextInt(3) > 0 ? at + (1L << bits - specific) : random.nextLong();
                at = network & ~within | next & within;
                add(at, specific);
            }
        }
    }

    private void run(String name) throws Exception {
        List<Route> all = new ArrayList<>(routes);
        Collections.shuffle(all, random);
        MatchTable prefixes = table(MatchType.LPM);
        MatchTable tuples = table(MatchType.TERNARY);
        double[] inserts = {insert(prefixes, all, false), insert(tuples, all, true)};
        long[] keys = keys(all);
        double[] nanos =
                TableSizes.inTurn(
                        WARM,
                        SLICES,
                        new Slice(keys, null, true)::run,
                        new Slice(keys, prefixes, true)::run,
                        new Slice(keys, tuples, true)::run,
                        new Slice(keys, prefixes, false)::run,
                        new Slice(keys, tuples, false)::run);
        System.out.printf(
                "%-28s %6.1f %6.1f  (%.2f) %6.1f %6.1f  (%.2f) %6.0f %6.0f  (%.2f)%n",
                name,
                nanos[1] - nanos[0],
                nanos[2] - nanos[0],
                (nanos[1] - nanos[0]) / (nanos[2] - nanos[0]),
                nanos[3] - nanos[0],
                nanos[4] - nanos[0],
                (nanos[3] - nanos[0]) / (nanos[4] - nanos[0]),
                inserts[0],
                inserts[1],
                inserts[0] / inserts[1]);
    }

    private MatchTable table(MatchType type) {
        Action action = new Action("forward", 1, 0, List.of("port"), new int[] {9}, List.of());
        ActionTable actions = new ActionTable();
        actions.add(1, action);
        TableBuilder b = new TableBuilder();
        b.name = "routes";
        b.place = "";
        b.match = type;
        b.key = List.of(new KeyField("destination", null, type, null, width));
        b.actions = List.of(action);
        b.counters = true;
        int capacity = routes.size();
        return new MatchTable(new TableDef(b), 1, capacity, actions, null, 4096, System::nanoTime);
    }

    /** ns a route. */
    private double insert(MatchTable table, List<Route> all, boolean priorities)
            throws RefusedException {
        ActionSpec action = ActionSpec.action(1, new byte[][] {{0, 1}});
        long nanos = 0;
        for (Route r : all) {
            byte[] value = bytes(r.bits);
            byte[] mask = bytes(mask(r.length));
            int priority = priorities ? r.length + 1 : 0;
            MatchKey key = new MatchKey(new byte[][] {value}, new byte[][] {mask}, priority);
            Table.Entry entry = new Table.Entry(key, action, 0, 0, null);
            long start = TableSizes.cpuNanos();
            table.insert(entry);
            nanos += TableSizes.cpuNanos() - start;
        }
        return (double) nanos / all.size();
    }

    private byte[] bytes(long value) {
        byte[] bytes = new byte[width / 8];
        for (int at = 0; at < bits; at += 8) {
            bytes[at / 8] = (byte) (value >>> bits - 8 - at);
        }
        return bytes;
    }

    /** Addresses of routes, in no order; two words each, the low one first. */
    private long[] keys(List<Route> all) {
        long[] keys = new long[2 * all.size()];
        for (int i = 0; i < all.size(); i++) {
            Route r = all.get(random.nextInt(all.size()));
            long host = r.length == bits ? 0 : random.nextLong() >>> r.length + Long.SIZE - bits;
            keys[2 * i] = width == IPV4 ? r.bits | host : random.nextLong();
            keys[2 * i + 1] = width == IPV4 ? 0 : r.bits | host;
        }
        return keys;
    }

    /** Lookups of some keys after the last ones. */
    private final class Slice {
        final long[] keys;
        final MatchTable table;
        final boolean together;
        final Lookups lookups = new Lookups(BATCH);
        final long[][] batch = new long[BATCH][width == IPV4 ? 1 : 2];
        int at;

        Slice(long[] keys, MatchTable table, boolean together) {
            this.keys = keys;
            this.table = table;
            this.together = together;
        }

        /** ns */
        long run() {
            long start = TableSizes.cpuNanos();
            for (int i = 0; i < TableSizes.SLICE; i += BATCH) {
                look();
            }
            return TableSizes.cpuNanos() - start;
        }

        private void look() {
            lookups.clear();
            for (long[] key : batch) {
                System.arraycopy(keys, at, key, 0, key.length);
                at = at + 2 == keys.length ? 0 : at + 2;
                lookups.add(key);
            }
            if (table == null) {
                sum += batch[BATCH - 1][0];
                return;
            }
            if (together) {
                table.find(lookups);
            }
            for (int i = 0; i < BATCH; i++) {
                sum += (together ? lookups.row(i) : table.find(batch[i]))[0];
            }
        }
    }
}
