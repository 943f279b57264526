// SPDX-License-Identifier: Apache-2.0
package org.isthmus.controller.disk;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.zip.ZipOutputStream;
import org.isthmus.core.spi.Store;
import org.isthmus.mappinglog.PrivateFiles;
import org.isthmus.proto.store.RecordReader;
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

    private static final int IDLE_MILLIS = 1000;

    private static final class Batch {
        final List<Record> records;
        final CompletableFuture<Void> done = new CompletableFuture<>();

        Batch(List<Record> records) {
            this.records = records;
        }
    }

    /** Ends the writer. */
    private static final Batch END = new Batch(List.of());

    private final Path directory;
    private final StoreFile file;
    private final BlockingQueue<Batch> queue = new LinkedBlockingQueue<>();
    private final Thread writer;
    private volatile boolean closed;

    /** A binding could not be read. */
    private volatile boolean lacksBindings;

    /**
     * Opens or creates the store.
     *
     * @param directory where {@code state.mv} is, or will be
     * @param recover go on with what can be read of a damaged store
     * @throws IOException it cannot be opened: another controller may have it open, a later release
     *     may have written it, or it is damaged; it is as before
     */
    public DiskStore(Path directory, boolean recover) throws IOException {
        this.directory = directory;
        try {
            PrivateFiles.directory(directory);
        } catch (IOException e) {
            throw new IOException("cannot use " + directory + " as a data directory: " + e, e);
        }
        file = new StoreFile(directory, recover);
        writer = new Thread(this::write, "store");
        writer.setDaemon(true);
        writer.start();
    }

    @Override
    public <R extends Record> void read(Class<R> type, Consumer<? super R> visitor) {
        RecordReader<R> reader =
                new RecordReader<>(
                        type, visitor, problem -> LOG.error("{}: {}", directory, problem));
        file.rows(Map.of(type)).forEach(reader::row);
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
        List<Batch> batches = new ArrayList<>();
        boolean more = true;
        boolean dirty = false;
        boolean broken = false;
        while (more) {
            batches.clear();
            try {
                Batch first = queue.poll(IDLE_MILLIS, TimeUnit.MILLISECONDS);
                if (first == null) {
                    dirty = dirty && !broken && compact();
                    continue;
                }
                batches.add(first);
                queue.drainTo(batches, BATCHES_PER_COMMIT);
            } catch (InterruptedException e) {
                // Nobody interrupts this thread but the end of the JVM.
                return;
            }
            dirty = true;
            more = !batches.remove(END);
            if (batches.isEmpty()) {
                // An end that changes nothing is no commit, by which backups tell their age.
                break;
            }
            try {
                if (broken) {
                    file.reopen();
                }
                for (Batch batch : batches) {
                    file.put(batch.records);
                }
                file.commit();
                broken = false;
            } catch (RuntimeException | DamagedStoreException e) {
                // One line for each time it breaks: there may be thousands of writes.
                if (broken) {
                    LOG.debug("cannot write the store in {}: {}", directory, e.toString());
                } else {
                    LOG.error("cannot write the store in {}: {}", directory, e.toString());
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
            return file.compact();
        } catch (RuntimeException e) {
            // The next batch will find out what is wrong.
            LOG.warn("cannot compact the store in {}: {}", directory, e.toString());
            return false;
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
        return file.id();
    }

    /**
     * Copies the file into an archive while writes go on; what is complete by now is in it.
     *
     * @throws IOException it cannot be read, or the archive cannot be written
     */
    public void copy(ZipOutputStream to) throws IOException {
        try {
            file.copy(to);
        } catch (RuntimeException e) {
            // The disk fails, and the file was opened again meanwhile.
            throw new IOException("cannot copy the store in " + directory + ": " + e, e);
        }
    }

    /** Bytes of the file. */
    public long size() {
        return file.size();
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
        file.close();
    }

    /** As an error of the disk does it. For tests. */
    void fail() {
        file.fail();
    }
}
