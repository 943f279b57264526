// SPDX-License-Identifier: Apache-2.0
package org.isthmus.cli;

import java.io.IOException;
import org.isthmus.listing.Listing;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code static}. */
@Command(
        name = "static",
        description = "Bindings that never expire.",
        synopsisSubcommandLabel = "COMMAND",
        subcommands = {
            StaticCommand.ListStatic.class,
            StaticCommand.Add.class,
            StaticCommand.Replace.class,
            StaticCommand.Delete.class
        })
final class StaticCommand {
    @Command(name = "list", description = "Lists the static bindings.")
    static final class ListStatic extends Watching {
        @Override
        int run(Client client) throws IOException {
            return list(client, "/static-bindings", Listing.STATIC_BINDINGS);
        }
    }

    @Command(name = "add", description = "Adds a static binding.")
    static final class Add extends Action {
        @Parameters(index = "0", paramLabel = "PROTOCOL", description = "${COMPLETION-CANDIDATES}")
        private Protocol protocol;

        @Parameters(
                index = "1",
                paramLabel = "[IPV6]:PORT",
                converter = Endpoint.Converter.class,
                description = "Of the host; for icmp its identifier.")
        private Endpoint host;

        @Parameters(
                index = "2",
                paramLabel = "IPV4:PORT",
                converter = Endpoint.Converter.class,
                description = "As the IPv4 side sees it.")
        private Endpoint mapped;

        @Mixin private InstanceOption instance;

        @Override
        int run(Client client) throws IOException {
            byte[] body = body(protocol, host, mapped, instance);
            String sentence = "Added " + protocol + " " + host + " <-> " + mapped + ".";
            return done(client.post("/static-bindings", body), "ipv4", sentence);
        }
    }

    private static byte[] body(
            Protocol protocol, Endpoint host, Endpoint mapped, InstanceOption instance)
            throws IOException {
        return JsonWriter.bytes(
                g -> {
                    g.writeStartObject();
                    g.writeStringField("protocol", protocol.name());
                    g.writeStringField("ipv6", host.address);
                    g.writeNumberField("port6", host.port);
                    g.writeStringField("ipv4", mapped.address);
                    g.writeNumberField("port4", mapped.port);
                    instance.write(g);
                    g.writeEndObject();
                });
    }

    /** Of one binding, by its IPv4 side. */
    private static String path(Protocol protocol, Endpoint mapped) {
        String port = Integer.toString(mapped.port);
        return Client.path("static-bindings", protocol.name(), mapped.address, port);
    }

    @Command(
            name = "replace",
            description = {
                "Puts a static binding into the place of another, whose flows are cut.",
                "If it is refused, the other stays."
            })
    static final class Replace extends Action {
        @Parameters(index = "0", paramLabel = "PROTOCOL", description = "${COMPLETION-CANDIDATES}")
        private Protocol protocol;

        @Parameters(
                index = "1",
                paramLabel = "IPV4:PORT",
                converter = Endpoint.Converter.class,
                description = "IPv4 side of the one that is there.")
        private Endpoint old;

        @Parameters(
                index = "2",
                paramLabel = "[IPV6]:PORT",
                converter = Endpoint.Converter.class,
                description = "Of the new host; for icmp its identifier.")
        private Endpoint host;

        @Parameters(
                index = "3",
                arity = "0..1",
                paramLabel = "IPV4:PORT",
                converter = Endpoint.Converter.class,
                description = "As the IPv4 side sees it; without this, as before.")
        private Endpoint mapped;

        @Mixin private InstanceOption instance;

        @Override
        int run(Client client) throws IOException {
            Endpoint its = mapped == null ? old : mapped;
            byte[] body = body(protocol, host, its, instance);
            return done(
                    client.put(path(protocol, old), body),
                    "ipv4",
                    "Replaced " + protocol + " " + old + " by " + host + " <-> " + its + ".");
        }
    }

    @Command(name = "delete", description = "Removes a static binding.")
    static final class Delete extends Action {
        @Parameters(index = "0", paramLabel = "PROTOCOL", description = "${COMPLETION-CANDIDATES}")
        private Protocol protocol;

        @Parameters(
                index = "1",
                paramLabel = "IPV4:PORT",
                converter = Endpoint.Converter.class,
                description = "Its IPv4 side.")
        private Endpoint mapped;

        @Override
        int run(Client client) {
            client.delete(path(protocol, mapped));
            return say("Removed " + protocol + " " + mapped + ".");
        }
    }
}
