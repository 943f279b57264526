// SPDX-License-Identifier: Apache-2.0
package org.isthmus.cli;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.util.Set;

/**
 * A file that others read when it changes, as a controller does its netcfg: they find the old one
 * or the new one, never a part of it, and so does who looks after a loss of power.
 */
final class WholeFile {
    private WholeFile() {}

    /**
     * Replaces a file, or makes it. What is no regular file, such as a pipe, is written to.
     *
     * @param permissions null: those of the file that is there, and its owner and group
     * @throws IOException it is as it was
     */
    static void write(Path file, byte[] content, Set<PosixFilePermission> permissions)
            throws IOException {
        boolean isThere = Files.exists(file);
        if (isThere && !Files.isRegularFile(file)) {
            Files.write(file, content);
            return;
        }
        Path whole = target(file);
        Path part = whole.resolveSibling(whole.getFileName() + ".new");
        Files.deleteIfExists(part);
        try {
            try (FileChannel to =
                    FileChannel.open(
                            part, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
                for (ByteBuffer left = ByteBuffer.wrap(content); left.hasRemaining(); ) {
                    to.write(left);
                }
                to.force(true);
            }
            PosixFileAttributeView view =
                    Files.getFileAttributeView(part, PosixFileAttributeView.class);
            if (view != null && permissions != null) {
                view.setPermissions(permissions);
            } else if (view != null && isThere) {
                own(view, Files.readAttributes(whole, PosixFileAttributes.class));
            }
            Files.move(part, whole, StandardCopyOption.ATOMIC_MOVE);
        } finally {
            Files.deleteIfExists(part);
        }
    }

    /** The file itself, so that a link to it stays one. */
    static Path target(Path file) throws IOException {
        return Files.exists(file) ? file.toRealPath() : file;
    }

    /** Who could read the old one can read the new one, and nobody else. */
    private static void own(PosixFileAttributeView part, PosixFileAttributes whole)
            throws IOException {
        PosixFileAttributes now = part.readAttributes();
        if (!now.group().equals(whole.group())) {
            part.setGroup(whole.group());
        }
        if (!now.owner().equals(whole.owner())) {
            part.setOwner(whole.owner());
        }
        part.setPermissions(whole.permissions());
    }
}
