// SPDX-License-Identifier: Apache-2.0
package org.isthmus.app.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BiConsumer;
import org.isthmus.app.cluster.TestCluster;
import org.isthmus.core.model.Eam;
import org.isthmus.core.model.Lease;
import org.isthmus.core.model.PoolSpec;
import org.isthmus.core.model.StaticBinding;
import org.isthmus.core.net.Ipv4Address;
import org.isthmus.core.net.Ipv4Prefix;
import org.isthmus.core.net.Ipv6Address;
import org.isthmus.core.net.Ipv6Prefix;
import org.isthmus.core.net.Protocol;
import org.isthmus.core.spi.AdoptionRecord;
import org.isthmus.core.spi.BindingRecord;
import org.isthmus.core.spi.DeletionRecord;
import org.isthmus.core.spi.DeterministicRecord;
import org.isthmus.core.spi.EamRecord;
import org.isthmus.core.spi.ElectionRecord;
import org.isthmus.core.spi.LeaseRecord;
import org.isthmus.core.spi.PoolRecord;
import org.isthmus.core.spi.StaticBindingRecord;
import org.isthmus.core.spi.Store;
import org.isthmus.core.spi.SubscriberRecord;
import org.isthmus.core.testing.Seeds;
import org.isthmus.proto.Hex;
import org.isthmus.proto.store.NewerStoreException;
import org.isthmus.proto.store.Samples;
import org.isthmus.proto.store.StoreCodec;
import org.isthmus.proto.store.UnreadableRecordException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.onlab.util.KryoNamespace;
import org.onosproject.cluster.NodeId;
import org.onosproject.store.LogicalTimestamp;
import org.onosproject.store.service.ConsistentMap;
import org.onosproject.store.service.EventuallyConsistentMap;
import org.onosproject.store.service.Serializer;
import org.onosproject.store.service.StorageService;

class AtomixStoreTest {
    private static final NodeId N1 = NodeId.nodeId("n1");
    private static final NodeId N2 = NodeId.nodeId("n2");

    private final TestCluster cluster = new TestCluster();
    private final AtomixStore.Maps maps1 = new AtomixStore.Maps(cluster.storage(N1));
    private final AtomixStore.Maps maps2 = new AtomixStore.Maps(cluster.storage(N2));
    private final List<AtomixStore> stores = new ArrayList<>();
    private final ExecutorService executor = Executors.newCachedThreadPool();

    private AtomixStore open(AtomixStore.Maps maps, long epoch) {
        return open(maps, epoch, new AtomicBoolean(true));
    }

    private AtomixStore open(AtomixStore.Maps maps, long epoch, AtomicBoolean leads) {
        AtomixStore store = new AtomixStore(maps, epoch, leads::get, executor);
        stores.add(store);
        return store;
    }

    @AfterEach
    void close() {
        stores.forEach(AtomixStore::close);
        executor.shutdown();
    }

    /**
     * A record that says no more than two texts: of up to 4 characters (keys of {@code SUBSCRIBERS}
     * and {@code BINDINGS}: 8), but for names; null: a removal.
     */
    private static Store.Record record(Store.Map map, String key, String value) {
        int bits = (int) number(key);
        switch (map) {
            case LEASES:
                return new LeaseRecord(bits, 0, value == null ? null : new Lease(0, 0, value));
            case POOLS:
                return value == null
                        ? PoolRecord.removal(key)
                        : PoolRecord.of(
                                new PoolSpec(key, value, List.of(), new int[3], new int[3]));
            case EAMT:
                Ipv4Prefix prefix4 = Ipv4Prefix.of(bits, 32);
                Ipv6Prefix prefix6 = Ipv6Prefix.of(0, 0, 128);
                return value == null
                        ? EamRecord.removal(prefix4)
                        : EamRecord.of(new Eam(prefix4, prefix6, value, Eam.Host.IPV6));
            case STATIC_BINDINGS:
                Ipv4Address a4 = Ipv4Address.of(bits);
                Ipv6Address a6 = Ipv6Address.of(0, 0);
                StaticBinding binding = new StaticBinding(value, Protocol.UDP, a6, 0, a4, 0);
                return value == null
                        ? StaticBindingRecord.removal(binding)
                        : StaticBindingRecord.of(binding);
            case SUBSCRIBERS:
                return new SubscriberRecord(
                        1,
                        Ipv6Prefix.of(number(key), 0, 64),
                        value == null
                                ? List.of()
                                : List.of(
                                        new SubscriberRecord.PortBlock(
                                                Protocol.UDP, (int) number(value), 0)));
            case BINDINGS:
                return value == null
                        ? BindingRecord.removal(1, Protocol.UDP, 0, number(key), 0, 0)
                        : BindingRecord.of(
                                1,
                                Protocol.UDP,
                                0,
                                number(key),
                                0,
                                (int) number(value),
                                0,
                                0,
                                0,
                                0,
                                0,
                                false);
            default:
                throw new AssertionError(map);
        }
    }

