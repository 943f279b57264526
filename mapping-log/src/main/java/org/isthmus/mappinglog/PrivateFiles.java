// SPDX-License-Identifier: Apache-2.0
package org.isthmus.mappinglog;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;

/**
 * Files and directories that nobody but their owner can read: who had which address when is
 * personal data. Where a file system knows no permissions of POSIX, they are what it makes them.
 */
public final class PrivateFiles {
    private static final Set<PosixFilePermission> FILE =
            PosixFilePermissions.fromString("rw-------");
    private static final Set<PosixFilePermission> DIRECTORY =
            PosixFilePermissions.fromString("rwx------");

    private PrivateFiles() {}

    /**
     * Makes a directory with those above it, or takes the rights of others to one that is there.
     *
     * @throws AccessDeniedException it is there, and nothing can be made in it
     */
    public static void directory(Path directory) throws IOException {
        if (directory.toAbsolutePath().getParent() != null) {
            Files.createDirectories(directory.toAbsolutePath().getParent());
        }
        try {
            Files.createDirectory(directory, attributes(directory, DIRECTORY));
        } catch (FileAlreadyExistsException e) {
            if (!Files.isDirectory(directory)) {
                throw e;
            }
            restrict(directory, DIRECTORY);
            if (!Files.isWritable(directory)) {
                // What is in it could be opened, and nothing be kept from then on.
                throw new AccessDeniedException(
                        directory.toString(), null, "is not writable" + owner(directory, user()));
            }
        }
    }

    /** Makes an empty file, or takes the rights of others to one that is there. */
    public static void create(Path file) throws IOException {
        try {
            Files.createFile(file, attributes(file, FILE));
        } catch (FileAlreadyExistsException e) {
            restrict(file, FILE);
        }
    }

    /**
     * Says which file or directory cannot be written, and why: a disk that is full names none, and
     * of other exceptions the class alone may say why.
     *
     * @param file of what has no name itself
     */
    public static IOException named(Path file, IOException e) {
        String at = file.toString();
        String why = e.getMessage();
        if (e instanceof FileSystemException) {
            FileSystemException of = (FileSystemException) e;
            at = of.getFile() == null ? at : of.getFile();
            why =
                    e instanceof AccessDeniedException && of.getReason() == null
                            ? denied(Path.of(at))
                            : e instanceof NoSuchFileException
                                    ? "no such file or directory"
                                    : of.getReason();
        }
        return new IOException(
                "cannot write " + at + ": " + (why == null ? e.getClass().getSimpleName() : why),
                e);
    }

    /**
     * That this process may not use a file, and whose it is, or the directory it is in, where that
     * is the reason.
     */
    public static String denied(Path file) {
        return "permission denied" + owner(file, user());
    }

    /** Empty: it is the user's own, or nobody's that can be told. */
    static String owner(Path file, String user) {
        for (Path at = file; at != null; at = at.toAbsolutePath().getParent()) {
            try {
                String owner = Files.getOwner(at).getName();
                String what = at.equals(file) ? "it" : at.toString();
                return owner.equals(user)
                        ? ""
                        : ": "
                                + what
                                + " belongs to "
                                + owner
                                + ", and this program runs as "
                                + user;
            } catch (IOException | UnsupportedOperationException e) {
                // Not there, or hidden by a directory above it.
                continue;
            }
        }
        return "";
    }

    /** Returns when a loss of power no longer takes the names of a directory's files. */
    public static void forceNames(Path directory) throws IOException {
        try (FileChannel channel = FileChannel.open(directory, StandardOpenOption.READ)) {
            channel.force(true);
        }
    }

    /**
     * Whether others may read a file than its owner and this process: where it has another owner,
     * its group is what lets this process read it.
     */
    public static boolean isReadableByOthers(Path file) throws IOException {
        if (!hasPermissions(file)) {
            return false;
        }
        Set<PosixFilePermission> now = Files.getPosixFilePermissions(file);
        return now.contains(PosixFilePermission.OTHERS_READ)
                || now.contains(PosixFilePermission.GROUP_READ) && isOurs(file);
    }

    private static boolean isOurs(Path file) throws IOException {
        return Files.getOwner(file).getName().equals(user());
    }

    /** As whom this process runs. */
    private static String user() {
        return System.getProperty("user.name");
    }

    private static void restrict(Path path, Set<PosixFilePermission> to) throws IOException {
        if (hasPermissions(path) && !to.containsAll(Files.getPosixFilePermissions(path))) {
            try {
                Files.setPosixFilePermissions(path, to);
            } catch (FileSystemException e) {
                throw new FileSystemException(
                        path.toString(),
                        null,
                        "others' rights to it cannot be taken away (chmod go-rwx): "
                                + e.getReason()
                                + owner(path, user()));
            }
        }
    }

    private static boolean hasPermissions(Path path) {
        return path.getFileSystem().supportedFileAttributeViews().contains("posix");
    }

    private static FileAttribute<?>[] attributes(Path path, Set<PosixFilePermission> permissions) {
        return hasPermissions(path)
                ? new FileAttribute<?>[] {PosixFilePermissions.asFileAttribute(permissions)}
                : new FileAttribute<?>[0];
    }
}
