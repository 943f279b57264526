// SPDX-License-Identifier: Apache-2.0
package org.isthmus.bench;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.h2.mvstore.MVMap;
import org.h2.mvstore.MVStore;
import org.h2.mvstore.type.ByteArrayDataType;
import org.isthmus.controller.disk.DiskStore;
import org.isthmus.core.net.Protocol;
import org.isthmus.core.spi.BindingRecord;
import org.isthmus.core.spi.Store.Record;
import org.isthmus.proto.store.StoreCodec;

/**
 * What the embedded controller's store costs for each binding, among many of random subscribers,
 * and how long a start takes after a kill. The peer of the first is a B-tree on the disk that
 * commits each batch (MVStore), that of the second the start after an orderly end. Usage: {@code
 * StoreWrites [BINDINGS]}.
 */
public final class StoreWrites {
    /** Set-ups that share a commit under load. */
    private static final int BATCH = 64;

    private static final int SUBSCRIBERS = 20_000;

    private static final Set<String> THREADS = Set.of("store", "store-merge");

    private final int bindings;
    private final int written;
    private final Path root;
    private final Random random = new Random(1);

    private StoreWrites(int bindings, Path root) {
        this.bindings = bindings;
        this.written = bindings / 2;
        this.root = root;
    }

    public static void main(String[] args) throws Exception {
        int bindings = args.length > 0 ? Integer.parseInt(args[0]) : 1_000_000;
        Path root = Files.createTempDirectory("isthmus-store");
        try {
            new StoreWrites(bindings, root).run();
        } finally {
            try (Stream<Path> files = Files.walk(root)) {
                for (Path file :
                        files.sorted(Comparator.reverseOrder()).collect(Collectors.toList())) {
                    Files.delete(file);
                }
            }
        }
    }

    private void run() throws Exception {
        double[] ours = journal();
        double[] peer = tree();
        System.out.printf("%d bindings written among %d%n", written, bindings);
        print("CPU, us for each", ours[0], peer[0]);
        print("written, bytes for each", ours[1], peer[1]);
        double killed = startMillis(root.resolve("killed"));
        double closed = startMillis(root.resolve("data"));
        System.out.printf(
                "start after a kill %.0f ms, after an orderly end %.0f ms (%.2f)%n",
                killed, closed, killed / closed);
    }

    private static void print(String what, double ours, double peer) {
        System.out.printf(
                "%-24s journal %,.1f   tree %,.1f   (%.3f)%n", what, ours, peer, ours / peer);
    }

    private List<Record> batch(int size) {
        List<Record> records = new ArrayList<>(size);
        for (int i = 0; i < size; i++) {
            records.add(
                    BindingRecord.of(
                            1,
                            Protocol.UDP,
                            0x20010db8_00000000L | random.nextInt(SUBSCRIBERS),
                            1,
                            random.nextInt(1 << 16),
                            0xcb007100 | random.nextInt(256),
                            random.nextInt(1 << 16),
                            0,
                            60_000_000,
                            0xc0000207,
                            53,
                            false));
        }
        return records;
    }

    /** CPU in us and bytes for each binding, what merges take included. */
    private double[] journal() throws Exception {
        Path data = root.resolve("data");
        try (DiskStore store = new DiskStore(data, false)) {
            for (int n = 0; n < bindings; n += BATCH * BATCH) {
                store.write(batch(BATCH * BATCH)).toCompletableFuture().join();
            }
            // Returns when all is merged.
            store.read(BindingRecord.class, r -> {});
            long cpu = cpuOf(THREADS);
            long bytes = bytes();
            for (int n = 0; n < written; n += BATCH) {
                store.write(batch(BATCH)).toCompletableFuture().join();
            }
            copy(data, root.resolve("killed"));
            store.read(BindingRecord.class, r -> {});
            return new double[] {
                (cpuOf(THREADS) - cpu) / 1e3 / written, (double) (bytes() - bytes) / written
            };
        }
    }

    private double[] tree() throws IOException {
        try (MVStore store =
                new MVStore.Builder()
                        .fileName(root.resolve("tree").toString())
                        .autoCommitDisabled()
                        .autoCommitBufferSize(0)
                        .open()) {
            store.setVersionsToKeep(0);
            MVMap<byte[], byte[]> rows =
                    store.openMap(
                            "rows",
                            new MVMap.Builder<byte[], byte[]>()
                                    .keyType(ByteArrayDataType.INSTANCE)
                                    .valueType(ByteArrayDataType.INSTANCE));
            for (int n = 0; n < bindings; n += BATCH * BATCH) {
                put(rows, batch(BATCH * BATCH));
                store.commit();
            }
            long cpu = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
            long bytes = bytes();
            for (int n = 0; n < written; n += BATCH) {
                put(rows, batch(BATCH));
                store.commit();
            }
            return new double[] {
                (ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime() - cpu)
                        / 1e3
                        / written,
                (double) (bytes() - bytes) / written
            };
        }
    }

    private static void put(MVMap<byte[], byte[]> rows, List<Record> records) {
        for (Record record : records) {
            rows.put(StoreCodec.key(record), StoreCodec.value(record));
        }
    }

    /** Until all bindings are read. */
    private static double startMillis(Path data) throws IOException {
        long begin = System.nanoTime();
        try (DiskStore store = new DiskStore(data, false)) {
            store.read(BindingRecord.class, r -> {});
            return (System.nanoTime() - begin) / 1e6;
        }
    }

    /** As a kill leaves it: with all that is in the journal, once nothing is being merged. */
    private static void copy(Path from, Path to) throws Exception {
        List<Path> files;
        do {
            Thread.sleep(100);
            try (Stream<Path> all = Files.list(from)) {
                files = all.sorted().collect(Collectors.toList());
            }
        } while (files.stream().filter(f -> f.toString().contains("journal")).count() > 1);
        Files.createDirectory(to);
        for (Path file : files) {
            Files.copy(file, to.resolve(file.getFileName()));
        }
    }

    private static long cpuOf(Set<String> names) {
        long sum = 0;
        for (Thread thread : Thread.getAllStackTraces().keySet()) {
            if (names.contains(thread.getName())) {
                sum += ManagementFactory.getThreadMXBean().getThreadCpuTime(thread.getId());
            }
        }
        return sum;
    }

    /** Bytes that this process has handed to the system. */
    private static long bytes() throws IOException {
        for (String line : Files.readAllLines(Path.of("/proc/self/io"))) {
            if (line.startsWith("wchar: ")) {
                return Long.parseLong(line.substring("wchar: ".length()));
            }
        }
        throw new IOException("/proc/self/io has no wchar");
    }
}
