// SPDX-License-Identifier: Apache-2.0
package org.isthmus.target.bmv2;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.rpc.Code;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.isthmus.target.Seeds;
import org.isthmus.target.api.Frame;
import org.isthmus.target.api.Hex;
import org.isthmus.target.api.MatchKey;
import org.isthmus.target.api.Table;
import org.isthmus.target.api.Worker;
import org.junit.jupiter.api.Test;

/** Tables against plain models, by random operations. */
class TableTest {
    /** Of a batch: more than are looked up together. */
    private static final int MOST_PACKETS = 70;

    private final long seed = Seeds.of(System.nanoTime());
    private final Random random = new Random(seed);

    private static byte[] n(long v, int bits) {
        return Harness.number(v, bits);
    }

    /** A packet for the tables of semantics.p4; the port it leaves by tells the row. */
    private static byte[] packet(int op, int arg, int result, int layers) {
        String layer = layers == 0 ? "" : "80000000";
        return Hex.bytes(
                String.format("%02x%04x%02x", op, arg, layers)
                        + "00".repeat(13)
                        + String.format("%04x", result)
                        + "0000"
                        + layer);
    }

    private static final class Row {
        final MatchKey key;
        int port;

        Row(MatchKey key, int port) {
            this.key = key;
            this.port = port;
        }

        private static int value(byte[] b) {
            int v = 0;
            for (byte x : b) {
                v = v << 8 | x & 0xff;
            }
            return v;
        }

        boolean masked(int field, int v) {
            int mask = value(key.second(field));
            return (v & mask) == value(key.value(field));
        }

        boolean within(int field, int v) {
            return v >= value(key.value(field)) && v <= value(key.second(field));
        }
    }

    /** What a packet of the values finds in the model; -1: nothing. */
    private interface Finder {
        int find(Map<MatchKey, Row> model, int[] values);
    }

    private interface KeyMaker {
        MatchKey make();
    }

    private interface PacketMaker {
        byte[] make(int[] values);
    }

    private void churn(String name, KeyMaker keys, Finder finder, PacketMaker packets, int max)
            throws Exception {
        Harness h = Harness.stopping("semantics");
        Table t = h.table(name);
        Map<MatchKey, Row> model = new HashMap<>();
        List<MatchKey> used = new ArrayList<>();
        String action = name.equals("I.ports") ? "I.counted" : "I.send";
        for (int step = 0; step < 3000; step++) {
            boolean again = !used.isEmpty() && random.nextInt(3) > 0;
            MatchKey key = again ? used.get(random.nextInt(used.size())) : keys.make();
            int to = 20 + random.nextInt(400);
            Table.Entry e = Harness.entry(key, h.action(action, n(to, 9)));
            switch (random.nextInt(4)) {
                case 0:
                case 1:
                    if (model.containsKey(key)) {
                        assertEquals(Code.ALREADY_EXISTS, Harness.code(() -> t.insert(e)));
                    } else if (model.size() >= max) {
                        assertEquals(Code.RESOURCE_EXHAUSTED, Harness.code(() -> t.insert(e)));
                    } else {
                        t.insert(e);
                        model.put(key, new Row(key, to));
                        used.add(key);
                    }
                    break;
                case 2:
                    if (model.containsKey(key)) {
                        t.modify(e);
                        model.get(key).port = to;
                    } else {
                        assertEquals(Code.NOT_FOUND, Harness.code(() -> t.modify(e)));
                    }
                    break;
                default:
                    if (model.remove(key) != null) {
                        t.delete(key);
                    } else {
                        assertEquals(Code.NOT_FOUND, Harness.code(() -> t.delete(key)));
                    }
            }
            List<Integer> want = new ArrayList<>();
            List<Frame> batch = new ArrayList<>();
            for (int n = random.nextInt(MOST_PACKETS); n >= 0; n--) {
                int[] v = {
                    random.nextInt(64), random.nextInt(64) << random.nextInt(11), random.nextInt(2)
                };
                int port = finder.find(model, v);
                want.add(port < 0 ? 7 : port);
                batch.add(new Frame(1, packets.make(v)));
            }
            List<Integer> got = new ArrayList<>();
            h.send(batch).forEach(frame -> got.add(frame.port));
            assertEquals(want, got, () -> name + " seed " + seed);
            int alone = random.nextInt(batch.size());
            assertEquals(
                    want.get(alone),
                    h.send(1, batch.get(alone).bytes).get(0).port,
                    () -> name + " seed " + seed);
            assertEquals(model.size(), t.size());
            if (step % 500 == 0) {
                Map<MatchKey, Integer> read = new HashMap<>();
                readAll(
                        t,
                        (row, packetCount, bytes, idle, meter) ->
                                read.put(row.key(), Row.value(row.action().param(0))));
                Map<MatchKey, Integer> all = new HashMap<>();
                model.forEach((k, row) -> all.put(k, row.port));
                assertEquals(all, read);
            }
        }
    }

