// SPDX-License-Identifier: Apache-2.0
package org.isthmus.app.store;

import static org.isthmus.app.store.TextRecords.all;
import static org.isthmus.app.store.TextRecords.read;
import static org.isthmus.app.store.TextRecords.record;
import static org.isthmus.app.store.TextRecords.texts;
import static org.isthmus.app.store.TextRecords.write;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.BufferUnderflowException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.isthmus.app.cluster.TestCluster;
import org.isthmus.core.spi.BindingRecord;
import org.isthmus.core.spi.Store;
import org.isthmus.core.testing.Seeds;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.onosproject.cluster.NodeId;
import org.onosproject.store.LogicalTimestamp;
import org.onosproject.store.service.EventuallyConsistentMap;

class AtomixStoreTest {
    private static final NodeId N1 = NodeId.nodeId("n1");
    private static final NodeId N2 = NodeId.nodeId("n2");
    private final TestCluster cluster = new TestCluster();
    private final AtomixStore.Maps maps1 = new AtomixStore.Maps(cluster.storage(N1));
    private final AtomixStore.Maps maps2 = new AtomixStore.Maps(cluster.storage(N2));
    private final OpenStores stores = new OpenStores();

    @AfterEach
    void close() {
        stores.close();
    }

    @Test
    void theNextTermReadsWhatWasWritten() {
        AtomixStore first = stores.open(maps1, 1);
        write(first, record(Store.Map.POOLS, "a", "1"), record(Store.Map.POOLS, "b", "2"));
        write(
                first,
                record(Store.Map.POOLS, "a", null),
                record(Store.Map.BINDINGS, "\u00ff", "x"),
                record(Store.Map.BINDINGS, "gone", "y"),
                record(Store.Map.LEASES, "l", "z"));
        write(first, record(Store.Map.BINDINGS, "gone", null));
        first.close();

        AtomixStore second = stores.open(maps2, 2);
        assertEquals(Map.of("b", "2"), read(second, Store.Map.POOLS));
        assertEquals(Map.of("l", "z"), read(second, Store.Map.LEASES));
        assertEquals(Map.of("\u00ff", "x"), read(second, Store.Map.BINDINGS));
        assertEquals(Map.of(), read(second, Store.Map.EAMT));
    }

    @Test
    void aTermThatIsOverWritesNothing() {
        AtomicBoolean leads = new AtomicBoolean(true);
        AtomixStore first = stores.open(maps1, 1, leads);
        write(first, record(Store.Map.POOLS, "a", "1"));
        AtomixStore second = stores.open(maps2, 2);
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

        AtomixStore third = stores.open(maps1, 3);
        assertEquals(Map.of("a", "1", "c", "3"), read(third, Store.Map.POOLS));
        assertEquals(Map.of(), read(third, Store.Map.BINDINGS));
        assertThrows(IllegalStateException.class, () -> stores.open(maps2, 2));
    }

    private static String eam(int i) {
        return "k" + Integer.toString(i, Character.MAX_RADIX);
    }

    /** Far more than an entry of the Raft log can hold. */
    @Test
    void aBigTableIsOneWrite() {
        AtomixStore first = stores.open(maps1, 1);
        List<Store.Record> eamt = new ArrayList<>();
        for (int i = 0; i < 20_000; i++) {
            eamt.add(record(Store.Map.EAMT, eam(i), "to the other family " + i));
        }
        first.write(eamt).toCompletableFuture().join();
        AtomixStore second = stores.open(maps2, 2);
        assertEquals(20_000, read(second, Store.Map.EAMT).size());
        assertEquals("to the other family 19999", read(second, Store.Map.EAMT).get(eam(19_999)));
    }