    private static long number(String text) {
        long number = 0;
        for (char c : text.toCharArray()) {
            number = number << 8 | c;
        }
        return number;
    }

    private static String text(long number) {
        StringBuilder text = new StringBuilder();
        for (long left = number; left != 0; left >>>= 8) {
            text.insert(0, (char) (left & 0xff));
        }
        return text.toString();
    }

    /** Key and value as {@link #record} takes them. */
    private static void texts(Store.Record record, BiConsumer<String, String> to) {
        switch (record.map) {
            case LEASES:
                LeaseRecord l = (LeaseRecord) record;
                to.accept(text(l.address4), l.lease.holder);
                break;
            case POOLS:
                PoolRecord p = (PoolRecord) record;
                to.accept(p.name, p.pool.instance);
                break;
            case EAMT:
                EamRecord e = (EamRecord) record;
                to.accept(text(e.prefix4.bits()), e.eam.instance);
                break;
            case STATIC_BINDINGS:
                StaticBindingRecord s = (StaticBindingRecord) record;
                to.accept(text(s.address4.bits()), s.binding.instance);
                break;
            case SUBSCRIBERS:
                SubscriberRecord u = (SubscriberRecord) record;
                to.accept(text(u.prefix.high()), text(u.blocks.get(0).address4));
                break;
            case BINDINGS:
                BindingRecord b = (BindingRecord) record;
                to.accept(text(b.low), text(b.address4));
                break;
            default:
                throw new AssertionError(record);
        }
    }

    private static Class<? extends Store.Record> type(Store.Map map) {
        switch (map) {
            case ELECTIONS:
                return ElectionRecord.class;
            case DELETIONS:
                return DeletionRecord.class;
            case ADOPTION:
                return AdoptionRecord.class;
            case DETERMINISTIC:
                return DeterministicRecord.class;
            default:
                return record(map, "a", "b").getClass();
        }
    }

    private static Set<Store.Record> all(AtomixStore store) {
        Set<Store.Record> all = new HashSet<>();
        for (Store.Map map : Store.Map.values()) {
            store.read(type(map), all::add);
        }
        return all;
    }

    private static void write(AtomixStore store, Store.Record... records) {
        store.write(List.of(records)).toCompletableFuture().join();
    }

    private static Map<String, String> read(AtomixStore store, Store.Map map) {
        Map<String, String> rows = new TreeMap<>();
        store.read(type(map), r -> texts(r, rows::put));
        return rows;
    }

    @Test
    void theNextTermReadsWhatWasWritten() {
        AtomixStore first = open(maps1, 1);
        write(first, record(Store.Map.POOLS, "a", "1"), record(Store.Map.POOLS, "b", "2"));
        write(
                first,
                record(Store.Map.POOLS, "a", null),
                record(Store.Map.BINDINGS, "\u00ff", "x"),
                record(Store.Map.BINDINGS, "gone", "y"),
                record(Store.Map.LEASES, "l", "z"));
        write(first, record(Store.Map.BINDINGS, "gone", null));
        first.close();

        AtomixStore second = open(maps2, 2);
        assertEquals(Map.of("b", "2"), read(second, Store.Map.POOLS));
        assertEquals(Map.of("l", "z"), read(second, Store.Map.LEASES));
        assertEquals(Map.of("\u00ff", "x"), read(second, Store.Map.BINDINGS));
        assertEquals(Map.of(), read(second, Store.Map.EAMT));
    }

