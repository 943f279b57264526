// SPDX-License-Identifier: Apache-2.0
package org.isthmus.app.store;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.isthmus.core.spi.Store;
import org.isthmus.proto.store.RecordReader;
import org.isthmus.proto.store.StoreCodec;
import org.isthmus.proto.store.UnreadableRecordException;
import org.onosproject.store.service.EventuallyConsistentMapEvent;
import org.onosproject.store.service.StorageService;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The core's store in an ONOS cluster, for the length of a leader term. Records of strongly
 * consistent maps are committed by a majority of the nodes before a write completes; those of the
 * others are in this node's memory then, and on their way to its disk and to the other nodes (see
 * {@link EventualMap} for what a crash may cost).
 *
 * <p>A term that is over writes nothing any more: its commits fail, and behind them nothing else of
 * the same write is done.
 *
 * <p>Threading: any thread. Writes are made on the executor, one after the other; all that came
 * while it was busy share the next commit.
 */
public final class AtomixStore implements Store, AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(AtomixStore.class);

    /** More would hold the completion of the first write back. */
    private static final int WRITES_PER_COMMIT = 1024;

    /** What all terms of all nodes share. To be open on every node, so that it has a copy. */
    public static final class Maps implements AutoCloseable {
        private final Journal.Maps strong;
        private final EnumMap<Map, EventualMap> eventual = new EnumMap<>(Map.class);

        public Maps(StorageService storage) {
            strong = new Journal.Maps(storage);
            for (Map map : Map.values()) {
                if (!map.strong()) {
                    String name =
                            "isthmus-" + map.name().toLowerCase(Locale.ROOT).replace('_', '-');
                    eventual.put(map, new EventualMap(storage, name));
                }
            }
        }

        /** Leaves the records where they are. */
        @Override
        public void close() {
            eventual.values().forEach(EventualMap::close);
        }
    }

    private static final class Write {
        final List<Record> records;
        final Runnable task;
        final CompletableFuture<Void> done = new CompletableFuture<>();

        Write(List<Record> records, Runnable task) {
            this.records = records;
            this.task = task;
        }
    }

    private final Maps maps;
    private final Journal journal;
    private final BooleanSupplier leads;
    private final Executor executor;
    private final ArrayDeque<Write> queue = new ArrayDeque<>();

    /** Held by who writes. */
    private final Object writing = new Object();

    private boolean busy;
    private boolean closed;

    /**
     * Takes the maps over from the term before; waits for the cluster.
     *
     * @param epoch of the term, above that of all before
     * @param leads whether the term goes on, as far as its own clock can tell
     * @param executor writes; may wait for the cluster as long as the term goes on
     * @throws IllegalStateException a later term has begun
     * @throws org.isthmus.proto.store.NewerStoreException a later release wrote the maps; nothing
     *     was changed
     * @throws UnreadableRecordException a record of a strongly consistent map cannot be read;
     *     nothing was changed
     */
    public AtomixStore(Maps maps, long epoch, BooleanSupplier leads, Executor executor) {
        this.maps = maps;
        this.leads = leads;
        this.executor = executor;
        journal = new Journal(maps.strong, epoch, leads);
        boolean isOpen = false;
        try {
            for (EventualMap map : maps.eventual.values()) {
                map.begin(epoch);
                map.listen(event -> heard(map, event));
            }
            // Behind that, for what another node brings from now on is undone.
            synchronized (writing) {
                maps.eventual.forEach((map, rows) -> rows.convert((k, v) -> converted(map, k, v)));
            }
            isOpen = true;
        } finally {
            if (!isOpen) {
                leave();
            }
        }
    }

    /** A value in today's format; one that cannot be read as it is, for readers to report it. */
    private static byte[] converted(Map map, byte[] key, byte[] value) {
        try {
            return StoreCodec.isOf01(map, value) ? StoreCodec.convert(map, key, value) : value;
        } catch (UnreadableRecordException e) {
            return value;
        }
    }

    /** During a term the maps are what it writes; what other nodes bring is older. */
    private void heard(EventualMap map, EventuallyConsistentMapEvent<String, byte[]> event) {
        boolean ours = Thread.holdsLock(writing);
        if (ours || event.value() == null) {
            return;
        }
        boolean put = event.type() == EventuallyConsistentMapEvent.Type.PUT;
        enqueue(
                new Write(
                        List.of(),
                        () -> {
                            if (put) {
                                map.undoPut(event.key(), event.value());
                            } else {
                                map.undoRemove(event.key(), event.value());
                            }
                        }));
    }

    /** Visits the records of before this term's first write to the map, the latest first. */
    @Override
    public <R extends Record> void read(Class<R> type, Consumer<? super R> visitor) {
        Map map = Map.of(type);
        RecordReader<R> reader = new RecordReader<>(type, visitor, LOG::error);
        if (map.strong()) {
            journal.read(map, reader::row);
        } else {
            maps.eventual.get(map).read(reader::row);
        }
        reader.end();
    }

    /** The latest of eventually consistent maps, whenever a node died: see {@link EventualMap}. */
    @Override
    public boolean mayLackBindings() {
        return true;
    }

    @Override
    public CompletionStage<Void> write(List<Record> records) {
        return enqueue(new Write(List.copyOf(records), null));
    }

    private CompletionStage<Void> enqueue(Write write) {
        synchronized (this) {
            if (closed) {
                write.done.completeExceptionally(new IllegalStateException("the store is closed"));
                return write.done;
            }
            queue.add(write);
            if (busy) {
                return write.done;
            }
            busy = true;
        }
        executor.execute(this::write);
        return write.done;
    }

    /** Writes all that waits. */
    private void write() {
        synchronized (writing) {
            for (List<Write> writes = next(); !writes.isEmpty(); writes = next()) {
                try {
                    commit(writes);
                } catch (RuntimeException e) {
                    // Whoever writes is told, and says so.
                    LOG.debug("writes are lost", e);
                    writes.forEach(w -> w.done.completeExceptionally(e));
                    continue;
                }
                writes.forEach(w -> w.done.complete(null));
            }
        }
    }

    private synchronized List<Write> next() {
        List<Write> writes = new ArrayList<>();
        while (writes.size() < WRITES_PER_COMMIT && !queue.isEmpty()) {
            writes.add(queue.poll());
        }
        busy = !writes.isEmpty();
        return writes;
    }

    private void commit(List<Write> writes) {
        List<Row> strong = new ArrayList<>();
        java.util.Map<Key, Row> eventual = new LinkedHashMap<>();
        for (Write write : writes) {
            for (Record record : write.records) {
                Row row = Row.of(record);
                if (row.map.strong()) {
                    strong.add(row);
                } else {
                    eventual.put(new Key(row), row);
                }
            }
        }
        if (!strong.isEmpty()) {
            journal.commit(strong);
        }
        if (!leads.getAsBoolean()) {
            throw new IllegalStateException("the term is over");
        }
        for (Row row : eventual.values()) {
            EventualMap map = maps.eventual.get(row.map);
            if (row.value == null) {
                map.remove(row.key);
            } else {
                map.put(row.key, row.value);
            }
        }
        for (Write write : writes) {
            if (write.task != null) {
                write.task.run();
            }
        }
    }

    /** Of a row: of several in one commit, the last counts. */
    private static final class Key {
        final Row row;

        Key(Row row) {
            this.row = row;
        }

        @Override
        public boolean equals(Object o) {
            return o instanceof Key
                    && ((Key) o).row.map == row.map
                    && Arrays.equals(((Key) o).row.key, row.key);
        }

        @Override
        public int hashCode() {
            return Arrays.hashCode(row.key) * 31 + row.map.ordinal();
        }
    }

    /** Writes what is waiting as far as the term lasts; nothing is written any more then. */
    @Override
    public void close() {
        leave();
        write();
    }

    /** Takes no writes any more, and hears of none. */
    private void leave() {
        synchronized (this) {
            closed = true;
        }
        maps.eventual.values().forEach(map -> map.listen(null));
    }
}
