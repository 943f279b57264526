// SPDX-License-Identifier: Apache-2.0
package org.isthmus.it;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** The manager of the packed application, over maps and a netcfg in memory and without switches. */
final class ManagerTest {
    private static final String BUNDLE = "org.isthmus.isthmus-app";
    private static final String INSTANCE =
            "'instances': [{'name': 'main', 'prefix': '2001:db8:64::/96'}]";
    private static final String POOL = "{'name': 'left', 'prefixes': ['203.0.113.0/28']}";
    private static final String OTHER = "{'name': 'right', 'prefixes': ['203.0.113.32/28']}";

    private static String nat64(String... pools) {
        return ("{" + INSTANCE + ", 'pools': [" + String.join(",", pools) + "]}")
                .replace('\'', '"');
    }

    private static String shell(Karaf karaf, String command) {
        try {
            return karaf.shell(command);
        } catch (IOException | InterruptedException e) {
            throw new IllegalStateException(command, e);
        }
    }

    private static void awaitPools(Karaf karaf, boolean left, boolean right)
            throws InterruptedException {
        karaf.await(
                "the pools, left: " + left + ", right: " + right,
                () -> {
                    String pools = shell(karaf, "nat64-pools -j");
                    return pools.startsWith("{\"pools\":")
                            && pools.contains("\"left\"") == left
                            && pools.contains("\"right\"") == right;
                });
    }

    private static void begin(Karaf karaf) throws IOException, InterruptedException {
        karaf.start();
        karaf.await("a shell", karaf::shellIsThere);
        karaf.elect();
        karaf.netcfg(nat64(POOL, OTHER));
        awaitPools(karaf, true, true);
    }

    @Test
    void itFollowsNetcfgAndComesAndGoes() throws Exception {
        try (Karaf karaf =
                new Karaf(
                        Path.of(System.getProperty("isthmus.work"), "karaf-manager"),
                        Path.of(System.getProperty("isthmus.oar")),
                        KarafTest.BOOT)) {
            begin(karaf);

            karaf.netcfg(nat64(OTHER));
            awaitPools(karaf, false, true);
            karaf.netcfg("");
            awaitPools(karaf, false, false);
            karaf.await(
                    "an end of health",
                    () -> shell(karaf, "nat64-health").contains("There is no NAT64 instance"));
            karaf.netcfg(nat64(POOL));
            awaitPools(karaf, true, false);
            shell(karaf, "nat64-pool-add right 203.0.113.32/28 --instance main");
            awaitPools(karaf, true, true);

            karaf.stop(BUNDLE);
            karaf.await(
                    "the end of the commands",
                    () -> shell(karaf, "nat64-pools -j").contains("not found"));
            karaf.start(BUNDLE);
            awaitPools(karaf, true, true);

            karaf.kill();
            begin(karaf);
        }
    }
}
