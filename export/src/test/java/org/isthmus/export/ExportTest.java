// SPDX-License-Identifier: Apache-2.0
package org.isthmus.export;

import static org.isthmus.export.ExportRig.assertNumbers;
import static org.isthmus.export.ExportRig.numbers;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.security.cert.CertificateNotYetValidException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.TreeSet;
import javax.net.ssl.SSLException;
import org.isthmus.core.api.Exporter;
import org.isthmus.core.testing.Seeds;
import org.isthmus.mappinglog.LoggedEvent;
import org.isthmus.mappinglog.Retention;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a collector gets, whatever becomes of it, of the connection and of this process. */
class ExportTest {
    @TempDir Path directory;

    @Test
    void everythingIsToldOnceAndInOrder() throws IOException {
        try (ExportRig rig = new ExportRig(directory)) {
            rig.append(3);
            rig.begin(true);
            rig.run();
            rig.append(2000);
            rig.run();
            assertNumbers(1, 2000, rig.collector.got);
            Exporter status = rig.export.status();
            assertEquals(Exporter.State.CONNECTED, status.state);
            assertEquals(2001, status.position);
            assertEquals(0, status.lagEvents);
            assertEquals(2000, status.sent);
        }
    }

    @Test
    void aNewExporterBeginsWhereItIsTold() throws IOException {
        try (ExportRig rig = new ExportRig(directory)) {
            rig.append(10);
            rig.begin(false);
            rig.run();
            rig.append(12);
            rig.run();
            assertEquals(numbers(11, 12), rig.collector.got);
        }
    }

    @Test
    void aCollectorThatIsAwayLosesNothingAndIsAskedLessAndLess() throws IOException {
        try (ExportRig rig = new ExportRig(directory)) {
            rig.append(5);
            rig.begin(true);
            rig.run();
            rig.collector.left = 0;
            rig.collector.away = true;
            rig.append(9);
            List<Long> waits = new ArrayList<>();
            for (int i = 0; i < 9; i++) {
                long wait = rig.export.step();
                waits.add(wait);
                rig.now += wait - 1;
                assertEquals(1, rig.export.step(), "too early");
                rig.now++;
            }
            assertEquals(
                    List.of(1000L, 2000L, 4000L, 8000L, 16000L, 32000L, 60000L, 60000L, 60000L),
                    waits);
            Exporter status = rig.export.status();
            assertEquals(Exporter.State.FAILED, status.state);
            assertEquals("Connection refused", status.problem);
            assertEquals(6, status.position);
            assertEquals(4, status.lagEvents);
            assertTrue(status.lagSeconds > 300, "" + status.lagSeconds);
            rig.collector.away = false;
            rig.collector.left = 100;
            rig.settle();
            assertEquals(numbers(1, 9), rig.collector.got);
            assertEquals(Exporter.State.CONNECTED, rig.export.status().state);
        }
    }

    /** Such as a stack overflow: without its thread nothing would be told any more. */
    @Test
    void anErrorOfTheJvmIsAFailureLikeOthers() throws IOException {
        try (ExportRig rig = new ExportRig(directory)) {
            rig.append(3);
            SinkStub[] sink = {
                new SinkStub() {
                    @Override
                    public void send(List<LoggedEvent> events) {
                        throw new StackOverflowError();
                    }
                }
            };
            Export export = export(rig, () -> sink[0]);
            assertEquals(Export.RETRY_MIN_MILLIS, export.step());
            assertEquals("java.lang.StackOverflowError", export.status().problem);
            sink[0] = new SinkStub();
            rig.now += Export.RETRY_MIN_MILLIS;
            export.step();
            assertEquals(3, export.status().sent);
        }
    }

    /** Exceptions of the JDK say it by their class, and their message is the name alone. */
    @Test
    void aFileThatCannotBeUsedIsNamedWithTheReason() throws IOException {
        try (ExportRig rig = new ExportRig(directory)) {
            String[] texts = {
                "/etc/x.pem: no such file or directory",
                "/etc/x.pem: permission denied",
                "/x: is full",
                "its certificate is not valid yet, or the clock here is wrong: NotBefore: 2027"
            };
            IOException[] faults = {
                new NoSuchFileException("/etc/x.pem"),
                new AccessDeniedException("/etc/x.pem"),
                new FileSystemException("/x", null, "is full"),
                new SSLException(
                        "PKIX path validation failed",
                        new CertificateNotYetValidException("NotBefore: 2027"))
            };
            for (int i = 0; i < texts.length; i++) {
                IOException fault = faults[i];
                Export export =
                        export(
                                rig,
                                () -> {
                                    throw fault;
                                });
                export.step();
                assertEquals(texts[i], export.status().problem);
            }
        }
    }

    private interface Opener {
        Sink open() throws IOException;
    }

    private Export export(ExportRig rig, Opener opener) {
        return new Export(
                ExportRig.config(true),
                rig.log,
                c -> Position.open(directory, "z", 1, 1, 4),
                c -> opener.open(),
                rig.time());
    }

