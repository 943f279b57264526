// SPDX-License-Identifier: Apache-2.0
package org.isthmus.cli;

import java.io.IOException;
import java.util.Map;
import org.isthmus.listing.Listing;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code bindings}. */
@Command(name = "bindings", description = "Lists the BIB (RFC 6146).")
final class BindingsCommand extends Watching {
    @Mixin private BindingOptions conditions;
    @Mixin private OrderOptions order;
    @Mixin private PageOptions page;

    @Override
    int run(Client client) throws IOException {
        Map<String, Object> query = page.query();
        conditions.addTo(query);
        order.addTo(query);
        return order.count
                ? count(client, "/bindings", query, Listing.BINDINGS)
                : pages(client, "/bindings", query, page.all, Listing.BINDINGS);
    }
}
