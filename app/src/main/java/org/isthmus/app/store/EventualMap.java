// SPDX-License-Identifier: Apache-2.0
package org.isthmus.app.store;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BiConsumer;
import java.util.function.BinaryOperator;
import org.onlab.util.KryoNamespace;
import org.onlab.util.Tools;
import org.onosproject.store.LogicalTimestamp;
import org.onosproject.store.service.EventuallyConsistentMap;
import org.onosproject.store.service.EventuallyConsistentMapEvent;
import org.onosproject.store.service.EventuallyConsistentMapListener;
import org.onosproject.store.service.StorageService;

/**
 * A map that every node has all of. The order of writes is that of their stamps: the term's epoch,
 * then a count; so a new term's beat an old one's, whatever the clocks of the machines say.
 *
 * <p>What ONOS 2.7.0 promises: a write is in this node's memory when {@link #put} returns; it is
 * sent to the other nodes within 50 ms, and committed to this node's disk every 3 s. So a node that
 * is killed forgets up to 3 s of its own writes unless another node lives; what a switch holds of
 * them, its tables give back.
 *
 * <p>Removals leave no tombstone: ONOS never drops tombstones where there is no other node to agree
 * with, and a binding in a thousand would be one that lives. (A removal less than 50 ms behind its
 * write is not sent at all, until nodes tell each other what they have.) The price is that a node
 * that was away can bring back what was removed meanwhile. Two things make up for it: a term undoes
 * what others bring, and {@link #read} gives the latest first, so that of two records in conflict,
 * the one that was removed loses.
 *
 * <p>Threading: reads and writes on one thread at a time.
 */
final class EventualMap {
    private static final int EPOCH_SHIFT = 40;

    /** Each time one node tells another about all records it has. */
    private static final long ANTI_ENTROPY_SECONDS = 60;

    private final EventuallyConsistentMap<String, byte[]> map;
    private final AtomicLong stamp = new AtomicLong();
    private volatile EventuallyConsistentMapListener<String, byte[]> listener;

    EventualMap(StorageService storage, String name) {
        map =
                storage.<String, byte[]>eventuallyConsistentMapBuilder()
                        .withName(name)
                        .withSerializer(KryoNamespace.newBuilder().register(byte[].class))
                        .withTimestampProvider((k, v) -> new LogicalTimestamp(stamp.get()))
                        .withAntiEntropyPeriod(ANTI_ENTROPY_SECONDS, TimeUnit.SECONDS)
                        .withTombstonesDisabled()
                        .withPersistence()
                        // One thread: removals carry no stamp, so they must stay in order.
                        .withEventExecutor(
                                Executors.newSingleThreadExecutor(
                                        Tools.groupedThreads("isthmus", name)))
                        .build();
        // Whoever is added hears first of all records there are, as if they were new. So this
        // one is, while nobody listens.
        map.addListener(this::changed);
    }

    private void changed(EventuallyConsistentMapEvent<String, byte[]> event) {
        EventuallyConsistentMapListener<String, byte[]> to = listener;
        if (to != null) {
            to.event(event);
        }
    }

    /** Writes of this term come after those of all before, even if the epochs began anew. */
    void begin(long epoch) {
        long latest = map.values().stream().mapToLong(EventualMap::stamp).max().orElse(0);
        stamp.set(Math.max(epoch << EPOCH_SHIFT, latest));
    }

    void put(byte[] key, byte[] value) {
        long now = stamp.incrementAndGet();
        byte[] stamped =
                ByteBuffer.allocate(Long.BYTES + value.length).putLong(now).put(value).array();
        map.put(text(key), stamped);
    }

    /**
     * Replaces values. All records are written again then, in the order they were written before: a
     * record that got a new stamp alone would win over those it is in conflict with.
     *
     * @param to by key and value: the value to be, or the same object
     */
    void convert(BinaryOperator<byte[]> to) {
        List<Map.Entry<String, byte[]>> entries = entries();
        Collections.reverse(entries);
        List<byte[]> values = new ArrayList<>();
        boolean changes = false;
        for (Map.Entry<String, byte[]> e : entries) {
            byte[] before = value(e.getValue());
            byte[] after = to.apply(bytes(e.getKey()), before);
            changes |= after != before;
            values.add(after);
        }
        for (int i = 0; changes && i < values.size(); i++) {
            put(bytes(entries.get(i).getKey()), values.get(i));
        }
    }

    void remove(byte[] key) {
        map.remove(text(key));
    }

    /** Visits all records, the latest first. */
    void read(BiConsumer<byte[], byte[]> visitor) {
        for (Map.Entry<String, byte[]> e : entries()) {
            visitor.accept(bytes(e.getKey()), value(e.getValue()));
        }
    }

    /** The latest first. */
    private List<Map.Entry<String, byte[]>> entries() {
        List<Map.Entry<String, byte[]>> entries = new ArrayList<>(map.entrySet());
        entries.sort((a, b) -> Long.compare(stamp(b.getValue()), stamp(a.getValue())));
        return entries;
    }

    /** Removes a record another node brought, if it is still there. */
    void undoPut(String key, byte[] stamped) {
        byte[] now = map.get(key);
        if (now != null && stamp(now) == stamp(stamped)) {
            map.remove(key);
        }
    }

    /** Puts a record back that another node removed, unless there is a new one. */
    void undoRemove(String key, byte[] stamped) {
        if (map.get(key) == null) {
            put(bytes(key), value(stamped));
        }
    }

    private static long stamp(byte[] stamped) {
        return ByteBuffer.wrap(stamped).getLong();
    }

    private static byte[] value(byte[] stamped) {
        return Arrays.copyOfRange(stamped, Long.BYTES, stamped.length);
    }

    /** Keys are bytes; as text they can be compared, and take no class of ours to read. */
    private static String text(byte[] key) {
        return new String(key, StandardCharsets.ISO_8859_1);
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.ISO_8859_1);
    }

    /**
     * @param to told of changes from now on, this node's as well, on the thread that makes them;
     *     null: nobody
     */
    void listen(EventuallyConsistentMapListener<String, byte[]> to) {
        listener = to;
    }

    /** Leaves the records where they are. */
    void close() {
        map.destroy();
    }
}