    @Test
    void exact() throws Exception {
        churn(
                "I.ports",
                () -> Harness.exact(n(random.nextInt(64), 16)),
                (model, v) -> {
                    Row r = model.get(Harness.exact(n(v[0], 16)));
                    return r == null ? -1 : r.port;
                },
                v -> packet(12, v[0], 0, 0),
                16);
    }

    @Test
    void longestPrefix() throws Exception {
        churn(
                "I.prefix",
                () -> {
                    int length = random.nextInt(17);
                    int mask = length == 0 ? 0 : 0xffff << 16 - length & 0xffff;
                    int value = random.nextInt(64) << random.nextInt(11) & mask;
                    return new MatchKey(
                            new byte[][] {n(value, 16), n(random.nextInt(2), 8)},
                            new byte[][] {n(mask, 16), null},
                            0);
                },
                (model, v) -> {
                    int best = -1;
                    int port = -1;
                    for (Row r : model.values()) {
                        int length = Integer.bitCount(Row.value(r.key.second(0)));
                        if (r.masked(0, v[1]) && r.key.value(1)[0] == v[2] && length > best) {
                            best = length;
                            port = r.port;
                        }
                    }
                    return port;
                },
                v -> packet(15, 0, v[1], v[2]),
                64);
    }

    @Test
    void ternaryAndRange() throws Exception {
        int[] next = {0};
        churn(
                "I.order",
                () -> {
                    int mask = random.nextInt(3) == 0 ? 0xffff : random.nextInt(64);
                    int low = random.nextInt(0x8000);
                    boolean layer = random.nextBoolean();
                    return new MatchKey(
                            new byte[][] {
                                n(random.nextInt(64) & mask, 16), n(low, 16), n(layer ? 0x80 : 0, 8)
                            },
                            new byte[][] {
                                n(mask, 16),
                                n(low + random.nextInt(0x8000), 16),
                                n(layer ? 0xff : 0, 8)
                            },
                            // No two alike: which of them wins is not defined.
                            ++next[0]);
                },
                (model, v) -> {
                    Row best = null;
                    for (Row r : model.values()) {
                        boolean hit =
                                r.masked(0, v[0])
                                        && r.within(1, v[1])
                                        && r.masked(2, v[2] == 0 ? 0 : 0x80);
                        if (hit && (best == null || r.key.priority() > best.key.priority())) {
                            best = r;
                        }
                    }
                    return best == null ? -1 : best.port;
                },
                v -> packet(14, v[0], v[1], v[2]),
                64);
    }

    private static void readAll(Table t, Table.Visitor visitor) {
        Table.Rows rows = t.rows();
        for (int i = 0; i < rows.size(); i++) {
            rows.visit(i, visitor);
        }
    }

    @Test
    void constEntriesStay() throws Exception {
        Harness h = Harness.of("semantics");
        Table t = h.table("I.fixed_rows");
        assertEquals(3, t.size());
        List<Table.Entry> rows = new ArrayList<>();
        readAll(t, (e, p, b, i, m) -> rows.add(e));
        for (Table.Entry e : rows) {
            assertEquals(Code.PERMISSION_DENIED, Harness.code(() -> t.insert(e)));
            assertEquals(Code.PERMISSION_DENIED, Harness.code(() -> t.modify(e)));
            assertEquals(Code.PERMISSION_DENIED, Harness.code(() -> t.delete(e.key())));
        }
    }

