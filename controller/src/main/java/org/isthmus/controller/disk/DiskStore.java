// SPDX-License-Identifier: Apache-2.0
package org.isthmus.controller.disk;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.UUID;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.isthmus.core.api.StoreFailedException;
import org.isthmus.core.spi.LentThread;
import org.isthmus.core.spi.Store;
import org.isthmus.mappinglog.PrivateFiles;
import org.isthmus.proto.store.RecordReader;
import org.isthmus.proto.store.StoreCodec;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The core's store: rows in a file, and a journal of what was written since they were. What a
 * {@link #write} completed survives the death of the process; a sudden loss of power may cost the
 * last moments, never the rest, since a commit that was not written whole is detected and passed
 * over.
 *
 * <p>Threading: any thread. One thread of its own appends to the journal; all batches that came
 * while it was busy share its next commit. Another one takes what was journaled into the rows, a
 * segment at a time: a new file has what is left of the one before and what the segment changed.
 */
public final class DiskStore implements Store, AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(DiskStore.class);

    /** More would hold the completion of the first batch back. */
    private static final int BATCHES_PER_COMMIT = 1024;

    private static final int IDLE_MILLIS = 1000;

    /** Of a segment that is merged, at least; some 140,000 bindings. */
    private static final int SEGMENT_BYTES = 8 << 20;

    /**
     * Of a segment in comparison with the rows: a merge writes all of them, and costs each row of
     * the segment that many.
     */
    private static final int ROWS_PER_CHANGE = 8;

    /**
     * Segments that may wait: half a gigabyte, of a store of up to 64 MB. It takes a disk that is
     * that much slower, or full.
     */
    private static final int SEGMENTS_MAX = 64;

    private static final class Batch {
        /** Null: it is done when all before it is in the rows. */
        final List<Record> records;

        final CompletableFuture<Void> done = new CompletableFuture<>();

        Batch(List<Record> records) {
            this.records = records;
        }
    }

    /** Ends the writer. */
    private static final Batch END = new Batch(List.of());

    private final Path directory;
    private final long segmentBytes;
    private final StoreFile file;
    private final JournalWriter journal;
    private final BlockingQueue<Batch> queue = new LinkedBlockingQueue<>();
    private final Thread writer;
    private final ExecutorService merger;

    /** Segments to be merged, the oldest first. */
    private final Queue<JournalSegment> ended = new ConcurrentLinkedQueue<>();

    /** The last merge was refused; for the merger. */
    private boolean mergeBroken;

    private volatile boolean closed;

    /** A binding could not be read. */
    private volatile boolean lacksBindings;

    /**
     * Opens or creates the store.
     *
     * @param directory where {@code state.rows} is, or will be
     * @param recover go on with what can be read of a damaged store
     * @throws IOException it cannot be opened: another controller may have it open, a later release
     *     may have written it, or it is damaged; it is as before
     */
    public DiskStore(Path directory, boolean recover) throws IOException {
        this(directory, recover, SEGMENT_BYTES);
    }

    /**
     * @param segmentBytes length of a segment from which on it is merged
     */
    DiskStore(Path directory, boolean recover, long segmentBytes) throws IOException {
        this.directory = directory;
        this.segmentBytes = segmentBytes;
        PrivateFiles.directory(directory);
        file = new StoreFile(directory, recover);
        journal = new JournalWriter(directory, id(), file.rows().commits);
        merger =
                Executors.newSingleThreadExecutor(
                        task -> {
                            Thread thread = new Thread(task, "store-merge");
                            thread.setDaemon(true);
                            return thread;
                        });
        writer = new Thread(this::write, "store");
        writer.setDaemon(true);
        writer.start();
    }

    @Override
    public <R extends Record> void read(Class<R> type, Consumer<? super R> visitor) {
        RecordReader<R> reader =
                new RecordReader<>(
                        type, visitor, problem -> LOG.error("{}: {}", directory, problem));
        try {
            settle();
            file.rows()
                    .forEach(
                            Map.of(type),
                            (in, at) -> reader.row(Row.key(in, at), Row.value(in, at)));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        if (!reader.end() && Map.of(type) == Map.BINDINGS) {
            lacksBindings = true;
        }
    }

    @Override
    public boolean mayLackBindings() {
        // What was recovered is what could be read.
        return lacksBindings || file.warning() != null;
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
        Queue<Runnable> lent = new ArrayDeque<>();
        LentThread.lend(lent::add);
        List<Batch> batches = new ArrayList<>();
        boolean more = true;
        while (more) {
            batches.clear();
            try {
                Batch first = queue.poll(IDLE_MILLIS, TimeUnit.MILLISECONDS);
                if (first == null) {
                    merger.execute(this::merge);
                    continue;
                }
                batches.add(first);
                queue.drainTo(batches, BATCHES_PER_COMMIT);
            } catch (InterruptedException e) {
                // Nobody interrupts this thread but the end of the JVM.
                return;
            }
            more = !batches.remove(END);
            commit(batches);
            List<Batch> settling = new ArrayList<>();
            for (Batch batch : batches) {
                if (batch.records == null) {
                    settling.add(batch);
                } else {
                    batch.done.complete(null);
                }
            }
            for (Runnable task; (task = lent.poll()) != null; ) {
                task.run();
            }
            if (!more || !settling.isEmpty() || isLong()) {
                endSegment();
            }
            boolean isEnded = journal.length() == 0;
            settling.forEach(batch -> merger.execute(() -> settle(batch, isEnded)));
        }
    }

    /** Whether it is time to merge what is in the segment. */
    private boolean isLong() {
        return journal.length() >= Math.max(segmentBytes, file.rows().size / ROWS_PER_CHANGE);
    }

    /** Those that failed have been told, and are removed. */
    private void commit(List<Batch> batches) {
        try {
            long rows = 0;
            for (Batch batch : batches) {
                for (Record record : batch.records == null ? List.<Record>of() : batch.records) {
                    journal.put(record.map, StoreCodec.key(record), StoreCodec.value(record));
                    rows++;
                }
            }
            if (rows > 0) {
                awaitRoom();
                file.journaled(journal.commit());
            }
        } catch (IOException | RuntimeException | Error e) {
            // Whoever wrote is told, and says so.
            journal.begin();
            batches.removeIf(batch -> batch.records != null && fail(batch, e));
        }
    }

    private static boolean fail(Batch batch, Throwable e) {
        return batch.done.completeExceptionally(e);
    }

    /** Returns when no more segments wait than may. */
    private void awaitRoom() throws IOException {
        if (ended.size() >= SEGMENTS_MAX) {
            CompletableFuture.runAsync(this::merge, merger).join();
            if (ended.size() >= SEGMENTS_MAX) {
                throw new IOException(
                        "the journal in " + directory + " is full, and cannot be merged");
            }
        }
    }

    private void endSegment() {
        JournalSegment segment = journal.end();
        if (segment != null) {
            ended.add(segment);
            merger.execute(this::merge);
        }
    }

    // ---- The merger's thread ----

    /** All that has ended; what fails stays, and is tried again with the next. */
    private void merge() {
        for (JournalSegment segment; (segment = ended.peek()) != null; ) {
            try {
                file.merge(segment);
            } catch (IOException | RuntimeException | Error e) {
                // One line for each time it breaks: it is tried again each second.
                if (!mergeBroken) {
                    LOG.error(
                            "cannot take {} into the store: {}",
                            segment,
                            StoreFailedException.why(e));
                }
                mergeBroken = true;
                return;
            }
            mergeBroken = false;
            ended.remove();
        }
    }

    /**
     * @param isEnded all that was written is in segments that have ended
     */
    private void settle(Batch batch, boolean isEnded) {
        merge();
        if (isEnded && !mergeBroken) {
            batch.done.complete(null);
        } else {
            fail(batch, new IOException("the journal in " + directory + " cannot be merged"));
        }
    }

    // ---- Any thread ----

    /** Returns when all that was written is in the rows. */
    private void settle() throws IOException {
        Batch settled = new Batch(null);
        if (closed) {
            throw new IOException("the store is closed");
        }
        queue.add(settled);
        await(settled.done);
    }

    private static void await(CompletableFuture<Void> done) throws IOException {
        try {
            done.join();
        } catch (CompletionException e) {
            throw new IOException(e.getCause().getMessage(), e.getCause());
        }
    }

    @Override
    public String warning() {
        return file.warning();
    }

    /** Whether no controller of this release had it before. */
    public boolean isNew() {
        return file.isNew();
    }

    /** Tells it from the stores of other deployments. */
    public UUID id() {
        return file.rows().store;
    }

    /**
     * Copies the rows into an archive while writes go on; what is complete by now is in it.
     *
     * @throws IOException it cannot be read, or the archive cannot be written
     */
    public void copy(ZipOutputStream to) throws IOException {
        settle();
        try {
            to.putNextEntry(new ZipEntry(RowsFile.NAME));
            Files.copy(file.rows().file, to);
            to.closeEntry();
        } catch (IOException e) {
            throw new IOException("cannot copy the store in " + directory + ": " + e, e);
        }
    }

    /** Bytes of the file. */
    public long size() {
        return file.rows().size;
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
            merger.shutdown();
            merger.awaitTermination(Long.MAX_VALUE, TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        try {
            journal.discard();
        } catch (IOException e) {
            // A start deletes it.
            LOG.debug("cannot delete what is begun in {}: {}", directory, e.toString());
        }
        file.close(ended.isEmpty() && journal.length() == 0);
    }

    /** As an error of the disk does it. For tests. */
    void fail() throws IOException {
        journal.fail();
    }
}
