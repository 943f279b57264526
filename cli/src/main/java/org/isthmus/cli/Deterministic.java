// SPDX-License-Identifier: Apache-2.0
package org.isthmus.cli;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.isthmus.config.Netcfg;
import org.isthmus.config.NetcfgException;
import org.isthmus.core.model.DeterministicMap;
import org.isthmus.core.model.InstanceConfig;
import org.isthmus.core.model.Nat64Config;
import org.isthmus.core.model.PoolSpec;
import org.isthmus.core.net.Ipv4Address;
import org.isthmus.core.net.Protocol;
import picocli.CommandLine.TypeConversionException;

/** What a netcfg file says of deterministic ports (RFC 7422); no server is asked. */
final class Deterministic {
    private Deterministic() {}

    /** One for each deterministic pool of the file, in its order. */
    static List<DeterministicMap> read(Path file) {
        Nat64Config nat64;
        try {
            nat64 = Netcfg.read(file).nat64();
        } catch (NetcfgException e) {
            throw new CliException(
                    CliException.USAGE,
                    e.problems().stream().map(p -> file + ": " + p).collect(Collectors.toList()));
        } catch (IOException e) {
            throw FileFault.unread("", file, e);
        }
        List<DeterministicMap> maps = new ArrayList<>();
        for (PoolSpec pool : nat64.pools) {
            for (InstanceConfig i : nat64.instances) {
                if (pool.deterministic != null && i.name.equals(pool.instance)) {
                    maps.add(new DeterministicMap(pool, i.blockSize, i.subscriberPrefixLength));
                }
            }
        }
        if (maps.isEmpty()) {
            throw new CliException(CliException.USAGE, file + " has no deterministic pool");
        }
        return maps;
    }

    /** An argument of the command line. */
    static <T> T parse(String text, Function<String, T> parser) {
        try {
            return parser.apply(text);
        } catch (IllegalArgumentException e) {
            throw new TypeConversionException(e.getMessage());
        }
    }

    /** What a subscriber has. */
    static Map<String, Object> row(DeterministicMap map, long number) {
        Map<String, Object> row = new LinkedHashMap<>();
        row.put("pool", map.pool().name);
        row.put("ipv6", map.subscriber(number).toString());
        row.put("ipv4", Ipv4Address.toString(map.address4(number)));
        for (Protocol p : Protocol.values()) {
            int i = p.ordinal();
            row.put(name(p), map.firstPort(i, number) + "-" + map.lastPort(i, number));
        }
        return row;
    }

    /** Who has a port; null: nobody, by configuration. */
    static Map<String, Object> holder(DeterministicMap map, Protocol p, int address4, int port) {
        long number = map.holder(p.ordinal(), address4, port);
        if (number < 0) {
            return null;
        }
        Map<String, Object> row = new LinkedHashMap<>();
        row.put("ipv6", map.subscriber(number).toString());
        row.put("protocol", name(p));
        row.put("ipv4", Ipv4Address.toString(address4));
        row.put("firstPort", map.firstPort(p.ordinal(), number));
        row.put("lastPort", map.lastPort(p.ordinal(), number));
        row.put("pool", map.pool().name);
        return row;
    }

    private static String name(Protocol p) {
        return p.name().toLowerCase(Locale.ROOT);
    }
}
