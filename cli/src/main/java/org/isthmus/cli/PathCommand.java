// SPDX-License-Identifier: Apache-2.0
package org.isthmus.cli;

import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code path}. */
@Command(
        name = "path",
        description =
                "Shows every way of a binding's packets through the network, device by device.")
final class PathCommand extends Action {
    @Parameters(index = "0", paramLabel = "PROTOCOL", description = "${COMPLETION-CANDIDATES}")
    private Protocol protocol;

    @Parameters(
            index = "1",
            paramLabel = "IPV4:PORT",
            converter = Endpoint.Converter.class,
            description = "The IPv4 side of the binding.")
    private Endpoint mapped;

    @Option(
            names = "--peer",
            paramLabel = "IPV4",
            description = "Whom it speaks to; without it, the peer of its first session.")
    private String peer;

    @Override
    int run(Client client) throws IOException {
        Map<String, Object> query = new LinkedHashMap<>();
        query.put("protocol", protocol);
        query.put("ipv4", mapped.address);
        query.put("port", mapped.port);
        query.put("peer", peer);
        InputStream answer = client.get("/path", query);
        if (json()) {
            Json.copy(answer, out());
            return 0;
        }
        Map<String, Object> path = Json.readObject(answer);
        Rows rows =
                new Rows(
                        List.of(
                                Column.of("direction"),
                                Column.of("device"),
                                Column.of("translates"),
                                Column.of("next")));
        for (String direction : List.of("outbound", "inbound")) {
            Map<String, Object> way = Json.object(path.get(direction));
            for (Object hop : Json.list(way.get("hops"))) {
                rows.row(row(direction, Json.object(hop), way.get("to")));
            }
        }
        rows.end();
        return 0;
    }

    /**
     * @param to the port behind the last device, or null
     */
    private static Map<String, Object> row(String direction, Map<String, Object> hop, Object to) {
        List<String> next = new ArrayList<>();
        for (Object n : Json.list(hop.get("next"))) {
            Map<String, Object> link = Json.object(n);
            next.add(link.get("device") + " by port " + link.get("port"));
        }
        Map<String, Object> row = new LinkedHashMap<>(hop);
        row.put("direction", direction);
        row.put("next", next.isEmpty() ? to : String.join(", ", next));
        return row;
    }
}
