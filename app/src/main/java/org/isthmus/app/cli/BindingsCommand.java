// SPDX-License-Identifier: Apache-2.0
package org.isthmus.app.cli;

import org.apache.karaf.shell.api.action.Command;
import org.apache.karaf.shell.api.action.lifecycle.Service;
import org.isthmus.core.api.Binding;
import org.isthmus.core.api.Filter;
import org.isthmus.core.api.Nat64;
import org.isthmus.core.api.Page;
import org.isthmus.core.api.PageRequest;
import org.isthmus.listing.Listing;
import org.isthmus.rest.LongList;

/** {@code nat64-bindings}. */
@Service
@Command(scope = "onos", name = "nat64-bindings", description = "Lists the BIB (RFC 6146)")
public final class BindingsCommand extends BindingListCommand<Binding> {
    @Override
    Listing listing() {
        return Listing.BINDINGS;
    }

    @Override
    LongList.Kind<Binding> kind() {
        return LongList.Kind.BINDINGS;
    }

    @Override
    Page<Binding> page(Nat64 nat64, Filter filter, PageRequest request) {
        return nat64.bindings(filter, request);
    }
}