    @Test
    void keepsWhatTheClientStored() throws Exception {
        Harness h = Harness.of("semantics");
        Table t = h.table("I.ports");
        MatchKey key = Harness.exact(n(3, 16));
        Table.Entry e =
                new Table.Entry(
                        key, h.action("I.counted", n(300, 9)), 5_000_000, -7, new byte[] {9});
        t.insert(e);
        int[] seen = {0};
        t.read(
                key,
                (got, packets, bytes, idle, meter) -> {
                    seen[0]++;
                    assertEquals(key, got.key());
                    assertEquals(e.action().id(), got.action().id());
                    assertEquals("012c", Hex.of(got.action().param(0)));
                    assertEquals(5_000_000, got.idleTimeoutNanos());
                    assertEquals(-7, got.controllerMetadata());
                    assertEquals("09", Hex.of(got.metadata()));
                });
        assertEquals(1, seen[0]);
        assertEquals(h.id("I.miss"), t.defaultAction().id());
        t.setDefaultAction(h.action("I.counted", n(33, 9)), null);
        assertEquals(33, h.send(1, packet(12, 4, 0, 0)).get(0).port);
        t.setDefaultAction(null, null);
        assertEquals(7, h.send(1, packet(12, 4, 0, 0)).get(0).port);
    }

    /**
     * One thread changes rows while others look them up. A row's port always is one of the two that
     * belong to its key, whichever of them is current; rows that are never removed are always
     * found; and the counters lose nothing.
     */
    @Test
    void packetsSeeWholeRows() throws Exception {
        Harness h = Harness.of("semantics");
        Table t = h.table("I.ports");
        int rows = 16;
        for (int k = 0; k < rows; k++) {
            t.insert(entry(h, k, false));
        }
        AtomicBoolean stop = new AtomicBoolean();
        AtomicReference<String> wrong = new AtomicReference<>();
        int threads = 2;
        int[] hits = new int[threads];
        Thread[] all = new Thread[threads];
        for (int i = 0; i < threads; i++) {
            int me = i;
            int[] port = {0};
            Worker w = h.target.newWorker((p, b, off, len) -> port[0] = p);
            all[i] =
                    new Thread(
                            () -> {
                                Random mine = new Random(seed + me);
                                while (!stop.get()) {
                                    int k = mine.nextInt(rows);
                                    byte[] f = packet(12, k, 0, 0);
                                    w.process(1, f, 0, f.length);
                                    boolean stays = k % 2 == 0;
                                    boolean good = port[0] == 100 + k || port[0] == 200 + k;
                                    if (!good && (stays || port[0] != 7)) {
                                        wrong.set("key " + k + " left by port " + port[0]);
                                    }
                                    if (stays) {
                                        hits[me]++;
                                    }
                                }
                            });
            all[i].start();
        }
        for (int step = 0; step < 40_000; step++) {
            int k = random.nextInt(rows);
            if (k % 2 == 0 || step % 2 == 0) {
                if (t.read(entry(h, k, false).key(), (e, p, b, i, m) -> {})) {
                    t.modify(entry(h, k, random.nextBoolean()));
                }
            } else if (t.read(entry(h, k, false).key(), (e, p, b, i, m) -> {})) {
                t.delete(entry(h, k, false).key());
            } else {
                t.insert(entry(h, k, random.nextBoolean()));
            }
        }
        stop.set(true);
        for (Thread x : all) {
            x.join();
        }
        assertEquals(null, wrong.get());
        long[] counted = {0, 0};
        for (int k = 0; k < rows; k += 2) {
            t.read(
                    entry(h, k, false).key(),
                    (e, packets, bytes, idle, meter) -> {
                        counted[0] += packets;
                        counted[1] += bytes;
                    });
        }
        assertTrue(hits[0] > 0 && hits[1] > 0);
        assertEquals(hits[0] + (long) hits[1], counted[0]);
        assertEquals(21 * counted[0], counted[1]);
    }

    private static Table.Entry entry(Harness h, int k, boolean second) {
        int port = (second ? 200 : 100) + k;
        return Harness.entry(Harness.exact(n(k, 16)), h.action("I.counted", n(port, 9)));
    }
}
