// SPDX-License-Identifier: Apache-2.0
package org.isthmus.cli;

import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.isthmus.core.model.DeterministicMap;
import org.isthmus.core.net.Ipv4Address;
import org.isthmus.listing.Listing;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code who-had}. */
@Command(name = "who-had", description = "Says which subscriber held an address and port.")
final class WhoHadCommand extends Action {
    @Parameters(paramLabel = "IPV4:PORT", converter = Endpoint.Converter.class)
    private Endpoint mapped;

    @Option(
            names = "--protocol",
            paramLabel = "PROTOCOL",
            description = "${COMPLETION-CANDIDATES}; without it, all.")
    private Protocol protocol;

    @Option(
            names = "--at",
            paramLabel = "TIME",
            description = "Such as 2026-01-31T10:32:00Z; without it, now.")
    private String at;

    @Option(
            names = "--netcfg",
            paramLabel = "FILE",
            description =
                    "By the deterministic pools of this file (RFC 7422); asks no server, and knows"
                            + " no time but that of the file.")
    private Path netcfg;

    @Override
    int run() throws IOException {
        return netcfg == null ? super.run() : offline();
    }

    private int offline() throws IOException {
        if (at != null) {
            throw new CliException(CliException.USAGE, "--at: a file knows its own time alone");
        }
        int address4;
        try {
            address4 = Ipv4Address.parse(mapped.address).bits();
        } catch (IllegalArgumentException e) {
            throw new CliException(CliException.USAGE, e.getMessage());
        }
        List<DeterministicMap> maps = Deterministic.read(netcfg);
        try (Rows rows = new Rows(Listing.PLANNED_HOLDERS)) {
            for (DeterministicMap map : maps) {
                for (org.isthmus.core.net.Protocol p : org.isthmus.core.net.Protocol.values()) {
                    Map<String, Object> holder =
                            protocol == null || protocol.name().equalsIgnoreCase(p.name())
                                    ? Deterministic.holder(map, p, address4, mapped.port)
                                    : null;
                    if (holder != null) {
                        rows.row(holder);
                    }
                }
            }
        }
        return 0;
    }

    @Override
    int run(Client client) throws IOException {
        Map<String, Object> query = new LinkedHashMap<>();
        query.put("address", mapped.address);
        query.put("port", mapped.port);
        query.put("protocol", protocol);
        query.put("at", at);
        return list(client, "/mapping-log", query, Listing.HOLDERS);
    }
}
