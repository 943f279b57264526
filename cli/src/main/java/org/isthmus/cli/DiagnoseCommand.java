// SPDX-License-Identifier: Apache-2.0
package org.isthmus.cli;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Pattern;
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
    /** An IPv4 address with a port. */
    private static final Pattern HOST_PORT = Pattern.compile("[0-9.]+:[0-9]{1,5}");

    @Parameters(
            index = "0",
            paramLabel = "HOST",
            description = {
                "In IPv6.",
                "Of a flow that the peer begins: IPV4 or IPV4:PORT, as peers know it."
            })
    private String host;

    @Parameters(
            index = "1",
            arity = "0..1",
            paramLabel = "PEER",
            description = "In IPv4, or in IPv6 as the host has it.")
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
        Endpoint known =
                HOST_PORT.matcher(host).matches() ? new Endpoint.Converter().convert(host) : null;
        query.put("host", known == null ? host : known.address);
        query.put("hostPort", known == null ? null : known.port);
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
