// SPDX-License-Identifier: Apache-2.0
package org.isthmus.cli;

import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.zip.ZipException;
import java.util.zip.ZipFile;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code backup}. */
@Command(
        name = "backup",
        description = {
            "Writes a backup of the controller's state to a file, while it goes on.",
            "'isthmus-controller restore' brings it back."
        })
final class BackupCommand extends Action {
    /** What a whole one ends with. */
    private static final String LAST = "isthmus-backup";

    private static final byte[] NOTHING = "{}".getBytes(StandardCharsets.US_ASCII);

    @Parameters(paramLabel = "FILE", description = "Gets the backup, once it is whole.")
    private Path file;

    @Override
    int run(Client client) throws IOException {
        try {
            FileFault.requireNoDirectory(file);
            if (Files.exists(file) && !Files.isRegularFile(file)) {
                // As root, one of a device would take its place.
                throw new FileSystemException(file.toString(), null, "is no regular file");
            }
            Path whole = WholeFile.target(file);
            try (InputStream in = client.post("/backup", NOTHING)) {
                return say("Wrote " + moved(in, whole) + " bytes to " + file + ".");
            }
        } catch (FileSystemException e) {
            throw FileFault.unwritten("", file, e);
        }
    }

    private static long moved(InputStream in, Path whole) throws IOException {
        Path part = whole.resolveSibling(whole.getFileName() + ".part");
        try {
            long bytes = write(in, part);
            Files.move(part, whole, StandardCopyOption.ATOMIC_MOVE);
            return bytes;
        } finally {
            Files.deleteIfExists(part);
        }
    }

    /** It says who had what: nobody else may read it. */
    private static long write(InputStream in, Path part) throws IOException {
        Files.deleteIfExists(part);
        if (part.getFileSystem().supportedFileAttributeViews().contains("posix")) {
            Files.createFile(
                    part,
                    PosixFilePermissions.asFileAttribute(
                            PosixFilePermissions.fromString("rw-------")));
        }
        long bytes;
        try (FileChannel to =
                FileChannel.open(part, StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
            bytes = copy(in, Channels.newOutputStream(to));
            to.force(true);
        }
        try (ZipFile zip = new ZipFile(part.toFile())) {
            if (zip.getEntry(LAST) == null) {
                throw new CliException(CliException.REFUSED, "the server sent no backup");
            }
        } catch (ZipException e) {
            throw new CliException(
                    CliException.UNREACHABLE, "the backup broke off after " + bytes + " bytes");
        }
        return bytes;
    }

    /**
     * @throws FileSystemException it cannot be written; another {@link IOException} is about what
     *     is read
     */
    static long copy(InputStream in, OutputStream to) throws IOException {
        return in.transferTo(
                new FilterOutputStream(to) {
                    @Override
                    public void write(byte[] bytes, int from, int length) throws IOException {
                        try {
                            out.write(bytes, from, length);
                        } catch (IOException e) {
                            throw new FileSystemException(null, null, e.getMessage());
                        }
                    }
                });
    }
}
