// SPDX-License-Identifier: Apache-2.0
package org.isthmus.bench;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.isthmus.core.model.MappingEvent;
import org.isthmus.core.net.Ipv4Address;
import org.isthmus.core.net.Ipv6Prefix;
import org.isthmus.core.net.Protocol;
import org.isthmus.mappinglog.DiskMappingLog;
import org.isthmus.mappinglog.Retention;

/**
 * A mapping log of many records: each of 16,384 blocks changes hands again and again. Record n has
 * the time n ms, so that who held what is known without it. The peer is a scan of all rows of the
 * same files.
 */
final class MappingLogs implements AutoCloseable {
    private static final int BLOCKS = 1 << 14;
    private static final int BLOCK = 64;
    private static final int PER_ADDRESS = 1 << 10;
    private static final int NETWORK = 0xc6120000; // 198.18.0.0

    /** Events between two waits for the disk, fewer than its queue has room for. */
    private static final int BATCH = 10_000;

    private static final int QUESTIONS = 10_000;
    private static final int SCANS = 3;
    private static final int PROCESSES = 5;

    /** As docs/mapping-log.md has it. */
    private static final int ROW = 48;

    private final int records;
    private final Path directory;
    private final double appendMicros;

    /** Makes the log. */
    MappingLogs(int records) throws IOException {
        this.records = records;
        directory = Files.createTempDirectory("isthmus-mapping-log");
        long nanos = 0;
        try (DiskMappingLog log = new DiskMappingLog(directory, false, false, Retention.ALL)) {
            for (int n = 0; n < records; n += BATCH) {
                long begin = System.nanoTime();
                for (int i = n; i < n + BATCH; i++) {
                    log.append(event(i));
                }
                nanos += System.nanoTime() - begin;
                awaitDisk(log);
            }
            if (log.lost() > 0) {
                throw new IOException(log.lost() + " events were lost");
            }
        }
        appendMicros = nanos / 1e3 / records;
    }

    private static void awaitDisk(DiskMappingLog log) {
        for (boolean written = false; !written; ) {
            try {
                log.flush();
                written = true;
            } catch (IOException e) {
                System.out.println("  " + e.getMessage());
            }
        }
    }

    /** Blocks are given in rounds: assigned in an even one, released in the next. */
    private static MappingEvent event(int n) {
        int round = n / BLOCKS;
        int first = n % PER_ADDRESS * BLOCK;
        return new MappingEvent(
                round % 2 == 0 ? MappingEvent.Kind.ASSIGNED : MappingEvent.Kind.RELEASED,
                n,
                Protocol.UDP,
                Ipv6Prefix.of(n - n / BLOCKS % 2 * BLOCKS, 0, 64),
                Ipv4Address.of(NETWORK + n % BLOCKS / PER_ADDRESS),
                first,
                first + BLOCK - 1);
    }

    /** On the thread that appends. */
    double appendMicros() {
        return appendMicros;
    }

