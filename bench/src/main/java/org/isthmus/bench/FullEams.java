// SPDX-License-Identifier: Apache-2.0
package org.isthmus.bench;

import java.util.ArrayList;
import java.util.List;
import org.isthmus.core.Controller;
import org.isthmus.core.api.ExhaustedException;
import org.isthmus.core.api.TableUse;
import org.isthmus.core.model.Eam;
import org.isthmus.core.net.Ipv4Prefix;
import org.isthmus.core.net.Ipv6Prefix;

/**
 * Fills the EAM tables of an embedded switch through the whole core, over P4Runtime, and tries one
 * EAM more. Says how long that took and what heap. Runs in a JVM of its own: {@code FullEams}.
 */
public final class FullEams {
    private static final int FIRST = 10 << 24;
    private static final long HOSTS6 = 0x20010db8_00e00000L;

    private static final String NETCFG =
            "{\"devices\": {\"device:bench\": {\"basic\": {\"managementAddress\": \"%s\"},"
                    + " \"isthmus\": {\"mac\": \"02:00:00:00:00:01\", \"translator\": true}}},"
                    + " \"ports\": {\"device:bench/1\": {\"interfaces\": [{\"ips\":"
                    + " [\"2001:db8:e0:1::1/64\", \"192.0.2.1/24\"]}]}}, \"apps\":"
                    + " {\"org.isthmus\": {\"nat64\": {\"instances\": [{\"name\": \"default\","
                    + " \"prefix\": \"2001:db8:64::/96\"}]}}}}";

    private FullEams() {}

    public static void main(String[] args) throws Exception {
        try (OneSwitch network = new OneSwitch(NETCFG)) {
            Controller core = network.core;
            int size = (int) use(core, "eam4_dst").size;
            long before = used();
            long start = System.nanoTime();
            core.addEams(eams(0, size));
            System.out.printf(
                    "%,d EAMs acknowledged by the store and the switch after %.1f s%n",
                    size, (System.nanoTime() - start) / 1e9);
            System.out.printf(
                    "%d bytes each, of the core, its store and the switch in one heap%n",
                    (used() - before) / size);
            start = System.nanoTime();
            try {
                core.addEams(eams(size, 1));
                throw new IllegalStateException("one more was accepted");
            } catch (ExhaustedException e) {
                System.out.printf(
                        "one more, after %.1f s: %s%n",
                        (System.nanoTime() - start) / 1e9, e.getMessage());
            }
            for (String table : List.of("eam4_dst", "eam6_src", "served4")) {
                TableUse use = use(core, table);
                System.out.printf("%s: %,d used, %,d free%n", table, use.used, use.free());
            }
            start = System.nanoTime();
            core.deviceDown(OneSwitch.DEVICE);
            core.deviceUp(OneSwitch.DEVICE);
            network.awaitReady();
            System.out.printf(
                    "read, compared and ready again after %.1f s%n",
                    (System.nanoTime() - start) / 1e9);
        }
    }

    private static List<Eam> eams(int from, int count) {
        List<Eam> all = new ArrayList<>(count);
        for (int i = from; i < from + count; i++) {
            all.add(
                    new Eam(
                            Ipv4Prefix.of(FIRST + i, 32),
                            Ipv6Prefix.of(HOSTS6, 0x100000000L + i, 128),
                            "default",
                            Eam.Host.IPV6));
        }
        return all;
    }

    private static TableUse use(Controller core, String table) {
        return core.devices().get(0).tables.stream()
                .filter(u -> u.table.equals(table))
                .findFirst()
                .orElseThrow();
    }

    private static long used() {
        for (int i = 0; i < 3; i++) {
            System.gc();
        }
        Runtime r = Runtime.getRuntime();
        return r.totalMemory() - r.freeMemory();
    }
}
