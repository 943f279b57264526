// SPDX-License-Identifier: Apache-2.0
package org.isthmus.app.cli;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import org.apache.karaf.shell.api.action.Command;
import org.apache.karaf.shell.api.action.lifecycle.Service;
import org.isthmus.core.api.Filter;
import org.isthmus.core.api.Nat64;
import org.isthmus.core.api.Page;
import org.isthmus.core.api.PageRequest;
import org.isthmus.core.api.SourceBinding;
import org.isthmus.listing.Listing;
import org.isthmus.rest.FabricJson;

/** {@code nat64-source-bindings}. */
@Service
@Command(
        scope = "onos",
        name = "nat64-source-bindings",
        description = "Lists the addresses that were learned at interfaces")
public final class SourceBindingsCommand extends PageCommand<SourceBinding> {
    @Override
    Listing listing() {
        return Listing.SOURCE_BINDINGS;
    }

    @Override
    Page<SourceBinding> page(Nat64 nat64, Filter filter, PageRequest request) {
        return nat64.sourceBindings(filter, request.after, request.limit);
    }

    @Override
    void write(JsonGenerator g, SourceBinding row) throws IOException {
        FabricJson.sourceBinding(g, row);
    }
}
