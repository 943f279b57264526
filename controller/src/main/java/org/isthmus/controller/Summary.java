// SPDX-License-Identifier: Apache-2.0
package org.isthmus.controller;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.isthmus.config.Netcfg;
import org.isthmus.core.model.FabricConfig;
import org.isthmus.core.model.InstanceConfig;
import org.isthmus.core.model.Nat64Config;
import org.isthmus.core.model.PoolSpec;
import org.isthmus.core.net.Protocol;

/** What is in a configuration, in one line. */
final class Summary {
    private Summary() {}

    static String of(Netcfg netcfg) {
        FabricConfig fabric = netcfg.fabric();
        Nat64Config nat64 = netcfg.nat64();
        List<String> parts = new ArrayList<>();
        parts.add(count(fabric.devices.size(), "device"));
        parts.add(count(fabric.interfaces.size(), "interface"));
        parts.add(count(fabric.links.size(), "link"));
        parts.add(count(fabric.routes.size(), "route"));
        parts.add(count(nat64.instances.size(), "instance"));
        parts.add(pools(nat64));
        parts.add(count(nat64.eamt.size(), "EAM"));
        parts.add(count(nat64.staticBindings.size(), "static binding"));
        return String.join(", ", parts);
    }

    private static String pools(Nat64Config nat64) {
        long addresses = 0;
        for (PoolSpec pool : nat64.pools) {
            addresses += pool.addresses();
        }
        return count(nat64.pools.size(), "pool")
                + " ("
                + count(addresses, "address", "addresses")
                + ", "
                + ports(nat64, Protocol.TCP)
                + " TCP ports, "
                + ports(nat64, Protocol.UDP)
                + " UDP ports, "
                + ports(nat64, Protocol.ICMP)
                + " ICMP identifiers)";
    }

    /** Those in whole blocks, which are all that is handed out. */
    private static long ports(Nat64Config nat64, Protocol protocol) {
        Map<String, InstanceConfig> instances =
                nat64.instances.stream()
                        .collect(Collectors.toMap(i -> i.name, Function.identity()));
        long ports = 0;
        for (PoolSpec pool : nat64.pools) {
            int size = instances.get(pool.instance).blockSize;
            ports += pool.addresses() * pool.blocks(protocol.ordinal(), size) * size;
        }
        return ports;
    }

    private static String count(long n, String one) {
        return count(n, one, one + "s");
    }

    private static String count(long n, String one, String many) {
        return n + " " + (n == 1 ? one : many);
    }
}