    @Test
    void aTermThatIsOverWritesNothing() {
        AtomicBoolean leads = new AtomicBoolean(true);
        AtomixStore first = open(maps1, 1, leads);
        write(first, record(Store.Map.POOLS, "a", "1"));
        AtomixStore second = open(maps2, 2);
        // It has not noticed yet: all or nothing, so the binding is not written either.
        assertThrows(
                CompletionException.class,
                () ->
                        write(
                                first,
                                record(Store.Map.BINDINGS, "b", "late"),
                                record(Store.Map.POOLS, "a", "late")));
        // Bindings alone are not fenced by the cluster, but by its own clock.
        leads.set(false);
        assertThrows(
                CompletionException.class,
                () -> write(first, record(Store.Map.BINDINGS, "b", "late")));
        write(second, record(Store.Map.POOLS, "c", "3"));

        AtomixStore third = open(maps1, 3);
        assertEquals(Map.of("a", "1", "c", "3"), read(third, Store.Map.POOLS));
        assertEquals(Map.of(), read(third, Store.Map.BINDINGS));
        assertThrows(IllegalStateException.class, () -> open(maps2, 2));
    }

    private static String eam(int i) {
        return "k" + Integer.toString(i, Character.MAX_RADIX);
    }

    /** Far more than an entry of the Raft log can hold. */
    @Test
    void aBigTableIsOneWrite() {
        AtomixStore first = open(maps1, 1);
        List<Store.Record> eamt = new ArrayList<>();
        for (int i = 0; i < 20_000; i++) {
            eamt.add(record(Store.Map.EAMT, eam(i), "to the other family " + i));
        }
        first.write(eamt).toCompletableFuture().join();
        AtomixStore second = open(maps2, 2);
        assertEquals(20_000, read(second, Store.Map.EAMT).size());
        assertEquals("to the other family 19999", read(second, Store.Map.EAMT).get(eam(19_999)));
    }

    /** The node dies between any two operations on the cluster: a write is there or it is not. */
    @Test
    void aDeathInTheMiddleOfAWriteLeavesAllOrNone() {
        AtomixStore before = open(maps1, 1);
        List<Store.Record> table = new ArrayList<>();
        for (int i = 0; i < 10_000; i++) {
            table.add(record(Store.Map.EAMT, eam(i), "the value before, some bytes long " + i));
        }
        before.write(table).toCompletableFuture().join();
        int whole = 0;
        for (int epoch = 2; epoch < 40; epoch++) {
            AtomicBoolean leads = new AtomicBoolean(true);
            AtomixStore dying = open(maps1, epoch, leads);
            String value = "the value of term " + epoch + ", some bytes long";
            List<Store.Record> all = new ArrayList<>();
            for (int i = 0; i < 10_000; i++) {
                all.add(record(Store.Map.EAMT, eam(i), value));
            }
            cluster.dieAfter(N1, epoch % 10);
            try {
                CompletableFuture<Void> done = dying.write(all).toCompletableFuture();
                while (!done.isDone() && !cluster.isCut(N1)) {
                    Thread.onSpinWait();
                }
            } finally {
                leads.set(false);
                dying.close();
                cluster.revive(N1);
            }
            Map<String, String> rows = read(open(maps2, ++epoch), Store.Map.EAMT);
            assertEquals(10_000, rows.size());
            long changed = rows.values().stream().filter(value::equals).count();
            assertTrue(changed == 0 || changed == 10_000, changed + " rows in " + epoch);
            whole += changed == 0 ? 0 : 1;
        }
        assertTrue(whole > 0 && whole < 19, whole + " of 19");
    }

