// SPDX-License-Identifier: Apache-2.0
package org.isthmus.cli;

import java.io.IOException;
import java.util.List;
import picocli.CommandLine.Command;

/** {@code devices}. */
@Command(name = "devices", description = "Lists the switches as the NAT64 sees them.")
final class DevicesCommand extends Action {
    /** A column with the sum of some counters; null where the device was not read yet. */
    private static Column sum(String name) {
        return Column.number(
                name,
                row -> {
                    Object statistics = row.get("statistics");
                    return statistics == null
                            ? null
                            : Json.object(Json.object(statistics).get(name)).values().stream()
                                    .mapToLong(n -> ((Number) n).longValue())
                                    .sum();
                });
    }

    @Override
    int run(Client client) throws IOException {
        return list(
                client,
                "/devices",
                "devices",
                List.of(
                        Column.of("id"),
                        Column.of("state"),
                        Column.of("translator"),
                        Column.number("intendedEntries"),
                        Column.number("refused"),
                        sum("translated").optional(),
                        sum("drops").optional()));
    }
}
