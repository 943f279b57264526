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
import org.isthmus.core.api.Subscriber;
import org.isthmus.listing.Listing;
import org.isthmus.rest.JsonOutput;

/** {@code nat64-subscribers}. */
@Service
@Command(
        scope = "onos",
        name = "nat64-subscribers",
        description = "Lists the subscribers with what they hold")
public final class SubscribersCommand extends PageCommand<Subscriber> {
    @Override
    Listing listing() {
        return Listing.SUBSCRIBERS;
    }

    @Override
    Page<Subscriber> page(Nat64 nat64, Filter filter, PageRequest request) {
        return nat64.subscribers(filter, request.after, request.limit);
    }

    @Override
    void write(JsonGenerator g, Subscriber row) throws IOException {
        JsonOutput.subscriber(g, row);
    }
}
