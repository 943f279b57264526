// SPDX-License-Identifier: Apache-2.0
package org.isthmus.app.cli;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.util.stream.Collectors;
import org.apache.karaf.shell.api.action.Command;
import org.apache.karaf.shell.api.action.lifecycle.Service;
import org.isthmus.core.api.Filter;
import org.isthmus.core.api.Nat64;
import org.isthmus.core.api.Page;
import org.isthmus.core.api.Subscriber;
import org.isthmus.core.net.Protocol;
import org.isthmus.rest.JsonOutput;
import org.isthmus.rest.Params;

/** {@code nat64-subscribers}. */
@Service
@Command(
        scope = "onos",
        name = "nat64-subscribers",
        description = "Lists the subscribers with what they hold")
public final class SubscribersCommand extends PageCommand<Subscriber> {
    @Override
    String name() {
        return "subscribers";
    }

    @Override
    Page<Subscriber> page(Nat64 nat64, Filter filter, String after, int limit) {
        return nat64.subscribers(filter, after, limit);
    }

    @Override
    void write(JsonGenerator g, Subscriber row) throws IOException {
        JsonOutput.subscriber(g, row);
    }

    @Override
    Table<Subscriber> table() {
        return new Table<Subscriber>()
                .text("ipv6", s -> s.prefix)
                .number("tcpBindings", s -> s.bindings[Protocol.TCP.ordinal()])
                .number("udpBindings", s -> s.bindings[Protocol.UDP.ordinal()])
                .number("icmpBindings", s -> s.bindings[Protocol.ICMP.ordinal()])
                .number("refused", s -> s.refused)
                .text("instance", s -> s.instance)
                .text(
                        "blocks",
                        s ->
                                s.blocks.stream()
                                        .map(SubscribersCommand::block)
                                        .collect(Collectors.joining(", ")));
    }

    private static String block(Subscriber.Block b) {
        return Params.name(b.protocol) + " " + b.address + ":" + b.firstPort + "-" + b.lastPort;
    }
}