    @Test
    void whatWasNotAcknowledgedIsToldAgainAfterAKill() throws IOException {
        try (ExportRig rig = new ExportRig(directory)) {
            rig.append(5);
            rig.begin(true);
            rig.run();
            rig.collector.acknowledges = false;
            rig.append(8);
            rig.run();
            assertEquals(3, rig.export.status().lagEvents);
            rig.restart();
            rig.begin(true);
            rig.collector.acknowledges = true;
            rig.run();
            List<Long> expected = numbers(1, 8);
            expected.addAll(numbers(6, 8));
            assertEquals(expected, rig.collector.got);
        }
    }

    /** Whoever ends in good order tells nothing twice. */
    @Test
    void anOrderlyEndKeepsWhereItWas() throws IOException {
        try (ExportRig rig = new ExportRig(directory)) {
            rig.append(5);
            rig.begin(true);
            rig.run();
            rig.collector.acknowledges = false;
            rig.append(8);
            rig.run();
            rig.export.finish();
            rig.restart();
            rig.begin(true);
            rig.run();
            assertEquals(numbers(1, 8), rig.collector.got);
        }
    }

    @Test
    void whatTheLogDeletedIsCountedAndTold() throws IOException {
        try (ExportRig rig = new ExportRig(directory)) {
            rig.append(3);
            rig.begin(true);
            rig.run();
            rig.collector.left = 0;
            rig.append(4);
            rig.run();
            // 72 bytes an event.
            rig.log.retention(Retention.of(0, Retention.MEGABYTES_MIN));
            for (long to = 50_000; to <= 900_000; to += 50_000) {
                rig.append(to);
            }
            long first = rig.log.first();
            assertTrue(first > 5, "from " + first + " on");
            rig.collector.left = Integer.MAX_VALUE;
            rig.settle();
            assertNumbers(1, 3, rig.collector.got.subList(0, 3));
            assertNumbers(first, 900_000, rig.collector.got.subList(3, rig.collector.got.size()));
            assertEquals(first - 4, rig.export.status().lost);
        }
    }

    /** A position that is ahead of a log that lost its end would pass over what comes next. */
    @Test
    void aPositionIsNeverAheadOfTheLog() throws IOException {
        try (ExportRig rig = new ExportRig(directory)) {
            Position.open(directory, "x", 40, 1, 1).advance(50);
            rig.begin(true);
            rig.run();
            rig.append(3);
            rig.run();
            assertEquals(numbers(1, 3), rig.collector.got);
        }
    }

    @Test
    void aPositionThatCannotBeReadLosesNothing() throws IOException {
        try (ExportRig rig = new ExportRig(directory)) {
            rig.append(3);
            Files.write(Position.file(directory, "x"), new byte[] {1, 2, 3});
            rig.begin(false);
            rig.run();
            assertEquals(numbers(1, 3), rig.collector.got);
        }
    }

    @Test
    void aSlowCollectorIsToldOf() throws IOException {
        try (ExportRig rig = new ExportRig(directory)) {
            Sink[] stuck = new Sink[1];
            Exporter[] seen = new Exporter[1];
            rig.append(3);
            rig.begin(true);
            Export[] export = new Export[1];
            stuck[0] =
                    new SinkStub() {
                        @Override
                        public void send(List<LoggedEvent> events) {
                            rig.now += Export.STALL_MILLIS;
                            seen[0] = export[0].status();
                        }
                    };
            export[0] =
                    new Export(
                            ExportRig.config(true),
                            rig.log,
                            c -> Position.open(directory, "y", 1, 1, 4),
                            c -> stuck[0],
                            rig.time());
            export[0].step();
            assertEquals(Exporter.State.STALLED, seen[0].state);
            assertEquals(3, seen[0].lagEvents);
            assertTrue(seen[0].lagSeconds > 0);
            assertEquals(Exporter.State.CONNECTED, export[0].status().state);
        }
    }

    /** Connections that break and processes that are killed at any event. */
    @Test
    void nothingIsLostWhereverItIsCut() throws IOException {
        long first = Seeds.of(5);
        for (long seed = first; seed < first + 20; seed++) {
            Random random = new Random(seed);
            try (ExportRig rig = new ExportRig(directory.resolve("" + seed))) {
                rig.begin(true);
                for (int round = 0; round < 30; round++) {
                    rig.append(rig.log.end() + random.nextInt(700));
                    rig.collector.away = random.nextInt(4) == 0;
                    rig.collector.left = random.nextInt(2000);
                    rig.collector.acknowledges = random.nextInt(3) > 0;
                    rig.run();
                    long settled = rig.export.status().position;
                    if (random.nextInt(3) == 0) {
                        rig.restart();
                        rig.begin(true);
                        rig.run();
                        assertTrue(rig.export.status().position >= settled, "seed " + seed);
                    }
                    rig.now += Export.RETRY_MAX_MILLIS;
                }
                rig.collector.away = false;
                rig.collector.left = Integer.MAX_VALUE;
                rig.collector.acknowledges = true;
                rig.settle();
                List<Long> all = numbers(1, rig.log.end() - 1);
                assertEquals(new TreeSet<>(all), new TreeSet<>(rig.collector.got), "seed " + seed);
                // What comes for the first time comes in order.
                long newest = 0;
                for (long n : rig.collector.got) {
                    assertTrue(n <= newest + 1, "seed " + seed + ": " + n + " after " + newest);
                    newest = Math.max(newest, n);
                }
            }
        }
    }
}
