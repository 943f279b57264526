// SPDX-License-Identifier: Apache-2.0
package org.isthmus.cli;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Command;

/** {@code stats}. */
@Command(name = "stats", description = "Prints counters since the start, and gauges of now.")
final class StatsCommand extends Action {
    @Override
    int run(Client client) throws IOException {
        if (json()) {
            Json.copy(client.get("/statistics", Map.of()), out());
            return 0;
        }
        Map<String, Object> all = Json.readObject(client.get("/statistics", Map.of()));
        Rows rows = new Rows(List.of(Column.of("kind"), Column.of("name"), Column.number("value")));
        for (String kind : List.of("counter", "gauge")) {
            Json.object(all.get(kind + "s"))
                    .forEach(
                            (name, value) ->
                                    rows.row(Map.of("kind", kind, "name", name, "value", value)));
        }
        rows.end();
        return 0;
    }
}