    /** The node dies between any two operations on the cluster: a write is there or it is not. */
    @Test
    void aDeathInTheMiddleOfAWriteLeavesAllOrNone() {
        AtomixStore before = stores.open(maps1, 1);
        List<Store.Record> table = new ArrayList<>();
        for (int i = 0; i < 10_000; i++) {
            table.add(record(Store.Map.EAMT, eam(i), "the value before, some bytes long " + i));
        }
        before.write(table).toCompletableFuture().join();
        int whole = 0;
        for (int epoch = 2; epoch < 40; epoch++) {
            AtomicBoolean leads = new AtomicBoolean(true);
            AtomixStore dying = stores.open(maps1, epoch, leads);
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
            Map<String, String> rows = read(stores.open(maps2, ++epoch), Store.Map.EAMT);
            assertEquals(10_000, rows.size());
            long changed = rows.values().stream().filter(value::equals).count();
            assertTrue(changed == 0 || changed == 10_000, changed + " rows in " + epoch);
            whole += changed == 0 ? 0 : 1;
        }
        assertTrue(whole > 0 && whole < 19, whole + " of 19");
    }

    @Test
    void whatAnotherNodeBringsBackIsUndone() {
        AtomixStore first = stores.open(maps1, 1);
        write(first, record(Store.Map.BINDINGS, "a", "1"), record(Store.Map.BINDINGS, "b", "1"));
        // The other node does not hear that one is removed.
        cluster.cut(N2, true);
        write(first, record(Store.Map.BINDINGS, "a", null), record(Store.Map.BINDINGS, "b", "2"));
        cluster.cut(N2, false);
        cluster.copies.gossip(N1, N2);
        // Writes are in order, so what gossip brought is undone behind this one.
        write(first, record(Store.Map.BINDINGS, "c", "3"));
        assertEquals(Map.of("b", "2", "c", "3"), read(first, Store.Map.BINDINGS));
        assertEquals(2, cluster.copies.sizes(N2).get("isthmus-bindings"));
    }

    @Test
    void aTermThatCouldNotBeginUndoesNothing() {
        NodeId n3 = NodeId.nodeId("n3");
        new AtomixStore.Maps(cluster.storage(n3));
        EventuallyConsistentMap<String, byte[]> bindings =
                cluster.storage(n3)
                        .<String, byte[]>eventuallyConsistentMapBuilder()
                        .withName("isthmus-bindings")
                        .withTimestampProvider((k, v) -> new LogicalTimestamp(1))
                        .build();
        bindings.put("shorter than a stamp", new byte[1]);
        assertThrows(
                BufferUnderflowException.class,
                () -> new AtomixStore(maps1, 1, () -> true, Runnable::run));
        bindings.remove("shorter than a stamp");
        AtomixStore second = stores.open(maps2, 2);
        write(second, record(Store.Map.SUBSCRIBERS, "s", "1"));
        assertEquals(Map.of("s", "1"), read(second, Store.Map.SUBSCRIBERS));
    }

    /** ONOS tells a new listener of all there is, as if others had just brought it. */
    @Test
    void aTermKeepsWhatTheOneBeforeWrote() {
        AtomixStore first = stores.open(maps1, 1);
        write(first, record(Store.Map.BINDINGS, "a", "1"), record(Store.Map.SUBSCRIBERS, "s", "1"));
        first.close();
        for (int epoch = 2; epoch < 5; epoch++) {
            AtomixStore next = stores.open(maps1, epoch);
            // Behind all that its beginning put in the queue.
            write(next, record(Store.Map.BINDINGS, "b", "2"));
            assertEquals(Map.of("a", "1", "b", "2"), read(next, Store.Map.BINDINGS));
            assertEquals(Map.of("s", "1"), read(next, Store.Map.SUBSCRIBERS));
            next.close();
        }
    }

    @Test
    void theLatestOfTwoComesFirst() {
        AtomixStore first = stores.open(maps1, 1);
        write(first, record(Store.Map.BINDINGS, "x", "old"));
        cluster.cut(N2, true);
        write(first, record(Store.Map.BINDINGS, "x", null));
        write(first, record(Store.Map.BINDINGS, "a", "new"));
        cluster.cut(N2, false);
        first.close();
        cluster.copies.gossip(N1, N2);
        List<String> order = new ArrayList<>();
        stores.open(maps2, 2).read(BindingRecord.class, r -> texts(r, (k, v) -> order.add(v)));
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
            AtomixStore store = stores.open(random.nextBoolean() ? maps1 : maps2, epoch);
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
}
