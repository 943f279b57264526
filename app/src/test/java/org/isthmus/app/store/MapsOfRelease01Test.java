// SPDX-License-Identifier: Apache-2.0
package org.isthmus.app.store;

import static org.isthmus.app.store.TextRecords.all;
import static org.isthmus.app.store.TextRecords.number;
import static org.isthmus.app.store.TextRecords.record;
import static org.isthmus.app.store.TextRecords.text;
import static org.isthmus.app.store.TextRecords.write;
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
import java.util.Set;
import java.util.TreeMap;
import org.isthmus.app.cluster.TestCluster;
import org.isthmus.core.spi.BindingRecord;
import org.isthmus.core.spi.Store;
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

/** What release 0.1 left in the maps is converted, or refused and left as it is. */
class MapsOfRelease01Test {
    private static final NodeId N1 = NodeId.nodeId("n1");
    private final OpenStores stores = new OpenStores();

    @AfterEach
    void close() {
        stores.close();
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
        try (InputStream in = MapsOfRelease01Test.class.getResourceAsStream("maps-format-1.txt")) {
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
        new TreeMap<>(MapsOfRelease01Test.<String>consistent(storage, "isthmus-head").asJavaMap())
                .forEach((k, v) -> text.append(k + " " + v + "\n"));
        new TreeMap<>(
                        MapsOfRelease01Test.<byte[]>consistent(storage, "isthmus-journal")
                                .asJavaMap())
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
        AtomixStore first = stores.open(maps, 8);
        assertEquals(Set.copyOf(Samples.of(1)), all(first));
        first.close();
        // What is there now is of today.
        StorageService storage = of01.storage(N1);
        assertEquals(
                "v10 8 1 1",
                MapsOfRelease01Test.<String>consistent(storage, "isthmus-head")
                        .get("head")
                        .value());
        for (Store.Record r : Samples.of(1)) {
            if (!r.map.strong()) {
                String name = "isthmus-" + r.map.name().toLowerCase(Locale.ROOT);
                byte[] stamped = eventual(storage, name).get(latin1(StoreCodec.key(r)));
                assertEquals(
                        Hex.text(StoreCodec.value(r)), Hex.text(stamped).substring(16), "" + r);
            }
        }
        assertEquals(Set.copyOf(Samples.of(1)), all(stores.open(new AtomixStore.Maps(storage), 9)));
    }

    /** Of two records in conflict the later counts, so conversion must not make one younger. */
    @Test
    void conversionKeepsTheOrderOfWrites() throws Exception {
        TestCluster of01 = new TestCluster();
        AtomixStore.Maps maps = mapsOf01(of01);
        AtomixStore first = stores.open(maps, 8);
        write(first, record(Store.Map.BINDINGS, "new", "new"));
        first.close();
        // A node that was away brings back what it had of release 0.1.
        StorageService storage = of01.storage(N1);
        eventual(storage, "isthmus-bindings")
                .put(
                        latin1(StoreCodec.key(record(Store.Map.BINDINGS, "old", "old"))),
                        Hex.parse("0000070000000001" + "006f6c64" + "0".repeat(26)));
        List<Long> order = new ArrayList<>();
        AtomixStore second = stores.open(new AtomixStore.Maps(storage), 9);
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
        consistent(of01.storage(N1), "isthmus-head").put("head", "v11 of its own");
        String before = contents(of01);
        NewerStoreException e = assertThrows(NewerStoreException.class, () -> stores.open(maps, 8));
        assertTrue(e.getMessage().contains("format 11 of a later release"), e.getMessage());
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
                    assertThrows(UnreadableRecordException.class, () -> stores.open(maps, 8));
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
        AtomixStore store = stores.open(new AtomixStore.Maps(of01.storage(N1)), 8);
        Set<Store.Record> others = new HashSet<>(Samples.of(1));
        others.remove(damaged);
        assertEquals(others, all(store));
        byte[] left = eventual(of01.storage(N1), "isthmus-bindings").get(key);
        assertEquals("010203", Hex.text(left).substring(16));
        maps.close();
    }
}
