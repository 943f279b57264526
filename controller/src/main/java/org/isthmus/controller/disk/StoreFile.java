// SPDX-License-Identifier: Apache-2.0
package org.isthmus.controller.disk;

import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.UUID;
import org.isthmus.core.spi.Store.Map;
import org.isthmus.mappinglog.DamagedFiles;
import org.isthmus.mappinglog.PrivateFiles;
import org.isthmus.mappinglog.Witness;
import org.isthmus.proto.store.NewerStoreException;
import org.isthmus.proto.store.StoreCodec;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The rows of the store on the disk, what the journal left when it was opened, and the proof that
 * they are all there: a {@link Witness} beside them knows the last commit.
 *
 * <p>Threading: one thread; {@link #rows} and {@link #journaled} say more.
 */
final class StoreFile {
    private static final Logger LOG = LoggerFactory.getLogger(StoreFile.class);

    static final String WITNESS = "state.commits";

    /** What a {@link TreeFile} is called when its rows have been taken over. */
    private static final String CONVERTED = TreeFile.NAME + ".converted";

    /** Of the witness: the number of the last commit. */
    private static final int COMMITS = 0;

    private static final int NUMBERS = 1;

    /** What a store begins with; each write is one more. */
    private static final long NO_COMMIT = 1;

    private final Path directory;
    private final Path file;
    private final Path tree;
    private final StoreLock lock;
    private volatile RowsFile rows;
    private Witness witness;
    private String warning;
    private boolean isNew;

    /**
     * @param recover go on with what can be read of damaged files, which are kept under other names
     * @throws DamagedStoreException it lacks something, and is as before
     * @throws IOException it cannot be opened, and is as before
     */
    StoreFile(Path directory, boolean recover) throws IOException {
        this.directory = directory;
        file = directory.resolve(RowsFile.NAME);
        tree = directory.resolve(TreeFile.NAME);
        lock = new StoreLock(directory);
        boolean isOpen = false;
        try {
            open(recover);
            isOpen = true;
        } finally {
            if (!isOpen) {
                lock.close();
            }
        }
    }

    private void open(boolean recover) throws IOException {
        Files.deleteIfExists(directory.resolve(RowsFile.UNFINISHED));
        try {
            Witness.Testimony last = testimony();
            rows = whatIsThere(last);
            List<JournalSegment> journal = JournalSegment.in(directory);
            checkCommits(last, JournalReader.check(journal, rows.store, rows.commits));
            for (JournalSegment segment : journal) {
                replay(segment);
            }
            // Whoever made it came no further, for want of room for instance.
            isNew |= rows.commits == NO_COMMIT && rows.rows == 0;
        } catch (NewerStoreException e) {
            throw new IOException("cannot use " + named() + ": " + e.getMessage(), e);
        } catch (DamagedStoreException | RuntimeException e) {
            // What MVStore throws on a damaged page has any class.
            DamagedStoreException damage =
                    new DamagedStoreException(
                            "cannot use "
                                    + named()
                                    + ": "
                                    + e.getMessage()
                                    + "; start with --recover to go on with what can be read"
                                    + " (docs/store.md)",
                            e);
            if (!recover) {
                throw damage;
            }
            LOG.warn("{}", damage.getMessage());
            recover();
        }
        witness = Witness.begin(directory.resolve(WITNESS), rows.commits);
    }

    /** A number of commits in words. */
    static String commits(long number) {
        return number == 1 ? "1 commit" : number + " commits";
    }

    /** The file that rows are read of. */
    private Path named() {
        return Files.notExists(file) && Files.exists(tree) ? tree : file;
    }

    private Witness.Testimony testimony() throws IOException {
        try {
            return Witness.read(directory.resolve(WITNESS), NUMBERS);
        } catch (FileSystemException e) {
            // It could not be opened, which says nothing of what is in it.
            throw e;
        } catch (IOException e) {
            throw new DamagedStoreException(e.getMessage(), e);
        }
    }

    /** Rows without the journal; those of an earlier release are converted. */
    private RowsFile whatIsThere(Witness.Testimony last) throws IOException {
        if (hasBytes(file)) {
            RowsFile found = RowsFile.open(file, StoreFile::checkRow);
            PrivateFiles.create(file);
            if (Files.exists(tree)) {
                LOG.warn("{}: not looked at, as {} is there", tree, file);
                retire();
            }
            return found;
        }
        if (TreeFile.isIn(directory)) {
            return converted();
        }
        if (last != null && last.number(COMMITS) > 0) {
            throw new DamagedStoreException(
                    (Files.exists(file) ? "it is empty" : "it is missing")
                            + ", and had "
                            + commits(last.number(COMMITS)),
                    null);
        }
        try (RowsFile.Writer to = new RowsFile.Writer(directory, UUID.randomUUID(), NO_COMMIT)) {
            return to.finish();
        } catch (IOException e) {
            throw PrivateFiles.named(file, e);
        }
    }

    private static boolean hasBytes(Path file) throws IOException {
        return Files.exists(file) && Files.size(file) > 0;
    }

    /** Going on without a pool or a mapping would take it from the switches as well. */
    static void checkRow(byte[] in, int at) {
        if (Row.map(in, at).strong() && !Row.isRemoval(in, at)) {
            StoreCodec.decode(Row.map(in, at), Row.key(in, at), Row.value(in, at));
        }
    }

    private RowsFile converted() throws IOException {
        RowsFile converted;
        try (TreeFile from = new TreeFile(tree)) {
            isNew = from.isOf01;
            UUID id = from.id() == null ? UUID.randomUUID() : from.id();
            try (RowsFile.Writer to =
                    new RowsFile.Writer(directory, id, Math.max(NO_COMMIT, from.commits()))) {
                for (Map map : Map.values()) {
                    from.forEach(
                            map,
                            (in, at) -> {
                                checkRow(in, at);
                                to.add(in, at);
                            });
                }
                converted = to.finish();
            }
        }
        LOG.info("{}: converted; it is now {}", tree, CONVERTED);
        retire();
        return converted;
    }

    private void retire() throws IOException {
        PrivateFiles.create(tree);
        Files.move(tree, directory.resolve(CONVERTED), StandardCopyOption.ATOMIC_MOVE);
    }

    private void replay(JournalSegment segment) throws IOException {
        try {
            merge(segment);
        } catch (DamagedStoreException e) {
            throw e;
        } catch (IOException e) {
            // Nothing is damaged: the segment stays, for a start with more room.
            throw new IOException(
                    "cannot take " + segment + " into " + file + ": " + e.getMessage(), e);
        }
    }

    /**
     * @param end the number of the last commit that is there, of the journal if it has one
     */
    private void checkCommits(Witness.Testimony last, long end) throws DamagedStoreException {
        if (last == null || end >= last.number(COMMITS)) {
            return;
        }
        if (last.certain) {
            throw new DamagedStoreException(
                    "it ends with commit "
                            + end
                            + " of "
                            + last.number(COMMITS)
                            + ": damaged, or a copy",
                    null);
        }
        LOG.warn("{}: a loss of power cost {}", file, commits(last.number(COMMITS) - end));
    }

    /** What can be read goes into a new file; damaged ones are kept beside it. */
    private void recover() throws IOException {
        isNew = false;
        StoreRecovery recovery = new StoreRecovery();
        Path damaged = hasBytes(file) ? file : hasBytes(tree) ? tree : null;
        StringBuilder said =
                new StringBuilder(
                        damaged == null
                                ? "nothing was left"
                                : damaged == file ? recovery.rows(file) : recovery.tree(tree));
        List<JournalSegment> journal = JournalSegment.in(directory);
        boolean[] isWhole = new boolean[journal.size()];
        for (int i = 0; i < isWhole.length; i++) {
            StoreRecovery.OfSegment found = recovery.journal(journal.get(i));
            isWhole[i] = found.isWhole;
            said.append("; ").append(found.words);
        }
        Path kept = damaged == null ? null : DamagedFiles.name(damaged);
        if (damaged == file) {
            // A copy, so that there is one whenever this ends.
            Files.copy(file, kept, StandardCopyOption.COPY_ATTRIBUTES);
        }
        UUID id = recovery.id() == null ? UUID.randomUUID() : recovery.id();
        try (RowsFile.Writer to = new RowsFile.Writer(directory, id, recovery.commits() + 1)) {
            add(recovery.found(), to);
            rows = to.finish();
        }
        if (damaged == tree) {
            Files.move(tree, kept, StandardCopyOption.ATOMIC_MOVE);
        }
        for (int i = 0; i < isWhole.length; i++) {
            Path segment = journal.get(i).file;
            if (isWhole[i]) {
                Files.delete(segment);
            } else {
                Path keptSegment = DamagedFiles.name(segment);
                Files.move(segment, keptSegment, StandardCopyOption.ATOMIC_MOVE);
                said.append("; what is damaged of it is in ").append(keptSegment.getFileName());
            }
        }
        warning =
                "The store was damaged; "
                        + said
                        + (kept == null ? "." : ". The damaged file is " + kept + ".");
        LOG.warn("{}", warning);
    }

    /** Rows as they are after the last {@link #merge}. For any thread. */
    RowsFile rows() {
        return rows;
    }

    /**
     * Takes over what a segment of the journal has, and deletes it. Whoever is killed in between
     * begins anew with it.
     */
    void merge(JournalSegment segment) throws IOException {
        RowsFile before = rows;
        RowTable changes = new RowTable();
        long last = JournalReader.changes(segment, before.commits, changes);
        if (last > before.commits) {
            try (RowsFile.Writer to = new RowsFile.Writer(directory, before.store, last)) {
                before.forEach(
                        null,
                        (in, at) -> {
                            if (!changes.has(in, at)) {
                                to.add(in, at);
                            }
                        });
                add(changes, to);
                rows = to.finish();
            }
        }
        Files.deleteIfExists(segment.file);
    }

    private static void add(RowTable table, RowsFile.Writer to) throws IOException {
        for (Map map : Map.values()) {
            table.forEach(
                    map,
                    (in, at) -> {
                        if (!Row.isRemoval(in, at)) {
                            to.add(in, at);
                        }
                    });
        }
    }

    /** The journal has a commit. For the thread that writes it. */
    void journaled(long commit) {
        witness.set(COMMITS, commit);
    }

    /** What the operator has to know of how it was opened; null: nothing. */
    String warning() {
        return warning;
    }

    /** Whether no controller of this release had it before. */
    boolean isNew() {
        return isNew;
    }

    /**
     * @param isWhole nothing is left in the journal
     */
    void close(boolean isWhole) {
        if (isWhole) {
            witness.closed();
        }
        try {
            lock.close();
        } catch (IOException e) {
            // It dies with this process.
            LOG.debug("cannot give the lock of {} back: {}", directory, e.toString());
        }
    }
}