    /** The same rows, one write each, to a file that is not forced. */
    double writeMicros() throws IOException {
        int count = Math.min(records, 1_000_000);
        Path file = directory.resolve("writes");
        ByteBuffer row = ByteBuffer.allocateDirect(ROW);
        try (FileChannel channel =
                FileChannel.open(file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
            long begin = System.nanoTime();
            for (int n = 0; n < count; n++) {
                row.clear();
                row.putLong(0, n);
                channel.write(row);
            }
            return (System.nanoTime() - begin) / 1e3 / count;
        } finally {
            Files.deleteIfExists(file);
        }
    }

    double warmMillis() throws IOException {
        Random random = new Random(1);
        long begin = 0;
        try (DiskMappingLog log = new DiskMappingLog(directory, false, false, Retention.ALL)) {
            for (int i = -QUESTIONS; i < QUESTIONS; i++) {
                if (i == 0) {
                    begin = System.nanoTime();
                }
                ask(log, random.nextInt(records));
            }
            return (System.nanoTime() - begin) / 1e6 / QUESTIONS;
        }
    }

    /** Who had a port of a block at the time when its assignment was logged. */
    private static void ask(DiskMappingLog log, int random) {
        int n = random - (random / BLOCKS % 2 == 0 ? 0 : BLOCKS);
        MappingEvent asked = event(n);
        List<MappingEvent> holders =
                log.whoHad(17, asked.address.bits(), asked.firstPort + 7, n + BLOCKS - 1);
        if (holders.size() != 1 || holders.get(0).epochMillis != n) {
            throw new IllegalStateException("record " + n + " is not found");
        }
    }

    double warmScanMillis() throws IOException {
        Random random = new Random(1);
        long begin = 0;
        for (int i = -1; i < SCANS; i++) {
            if (i == 0) {
                begin = System.nanoTime();
            }
            scan(directory, random.nextInt(records));
        }
        return (System.nanoTime() - begin) / 1e6 / SCANS;
    }

    private static void scan(Path directory, int random) throws IOException {
        int n = random - (random / BLOCKS % 2 == 0 ? 0 : BLOCKS);
        MappingEvent asked = event(n);
        long found = -1;
        ByteBuffer rows = ByteBuffer.allocateDirect(ROW << 14);
        for (Path file : files(directory, ".log")) {
            try (FileChannel channel = FileChannel.open(file)) {
                while (channel.read(rows.clear()) > 0) {
                    for (int at = 0; at + ROW <= rows.position(); at += ROW) {
                        if (rows.getInt(at + 32) == asked.address.bits()
                                && (rows.getShort(at + 36) & 0xffff) == asked.firstPort
                                && rows.getLong(at + 8) < n + BLOCKS) {
                            found = rows.getLong(at + 8);
                        }
                    }
                }
            }
        }
        if (found != n) {
            throw new IllegalStateException("record " + n + " is not found: " + found);
        }
    }

    private static List<Path> files(Path directory, String suffix) throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            return files.filter(f -> f.toString().endsWith(suffix))
                    .sorted()
                    .collect(Collectors.toList());
        }
    }

    /**
     * The first question of a process whose files are not in the page cache: the median of some
     * processes, in ms.
     *
     * @param how "ask", "scan" or "open"
     */
    double cold(String how) throws IOException, InterruptedException {
        List<Double> millis = new ArrayList<>();
        for (int i = 0; i < PROCESSES; i++) {
            forgetPages();
            int record = new Random(i).nextInt(records);
            String out = OwnJvm.output(List.of(), MappingLogs.class, directory, how, record);
            millis.add(Double.valueOf(out));
        }
        Collections.sort(millis);
        return millis.get(PROCESSES / 2);
    }

    /** Needs no root: everybody may have the pages of his files dropped. */
    private void forgetPages() throws IOException, InterruptedException {
        new ProcessBuilder("sync").inheritIO().start().waitFor();
        for (Path file : files(directory, "")) {
            int failed =
                    new ProcessBuilder(
                                    "dd", "if=" + file, "iflag=nocache", "count=0", "status=none")
                            .inheritIO()
                            .start()
                            .waitFor();
            if (failed != 0) {
                throw new IOException("cannot drop the pages of " + file);
            }
        }
    }

    /** {@code DIRECTORY ask|scan|open RECORD}: one question in a process of its own. */
    public static void main(String[] args) throws IOException {
        Path directory = Path.of(args[0]);
        int record = Integer.parseInt(args[2]);
        long begin;
        if (args[1].equals("scan")) {
            begin = System.nanoTime();
            scan(directory, record);
            System.out.println((System.nanoTime() - begin) / 1e6);
            return;
        }
        begin = System.nanoTime();
        try (DiskMappingLog log = new DiskMappingLog(directory, false, false, Retention.ALL)) {
            if (!args[1].equals("open")) {
                begin = System.nanoTime();
                ask(log, record);
            }
            System.out.println((System.nanoTime() - begin) / 1e6);
        }
    }

    @Override
    public void close() throws IOException {
        try (Stream<Path> files = Files.walk(directory)) {
            for (Path path : files.sorted(Comparator.reverseOrder()).collect(Collectors.toList())) {
                Files.delete(path);
            }
        }
    }
}
