// SPDX-License-Identifier: Apache-2.0
package org.isthmus.netfpga.image;

import com.google.protobuf.InvalidProtocolBufferException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;
import org.h2.mvstore.DataUtils;
import org.h2.mvstore.MVMap;
import org.h2.mvstore.MVStore;
import org.h2.mvstore.MVStoreException;
import org.h2.mvstore.type.ByteArrayDataType;
import org.isthmus.logging.WrongFileException;
import org.isthmus.target.api.MeterConfig;
import p4.v1.P4RuntimeOuterClass.ForwardingPipelineConfig;

/**
 * The image in one file of MVStore. What a method was told survives the death of this process when
 * it has returned, unless the image is held ({@link #hold}). A loss of power may cost the latest,
 * but takes what is in the card as well.
 *
 * <p>One thread at a time. Each change may throw an {@link UncheckedIOException}: it cannot be
 * written, and the image is as before.
 */
public final class Image implements AutoCloseable {
    private static final String ROWS = "rows.";
    private static final String PROGRAM = "program";
    private static final String BANKS = "banks";
    private static final String METERS = "meters";
    private static final byte[] CONFIG = {0};

    /** Of MVStore's own number: this format. */
    private static final int FORMAT = 1;

    /** Space is won back each time so many commits were made, where half of it is of no use. */
    private static final int COMMITS_TO_COMPACT = 1 << 12;

    private static final int COMPACT_FILL_RATE = 50;
    private static final int COMPACT_BYTES = 4 << 20;

    private final Path file;
    private MVStore store;
    private MVMap<byte[], byte[]> program;
    private MVMap<byte[], byte[]> banks;
    private MVMap<byte[], byte[]> meters;
    private final Map<String, MVMap<byte[], byte[]>> rows = new HashMap<>();
    private boolean isHeld;
    private int commits;
    private final LongAdder failures = new LongAdder();

    /**
     * @throws DamagedImageException the file cannot be read; it is as before
     * @throws IOException the file cannot be opened, written or made, or another agent has it
     */
    public Image(Path file) throws IOException {
        Path folder = file.toAbsolutePath().getParent();
        if (!Files.isDirectory(folder)) {
            throw new WrongFileException("there is no folder " + folder + " for the image");
        }
        boolean isThere = Files.exists(file);
        if (isThere && !Files.isRegularFile(file)) {
            throw new WrongFileException(file + " is no file");
        }
        if (isThere && !Files.isReadable(file)) {
            throw new AccessDeniedException(file.toString());
        }
        if (isThere && !Files.isWritable(file)) {
            // MVStore would open it all the same, and take no change.
            throw new WrongFileException(
                    file + " cannot be written: it or its file system is read-only");
        }
        this.file = file;
        try {
            open();
            if (store.getStoreVersion() > FORMAT) {
                throw new WrongFileException(file + " is of a later release");
            }
            store.setStoreVersion(FORMAT);
            check();
        } catch (IOException e) {
            fail();
            throw e;
        } catch (RuntimeException e) {
            // What MVStore throws on a damaged page has any class.
            fail();
            int error = e instanceof MVStoreException ? ((MVStoreException) e).getErrorCode() : 0;
            if (error == DataUtils.ERROR_FILE_LOCKED) {
                throw new IOException(file + " is in use: another agent runs on it", e);
            }
            if (!isThere || error == DataUtils.ERROR_WRITING_FAILED) {
                throw new IOException(file + " cannot be written: " + why(e), e);
            }
            throw new DamagedImageException(file + " is damaged: " + why(e) + "; " + REMEDY, e);
        }
    }

    /** MVStore has the file by its class. */
    private static String why(RuntimeException e) {
        return String.valueOf(e.getMessage()).replaceAll(" file \\S+@\\S+", "");
    }

    private void open() {
        store =
                new MVStore.Builder()
                        .fileName(file.toAbsolutePath().toString())
                        .autoCommitDisabled()
                        // A commit must never fall between two parts of a change.
                        .autoCommitBufferSize(0)
                        .open();
        store.setVersionsToKeep(0);
        // Nothing of the file has to outlive a loss of power.
        store.setRetentionTime(0);
        rows.clear();
        program = map(PROGRAM);
        banks = map(BANKS);
        meters = map(METERS);
    }

    /** As an error of the disk does it. */
    void fail() {
        if (store != null) {
            store.closeImmediately();
        }
    }

    private static final String REMEDY =
            "remove it and program the card again, for it may hold rows that nobody knows of";

    private MVMap<byte[], byte[]> map(String name) {
        return store.openMap(
                name,
                new MVMap.Builder<byte[], byte[]>()
                        .keyType(ByteArrayDataType.INSTANCE)
                        .valueType(ByteArrayDataType.INSTANCE));
    }

    /** Reads all of it once, so that damage shows now. */
    private void check() throws DamagedImageException {
        config();
        for (String table : tables()) {
            rows(table);
        }
    }

