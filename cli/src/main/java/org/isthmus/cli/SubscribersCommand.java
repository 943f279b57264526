// SPDX-License-Identifier: Apache-2.0
package org.isthmus.cli;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code subscribers}. */
@Command(name = "subscribers", description = "Lists the subscribers with what they hold.")
final class SubscribersCommand extends Action {
    @Mixin private PageOptions page;

    private static Column bindings(String protocol) {
        return Column.number(
                protocol + "Bindings", row -> Json.object(row.get("bindings")).get(protocol));
    }

    private static String blocks(Map<String, Object> row) {
        return Json.list(row.get("blocks")).stream()
                .map(Json::object)
                .map(
                        b ->
                                b.get("protocol")
                                        + " "
                                        + b.get("ipv4")
                                        + ":"
                                        + b.get("firstPort")
                                        + "-"
                                        + b.get("lastPort"))
                .collect(Collectors.joining(", "));
    }

    @Override
    int run(Client client) throws IOException {
        return pages(
                client,
                "subscribers",
                page.query(),
                page.all,
                List.of(
                        Column.of("ipv6"),
                        bindings("tcp"),
                        bindings("udp"),
                        bindings("icmp"),
                        Column.number("refused"),
                        Column.of("instance").optional(),
                        Column.of("blocks", SubscribersCommand::blocks).optional()));
    }
}
