// SPDX-License-Identifier: Apache-2.0
package org.isthmus.cli;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.isthmus.core.model.DeterministicMap;
import org.isthmus.core.net.Ipv4Prefix;
import org.isthmus.core.net.Ipv6Prefix;
import org.isthmus.listing.Listing;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code plan}. */
@Command(
        name = "plan",
        description =
                "Says which subscriber has which ports by a netcfg file (RFC 7422); asks no server.")
final class PlanCommand extends Printing {
    @Parameters(paramLabel = "FILE", description = "netcfg.")
    private Path file;

    @Option(names = "--pool", paramLabel = "NAME", description = "Of this pool alone.")
    private String pool;

    @Option(
            names = "--ipv6",
            paramLabel = "PREFIX",
            converter = Ipv6Converter.class,
            description = "The subscriber of an address, or those in a prefix.")
    private Ipv6Prefix ipv6;

    @Option(
            names = "--ipv4",
            paramLabel = "PREFIX",
            converter = Ipv4Converter.class,
            description = "Those that have ports of an address, or of those in a prefix.")
    private Ipv4Prefix ipv4;

    @Option(names = "--all", description = "Prints every page.")
    private boolean all;

    @Option(
            names = "--limit",
            paramLabel = "N",
            defaultValue = "1000",
            description = "Entries of a page. Default: ${DEFAULT-VALUE}")
    private long limit;

    @Option(
            names = "--cursor",
            paramLabel = "CURSOR",
            defaultValue = "0",
            description = "Where the page begins.")
    private long cursor;

    static final class Ipv6Converter implements ITypeConverter<Ipv6Prefix> {
        @Override
        public Ipv6Prefix convert(String text) {
            return Deterministic.parse(text, Ipv6Prefix::parse);
        }
    }

    static final class Ipv4Converter implements ITypeConverter<Ipv4Prefix> {
        @Override
        public Ipv4Prefix convert(String text) {
            return Deterministic.parse(text, Ipv4Prefix::parse);
        }
    }

    @Override
    int run() throws IOException {
        List<DeterministicMap> maps = Deterministic.read(file);
        if (pool != null && maps.stream().noneMatch(m -> m.pool().name.equals(pool))) {
            throw new CliException(CliException.USAGE, file + " has no deterministic pool " + pool);
        }
        long left = all ? Long.MAX_VALUE : limit;
        // Counts subscribers of all pools, whether they are asked for or not.
        long at = 0;
        long next = -1;
        try (Rows rows = new Rows(Listing.PLAN)) {
            for (DeterministicMap map : maps) {
                long from = first(map);
                long end = from < 0 ? -1 : from + count(map);
                for (long n = Math.max(from, cursor - at); next < 0 && n < end; n++) {
                    if (ipv4 != null && !ipv4.contains(map.address4(n))) {
                        continue;
                    }
                    if (left-- == 0) {
                        next = at + n;
                    } else {
                        rows.row(Deterministic.row(map, n));
                    }
                }
                at += map.subscribers();
            }
        }
        if (next >= 0) {
            note(Listing.more(Map.of("next", next)));
        }
        return 0;
    }

    /** The number of the first subscriber that is asked for; -1: there is none. */
    private long first(DeterministicMap map) {
        if (pool != null && !map.pool().name.equals(pool)) {
            return -1;
        }
        Ipv6Prefix within = map.pool().deterministic.subscribers;
        if (ipv6 == null || ipv6.length() <= within.length()) {
            return ipv6 == null || ipv6.overlaps(within) ? 0 : -1;
        }
        return map.number(ipv6.high(), ipv6.low());
    }

    private long count(DeterministicMap map) {
        int bits = ipv6 == null ? 128 : Math.max(0, map.subscriberPrefixLength() - ipv6.length());
        return bits < 63 ? Math.min(map.subscribers(), 1L << bits) : map.subscribers();
    }
}