    @Test
    void whatAnotherNodeBringsBackIsUndone() {
        AtomixStore first = open(maps1, 1);
        write(first, record(Store.Map.BINDINGS, "a", "1"), record(Store.Map.BINDINGS, "b", "1"));
        // The other node does not hear that one is removed.
        cluster.cut(N2, true);
        write(first, record(Store.Map.BINDINGS, "a", null), record(Store.Map.BINDINGS, "b", "2"));
        cluster.cut(N2, false);
        cluster.gossip(N1, N2);
        // Writes are in order, so what gossip brought is undone behind this one.
        write(first, record(Store.Map.BINDINGS, "c", "3"));
        assertEquals(Map.of("b", "2", "c", "3"), read(first, Store.Map.BINDINGS));
        assertEquals(2, cluster.sizes(N2).get("isthmus-bindings"));
    }

    /** ONOS tells a new listener of all there is, as if others had just brought it. */
    @Test
    void aTermKeepsWhatTheOneBeforeWrote() {
        AtomixStore first = open(maps1, 1);
        write(first, record(Store.Map.BINDINGS, "a", "1"), record(Store.Map.SUBSCRIBERS, "s", "1"));
        first.close();
        for (int epoch = 2; epoch < 5; epoch++) {
            AtomixStore next = open(maps1, epoch);
            // Behind all that its beginning put in the queue.
            write(next, record(Store.Map.BINDINGS, "b", "2"));
            assertEquals(Map.of("a", "1", "b", "2"), read(next, Store.Map.BINDINGS));
            assertEquals(Map.of("s", "1"), read(next, Store.Map.SUBSCRIBERS));
            next.close();
        }
    }

    @Test
    void theLatestOfTwoComesFirst() {
        AtomixStore first = open(maps1, 1);
        write(first, record(Store.Map.BINDINGS, "x", "old"));
        cluster.cut(N2, true);
        write(first, record(Store.Map.BINDINGS, "x", null));
        write(first, record(Store.Map.BINDINGS, "a", "new"));
        cluster.cut(N2, false);
        first.close();
        cluster.gossip(N1, N2);
        List<String> order = new ArrayList<>();
        open(maps2, 2).read(BindingRecord.class, r -> texts(r, (k, v) -> order.add(v)));
        assertEquals(List.of("new", "old"), order);
    }

    /** Writes at random over many terms on two nodes, against plain maps. */
    @Test
    void agreesWithPlainMaps() {
        long seed = Seeds.of(4711);
        Random random = new Random(seed);
        Map<Store.Map, Map<String, String>> plain = new TreeMap<>();
        for (Store.Map map : Store.Map.values()) {
            plain.put(map, new TreeMap<>());
        }
        for (int epoch = 1; epoch <= 20; epoch++) {
            AtomixStore store = open(random.nextBoolean() ? maps1 : maps2, epoch);
            for (Store.Map map : Store.Map.values()) {
                assertEquals(plain.get(map), read(store, map), "seed " + seed);
            }
            for (int i = 0; i < 300; i++) {
                List<Store.Record> records = new ArrayList<>();
                for (int r = random.nextInt(5); r >= 0; r--) {
                    Store.Map map = Store.Map.values()[random.nextInt(6)];
                    String key = "k" + random.nextInt(50);
                    String value =
                            random.nextInt(3) == 0
                                    ? null
                                    : "v".repeat(1 + random.nextInt(map.strong() ? 2_000 : 4));
                    records.add(record(map, key, value));
                    if (value == null) {
                        plain.get(map).remove(key);
                    } else {
                        plain.get(map).put(key, value);
                    }
                }
                store.write(records);
            }
            store.close();
        }
    }

    private static <V> ConsistentMap<String, V> consistent(StorageService storage, String name) {
        Serializer serializer =
                Serializer.using(KryoNamespace.newBuilder().register(byte[].class).build());
        return storage.<String, V>consistentMapBuilder()
                .withName(name)
                .withSerializer(serializer)
                .build();
    }

