// SPDX-License-Identifier: Apache-2.0
package org.isthmus.controller;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.HttpURLConnection;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import org.isthmus.config.Netcfg;
import org.isthmus.controller.disk.Restoration;
import org.isthmus.controller.http.RestServer;
import org.isthmus.controller.p4rt.Channels;
import org.isthmus.core.api.LostException;
import org.isthmus.core.api.Nat64;
import org.isthmus.core.model.PoolSpec;
import org.isthmus.core.net.Ipv4Address;
import org.isthmus.core.net.Ipv4Prefix;
import org.isthmus.core.net.Protocol;
import org.isthmus.core.spi.TimeSource;
import org.isthmus.mappinglog.Retention;
import org.isthmus.rest.Nat64Application;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A backup of a running controller over REST, and a controller that goes on with it. */
class BackupTest {
    private static final String NETCFG =
            "{'devices': {'device:a': {'basic': {'managementAddress': 'grpc://127.0.0.1:1?device_id=1'},"
                    + " 'isthmus': {'mac': '00:00:00:00:00:01'}}}, 'apps': {'org.isthmus': {'nat64':"
                    + " {'instances': [{'name': 'n', 'prefix': '2001:db8:64::/96'}]}}}}";

    @TempDir Path root;

    private Host start(Path data) throws Exception {
        Host host =
                new Host(
                        data,
                        false,
                        Retention.ALL,
                        Channels.tcp(null, null, null),
                        TimeSource.system(),
                        new Random(1));
        Path netcfg = Files.writeString(root.resolve("netcfg"), NETCFG.replace('\'', '"'));
        assertEquals(List.of(), host.configure(Netcfg.read(netcfg)));
        return host;
    }

    private static PoolSpec pool(String name, String prefix) {
        return new PoolSpec(
                name,
                "n",
                List.of(Ipv4Prefix.parse(prefix)),
                PoolSpec.defaultFirstPort(),
                PoolSpec.defaultLastPort());
    }

    private static List<String> pools(Nat64 nat64) {
        return nat64.pools().stream().map(p -> p.spec.name).collect(Collectors.toList());
    }

    private Path backup(Host host, String name) throws IOException {
        Path file = root.resolve(name);
        try (OutputStream to = Files.newOutputStream(file)) {
            host.backup().write(to);
        }
        return file;
    }

    /** Nothing was written since; each start writes, and might have written more. */
    @Test
    void aBackupGoesBackWhereItWasMadeUntilTheControllerIsStartedAgain() throws Exception {
        Path data = root.resolve("data");
        Path backup;
        try (Host host = start(data)) {
            host.nat64().addPool(pool("before", "192.0.2.0/28"));
            backup = backup(host, "backup");
        }
        new Restoration(backup, data, false).run();
        start(data).close();
        IOException e =
                assertThrows(IOException.class, () -> new Restoration(backup, data, false).run());
        assertTrue(e.getMessage().contains("which has 1 commit more"), e.getMessage());
        new Restoration(backup, data, true).run();
        try (Host host = start(data)) {
            assertEquals(List.of("before"), pools(host.nat64()));
        }
    }

    @Test
    void aControllerGoesOnWithABackupOfARunningOne() throws Exception {
        Path backup = root.resolve("backup");
        int address = Ipv4Address.parse("192.0.2.1").bits();
        try (Host host = start(root.resolve("data"));
                RestServer rest =
                        new RestServer(
                                new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
                                null,
                                null,
                                new Nat64Application(host::nat64, Clock.systemUTC(), () -> host))) {
            host.nat64().addPool(pool("before", "192.0.2.0/28"));
            HttpURLConnection http =
                    (HttpURLConnection) new URL(rest.url() + "/backup").openConnection();
            http.setRequestMethod("POST");
            http.setRequestProperty("Content-Type", "application/json");
            assertEquals(200, http.getResponseCode());
            try (InputStream in = http.getInputStream()) {
                Files.copy(in, backup);
            }
            host.nat64().addPool(pool("after", "192.0.2.16/28"));
            long now = System.currentTimeMillis();
            assertEquals(List.of(), host.nat64().whoHad(Protocol.TCP, address, 80, now));
        }
        Path restored = root.resolve("restored");
        new Restoration(backup, restored, false).run();
        try (Host host = start(restored)) {
            assertEquals(List.of("before"), pools(host.nat64()));
            long now = System.currentTimeMillis();
            LostException e =
                    assertThrows(
                            LostException.class,
                            () -> host.nat64().whoHad(Protocol.TCP, address, 80, now));
            assertTrue(e.getMessage().contains("has lost what came behind"), e.getMessage());
            assertEquals(
                    List.of(), host.nat64().whoHad(Protocol.TCP, address, 80, now - 3_600_000));
        }
    }
}
