// SPDX-License-Identifier: Apache-2.0
package org.isthmus.cli;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code bindings}. */
@Command(name = "bindings", description = "Lists the BIB (RFC 6146).")
final class BindingsCommand extends Action {
    @Mixin private BindingOptions conditions;
    @Mixin private PageOptions page;

    @Override
    int run(Client client) throws IOException {
        Map<String, Object> query = page.query();
        conditions.addTo(query);
        return pages(
                client,
                "bindings",
                query,
                page.all,
                List.of(
                        Column.of("protocol"),
                        Column.of("ipv6"),
                        Column.number("port6"),
                        Column.of("ipv4"),
                        Column.number("port4"),
                        Column.of("expires").optional(),
                        Column.of("static").optional(),
                        Column.of("since").optional(),
                        Column.of("instance").optional()));
    }
}
