// SPDX-License-Identifier: Apache-2.0
package org.isthmus.controller;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.stream.Collectors;
import org.isthmus.config.Netcfg;
import org.isthmus.controller.p4rt.Channels;
import org.isthmus.core.api.Alarm;
import org.isthmus.core.spi.TimeSource;
import org.isthmus.mappinglog.Retention;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What becomes of a file that changes while the controller runs. */
class ConfigWatchTest {
    private static final String GOOD =
            "{\"devices\": {\"device:a\": {\"basic\": {\"managementAddress\":"
                    + " \"grpc://127.0.0.1:1?device_id=1\"}, \"isthmus\": {\"mac\":"
                    + " \"00:00:00:00:00:01\", \"loopbacks\": [\"198.51.100.1\"]}}},"
                    + " \"apps\": {\"org.isthmus\": {\"nat64\": {\"instances\": [{\"name\": \"n\","
                    + " \"prefix\": \"2001:db8:64::/96\"}], \"pools\": [{\"name\": \"p\","
                    + " \"prefixes\": [\"203.0.113.0/28\"]}]}}}}";

    @TempDir Path directory;
    private List<String> others = List.of();

    @Test
    void aFileThatIsRefusedIsAnAlarmUntilOneIsTaken() throws Exception {
        Path file = Files.writeString(directory.resolve("netcfg.json"), GOOD);
        try (Host host = host()) {
            assertEquals(List.of(), host.configure(Netcfg.read(file)));
            ConfigWatch watch =
                    new ConfigWatch(file, ConfigWatch.Stamp.of(file), host, () -> others);
            watch.reload();
            assertEquals(List.of(), refusals(host));
            String refused = "The configuration was refused, that before stays in force: ";
            reload(watch, file, "{}");
            assertEquals(
                    List.of(refused + "devices: there is none, so there is nothing to control"),
                    refusals(host));
            reload(watch, file, "");
            assertEquals(1, refusals(host).size());
            reload(watch, file, GOOD.replace("203.0.113.0/28", "198.51.100.0/28"));
            assertEquals(
                    List.of(
                            refused
                                    + "apps.org.isthmus.nat64.pools[0].prefixes[0]: 198.51.100.0/28"
                                    + " would take the traffic of 198.51.100.1 (loopback of"
                                    + " device:a)"),
                    refusals(host));
            assertFalse(host.nat64().health().ok);
            Files.delete(file);
            watch.reload();
            assertEquals(
                    List.of(refused + "cannot read it: " + file + ": no such file"),
                    refusals(host));
            assertEquals("p", host.nat64().pools().get(0).spec.name);
            assertEquals(4, host.nat64().statistics().counters.get("configurations_refused"));
            reload(watch, file, GOOD);
            assertEquals(List.of(), refusals(host));
            others = List.of("--credentials: users, line 1: wrong");
            watch.reload();
            assertEquals(List.of(refused + others.get(0)), refusals(host));
            assertFalse(host.nat64().health().ok);
            others = List.of();
            watch.reload();
            assertEquals(List.of(), refusals(host));
        }
    }

    /** The controller would not start again without it. */
    @Test
    void aFileThatIsGoneIsOneAlarm() throws Exception {
        Path file = Files.writeString(directory.resolve("netcfg.json"), GOOD);
        try (Host host = host()) {
            assertEquals(List.of(), host.configure(Netcfg.read(file)));
            ConfigWatch watch =
                    new ConfigWatch(file, ConfigWatch.Stamp.of(file), host, () -> others);
            Files.delete(file);
            watch.poll();
            watch.poll();
            assertEquals(
                    List.of(
                            "The configuration was refused, that before stays in force: cannot"
                                    + " read it: "
                                    + file
                                    + ": no such file"),
                    refusals(host));
            assertEquals(1, host.nat64().statistics().counters.get("configurations_refused"));
            Files.writeString(file, GOOD);
            watch.poll();
            assertEquals(List.of(), refusals(host));
        }
    }

    /** A reload is one, whatever number of files it refuses. */
    @Test
    void twoFilesThatAreRefusedAtOnceAreOneAlarm() throws Exception {
        Path file = Files.writeString(directory.resolve("netcfg.json"), GOOD);
        try (Host host = host()) {
            assertEquals(List.of(), host.configure(Netcfg.read(file)));
            ConfigWatch watch =
                    new ConfigWatch(file, ConfigWatch.Stamp.of(file), host, () -> others);
            others = List.of("--credentials: users, line 1: wrong");
            reload(watch, file, GOOD.replace("\"p\"", "\"p q\"").replace("\"n\"", "\"n o\""));
            assertEquals(1, host.nat64().statistics().counters.get("configurations_refused"));
            String message = refusals(host).get(0);
            assertTrue(message.contains("instances[0].name: must be 1 to"), message);
            assertTrue(message.contains("; --credentials: users, line 1: wrong"), message);
            assertTrue(message.endsWith("more"), message);
        }
    }

