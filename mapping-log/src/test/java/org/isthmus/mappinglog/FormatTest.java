// SPDX-License-Identifier: Apache-2.0
package org.isthmus.mappinglog;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.isthmus.core.model.MappingEvent;
import org.isthmus.core.model.MappingEvent.Kind;
import org.isthmus.core.net.Ipv4Address;
import org.isthmus.core.net.Ipv6Prefix;
import org.isthmus.core.net.Protocol;
import org.junit.jupiter.api.Test;

/** Bytes of every format there has ever been, in the resources; they never change. */
class FormatTest extends LogCase {
    /** 2026-01-01. */
    private static final long BEGIN = 1_767_225_600_000L;

    private static final int ROWS = 6;

    private static final List<MappingEvent> EVENTS =
            List.of(
                    event(Kind.ASSIGNED, 0, Protocol.TCP, "2001:db8:1::/64", "203.0.113.7", 1024),
                    event(Kind.ASSIGNED, 1, Protocol.UDP, "2001:db8:1::/64", "203.0.113.7", 65472),
                    event(Kind.ASSIGNED, 2, Protocol.ICMP, "2001:db8:2:3::/128", "203.0.113.8", 0),
                    event(Kind.RELEASED, 3, Protocol.TCP, "2001:db8:1::/64", "203.0.113.7", 1024),
                    event(
                            Kind.ASSIGNED,
                            4,
                            Protocol.TCP,
                            "2001:db8:ff00::/56",
                            "203.0.113.7",
                            1024),
                    event(Kind.RELEASED, 5, Protocol.UDP, "2001:db8:1::/64", "203.0.113.7", 65472),
                    event(
                            Kind.ASSIGNED,
                            6,
                            Protocol.UDP,
                            "2001:db8:4::/64",
                            "255.255.255.255",
                            65472));

    private static MappingEvent event(
            Kind kind,
            int second,
            Protocol protocol,
            String subscriber,
            String address,
            int first) {
        return new MappingEvent(
                kind,
                BEGIN + second * 1000,
                protocol,
                Ipv6Prefix.parse(subscriber),
                Ipv4Address.parse(address),
                first,
                first + (protocol == Protocol.ICMP ? 511 : 63));
    }

    private static byte[] golden(String name) throws IOException {
        try (InputStream in = FormatTest.class.getResourceAsStream(name)) {
            return in.readAllBytes();
        }
    }

    private void copy(String format, String name) throws IOException {
        Files.write(directory.resolve(name), golden(format + "/" + name));
    }

    private static void check(DiskMappingLog log) throws IOException {
        assertEquals(
                LogFiles.text(EVENTS),
                LogFiles.since(log, 0, 3).stream()
                        .map(LogFiles::text)
                        .collect(Collectors.joining("\n")));
        String[] holders = {"1", "1", "1", "", "ff00", "ff00", "ff00", "ff00"};
        for (int second = 0; second < 8; second++) {
            assertEquals(
                    holders[second].isEmpty() ? "" : "2001:db8:" + holders[second],
                    holder(log, Protocol.TCP, "203.0.113.7", 1087, second).split("::")[0],
                    "second " + second);
            assertEquals(
                    second >= 1 && second < 5 ? "2001:db8:1::/64" : "",
                    holder(log, Protocol.UDP, "203.0.113.7", 65535, second));
            assertEquals(
                    second >= 2 ? "2001:db8:2:3::/128" : "",
                    holder(log, Protocol.ICMP, "203.0.113.8", 0, second));
            assertEquals(
                    second >= 6 ? "2001:db8:4::/64" : "",
                    holder(log, Protocol.UDP, "255.255.255.255", 65535, second));
        }
    }

    private static String holder(
            DiskMappingLog log, Protocol protocol, String address, int port, int second) {
        return log
                .whoHad(
                        protocol.v4(),
                        Ipv4Address.parse(address).bits(),
                        port,
                        BEGIN + second * 1000)
                .stream()
                .map(e -> e.subscriber.toString())
                .collect(Collectors.joining());
    }

    /** Format 1, of release 0.1, is read as it is; what comes goes into a file of format 2. */
    @Test
    void readsFormat1() throws IOException {
        copy("format-1", "mappings-00000001.log");
        copy("format-1", "mappings-00000002.log");
        check(files.open(ROWS));
        DiskMappingLog log = files.open(ROWS);
        MappingEvent later =
                event(Kind.ASSIGNED, 9, Protocol.TCP, "2001:db8:9::/64", "203.0.113.9", 1024);
        log.append(later);
        log.flush();
        assertEquals(3, files.files(".log").size());
        log = files.open(ROWS);
        assertEquals("2001:db8:9::/64", holder(log, Protocol.TCP, "203.0.113.9", 1024, 9));
        assertEquals("2001:db8:2:3::/128", holder(log, Protocol.ICMP, "203.0.113.8", 5, 9));
        assertEquals("2001:db8:1::/64", holder(log, Protocol.UDP, "203.0.113.7", 65535, 4));
        assertEquals(8, LogFiles.since(log, 0, 100).size());
        for (String name : List.of("mappings-00000001.log", "mappings-00000002.log")) {
            assertArrayEquals(
                    golden("format-1/" + name), Files.readAllBytes(directory.resolve(name)));
        }
    }

    @Test
    void readsFormat2() throws IOException {
        copy("format-2", "mappings-00000001.log");
        copy("format-2", "mappings-00000001.idx");
        copy("format-2", "mappings-00000002.log");
        check(files.open(ROWS));
        Segment first = Segment.open(files.files(".log").get(0));
        try (SegmentIndex index = SegmentIndex.open(first)) {
            assertEquals(
                    LogFiles.text(EVENTS.get(3)),
                    LogFiles.text(
                            index.newest(
                                    6,
                                    Ipv4Address.parse("203.0.113.7").bits(),
                                    1024,
                                    BEGIN + 3000)));
        }
    }

    @Test
    void readsFormat3() throws IOException {
        copy("format-3", "mappings-00000001.log");
        copy("format-3", "mappings-00000002.log");
        check(files.open(ROWS));
        // That of the second one says how long the first one is.
        Path first = directory.resolve("mappings-00000001.log");
        byte[] bytes = Files.readAllBytes(first);
        Files.write(first, Arrays.copyOf(bytes, bytes.length - Row.BYTES));
        IOException e = assertThrows(IOException.class, () -> files.open(ROWS));
        assertTrue(e.getMessage().contains(first + " ends at row "), e.getMessage());
    }

    /** A queue whose process died before anything of it was written. */
    @Test
    void readsAQueueOfFormat1() throws IOException {
        copy("format-2", "mappings.queue");
        check(files.open(ROWS));
    }

    @Test
    void writesFormat3() throws IOException {
        DiskMappingLog log = files.open(Retention.ALL, ROWS, 8, new LogFiles.FullDisk());
        EVENTS.forEach(log::append);
        files.close();
        assertArrayEquals(
                golden("format-2/mappings.queue"),
                Files.readAllBytes(directory.resolve("mappings.queue")));
        files.open(ROWS).flush();
        files.close();
        SegmentIndex.make(Segment.open(files.files(".log").get(0)), new LogFiles.Unforced());
        for (String name :
                List.of(
                        "mappings-00000001.log",
                        "mappings-00000001.idx",
                        "mappings-00000002.log")) {
            assertArrayEquals(
                    golden("format-3/" + name), Files.readAllBytes(directory.resolve(name)), name);
        }
    }
}