    /** The program that runs, as the controller gave it; null: none does. */
    public ForwardingPipelineConfig config() throws DamagedImageException {
        byte[] saved = program.get(CONFIG);
        try {
            return saved == null ? null : ForwardingPipelineConfig.parseFrom(saved);
        } catch (InvalidProtocolBufferException e) {
            throw new DamagedImageException("the image's program is damaged; " + REMEDY, e);
        }
    }

    /** Meters belong to a program and are forgotten. */
    public void saveConfig(ForwardingPipelineConfig config) {
        change(
                () -> {
                    program.put(CONFIG, config.toByteArray());
                    meters.clear();
                });
    }

    /** Forgets everything. */
    public void clear() {
        change(
                () -> {
                    tables().forEach(t -> table(t).clear());
                    program.clear();
                    banks.clear();
                    meters.clear();
                });
    }

    /** All rows of a table, the unwanted ones too. */
    public List<SavedRow> rows(String table) throws DamagedImageException {
        List<SavedRow> found = new ArrayList<>();
        for (Map.Entry<byte[], byte[]> e : table(table).entrySet()) {
            try {
                found.add(SavedRow.decode(e.getKey(), e.getValue()));
            } catch (DamagedImageException x) {
                throw new DamagedImageException(
                        "the image's table " + table + ": " + x.getMessage() + "; " + REMEDY, x);
            }
        }
        return found;
    }

    private MVMap<byte[], byte[]> table(String name) {
        return rows.computeIfAbsent(name, n -> map(ROWS + n));
    }

    /** In the place of one with the same match. */
    public void save(String table, SavedRow row) {
        change(() -> table(table).put(row.key(), row.value()));
    }

    /** The row with this match. */
    public void forget(String table, BigInteger key, BigInteger mask, int priority) {
        change(() -> table(table).remove(SavedRow.key(key, mask, priority)));
    }

    /** 0 where none was saved. */
    public int bank(String table) {
        byte[] saved = banks.get(bytes(table));
        return saved == null ? 0 : saved[0];
    }

    public void saveBank(String table, int bank) {
        change(() -> banks.put(bytes(table), new byte[] {(byte) bank}));
    }

    private static byte[] bytes(String name) {
        return name.getBytes(StandardCharsets.UTF_8);
    }

    /** Null: none was saved. */
    public MeterConfig meter(int meterId, int index) {
        byte[] saved = meters.get(cell(meterId, index));
        if (saved == null) {
            return null;
        }
        ByteBuffer b = ByteBuffer.wrap(saved);
        return new MeterConfig(b.getLong(), b.getLong(), b.getLong(), b.getLong());
    }

    /**
     * @param config null: none
     */
    public void saveMeter(int meterId, int index, MeterConfig config) {
        change(
                () -> {
                    if (config == null) {
                        meters.remove(cell(meterId, index));
                    } else {
                        meters.put(cell(meterId, index), bytes(config));
                    }
                });
    }

    private static byte[] bytes(MeterConfig config) {
        return ByteBuffer.allocate(4 * Long.BYTES)
                .putLong(config.cir())
                .putLong(config.cburst())
                .putLong(config.pir())
                .putLong(config.pburst())
                .array();
    }

    private static byte[] cell(int meterId, int index) {
        return ByteBuffer.allocate(2 * Integer.BYTES).putInt(meterId).putInt(index).array();
    }

    /** From now on nothing is kept, until {@link #release} keeps all of it at once. */
    public void hold() {
        isHeld = true;
    }

    public void release() {
        isHeld = false;
        change(() -> {});
    }

    /**
     * @throws UncheckedIOException it cannot be written; nothing of it is kept, nor of what was
     *     held
     */
    private void change(Runnable change) {
        try {
            change.run();
            if (isHeld) {
                return;
            }
            store.commit();
            if (++commits % COMMITS_TO_COMPACT == 0) {
                store.compact(COMPACT_FILL_RATE, COMPACT_BYTES);
            }
        } catch (MVStoreException | IllegalStateException e) {
            failures.increment();
            reopen(e);
            throw new UncheckedIOException(
                    new IOException(
                            "the image " + file + " cannot be written: " + e.getMessage(), e));
        }
    }

    /** How often a change could not be written. Any thread. */
    public long failures() {
        return failures.sum();
    }

    /** After an error of the disk MVStore takes no more, even when there is room again. */
    private void reopen(RuntimeException cause) {
        fail();
        try {
            open();
        } catch (RuntimeException e) {
            cause.addSuppressed(e);
        }
    }

    /** Names of the tables that have had rows. */
    private Collection<String> tables() {
        List<String> names = new ArrayList<>();
        for (String name : store.getMapNames()) {
            if (name.startsWith(ROWS)) {
                names.add(name.substring(ROWS.length()));
            }
        }
        return names;
    }

    @Override
    public void close() {
        try {
            store.close();
        } catch (MVStoreException e) {
            // A disk that is full: all was committed before.
            fail();
        }
    }
}