    /** A start takes seconds, or minutes where a store is to be read. */
    @Test
    void aChangeWhileTheStoreIsOpenedIsBroughtIntoForce() throws Exception {
        Path file = Files.writeString(directory.resolve("netcfg.json"), GOOD);
        ConfigWatch.Stamp stamp = ConfigWatch.Stamp.of(file);
        Netcfg atStart = Netcfg.read(file);
        Files.writeString(file, GOOD.replace("203.0.113.0/28", "203.0.113.16/29"));
        try (Host host = host()) {
            assertEquals(List.of(), host.configure(atStart));
            new ConfigWatch(file, stamp, host, () -> others).poll();
            assertEquals(8, host.nat64().pools().get(0).spec.addresses());
        }
    }

    /** An executor does not repeat a task that throws. */
    @Test
    void aTaskThatFailsIsNotTheLast() throws Exception {
        Path file = Files.writeString(directory.resolve("netcfg.json"), GOOD);
        try (Host host = host()) {
            List<String> read = new ArrayList<>();
            ConfigWatch watch =
                    new ConfigWatch(
                            file,
                            ConfigWatch.Stamp.of(file),
                            host,
                            () -> {
                                read.add("others");
                                throw new IllegalStateException("planted");
                            });
            Runnable poll = watch.repeated(watch::poll);
            for (int i = 1; i <= 3; i++) {
                Files.writeString(file, GOOD + "\n".repeat(i));
                poll.run();
            }
            assertEquals(3, read.size());
            assertEquals(
                    List.of(
                            "The configuration was refused, that before stays in force: the"
                                    + " other files of the command line:"
                                    + " java.lang.IllegalStateException: planted"),
                    refusals(host));
        }
    }

    /** As where the disk is full. */
    @Test
    void whatIsInForceWithoutAStaticBindingIsConnectedAndAnAlarm() throws Exception {
        Path file = Files.writeString(directory.resolve("netcfg.json"), GOOD);
        BlockingQueue<String> opened = new LinkedBlockingQueue<>();
        Channels tcp = Channels.tcp(null, null, null);
        try (Host host =
                host(
                        (address, loop) -> {
                            opened.add(address.toString());
                            return tcp.open(address, loop);
                        })) {
            assertEquals(List.of(), host.configure(Netcfg.read(file)));
            ConfigWatch watch =
                    new ConfigWatch(file, ConfigWatch.Stamp.of(file), host, () -> others);
            // The journal's next segment has no place to be in.
            host.backup().write(OutputStream.nullOutputStream());
            Files.move(directory.resolve("data"), directory.resolve("away"));
            String more =
                    GOOD.replace("127.0.0.1:1?", "127.0.0.1:2?")
                            .replace(
                                    "\"pools\"",
                                    "\"static\": [{\"instance\": \"n\", \"protocol\": \"tcp\","
                                            + " \"ipv6\": \"2001:db8::1\", \"port6\": 80,"
                                            + " \"ipv4\": \"203.0.113.1\", \"port4\": 80}],"
                                            + " \"pools\"");
            reload(watch, file, more);
            String last = "";
            // Before that, the one that was there may be tried again.
            for (int i = 0; i < 5 && !last.contains("127.0.0.1:2?"); i++) {
                last = opened.take();
            }
            assertTrue(last.contains("127.0.0.1:2?"), last);
            assertEquals(1, refusals(host).size());
            String message = refusals(host).get(0);
            assertTrue(message.startsWith("The configuration is in force without static"), message);
        }
    }

    private Host host() throws Exception {
        return host(Channels.tcp(null, null, null));
    }

    private Host host(Channels channels) throws Exception {
        return new Host(
                directory.resolve("data"),
                false,
                Retention.ALL,
                channels,
                TimeSource.of(() -> 1_800_000_000_000L, () -> 0),
                new Random(1));
    }

    private static void reload(ConfigWatch watch, Path file, String text) throws Exception {
        Files.writeString(file, text);
        watch.reload();
    }

    private static List<String> refusals(Host host) {
        return host.nat64().alarms().stream()
                .filter(a -> a.id.equals("configuration-refused/configuration"))
                .filter(a -> a.severity == Alarm.Severity.MAJOR)
                .map(a -> a.message)
                .collect(Collectors.toList());
    }
}
