// SPDX-License-Identifier: Apache-2.0
package org.isthmus.controller.disk;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Comparator;
import java.util.List;
import java.util.Properties;
import java.util.UUID;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipException;
import java.util.zip.ZipInputStream;
import org.isthmus.mappinglog.DamagedLogException;
import org.isthmus.mappinglog.DiskMappingLog;
import org.isthmus.mappinglog.PrivateFiles;
import org.isthmus.mappinglog.Retention;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Brings a {@link Backup} back into a data directory that no controller uses. All of it is unpacked
 * and opened beside what is there; then a directory gets its final name, which is the moment from
 * which on the backup counts, and its files are put in place. Whoever is killed in between leaves
 * what was there before, or what {@link #finish} completes. One thread.
 */
public final class Restoration {
    private static final Logger LOG = LoggerFactory.getLogger(Restoration.class);

    /** While it is unpacked; of no use to anybody. */
    private static final String UNFINISHED = "restore.new";

    /** Whole, and to be put in place. */
    private static final String FINISHED = "restore";

    /** In it, what was there. */
    private static final String OLD = "old";

    private static final String REPLACED = "replaced-";

    /** In the order in which they are put in place. */
    private static final List<String> NAMES =
            List.of(Backup.MAPPINGS, StoreFile.WITNESS, RowsFile.NAME);

    private static final Pattern ENTRY =
            Pattern.compile(
                    RowsFile.NAME
                            + "|"
                            + Backup.MAPPINGS
                            + "/(mappings-[0-9]{8,9}\\.log|exporter-[A-Za-z0-9_.-]+\\.position)");

    private final Path archive;
    private final Path data;
    private final boolean force;

    /** What its manifest says. */
    private final Properties manifest = new Properties();

    /**
     * @param data the directory, which need not be there
     * @param force lose what was written since the backup
     */
    public Restoration(Path archive, Path data, boolean force) {
        this.archive = archive;
        this.data = data;
        this.force = force;
    }

    /**
     * Restores.
     *
     * @return what was done, in one line
     * @throws IOException it was refused, and all is as before; says why
     */
    public String run() throws IOException {
        if (Files.isDirectory(archive)) {
            throw new FileSystemException(archive.toString(), null, "is a directory");
        }
        PrivateFiles.directory(data);
        finish(data);
        Path unpacked = data.resolve(UNFINISHED);
        delete(unpacked);
        try {
            unpack(unpacked);
            return replace(unpacked);
        } finally {
            delete(unpacked);
        }
    }

    private void unpack(Path to) throws IOException {
        PrivateFiles.directory(to);
        PrivateFiles.directory(to.resolve(Backup.MAPPINGS));
        try (ZipInputStream in = new ZipInputStream(Files.newInputStream(archive))) {
            for (ZipEntry entry; (entry = in.getNextEntry()) != null; ) {
                String name = entry.getName();
                if (name.equals(Backup.MANIFEST)) {
                    manifest.load(in);
                } else if (ENTRY.matcher(name).matches()) {
                    write(in, to.resolve(name));
                } else {
                    throw new IOException(archive + ": no backup: it has a file " + name);
                }
            }
        } catch (ZipException | EOFException | IllegalArgumentException e) {
            throw new IOException(archive + ": damaged: " + e.getMessage(), e);
        }
        if (manifest.isEmpty()) {
            throw new IOException(archive + ": no backup, or cut short");
        }
        String format = manifest.getProperty(Backup.FORMAT, "");
        if (!format.equals("" + Backup.VERSION)) {
            throw new IOException(
                    archive
                            + ": has format "
                            + format
                            + ", and this release reads "
                            + Backup.VERSION
                            + ": use the release that made it, or a later one");
        }
    }

    private void write(InputStream in, Path file) throws IOException {
        PrivateFiles.create(file);
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
            in.transferTo(Channels.newOutputStream(channel));
            channel.force(true);
        } catch (ZipException | EOFException e) {
            throw e;
        } catch (IOException e) {
            throw noRoom(e);
        }
    }

    /** The disk takes it not, and nothing is known against the archive. */
    private IOException noRoom(IOException e) {
        return new IOException(
                archive + ": cannot be restored into " + data + ": " + e.getMessage(), e);
    }

    private static boolean isDamage(Throwable failure) {
        return failure instanceof DamagedStoreException
                || failure instanceof DamagedLogException
                || failure.getCause() != null && isDamage(failure.getCause());
    }

    private String replace(Path unpacked) throws IOException {
        UUID id;
        long commits;
        try {
            StoreFile store = new StoreFile(unpacked, false);
            id = store.rows().store;
            commits = store.rows().commits;
            store.close(true);
            new DiskMappingLog(
                            unpacked.resolve(Backup.MAPPINGS),
                            !store.isNew(),
                            false,
                            Retention.of(0, Retention.MEGABYTES_MAX))
                    .close();
        } catch (IOException e) {
            throw isDamage(e)
                    ? new IOException(archive + ": damaged: " + e.getMessage(), e)
                    : noRoom(e);
        }
        boolean replaces = StoreLook.isIn(data);
        try (StoreLook there = replaces ? look() : null) {
            if (there != null) {
                compare(there, id, commits);
            }
            PrivateFiles.forceNames(unpacked.resolve(Backup.MAPPINGS));
            PrivateFiles.forceNames(unpacked);
            Files.move(unpacked, data.resolve(FINISHED), StandardCopyOption.ATOMIC_MOVE);
            PrivateFiles.forceNames(data);
            Path kept = finish(data);
            return "restored the backup of "
                    + manifest.getProperty(Backup.MADE)
                    + " into "
                    + data
                    + (kept == null ? "" : "; what was there is in " + kept);
        }
    }

    /** Null: there is one that cannot be read, and never mind. */
    private StoreLook look() throws IOException {
        try {
            return new StoreLook(data);
        } catch (DamagedStoreException e) {
            if (force) {
                return null;
            }
            throw new IOException(
                    e.getMessage()
                            + ", so nobody can tell whether the backup is of it; see --force",
                    e);
        }
    }

    private void compare(StoreLook there, UUID id, long commits) throws IOException {
        if (there.id != null && !there.id.equals(id)) {
            throw new IOException(
                    archive
                            + ": of another deployment ("
                            + id
                            + ") than "
                            + data
                            + " ("
                            + there.id
                            + "); it can be restored into an empty directory");
        }
        if (force) {
            return;
        }
        if (there.id == null) {
            throw new IOException(
                    data
                            + " is of an earlier release, so nobody can tell whether the backup is of it; see --force");
        }
        if (there.commits > commits) {
            throw new IOException(
                    archive
                            + ": older than "
                            + data
                            + ", which has "
                            + StoreFile.commits(there.commits - commits)
                            + " more that would be lost; see --force. Each start of the"
                            + " controller makes some, if nothing else happened.");
        }
    }

    /**
     * Puts in place what a restoration has left that was killed; nothing where there is no such.
     *
     * @return where what was there is kept; null: nothing was there
     */
    public static Path finish(Path data) throws IOException {
        Path from = data.resolve(FINISHED);
        if (!Files.isDirectory(from)) {
            return null;
        }
        LOG.info("{}: putting in place what was restored", data);
        Path old = from.resolve(OLD);
        PrivateFiles.directory(old);
        if (Files.exists(data.resolve(TreeFile.NAME))) {
            Files.move(
                    data.resolve(TreeFile.NAME),
                    old.resolve(TreeFile.NAME),
                    StandardCopyOption.ATOMIC_MOVE);
        }
        for (JournalSegment segment : JournalSegment.in(data)) {
            // A backup has none: they go on with the store that was there.
            Files.move(
                    segment.file,
                    old.resolve(segment.file.getFileName()),
                    StandardCopyOption.ATOMIC_MOVE);
        }
        for (String name : NAMES) {
            Path to = data.resolve(name);
            if (Files.exists(from.resolve(name))) {
                // Moved already, where an earlier attempt came so far.
                if (Files.exists(to) && Files.notExists(old.resolve(name))) {
                    Files.move(to, old.resolve(name), StandardCopyOption.ATOMIC_MOVE);
                }
                Files.move(from.resolve(name), to, StandardCopyOption.ATOMIC_MOVE);
            }
        }
        PrivateFiles.forceNames(data);
        Path kept = null;
        try (Stream<Path> left = Files.list(old)) {
            if (left.findAny().isPresent()) {
                kept = replaced(data);
            }
        }
        if (kept != null) {
            Files.move(old, kept, StandardCopyOption.ATOMIC_MOVE);
        }
        delete(from);
        PrivateFiles.forceNames(data);
        return kept;
    }

    private static Path replaced(Path data) {
        int i = 1;
        while (Files.exists(data.resolve(REPLACED + i))) {
            i++;
        }
        return data.resolve(REPLACED + i);
    }

    private static void delete(Path directory) throws IOException {
        if (Files.notExists(directory)) {
            return;
        }
        try (Stream<Path> all = Files.walk(directory)) {
            for (Path each : all.sorted(Comparator.reverseOrder()).collect(Collectors.toList())) {
                Files.delete(each);
            }
        }
    }
}
