// SPDX-License-Identifier: Apache-2.0
package org.isthmus.controller.disk;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.EnumMap;
import java.util.List;
import java.util.UUID;
import org.h2.mvstore.DataUtils;
import org.h2.mvstore.MVMap;
import org.h2.mvstore.MVStore;
import org.h2.mvstore.MVStoreException;
import org.h2.mvstore.type.ByteArrayDataType;
import org.isthmus.core.spi.Store.Map;
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
    static final String CHECK = "CHECK";

    static final byte[] SUM = new byte[0];

    /** The key of the store's id in the same map; what release 0.1 made has none until now. */
    private static final byte[] ID = {'i', 'd'};

    /**
     * Rows of a commit while there are many to put: what is not committed is in memory, with all
     * rows of its pages.
     */
    static final int AT_ONCE = 4096;

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
            id = id(check);
            replay(directory, last);
        } catch (NewerStoreException e) {
            abandon();
            throw new IOException("cannot use " + file + ": " + e.getMessage(), e);
        } catch (DamagedStoreException | RuntimeException e) {
            abandon();
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
            recover(directory);
        } catch (IOException e) {
            abandon();
            throw e;
        }
        if (id == null) {
            id = UUID.randomUUID();
        }
        byte[] bytes = new byte[2 * Long.BYTES];
        ByteBuffer.wrap(bytes)
                .putLong(id.getMostSignificantBits())
                .putLong(id.getLeastSignificantBits());
        check.put(ID, bytes);
        commit(commits + 1);
        witness = Witness.begin(witnessFile, commits);
    }

    /** A number of commits in words. */
    static String commits(long number) {
        return number == 1 ? "1 commit" : number + " commits";
    }

    private void abandon() {
        if (store != null) {
            store.closeImmediately();
        }
    }

    /** Null: it has none. */
    static UUID id(MVMap<byte[], byte[]> check) {
        byte[] bytes = check.get(ID);
        if (bytes == null) {
            return null;
        }
        ByteBuffer both = ByteBuffer.wrap(bytes);
        return new UUID(both.getLong(), both.getLong());
    }

    static IOException inUse(Path file, Exception e) {
        return new IOException(
                file + " is in use: another controller runs on this data directory", e);
    }

    static boolean isLocked(Exception e) {
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

    static MVStore.Builder builder(Path of) {
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
    static int format(MVStore of) {
        return Math.max(of.getStoreVersion(), StoreCodec.FORMAT_0_1);
    }

    /** A damaged file may have lost its version, but release 0.1 had no {@link #CHECK}. */
    static boolean isOf01(MVStore of) {
        return format(of) == StoreCodec.FORMAT_0_1 && !of.hasMap(CHECK);
    }

    /** Converts and checks what is there, unless the file is new. */
    private void open(boolean wasMade) throws DamagedStoreException {
        openStore();
        if (!wasMade && !store.hasMap(Map.values()[0].name())) {
            throw damaged("it has lost its maps", null);
        }
        boolean isOf01 = !wasMade && isOf01(store);
        openMaps();
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

    private void openStore() {
        store =
                builder(file)
                        .autoCommitDisabled()
                        // A commit must never fall into the middle of a batch.
                        .autoCommitBufferSize(0)
                        .open();
        store.setVersionsToKeep(0);
        store.setRetentionTime(RETENTION_MILLIS);
    }

    private void openMaps() {
        for (Map map : Map.values()) {
            maps.put(map, map(store, map.name()));
        }
        check = map(store, CHECK);
    }

    static MVMap<byte[], byte[]> map(MVStore of, String name) {
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

    /** Takes over what the journal has, once all of it was found whole. */
    private void replay(Path directory, Witness.Testimony last) throws IOException {
        List<JournalSegment> journal = JournalSegment.in(directory);
        long end;
        try {
            end = JournalReader.check(journal, id, commits);
        } catch (DamagedStoreException e) {
            throw damaged(e.getMessage(), e);
        }
        checkCommits(last, end);
        for (JournalSegment segment : journal) {
            try {
                merge(segment);
            } catch (MVStoreException e) {
                // Nothing is damaged: the segment stays, for a start with more room.
                throw new IOException(
                        "cannot take " + segment + " into " + file + ": " + e.getMessage(), e);
            }
        }
    }

    /**
     * @param end the number of the last commit that is there, of the journal if it has one
     */
    private void checkCommits(Witness.Testimony last, long end) throws DamagedStoreException {
        if (last == null || end >= last.number(COMMITS)) {
            return;
        }
        if (last.certain || end == 0) {
            throw damaged(
                    "it ends with commit "
                            + end
                            + " of "
                            + last.number(COMMITS)
                            + ": damaged, or a copy",
                    null);
        }
        LOG.warn("{}: a loss of power cost {}", file, commits(last.number(COMMITS) - end));
    }

    /** What can be read goes into a new file; the damaged one is kept beside it. */
    private void recover(Path directory) throws IOException {
        sum = new RowSum();
        commits = 0;
        Path kept = null;
        if (Files.exists(file) && Files.size(file) > 0) {
            kept = DamagedFiles.name(file);
            Files.move(file, kept, StandardCopyOption.ATOMIC_MOVE);
        }
        Files.deleteIfExists(file);
        PrivateFiles.create(file);
        openStore();
        store.setStoreVersion(StoreCodec.FORMAT);
        openMaps();
        StoreRecovery recovery = new StoreRecovery(this, id);
        String found = kept == null ? "nothing was left" : recovery.rows(kept);
        for (JournalSegment segment : JournalSegment.in(directory)) {
            found += "; " + recovery.journal(segment);
        }
        id = recovery.id();
        warning =
                "The store was damaged; "
                        + found
                        + (kept == null ? "." : ". The damaged file is " + kept + ".");
        LOG.warn("{}", warning);
    }

    /** Rows of a map; not to be changed. */
    java.util.Map<byte[], byte[]> rows(Map map) {
        return maps.get(map);
    }

    /**
     * @param value null: the row is removed
     */
    void put(Map map, byte[] key, byte[] value) {
        MVMap<byte[], byte[]> rows = maps.get(map);
        byte[] before = value == null ? rows.remove(key) : rows.put(key, value);
        if (before != null) {
            sum.remove(map, key, before);
        }
        if (value != null) {
            sum.add(map, key, value);
        }
    }

    /**
     * Takes over what a segment of the journal has, and deletes it. Whoever is killed in between
     * begins anew with it: until the last of its rows are here, the number of the commit stays what
     * it was.
     */
    void merge(JournalSegment segment) throws IOException {
        JournalReader.Changes changes = JournalReader.changes(segment, commits);
        if (changes.commits() > commits) {
            int[] count = {0};
            changes.forEach(
                    (map, key, value) -> {
                        put(map, key, value);
                        if (++count[0] % AT_ONCE == 0) {
                            commit(commits);
                        }
                    });
            commit(changes.commits());
            store.sync();
        }
        Files.deleteIfExists(segment.file);
    }

    /**
     * What was put survives the death of this process once this has returned.
     *
     * @param number of the last commit of the journal that is in the rows
     */
    private void commit(long number) {
        check.put(SUM, sum.encode(number));
        store.commit();
        commits = number;
    }

    /** The same, of rows that are recovered and have numbers of their own. */
    void commitRecovered() {
        commit(commits + 1);
    }

    /** The journal has a commit. For the thread that writes it. */
    void journaled(long commit) {
        witness.set(COMMITS, commit);
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

    /** The number of the last commit that is in the rows. For the thread that merges. */
    long commits() {
        return commits;
    }

    /** Copies the file, as it is after the last {@link #merge}. For the thread that merges. */
    void copyTo(Path to) throws IOException {
        Files.deleteIfExists(to);
        PrivateFiles.create(to);
        try (FileChannel from = FileChannel.open(file, StandardOpenOption.READ);
                FileChannel copy = FileChannel.open(to, StandardOpenOption.WRITE)) {
            long size = from.size();
            for (long at = 0; at < size; ) {
                at += from.transferTo(at, size - at, copy);
            }
        }
    }

    long size() {
        return store.getFileStore().size();
    }

    /**
     * @param isWhole nothing is left in the journal
     */
    void close(boolean isWhole) {
        store.close();
        if (isWhole) {
            witness.closed();
        }
    }

    /** As an error of the disk does it. For tests. */
    void fail() {
        store.closeImmediately();
    }
}