    private static EventuallyConsistentMap<String, byte[]> eventual(
            StorageService storage, String name) {
        return storage.<String, byte[]>eventuallyConsistentMapBuilder()
                .withName(name)
                .withTimestampProvider((k, v) -> new LogicalTimestamp(ByteBuffer.wrap(v).getLong()))
                .build();
    }

    /** The maps of a cluster that release 0.1 wrote. */
    private static AtomixStore.Maps mapsOf01(TestCluster of01) throws IOException {
        StorageService storage = of01.storage(N1);
        ConsistentMap<String, String> heads = consistent(storage, "isthmus-head");
        ConsistentMap<String, byte[]> journal = consistent(storage, "isthmus-journal");
        Map<String, EventuallyConsistentMap<String, byte[]>> eventual = new TreeMap<>();
        for (String name : List.of("isthmus-bindings", "isthmus-subscribers")) {
            eventual.put(name, eventual(storage, name));
        }
        try (InputStream in = AtomixStoreTest.class.getResourceAsStream("maps-format-1.txt")) {
            new String(in.readAllBytes(), StandardCharsets.US_ASCII)
                    .lines()
                    .filter(l -> !l.startsWith("#"))
                    .forEach(
                            line -> {
                                String[] row = line.split(" ", 3);
                                if (row[0].equals("isthmus-head")) {
                                    heads.put(row[1], row[2]);
                                } else if (row[0].equals("isthmus-journal")) {
                                    journal.put(row[1], Hex.parse(row[2]));
                                } else {
                                    eventual.get(row[0])
                                            .put(latin1(Hex.parse(row[1])), Hex.parse(row[2]));
                                }
                            });
        }
        return new AtomixStore.Maps(storage);
    }

    private static String latin1(byte[] bytes) {
        return new String(bytes, StandardCharsets.ISO_8859_1);
    }

    /** All that the cluster has, to compare. */
    private static String contents(TestCluster of) {
        StorageService storage = of.storage(N1);
        StringBuilder text = new StringBuilder();
        new TreeMap<>(AtomixStoreTest.<String>consistent(storage, "isthmus-head").asJavaMap())
                .forEach((k, v) -> text.append(k + " " + v + "\n"));
        new TreeMap<>(AtomixStoreTest.<byte[]>consistent(storage, "isthmus-journal").asJavaMap())
                .forEach((k, v) -> text.append(k + " " + Hex.text(v) + "\n"));
        for (String name : List.of("isthmus-bindings", "isthmus-subscribers")) {
            Map<String, byte[]> rows = new TreeMap<>();
            eventual(storage, name).entrySet().forEach(e -> rows.put(e.getKey(), e.getValue()));
            rows.forEach((k, v) -> text.append(name + " " + k + " " + Hex.text(v) + "\n"));
        }
        return text.toString();
    }

    @Test
    void mapsOfRelease01AreConverted() throws Exception {
        TestCluster of01 = new TestCluster();
        AtomixStore.Maps maps = mapsOf01(of01);
        AtomixStore first = open(maps, 8);
        assertEquals(Set.copyOf(Samples.of(1)), all(first));
        first.close();
        // What is there now is of today.
        StorageService storage = of01.storage(N1);
        assertEquals(
                "v6 8 1 1",
                AtomixStoreTest.<String>consistent(storage, "isthmus-head").get("head").value());
        for (Store.Record r : Samples.of(1)) {
            if (!r.map.strong()) {
                String name = "isthmus-" + r.map.name().toLowerCase(Locale.ROOT);
                byte[] stamped = eventual(storage, name).get(latin1(StoreCodec.key(r)));
                assertEquals(
                        Hex.text(StoreCodec.value(r)), Hex.text(stamped).substring(16), "" + r);
            }
        }
        assertEquals(Set.copyOf(Samples.of(1)), all(open(new AtomixStore.Maps(storage), 9)));
    }

