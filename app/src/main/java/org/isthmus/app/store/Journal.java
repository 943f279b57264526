// SPDX-License-Identifier: Apache-2.0
package org.isthmus.app.store;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.isthmus.core.spi.Store;
import org.isthmus.proto.store.NewerStoreException;
import org.isthmus.proto.store.StoreCodec;
import org.isthmus.proto.store.UnreadableRecordException;
import org.onlab.util.KryoNamespace;
import org.onosproject.store.service.ConsistentMap;
import org.onosproject.store.service.Serializer;
import org.onosproject.store.service.StorageException;
import org.onosproject.store.service.StorageService;
import org.onosproject.store.service.Versioned;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The strongly consistent maps of one term: chunks of records in order, and a head that says which
 * of them count. A commit adds chunks and then moves the head, by comparing it with what this term
 * wrote there last; so it is there as a whole or not at all, however long it is, and an earlier
 * term's can not succeed once a later one has moved the head. (A transaction over rows would be one
 * entry of the Raft log, which may not be longer than 1 MB, and takes part of 20,000 rows.)
 *
 * <p>A head is {@code vFORMAT EPOCH GENERATION CHUNKS}, in release 0.1 without the first: with it,
 * that release does not take it for its own. Chunks are named by epoch, generation and number, so
 * that no two are ever written under one name. A generation begins with all rows as they are; the
 * one before is removed then. So a term's first generation brings an older format to today's.
 *
 * <p>Threading: one thread, where nothing else is said.
 */
final class Journal {
    private static final Logger LOG = LoggerFactory.getLogger(Journal.class);

    /** Bytes, roughly: far below the longest entry of a Raft log. */
    static final int CHUNK = 128 << 10;

    /** A generation is over when its later chunks are so many, or so much longer than its first. */
    private static final int CHUNKS_MAX = 512;

    private static final int GROWTH = 4;
    private static final String HEAD = "head";
    private static final long RETRY_MILLIS = 100;

    private static final Store.Map[] MAPS = Store.Map.values();

    private final ConsistentMap<String, String> heads;
    private final ConsistentMap<String, byte[]> chunks;
    private final long epoch;
    private final BooleanSupplier leads;
    private final EnumMap<Store.Map, TreeMap<byte[], byte[]>> rows = new EnumMap<>(Store.Map.class);

    private String head;
    private long generation;
    private int count;
    private int firstCount;
    private long bytes;
    private long firstBytes;

    /** The maps in the cluster, which outlive terms. */
    static final class Maps {
        final ConsistentMap<String, String> heads;
        final ConsistentMap<String, byte[]> chunks;

        Maps(StorageService storage) {
            Serializer serializer =
                    Serializer.using(KryoNamespace.newBuilder().register(byte[].class).build());
            heads =
                    storage.<String, String>consistentMapBuilder()
                            .withName("isthmus-head")
                            .withSerializer(serializer)
                            .build();
            chunks =
                    storage.<String, byte[]>consistentMapBuilder()
                            .withName("isthmus-journal")
                            .withSerializer(serializer)
                            .build();
        }
    }

    /** Which chunks count. */
    private static final class Head {
        final int format;
        final long epoch;
        final long generation;
        final int chunks;

        Head(long epoch, long generation, int chunks) {
            this(StoreCodec.FORMAT, epoch, generation, chunks);
        }

        private Head(int format, long epoch, long generation, int chunks) {
            this.format = format;
            this.epoch = epoch;
            this.generation = generation;
            this.chunks = chunks;
        }

        static Head parse(String text) {
            String[] parts = text.split(" ");
            boolean isOf01 = !text.startsWith("v");
            int format = isOf01 ? StoreCodec.FORMAT_0_1 : Integer.parseInt(parts[0].substring(1));
            // What follows may be otherwise in a later format.
            StoreCodec.check(format);
            int at = isOf01 ? 0 : 1;
            return new Head(
                    format,
                    Long.parseLong(parts[at]),
                    Long.parseLong(parts[at + 1]),
                    Integer.parseInt(parts[at + 2]));
        }

        @Override
        public String toString() {
            return "v" + format + " " + epoch + " " + generation + " " + chunks;
        }
    }

