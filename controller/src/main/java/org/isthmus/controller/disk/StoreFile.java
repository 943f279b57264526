// SPDX-License-Identifier: Apache-2.0
package org.isthmus.controller.disk;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.EnumMap;
import java.util.List;
import java.util.Map.Entry;
import java.util.StringJoiner;
import java.util.UUID;
import java.util.zip.ZipOutputStream;
import org.h2.mvstore.DataUtils;
import org.h2.mvstore.MVMap;
import org.h2.mvstore.MVStore;
import org.h2.mvstore.MVStoreException;
import org.h2.mvstore.type.ByteArrayDataType;
import org.isthmus.core.spi.Store.Map;
import org.isthmus.core.spi.Store.Record;
import org.isthmus.mappinglog.DamagedFiles;
import org.isthmus.mappinglog.PrivateFiles;
import org.isthmus.mappinglog.Witness;
import org.isthmus.proto.store.NewerStoreException;
import org.isthmus.proto.store.StoreCodec;
import org.isthmus.proto.store.UnreadableRecordException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The rows of the store in a file of MVStore, and the proof that they are all there: MVStore takes
 * what it can read of a damaged file for the whole, be it nothing. A {@link RowSum} is part of
 * every commit, and a {@link Witness} beside the file knows the last one.
 *
 * <p>Threading: one thread; {@link #rows} may be read by any.
 */
final class StoreFile {
    private static final Logger LOG = LoggerFactory.getLogger(StoreFile.class);

    static final String NAME = "state.mv";
    static final String WITNESS = "state.commits";

    /** Of the witness: the number of the last commit. */
    private static final int COMMITS = 0;

    private static final int NUMBERS = 1;

    /** The map of the {@link RowSum}, and its key there. */
    private static final String CHECK = "CHECK";

    private static final byte[] SUM = new byte[0];

    /** The key of the store's id in the same map; what release 0.1 made has none until now. */
    private static final byte[] ID = {'i', 'd'};

    /** Rows of a commit while a store is recovered. */
    private static final int RECOVERED_AT_ONCE = 10_000;

    /** Space is won back when so much of the file, in percent, is of no use. */
    private static final int COMPACT_FILL_RATE = 50;

    private static final int COMPACT_BYTES = 4 << 20;

    /**
     * How long the system may take to bring a chunk to the disk before the space of the chunks it
     * stands for is used again; only a loss of power can tell.
     */
    private static final int RETENTION_MILLIS = 10_000;

    private final Path file;
    private final EnumMap<Map, MVMap<byte[], byte[]>> maps = new EnumMap<>(Map.class);
    private volatile MVStore store;
    private MVMap<byte[], byte[]> check;
    private RowSum sum = new RowSum();
    private long commits;
    private Witness witness;
    private String warning;
    private boolean isNew;
    private UUID id;

    /**
     * @param recover go on with what can be read of a damaged file, which is kept under another
     *     name
     * @throws DamagedStoreException it lacks something, and is as before
     * @throws IOException it cannot be opened, and is as before
     */
    StoreFile(Path directory, boolean recover) throws IOException {
        file = directory.resolve(NAME);
        Path witnessFile = directory.resolve(WITNESS);
        try {
            Witness.Testimony last = testimony(witnessFile);
            open(checkFile(last));
            checkCommits(last);
        } catch (NewerStoreException e) {
            throw new IOException("cannot use " + file + ": " + e.getMessage(), e);
        } catch (DamagedStoreException | RuntimeException e) {
            if (store != null) {
                store.closeImmediately();
            }
            if (isLocked(e)) {
                throw inUse(file, e);
            }
            // What MVStore throws on a damaged page has any class.
            DamagedStoreException damage =
                    e instanceof DamagedStoreException
                            ? (DamagedStoreException) e
                            : damaged(e.getMessage(), e);
            if (!recover) {
                throw damage;
            }
            LOG.warn("{}", damage.getMessage());
            recover();
        }
        id = id(check);
        if (id == null) {
            id = UUID.randomUUID();
            byte[] bytes = new byte[2 * Long.BYTES];
            ByteBuffer.wrap(bytes)
                    .putLong(id.getMostSignificantBits())
                    .putLong(id.getLeastSignificantBits());
            check.put(ID, bytes);
        }
        commit();
        witness = Witness.begin(witnessFile, commits);
    }

    /** A number of commits in words. */
    static String commits(long number) {
        return number == 1 ? "1 commit" : number + " commits";
    }

    /** Null: it has none. */
    private static UUID id(MVMap<byte[], byte[]> check) {
        byte[] bytes = check.get(ID);
        if (bytes == null) {
            return null;
        }
        ByteBuffer both = ByteBuffer.wrap(bytes);
        return new UUID(both.getLong(), both.getLong());
    }

    /** A store as it is found, which nobody opens while this is open. */
    static final class Look implements AutoCloseable {
        private final MVStore store;

        /** Null: it has none, being of an earlier release. */
        final UUID id;

        final long commits;

        /**
         * @throws IOException it is in use, or cannot be read
         */
        Look(Path directory) throws IOException {
            Path file = directory.resolve(NAME);
            try {
                store =
                        new MVStore.Builder()
                                .fileName(file.toAbsolutePath().toString())
                                .readOnly()
                                .open();
                MVMap<byte[], byte[]> check = map(store, CHECK);
                byte[] sum = check.get(SUM);
                id = id(check);
                commits = sum == null ? 0 : RowSum.commits(sum);
            } catch (RuntimeException e) {
                throw isLocked(e)
                        ? inUse(file, e)
                        : new DamagedStoreException(file + " cannot be read", e);
            }
        }

        @Override
        public void close() {
            store.closeImmediately();
        }
    }

    private static IOException inUse(Path file, Exception e) {
        return new IOException(
                file + " is in use: another controller runs on this data directory", e);
    }

    private static boolean isLocked(Exception e) {
        return e instanceof MVStoreException
                && ((MVStoreException) e).getErrorCode() == DataUtils.ERROR_FILE_LOCKED;
    }

    private DamagedStoreException damaged(String what, Throwable cause) {
        return new DamagedStoreException(
                "cannot use "
                        + file
                        + ": "
                        + what
                        + "; start with --recover to go on with what can be read"
                        + " (docs/store.md)",
                cause);
    }

    private Witness.Testimony testimony(Path of) throws DamagedStoreException {
        try {
            return Witness.read(of, NUMBERS);
        } catch (IOException e) {
            throw damaged(e.getMessage(), e);
        }
    }

    private MVStore.Builder builder(Path of) {
        return new MVStore.Builder().fileName(of.toAbsolutePath().toString());
    }

    /**
     * Opens for reading alone: a file that is not ours to write stays as it is.
     *
     * @return whether it is new
     */
    private boolean checkFile(Witness.Testimony last) throws IOException {
        boolean isNew = Files.notExists(file) || Files.size(file) == 0;
        if (isNew) {
            if (last != null && last.number(COMMITS) > 0) {
                throw damaged(
                        (Files.exists(file) ? "it is empty" : "it is missing")
                                + ", and had "
                                + commits(last.number(COMMITS)),
                        null);
            }
        }
        PrivateFiles.create(file);
        if (isNew) {
            return true;
        }
        try (MVStore reader = builder(file).readOnly().open()) {
            StoreCodec.check(format(reader));
        }
        return false;
    }

    /** Release 0.1 left MVStore's version at 0. */
    private static int format(MVStore of) {
        return Math.max(of.getStoreVersion(), StoreCodec.FORMAT_0_1);
    }

    /** Converts and checks what is there, unless the file is new. */
    private void open(boolean wasMade) throws DamagedStoreException {
        boolean isKnown = openMaps();
        if (!wasMade && !isKnown) {
            throw damaged("it has lost its maps", null);
        }
        boolean isOf01 = !wasMade && format(store) == StoreCodec.FORMAT_0_1;
        if (isOf01) {
            convert();
        }
        checkRecords();
        isNew = wasMade || isOf01;
        if (!isNew) {
            checkRows();
        }
        store.setStoreVersion(StoreCodec.FORMAT);
    }

    /** Returns whether the file had maps of ours. */
    private boolean openMaps() {
        store =
                builder(file)
                        .autoCommitDisabled()
                        // A commit must never fall into the middle of a batch.
                        .autoCommitBufferSize(0)
                        .open();
        store.setVersionsToKeep(0);
        store.setRetentionTime(RETENTION_MILLIS);
        boolean isKnown = store.hasMap(Map.values()[0].name());
        for (Map map : Map.values()) {
            maps.put(map, map(store, map.name()));
        }
        check = map(store, CHECK);
        return isKnown;
    }

    private static MVMap<byte[], byte[]> map(MVStore of, String name) {
        return of.openMap(
                name,
                new MVMap.Builder<byte[], byte[]>()
                        .keyType(ByteArrayDataType.INSTANCE)
                        .valueType(ByteArrayDataType.INSTANCE));
    }

    /** From the format of release 0.1; nothing of it is on the disk before the next commit. */
    private void convert() {
        maps.forEach(
                (map, rows) ->
                        rows.forEach(
                                (key, value) -> {
                                    try {
                                        byte[] now = StoreCodec.convert(map, key, value);
                                        rows.put(key, now);
                                        sum.add(map, key, now);
                                    } catch (UnreadableRecordException e) {
                                        if (map.strong()) {
                                            throw e;
                                        }
                                        // It stays, and whoever reads the map reports it.
                                        sum.add(map, key, value);
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

    private void checkRows() throws DamagedStoreException {
        maps.forEach((map, rows) -> rows.forEach((key, value) -> sum.add(map, key, value)));
        byte[] committed = check.get(SUM);
        if (committed == null) {
            throw damaged("it has no checksum", null);
        }
        commits = RowSum.commits(committed);
        if (!sum.matches(committed)) {
            throw damaged(
                    String.format(
                            "its %d records are not the %d that were written",
                            sum.rows(), RowSum.rows(committed)),
                    null);
        }
    }

    private void checkCommits(Witness.Testimony last) throws DamagedStoreException {
        if (last == null || commits >= last.number(COMMITS)) {
            return;
        }
        if (last.certain || commits == 0) {
            throw damaged(
                    "it ends with commit "
                            + commits
                            + " of "
                            + last.number(COMMITS)
                            + ": damaged, or a copy",
                    null);
        }
        LOG.warn("{}: a loss of power cost {}", file, commits(last.number(COMMITS) - commits));
    }

    /** What can be read goes into a new file; the damaged one is kept beside it. */
    private void recover() throws IOException {
        sum = new RowSum();
        commits = 0;
        Path kept = null;
        if (Files.exists(file) && Files.size(file) > 0) {
            kept = DamagedFiles.name(file);
            Files.move(file, kept, StandardCopyOption.ATOMIC_MOVE);
        }
        Files.deleteIfExists(file);
        PrivateFiles.create(file);
        openMaps();
        String found = kept == null ? "nothing was left" : copy(kept);
        store.setStoreVersion(StoreCodec.FORMAT);
        warning =
                "The store was damaged; "
                        + found
                        + (kept == null ? "." : ". The damaged file is " + kept + ".");
        LOG.warn("{}", warning);
    }

    private String copy(Path from) {
        MVStore old;
        try {
            old = builder(from).readOnly().open();
        } catch (RuntimeException e) {
            return "nothing of it can be read";
        }
        try {
            keepId(old);
            boolean isOf01 = format(old) == StoreCodec.FORMAT_0_1;
            StringJoiner found = new StringJoiner(", ", "recovered: ", "");
            for (Map map : Map.values()) {
                found.add(copy(old, map, isOf01) + " " + map);
            }
            return found.toString();
        } finally {
            old.closeImmediately();
        }
    }

    private void keepId(MVStore old) {
        try {
            byte[] kept = map(old, CHECK).get(ID);
            if (kept != null) {
                check.put(ID, kept);
            }
        } catch (RuntimeException e) {
            LOG.warn("{}: its id cannot be read: {}", file, e.toString());
        }
    }

    private int copy(MVStore old, Map map, boolean isOf01) {
        int count = 0;
        try {
            for (Entry<byte[], byte[]> row : map(old, map.name()).entrySet()) {
                byte[] key = row.getKey();
                try {
                    byte[] value = row.getValue();
                    value = isOf01 ? StoreCodec.convert(map, key, value) : value;
                    StoreCodec.decode(map, key, value);
                    put(map, key, value);
                } catch (UnreadableRecordException e) {
                    LOG.warn("left out: {}", e.getMessage());
                    continue;
                }
                if (++count % RECOVERED_AT_ONCE == 0) {
                    commit();
                }
            }
        } catch (RuntimeException e) {
            LOG.warn("{}: the rest of {} cannot be read: {}", file, map, e.toString());
        }
        return count;
    }

    /** Rows of a map; not to be changed. */
    java.util.Map<byte[], byte[]> rows(Map map) {
        return maps.get(map);
    }

    void put(List<Record> records) {
        for (Record record : records) {
            put(record.map, StoreCodec.key(record), StoreCodec.value(record));
        }
    }

    private void put(Map map, byte[] key, byte[] value) {
        MVMap<byte[], byte[]> rows = maps.get(map);
        byte[] before = value == null ? rows.remove(key) : rows.put(key, value);
        if (before != null) {
            sum.remove(map, key, before);
        }
        if (value != null) {
            sum.add(map, key, value);
        }
    }

    /** What was put survives the death of this process once this has returned. */
    void commit() {
        check.put(SUM, sum.encode(commits + 1));
        store.commit();
        commits++;
        if (witness != null) {
            witness.set(COMMITS, commits);
        }
    }

    /**
     * Back to what the file holds, without what could not be written. After an error of the disk
     * MVStore takes no more, even when there is room again.
     */
    void reopen() throws DamagedStoreException {
        store.closeImmediately();
        openMaps();
        byte[] committed = check.get(SUM);
        if (committed == null) {
            throw damaged("it has lost its checksum", null);
        }
        sum = RowSum.decode(committed);
        commits = RowSum.commits(committed);
    }

    /** Returns whether there is more to do. */
    boolean compact() {
        return store.compact(COMPACT_FILL_RATE, COMPACT_BYTES);
    }

    /** What the operator has to know of how it was opened; null: nothing. */
    String warning() {
        return warning;
    }

    /** Whether no controller of this release had it before. */
    boolean isNew() {
        return isNew;
    }

    /** Told apart from those of other deployments by it; stays what it is. */
    UUID id() {
        return id;
    }

    /** The number of the last commit. For the thread that commits, and before and after it. */
    long commits() {
        return commits;
    }

    /**
     * Copies the file into an archive, as it is after some commit that comes no earlier than the
     * last one before. Any thread, one at a time; commits go on, and the file grows meanwhile.
     */
    void copy(ZipOutputStream to) throws IOException {
        store.getFileStore().backup(to);
    }

    long size() {
        return store.getFileStore().size();
    }

    void close() {
        store.close();
        witness.closed();
    }

    /** As an error of the disk does it. For tests. */
    void fail() {
        store.closeImmediately();
    }
}
