// SPDX-License-Identifier: Apache-2.0
package org.isthmus.controller.disk;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.h2.mvstore.DataUtils;
import org.h2.mvstore.MVMap;
import org.h2.mvstore.MVStore;
import org.h2.mvstore.MVStoreException;
import org.h2.mvstore.type.ByteArrayDataType;
import org.isthmus.core.spi.Store;
import org.isthmus.proto.store.NewerStoreException;
import org.isthmus.proto.store.RecordReader;
import org.isthmus.proto.store.StoreCodec;
import org.isthmus.proto.store.UnreadableRecordException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The core's store in one file, whose format is MVStore's store version. What a {@link #write}
 * completed survives the death of the process; a sudden loss of power may cost the last moments,
 * never the rest, since a chunk that was not written whole is detected and passed over.
 *
 * <p>Threading: any thread. One thread of its own writes; all batches that came while it was busy
 * share its next commit.
 */
public final class DiskStore implements Store, AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(DiskStore.class);

    /** More would hold the completion of the first batch back. */
    private static final int BATCHES_PER_COMMIT = 1024;

    /** Space is won back when so much of the file, in percent, is of no use. */
    private static final int COMPACT_FILL_RATE = 50;

    /**
     * How long the system may take to bring a chunk to the disk before the space of the chunks it
     * stands for is used again; only a loss of power can tell.
     */
    private static final int RETENTION_MILLIS = 10_000;

    private static final int COMPACT_BYTES = 4 << 20;
    private static final int IDLE_MILLIS = 1000;

    /**
     * Commits follow each other no faster. A commit costs nearly the same for one record as for
     * hundreds; one that comes alone does not wait.
     */
    private static final long PACE_NANOS = 1_000_000;

    private static final class Batch {
        final List<Record> records;
        final CompletableFuture<Void> done = new CompletableFuture<>();

        Batch(List<Record> records) {
            this.records = records;
        }
    }

    /** Ends the writer. */
    private static final Batch END = new Batch(List.of());

    private final Path file;
    private MVStore store;
    private final EnumMap<Map, MVMap<byte[], byte[]>> maps = new EnumMap<>(Map.class);
    private final BlockingQueue<Batch> queue = new LinkedBlockingQueue<>();
    private final Thread writer;
    private volatile boolean closed;

    /**
     * Opens or creates the store.
     *
     * @param directory where {@code state.mv} is, or will be
     * @throws IOException it cannot be opened: another controller may have it open, a later release
     *     may have written it, or a record that must not be missing cannot be read; it is as before
     */
    public DiskStore(Path directory) throws IOException {
        try {
            Files.createDirectories(directory);
        } catch (IOException e) {
            throw new IOException("cannot use " + directory + " as a data directory: " + e, e);
        }
        file = directory.resolve("state.mv");
        try {
            checkFormat();
            open();
        } catch (NewerStoreException | UnreadableRecordException e) {
            throw new IOException("cannot use " + file + ": " + e.getMessage(), e);
        } catch (MVStoreException e) {
            throw new IOException(
                    e.getErrorCode() == DataUtils.ERROR_FILE_LOCKED
                            ? file + " is in use: another controller runs on this data directory"
                            : "cannot open " + file + ": " + e.getMessage(),
                    e);
        }
        writer = new Thread(this::write, "store");
        writer.setDaemon(true);
        writer.start();
    }

    private MVStore.Builder builder() {
        return new MVStore.Builder().fileName(file.toAbsolutePath().toString());
    }

    /** Opened for reading alone: a file that is not ours to write stays as it is. */
    private void checkFormat() throws IOException {
        if (Files.exists(file) && Files.size(file) > 0) {
            try (MVStore reader = builder().readOnly().open()) {
                StoreCodec.check(format(reader));
            }
        }
    }

    /** Release 0.1 left MVStore's version at 0. */
    private static int format(MVStore of) {
        return Math.max(of.getStoreVersion(), StoreCodec.FORMAT_0_1);
    }

    private void open() {
        store =
                builder()
                        .autoCommitDisabled()
                        // A commit must never fall into the middle of a batch.
                        .autoCommitBufferSize(0)
                        .open();
        store.setVersionsToKeep(0);
        store.setRetentionTime(RETENTION_MILLIS);
        boolean isNew = store.getMapNames().isEmpty();
        for (Map map : Map.values()) {
            maps.put(
                    map,
                    store.openMap(
                            map.name(),
                            new MVMap.Builder<byte[], byte[]>()
                                    .keyType(ByteArrayDataType.INSTANCE)
                                    .valueType(ByteArrayDataType.INSTANCE)));
        }
        try {
            if (!isNew && format(store) == StoreCodec.FORMAT_0_1) {
                convert();
            }
            checkRecords();
        } catch (UnreadableRecordException e) {
            store.closeImmediately();
            throw e;
        }
        store.setStoreVersion(StoreCodec.FORMAT);
        store.commit();
    }

    /** From the format of release 0.1; nothing of it is on the disk before the next commit. */
    private void convert() {
        maps.forEach(
                (map, rows) ->
                        rows.forEach(
                                (key, value) -> {
                                    try {
                                        rows.put(key, StoreCodec.convert(map, key, value));
                                    } catch (UnreadableRecordException e) {
                                        if (map.strong()) {
                                            throw e;
                                        }
                                        // It stays, and whoever reads the map reports it.
                                    }
                                }));
        LOG.info("{}: converted from the format of release 0.1", file);
    }

    /** Going on without a pool or a mapping would take it from the switches as well. */
    private void checkRecords() {
        maps.forEach(
                (map, rows) -> {
                    if (map.strong()) {
                        rows.forEach((key, value) -> StoreCodec.decode(map, key, value));
                    }
                });
    }

    /**
     * Back to what the file holds, without what could not be written. After an error of the disk
     * MVStore takes no more, even when there is room again.
     */
    private void reopen() {
        store.closeImmediately();
        open();
    }

    @Override
    public <R extends Record> void read(Class<R> type, Consumer<? super R> visitor) {
        RecordReader<R> reader =
                new RecordReader<>(type, visitor, problem -> LOG.error("{}: {}", file, problem));
        maps.get(Map.of(type)).forEach(reader::row);
        reader.end();
    }

    @Override
    public CompletionStage<Void> write(List<Record> records) {
        Batch batch = new Batch(List.copyOf(records));
        if (closed) {
            batch.done.completeExceptionally(new IOException("the store is closed"));
        } else {
            queue.add(batch);
        }
        return batch.done;
    }

    private void write() {
        List<Batch> batches = new ArrayList<>();
        boolean more = true;
        boolean dirty = false;
        boolean broken = false;
        long committed = System.nanoTime() - PACE_NANOS;
        while (more) {
            batches.clear();
            try {
                Batch first = queue.poll(IDLE_MILLIS, TimeUnit.MILLISECONDS);
                if (first == null) {
                    dirty = dirty && !broken && compact();
                    continue;
                }
                batches.add(first);
                pause(committed + PACE_NANOS - System.nanoTime());
                queue.drainTo(batches, BATCHES_PER_COMMIT);
            } catch (InterruptedException e) {
                // Nobody interrupts this thread but the end of the JVM.
                return;
            }
            dirty = true;
            more = !batches.remove(END);
            try {
                if (broken) {
                    reopen();
                }
                for (Batch batch : batches) {
                    put(batch.records);
                }
                store.commit();
                committed = System.nanoTime();
                broken = false;
            } catch (RuntimeException e) {
                // One line for each time it breaks: there may be thousands of writes.
                if (broken) {
                    LOG.debug("cannot write {}: {}", file, e.toString());
                } else {
                    LOG.error("cannot write {}: {}", file, e.toString());
                }
                broken = true;
                batches.forEach(b -> b.done.completeExceptionally(e));
                continue;
            }
            batches.forEach(b -> b.done.complete(null));
        }
    }

    /** Whether there is more to do. */
    private boolean compact() {
        try {
            return store.compact(COMPACT_FILL_RATE, COMPACT_BYTES);
        } catch (RuntimeException e) {
            // The next batch will find out what is wrong.
            LOG.warn("cannot compact {}: {}", file, e.toString());
            return false;
        }
    }

    private static void pause(long nanos) throws InterruptedException {
        if (nanos > 0) {
            TimeUnit.NANOSECONDS.sleep(nanos);
        }
    }

    private void put(List<Record> records) {
        for (Record record : records) {
            MVMap<byte[], byte[]> map = maps.get(record.map);
            byte[] key = StoreCodec.key(record);
            byte[] value = StoreCodec.value(record);
            if (value == null) {
                map.remove(key);
            } else {
                map.put(key, value);
            }
        }
    }

    /** Bytes of the file. */
    public long size() {
        return store.getFileStore().size();
    }

    /** Writes what is waiting, then closes. */
    @Override
    public void close() {
        if (closed) {
            return;
        }
        closed = true;
        queue.add(END);
        try {
            writer.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        store.close();
    }

    /** As an error of the disk does it. For tests. */
    void fail() {
        store.closeImmediately();
    }
}