    /**
     * Reads what is there, and takes it over: from here on no earlier term can write.
     *
     * @param epoch of the term, above that of all before
     * @param leads whether the term goes on, as far as its own clock can tell
     * @throws IllegalStateException a later term has begun
     * @throws NewerStoreException a later release wrote it; nothing was changed
     * @throws UnreadableRecordException a record cannot be read; nothing was changed
     */
    Journal(Maps maps, long epoch, BooleanSupplier leads) {
        this.heads = maps.heads;
        this.chunks = maps.chunks;
        this.epoch = epoch;
        this.leads = leads;
        for (Store.Map map : MAPS) {
            if (map.strong()) {
                rows.put(map, new TreeMap<>(Arrays::compareUnsigned));
            }
        }
        // Each try is a generation of its own: those before left chunks of the same names.
        for (long next = 1; !(load() && begin(next)); next++) {
            LOG.info("the term before {} was still writing", epoch);
        }
        sweep();
    }

    /** Reads what the head says; false: it moved meanwhile. */
    private boolean load() {
        rows.values().forEach(TreeMap::clear);
        Versioned<String> found = retried(() -> heads.get(HEAD));
        head = Versioned.valueOrNull(found);
        if (head == null) {
            return true;
        }
        Head at = Head.parse(head);
        if (at.epoch > epoch) {
            throw new IllegalStateException("another term has begun: " + head + ", not " + epoch);
        }
        for (int i = 0; i < at.chunks; i++) {
            String name = name(at.epoch, at.generation, i);
            // The partition of a chunk may lag behind that of the head.
            byte[] chunk =
                    retried(
                            () -> {
                                byte[] b = Versioned.valueOrNull(chunks.get(name));
                                if (b == null && head.equals(value(heads.get(HEAD)))) {
                                    throw new StorageException.Unavailable();
                                }
                                return b;
                            });
            if (chunk == null) {
                return false;
            }
            apply(chunk);
        }
        if (at.format == StoreCodec.FORMAT_0_1) {
            rows.forEach((map, r) -> r.replaceAll((k, v) -> StoreCodec.convert(map, k, v)));
            LOG.info("records are converted from the format of release 0.1");
        }
        // Going on without a pool or a mapping would take it from the switches as well.
        rows.forEach((map, r) -> r.forEach((k, v) -> StoreCodec.decode(map, k, v)));
        return true;
    }

    private static String value(Versioned<String> versioned) {
        return Versioned.valueOrNull(versioned);
    }

    private static String name(long epoch, long generation, int chunk) {
        return epoch + "." + generation + "." + chunk;
    }

    /** Begins a generation with all rows; returns false when the head is not what was read. */
    private boolean begin(long next) {
        List<Row> all = new ArrayList<>();
        rows.forEach((map, r) -> r.forEach((k, v) -> all.add(new Row(map, k, v))));
        List<byte[]> parts = encode(all);
        long length = put(next, 0, parts);
        if (!move(new Head(epoch, next, parts.size()))) {
            return false;
        }
        generation = next;
        count = parts.size();
        firstCount = count;
        bytes = length;
        firstBytes = length;
        return true;
    }

    private long put(long inGeneration, int at, List<byte[]> parts) {
        long length = 0;
        for (int i = 0; i < parts.size(); i++) {
            byte[] part = parts.get(i);
            String name = name(epoch, inGeneration, at + i);
            retried(() -> chunks.put(name, part));
            length += part.length;
        }
        return length;
    }

    /** Moves the head; false: it is no longer ours. */
    private boolean move(Head next) {
        String to = next.toString();
        // A move that timed out may have happened.
        boolean moved =
                retried(
                        () ->
                                head == null
                                        ? isOurs(heads.putIfAbsent(HEAD, to), to)
                                        : heads.replace(HEAD, head, to)
                                                || to.equals(value(heads.get(HEAD))));
        if (moved) {
            head = to;
        }
        return moved;
    }

    private static boolean isOurs(Versioned<String> before, String to) {
        return before == null || to.equals(before.value());
    }

