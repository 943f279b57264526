// SPDX-License-Identifier: Apache-2.0
package org.isthmus.cli;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import org.isthmus.listing.JsonReader;
import org.isthmus.listing.Listing;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code diagnose}. */
@Command(
        name = "diagnose",
        description = {
            "Says why a host may have no connection; exits 1 if there is a problem.",
            "It asks each part on the way what it would do with a new flow now, and sends nothing."
        })
final class DiagnoseCommand extends Watching {
    @Parameters(index = "0", paramLabel = "IPV6", description = "The host.")
    private String host;

    @Parameters(
            index = "1",
            arity = "0..1",
            paramLabel = "PEER",
            description = "In IPv4, or as the host has it in IPv6.")
    private String peer;

    @Option(
            names = "--protocol",
            paramLabel = "PROTOCOL",
            description = "${COMPLETION-CANDIDATES}; all of them unless given.")
    private Protocol protocol;

    @Option(names = "--port", paramLabel = "PORT", description = "Of the peer.")
    private Integer port;

    @Mixin private InstanceOption instance;

    @Override
    int run(Client client) throws IOException {
        Map<String, Object> query = new LinkedHashMap<>();
        query.put("host", host);
        query.put("peer", peer);
        query.put("protocol", protocol);
        query.put("port", port);
        query.put("instance", instance.name());
        byte[] answer = client.get("/diagnosis", query).readAllBytes();
        print(new ByteArrayInputStream(answer), Listing.DIAGNOSIS);
        Map<String, Object> diagnosis = JsonReader.readObject(new ByteArrayInputStream(answer));
        return Boolean.TRUE.equals(diagnosis.get("problem")) ? CliException.REFUSED : 0;
    }
}