    /** Of two records in conflict the later counts, so conversion must not make one younger. */
    @Test
    void conversionKeepsTheOrderOfWrites() throws Exception {
        TestCluster of01 = new TestCluster();
        AtomixStore.Maps maps = mapsOf01(of01);
        AtomixStore first = open(maps, 8);
        write(first, record(Store.Map.BINDINGS, "new", "new"));
        first.close();
        // A node that was away brings back what it had of release 0.1.
        StorageService storage = of01.storage(N1);
        eventual(storage, "isthmus-bindings")
                .put(
                        latin1(StoreCodec.key(record(Store.Map.BINDINGS, "old", "old"))),
                        Hex.parse("0000070000000001" + "006f6c64" + "0".repeat(26)));
        List<Long> order = new ArrayList<>();
        AtomixStore second = open(new AtomixStore.Maps(storage), 9);
        second.read(BindingRecord.class, r -> order.add(r.low));
        assertEquals(6, order.size());
        assertEquals(number("new"), order.get(0));
        assertTrue(order.indexOf(number("old")) >= 4, "" + order);
        // And what is written now comes before both.
        write(second, record(Store.Map.BINDINGS, "next", "next"));
        order.clear();
        second.read(BindingRecord.class, r -> order.add(r.low));
        assertEquals(List.of(number("next"), number("new")), order.subList(0, 2));
    }

    @Test
    void mapsOfALaterReleaseAreRefusedAndLeftAsTheyAre() throws Exception {
        TestCluster of01 = new TestCluster();
        AtomixStore.Maps maps = mapsOf01(of01);
        consistent(of01.storage(N1), "isthmus-head").put("head", "v7 of its own");
        String before = contents(of01);
        NewerStoreException e = assertThrows(NewerStoreException.class, () -> open(maps, 8));
        assertTrue(e.getMessage().contains("format 7 of a later release"), e.getMessage());
        assertEquals(before, contents(of01));
    }

    @Test
    void mapsWithAPoolThatCannotBeReadAreRefusedAndLeftAsTheyAre() throws Exception {
        for (String head : List.of("7 1 2", "v2 7 1 2")) {
            TestCluster of01 = new TestCluster();
            AtomixStore.Maps maps = mapsOf01(of01);
            StorageService storage = of01.storage(N1);
            consistent(storage, "isthmus-head").put("head", head);
            // POOLS, a name of 4 bytes, a value of 1 byte that is none.
            consistent(storage, "isthmus-journal").put("7.1.0", new byte[0]);
            consistent(storage, "isthmus-journal")
                    .put("7.1.1", Hex.parse("010400000001" + "686f6d65" + "09"));
            String before = contents(of01);
            UnreadableRecordException e =
                    assertThrows(UnreadableRecordException.class, () -> open(maps, 8));
            assertTrue(
                    e.getMessage().startsWith("POOLS: the record of home cannot be read: "),
                    e.getMessage());
            assertEquals(before, contents(of01));
        }
    }

    @Test
    void aBindingThatCannotBeReadIsPassedOverAndStays() throws Exception {
        TestCluster of01 = new TestCluster();
        AtomixStore.Maps maps = mapsOf01(of01);
        Store.Record damaged = Samples.ALL.get(Samples.ALL.size() - 1);
        String key = latin1(StoreCodec.key(damaged));
        EventuallyConsistentMap<String, byte[]> bindings =
                eventual(of01.storage(N1), "isthmus-bindings");
        bindings.put(key, Hex.parse("0000070000000009" + "010203"));
        AtomixStore store = open(new AtomixStore.Maps(of01.storage(N1)), 8);
        Set<Store.Record> others = new HashSet<>(Samples.of(1));
        others.remove(damaged);
        assertEquals(others, all(store));
        byte[] left = eventual(of01.storage(N1), "isthmus-bindings").get(key);
        assertEquals("010203", Hex.text(left).substring(16));
        maps.close();
    }
}