    /**
     * Tries until it is known what became of it. Who gave up before would not know whether a write
     * is there.
     */
    private <T> T retried(Supplier<T> operation) {
        while (true) {
            if (!leads.getAsBoolean()) {
                throw new IllegalStateException("term " + epoch + " is over");
            }
            try {
                return operation.get();
            } catch (StorageException e) {
                LOG.debug("the cluster's store does not answer: {}; trying again", e.toString());
                try {
                    Thread.sleep(RETRY_MILLIS);
                } catch (InterruptedException interrupted) {
                    Thread.currentThread().interrupt();
                    throw new IllegalStateException("interrupted", interrupted);
                }
            }
        }
    }

    /**
     * Adds records to the maps, all or none.
     *
     * @throws IllegalStateException this term is over; nothing was written
     */
    void commit(List<Row> records) {
        List<byte[]> parts = encode(records);
        long length = put(generation, count, parts);
        if (!move(new Head(epoch, generation, count + parts.size()))) {
            throw new IllegalStateException("term " + epoch + " is over: another one writes");
        }
        count += parts.size();
        bytes += length;
        synchronized (rows) {
            records.forEach(r -> apply(r.map, r.key, r.value));
        }
        if (count - firstCount > CHUNKS_MAX || bytes > GROWTH * firstBytes + CHUNK) {
            renew();
        }
    }

    private void renew() {
        long old = generation;
        int oldCount = count;
        // Not being able to is no failure of the commit before it.
        try {
            if (begin(old + 1)) {
                for (int i = 0; i < oldCount; i++) {
                    chunks.remove(name(epoch, old, i));
                }
            }
        } catch (StorageException | IllegalStateException e) {
            LOG.warn("generation {} of term {} was not tidied away: {}", old, epoch, e.toString());
        }
    }

    /** Removes what earlier terms left. */
    private void sweep() {
        String ours = epoch + "." + generation + ".";
        try {
            for (String name : new ArrayList<>(chunks.keySet())) {
                if (!name.startsWith(ours)) {
                    chunks.remove(name);
                }
            }
        } catch (StorageException e) {
            LOG.warn("what earlier terms left stays until the next one: {}", e.toString());
        }
    }

    /** Any thread. */
    void read(Store.Map map, BiConsumer<byte[], byte[]> visitor) {
        synchronized (rows) {
            rows.get(map).forEach(visitor);
        }
    }

    /** Records behind each other: map 1, key length 1, value length 4 or -1 for none, both. */
    private static List<byte[]> encode(List<Row> records) {
        List<byte[]> parts = new ArrayList<>();
        int from = 0;
        int size = 0;
        for (int i = 0; i < records.size(); i++) {
            int length = length(records.get(i));
            if (size > 0 && size + length > CHUNK) {
                parts.add(encode(records.subList(from, i), size));
                from = i;
                size = 0;
            }
            size += length;
        }
        if (size > 0) {
            parts.add(encode(records.subList(from, records.size()), size));
        }
        return parts;
    }

    private static int length(Row r) {
        return 6 + r.key.length + (r.value == null ? 0 : r.value.length);
    }

    private static byte[] encode(List<Row> records, int size) {
        ByteBuffer b = ByteBuffer.allocate(size);
        for (Row r : records) {
            b.put((byte) r.map.ordinal()).put((byte) r.key.length);
            b.putInt(r.value == null ? -1 : r.value.length).put(r.key);
            if (r.value != null) {
                b.put(r.value);
            }
        }
        return b.array();
    }

    private void apply(byte[] chunk) {
        ByteBuffer b = ByteBuffer.wrap(chunk);
        while (b.hasRemaining()) {
            Store.Map map = MAPS[b.get()];
            byte[] key = new byte[b.get() & 0xff];
            int length = b.getInt();
            b.get(key);
            byte[] value = null;
            if (length >= 0) {
                value = new byte[length];
                b.get(value);
            }
            apply(map, key, value);
        }
    }

    private void apply(Store.Map map, byte[] key, byte[] value) {
        if (value == null) {
            rows.get(map).remove(key);
        } else {
            rows.get(map).put(key, value);
        }
    }
}
