// SPDX-License-Identifier: Apache-2.0
package org.isthmus.controller;

import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.isthmus.config.Netcfg;
import org.isthmus.config.NetcfgException;
import org.isthmus.core.model.InstanceConfig;
import org.isthmus.core.model.Nat64Config;
import org.isthmus.core.model.PoolSpec;
import org.isthmus.core.net.Protocol;
import org.isthmus.pipeline.Pipeline;
import p4.config.v1.P4InfoOuterClass.Table;

/**
 * The heap that a configuration wants when its pools are full. As a program it prints the option of
 * the JVM, for the command line of the controller; nothing where that names no netcfg that is
 * right.
 */
public final class Heap {
    /** Whatever the configuration; REST and P4Runtime with their largest messages are in it. */
    private static final long BASE = 1L << 30;

    /** FullBindings in bench/ measures them; bytes. */
    private static final long BINDING = 320;

    /** A binding as it is read from a device, for reconciliation. */
    private static final long BINDING_OF_DEVICE = 128;

    /** A session of a binding that is filtered; measured there as well. */
    private static final long SESSION = 96;

    /** A session as it is read from a device. */
    private static final long SESSION_OF_DEVICE = 64;

    /** A reference to each block of an address that is in use. */
    private static final long BLOCK = 4;

    private static final String OPTION = "--netcfg";

    private Heap() {}

    public static void main(String[] args) {
        // The P4Runtime stubs of ONOS are older than protobuf 22, which would warn of each.
        System.setProperty("com.google.protobuf.use_unsafe_pre22_gencode", "true");
        option(List.of(args)).ifPresent(System.out::println);
    }

    /** The option for a command line of the controller. */
    static Optional<String> option(List<String> args) {
        Path file = netcfg(args);
        if (file == null) {
            return Optional.empty();
        }
        try {
            Netcfg netcfg = Netcfg.read(file);
            long bytes = of(netcfg.nat64(), netcfg.management().size());
            return Optional.of("-Xmx" + (bytes >> 20) + "m");
        } catch (IOException | NetcfgException e) {
            // The controller says what is wrong.
            return Optional.empty();
        }
    }

    private static Path netcfg(List<String> args) {
        for (Iterator<String> i = args.iterator(); i.hasNext(); ) {
            String arg = i.next();
            if (arg.equals(OPTION) && i.hasNext()) {
                return Path.of(i.next());
            }
            if (arg.startsWith(OPTION + "=")) {
                return Path.of(arg.substring(OPTION.length() + 1));
            }
        }
        return null;
    }

    /**
     * Bytes. Bindings are as many as the pools have ports, and at most what a switch has rows; of
     * sessions there are as many as it has rows, where a pool filters.
     */
    static long of(Nat64Config config, int devices) {
        Map<String, Integer> blockSizes = new HashMap<>();
        for (InstanceConfig instance : config.instances) {
            blockSizes.put(instance.name, instance.blockSize);
        }
        long ports = 0;
        long blocks = 0;
        for (PoolSpec pool : config.pools) {
            long addresses = pool.addresses();
            for (Protocol p : Protocol.values()) {
                long own = pool.lastPort[p.ordinal()] - pool.firstPort[p.ordinal()] + 1;
                ports += addresses * own;
                blocks += addresses * own / blockSizes.getOrDefault(pool.instance, 1);
            }
        }
        boolean sets = config.pools.stream().anyMatch(p -> p.portSets > 0);
        long bindings = Math.min(ports, rows("bib4") + (sets ? rows("port_sets4") : 0));
        boolean filters = config.pools.stream().anyMatch(p -> p.filtering.filters());
        long sessions = filters ? rows("session") : 0;
        return BASE
                + blocks * BLOCK
                + bindings * (BINDING + devices * BINDING_OF_DEVICE)
                + sessions * (SESSION + devices * SESSION_OF_DEVICE);
    }

    private static long rows(String table) {
        return Pipeline.v1model().p4Info().getTablesList().stream()
                .filter(t -> t.getPreamble().getName().equals(table))
                .mapToLong(Table::getSize)
                .findFirst()
                .orElseThrow();
    }
}
