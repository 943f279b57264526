// SPDX-License-Identifier: Apache-2.0
package org.isthmus.export;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.isthmus.core.model.ExporterConfig;
import org.isthmus.core.spi.TimeSource;
import org.isthmus.mappinglog.LoggedEvent;
import org.isthmus.mappinglog.PrivateFiles;

/**
 * Lines of JSON in a file that its owner alone can read. A file that is large or old enough is
 * renamed to {@code NAME.1}, that to {@code NAME.2} and so on, and another one begun; one that
 * somebody else renamed or deleted is left, too. The last line says which event comes next, if the
 * log has it, so a kill doubles and loses none.
 */
final class JsonLinesFile implements Sink {
    private static final long FORCE_MILLIS = 1000;

    /** Longer than a line. */
    private static final int TAIL = 4096;

    private static final String BEGINNING = "{\"time\":\"";
    private static final int TIME_LENGTH = "2026-01-01T00:00:00.000Z".length();

    /** How bytes get to a disk. In tests it is a full one. */
    static class Disk {
        void write(FileChannel channel, ByteBuffer bytes) throws IOException {
            while (bytes.hasRemaining()) {
                channel.write(bytes);
            }
        }

        void force(FileChannel channel) throws IOException {
            channel.force(false);
        }
    }

    private final ExporterConfig.File config;
    private final Path path;
    private final TimeSource time;
    private final Disk disk;
    private FileChannel channel;

    /** Of the open file; null where a file system has none. */
    private Object key;

    /** What the file ended with when it was opened, without the newline. */
    private String last;

    private long size;

    /** When the first event of the file happened, epoch ms; 0: it has none. */
    private long begun;

    private long sent;
    private long settled;

    /** When what is not settled was written at the earliest, or nothing is. */
    private long dirtySince;

    JsonLinesFile(ExporterConfig.File config, TimeSource time, Disk disk) {
        this.config = config;
        this.path = Path.of(config.path);
        this.time = time;
        this.disk = disk;
    }

    @Override
    public long resume(long position, long end) throws IOException {
        open();
        if (size > 0 && config.sync != ExporterConfig.Sync.NEVER) {
            // Who wrote it may have been killed before.
            disk.force(channel);
        }
        long number = JsonRecord.number(last);
        return number >= position && number < end ? number + 1 : position;
    }

    @Override
    public boolean endsWith(LoggedEvent event) {
        StringBuilder line = new StringBuilder();
        JsonRecord.append(event, line);
        return line.toString().equals(last + "\n");
    }

    private void open() throws IOException {
        PrivateFiles.create(path);
        BasicFileAttributes attributes = Files.readAttributes(path, BasicFileAttributes.class);
        if (!attributes.isRegularFile()) {
            throw new IOException(path + " is no file");
        }
        mend();
        channel = FileChannel.open(path, StandardOpenOption.WRITE, StandardOpenOption.APPEND);
        key = attributes.fileKey();
        size = channel.size();
    }

    /** Cuts off a line that was not finished. */
    private void mend() throws IOException {
        try (RandomAccessFile file = new RandomAccessFile(path.toFile(), "rw")) {
            byte[] first = new byte[(int) Math.min(file.length(), TAIL)];
            file.readFully(first);
            begun = begun(new String(first, StandardCharsets.US_ASCII));
            long at = Math.max(0, file.length() - TAIL);
            byte[] bytes = new byte[(int) (file.length() - at)];
            file.seek(at);
            file.readFully(bytes);
            String tail = new String(bytes, StandardCharsets.ISO_8859_1);
            int end = tail.lastIndexOf('\n') + 1;
            String torn = tail.substring(end);
            if (!torn.startsWith(BEGINNING) && !BEGINNING.startsWith(torn)) {
                throw new IOException(path + " ends with a line of somebody else");
            }
            file.setLength(at + end);
            int begin = tail.lastIndexOf('\n', end - 2) + 1;
            last = end == 0 ? "" : tail.substring(begin, end - 1);
        }
    }

    private static long begun(String first) {
        int end = BEGINNING.length() + TIME_LENGTH;
        if (!first.startsWith(BEGINNING) || first.length() < end) {
            return 0;
        }
        try {
            return Instant.parse(first.substring(BEGINNING.length(), end)).toEpochMilli();
        } catch (DateTimeParseException e) {
            return 0;
        }
    }

    @Override
    public void send(List<LoggedEvent> events) throws IOException {
        StringBuilder lines = new StringBuilder(events.size() * 200);
        events.forEach(e -> JsonRecord.append(e, lines));
        ByteBuffer bytes = StandardCharsets.US_ASCII.encode(lines.toString());
        int length = bytes.remaining();
        if (wasMoved()) {
            leave();
            open();
        } else if (isFull(length, events.get(0).event.epochMillis)) {
            leave();
            rotate();
            open();
        }
        if (begun == 0) {
            begun = events.get(0).event.epochMillis;
        }
        if (settled == sent) {
            dirtySince = time.millis();
        }
        disk.write(channel, bytes);
        size += length;
        sent += length;
        if (config.sync == ExporterConfig.Sync.ALWAYS) {
            force();
        } else if (config.sync == ExporterConfig.Sync.NEVER) {
            settled = sent;
        }
    }

    private void force() throws IOException {
        disk.force(channel);
        settled = sent;
    }

    private void leave() throws IOException {
        force();
        channel.close();
    }

    private boolean wasMoved() throws IOException {
        try {
            Object now = Files.readAttributes(path, BasicFileAttributes.class).fileKey();
            return key != null && !key.equals(now);
        } catch (NoSuchFileException e) {
            return true;
        }
    }

    /**
     * @param at when the next event happened, epoch ms: by the time of day, all files of what was
     *     missed for long would be old at once, and push each other out
     */
    private boolean isFull(int more, long at) {
        if (size == 0) {
            return false;
        }
        long most = (long) config.rotateMegabytes << 20;
        long age = at - begun;
        return most > 0 && size + more > most
                || config.rotateHours > 0
                        && begun > 0
                        && age >= TimeUnit.HOURS.toMillis(config.rotateHours);
    }

    private Path old(int number) {
        return path.resolveSibling(path.getFileName() + "." + number);
    }

    private void rotate() throws IOException {
        // Those in front of a gap move: a kill in here leaves one, and costs no file.
        int free = 1;
        while (free < config.keep && Files.exists(old(free))) {
            free++;
        }
        for (int i = free; i > 1; i--) {
            Files.move(old(i - 1), old(i), StandardCopyOption.ATOMIC_MOVE);
        }
        Files.move(path, old(1), StandardCopyOption.ATOMIC_MOVE);
    }

    @Override
    public long sent() {
        return sent;
    }

    @Override
    public long settled(long now) throws IOException {
        if (settled < sent && now - dirtySince >= FORCE_MILLIS) {
            force();
        }
        return settled;
    }

    @Override
    public void finish() throws IOException {
        force();
    }

    @Override
    public void close() {
        try {
            if (channel != null) {
                channel.close();
            }
        } catch (IOException e) {
            // Nothing was promised of it.
        }
    }
}
