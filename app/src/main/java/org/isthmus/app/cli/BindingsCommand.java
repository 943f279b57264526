// SPDX-License-Identifier: Apache-2.0
package org.isthmus.app.cli;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import org.apache.karaf.shell.api.action.Command;
import org.apache.karaf.shell.api.action.lifecycle.Service;
import org.isthmus.core.api.Binding;
import org.isthmus.core.api.Filter;
import org.isthmus.core.api.Nat64;
import org.isthmus.core.api.Page;
import org.isthmus.listing.Listing;
import org.isthmus.rest.JsonOutput;

/** {@code nat64-bindings}. */
@Service
@Command(scope = "onos", name = "nat64-bindings", description = "Lists the BIB (RFC 6146)")
public final class BindingsCommand extends BindingListCommand<Binding> {
    @Override
    Listing listing() {
        return Listing.BINDINGS;
    }

    @Override
    Page<Binding> page(Nat64 nat64, Filter filter, String after, int limit) {
        return nat64.bindings(filter, after, limit);
    }

    @Override
    void write(JsonGenerator g, Binding row) throws IOException {
        JsonOutput.binding(g, row);
    }
}
