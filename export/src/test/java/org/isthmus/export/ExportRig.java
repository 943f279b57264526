// SPDX-License-Identifier: Apache-2.0
package org.isthmus.export;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.isthmus.core.model.ExporterConfig;
import org.isthmus.core.model.MappingEvent;
import org.isthmus.core.net.Ipv4Address;
import org.isthmus.core.net.Ipv6Prefix;
import org.isthmus.core.net.Protocol;
import org.isthmus.core.spi.TimeSource;
import org.isthmus.mappinglog.DiskMappingLog;
import org.isthmus.mappinglog.LoggedEvent;
import org.isthmus.mappinglog.Retention;

/** What tests of exporters share: a log, a clock, events, and a collector that fails on demand. */
final class ExportRig implements AutoCloseable {
    /** 2026-01-31T10:00:00Z. */
    static final long BEGIN = 1_769_853_600_000L;

    final Path directory;
    final Collector collector = new Collector();
    DiskMappingLog log;
    Export export;
    long now = 1_000_000;
    private Map<String, Position> positions = new HashMap<>();

    ExportRig(Path directory) throws IOException {
        this.directory = directory;
        log = open();
    }

    private DiskMappingLog open() throws IOException {
        return new DiskMappingLog(directory, false, false, Retention.of(0, 64));
    }

    TimeSource time() {
        return TimeSource.of(() -> BEGIN + now, () -> now);
    }

    /** Of the UDP ports 64 to 127 of an address of its own. */
    static MappingEvent event(long number) {
        return new MappingEvent(
                number % 2 == 1 ? MappingEvent.Kind.ASSIGNED : MappingEvent.Kind.RELEASED,
                BEGIN + number,
                Protocol.UDP,
                Ipv6Prefix.of(0x20010db8_00000000L | (number + 1) / 2, 0, 64),
                Ipv4Address.of(0xcb007100 + (int) ((number + 1) / 2)),
                64,
                127);
    }

    static LoggedEvent logged(long number) {
        return new LoggedEvent(number, event(number));
    }

    static ExporterConfig config(boolean fromOldest) {
        return new ExporterConfig(
                "x",
                ExporterConfig.Type.SYSLOG,
                fromOldest,
                null,
                new ExporterConfig.Collector(
                        ExporterConfig.Transport.TCP,
                        "192.0.2.9",
                        601,
                        null,
                        null,
                        null,
                        16,
                        1,
                        600));
    }

    /** Appends events up to a number. */
    void append(long to) throws IOException {
        while (log.end() <= to) {
            log.append(event(log.end()));
        }
        log.flush();
    }

    void begin(boolean fromOldest) {
        export = new Export(config(fromOldest), log, this::position, c -> collector.open(), time());
    }

    private Position position(ExporterConfig config) throws IOException {
        Position position = positions.get(config.name);
        if (position == null) {
            long begin = config.fromOldest ? log.first() : log.end();
            position = Position.open(directory, config.name, begin, log.first(), log.end());
            positions.put(config.name, position);
        }
        return position;
    }

    /** As after a kill: what was written stays, nobody ends anything. */
    void restart() throws IOException {
        log.close();
        positions = new HashMap<>();
        log = open();
    }

    /** Steps until nothing is left to do at once. */
    void run() {
        while (export.step() == 0) {
            continue;
        }
    }

    /** The same, and lets time pass until what was sent is settled. */
    void settle() {
        for (int i = 0; i < 5; i++) {
            run();
            now += 1000;
        }
        run();
    }

    @Override
    public void close() {
        log.close();
    }

    static List<Long> numbers(long from, long to) {
        List<Long> all = new ArrayList<>();
        for (long n = from; n <= to; n++) {
            all.add(n);
        }
        return all;
    }

    /** Each from one to another once, in order; of long lists only the difference is told. */
    static void assertNumbers(long from, long to, List<Long> found) {
        long expected = from;
        for (long number : found) {
            assertEquals(expected++, number);
        }
        assertEquals(to + 1, expected);
    }

    /** Remembers what comes, and fails as it is told. */
    static final class Collector {
        final List<Long> got = new ArrayList<>();

        /** It cannot be reached. */
        boolean away;

        /** Events that it still takes on this connection; then that breaks. */
        int left = Integer.MAX_VALUE;

        /** Whether what came is acknowledged. */
        boolean acknowledges = true;

        int opened;

        private Sink open() throws IOException {
            if (away) {
                throw new IOException("Connection refused");
            }
            opened++;
            return new Sink() {
                private long sent;
                private long settled;

                @Override
                public void send(List<LoggedEvent> events) throws IOException {
                    for (LoggedEvent e : events) {
                        if (left-- <= 0) {
                            throw new IOException("Connection reset");
                        }
                        got.add(e.number);
                        sent++;
                    }
                }

                @Override
                public long sent() {
                    return sent;
                }

                @Override
                public long settled(long now) throws IOException {
                    if (left <= 0) {
                        throw new IOException("Connection reset");
                    }
                    settled = acknowledges ? sent : settled;
                    return settled;
                }

                @Override
                public void finish() throws IOException {
                    settled(0);
                }

                @Override
                public void close() {
                    sent = 0;
                }
            };
        }
    }
}
