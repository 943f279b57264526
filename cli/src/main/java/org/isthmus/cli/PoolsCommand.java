// SPDX-License-Identifier: Apache-2.0
package org.isthmus.cli;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.util.List;
import org.isthmus.listing.Listing;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code pools}. */
@Command(
        name = "pools",
        description = "Pools of IPv4 addresses and ports.",
        synopsisSubcommandLabel = "COMMAND",
        subcommands = {
            PoolsCommand.ListPools.class,
            PoolsCommand.Add.class,
            PoolsCommand.Drain.class,
            PoolsCommand.Delete.class
        })
final class PoolsCommand {
    @Command(name = "list", description = "Lists the pools with the blocks in use.")
    static final class ListPools extends Watching {
        @Override
        int run(Client client) throws IOException {
            return list(client, "/pools", Listing.POOLS);
        }
    }

    @Command(name = "add", description = "Adds a pool.")
    static final class Add extends Action {
        @Parameters(index = "0", paramLabel = "NAME")
        private String name;

        @Parameters(
                index = "1..*",
                arity = "1..*",
                paramLabel = "PREFIX",
                description = "Or a range of addresses, FIRST-LAST.")
        private List<String> prefixes;

        @Mixin private InstanceOption instance;

        @Option(
                names = "--tcp",
                paramLabel = "FIRST-LAST",
                description = "Ports handed out; the server's default is 1024-65535.")
        private String tcp;

        @Option(names = "--udp", paramLabel = "FIRST-LAST", description = "Likewise.")
        private String udp;

        @Option(
                names = "--icmp",
                paramLabel = "FIRST-LAST",
                description = "Identifiers handed out; the server's default is 0-65535.")
        private String icmp;

        @ArgGroup(exclusive = false)
        private Deterministic deterministic;

        /** Ports by configuration (RFC 7422). */
        private static final class Deterministic {
            @Option(
                    names = "--subscribers",
                    required = true,
                    paramLabel = "IPV6",
                    description =
                            "Prefix of the subscribers whose ports follow from the configuration"
                                    + " alone.")
            private String subscribers;

            @Option(
                    names = "--ports-per-subscriber",
                    required = true,
                    paramLabel = "PORTS",
                    description = "Of each of them and each protocol.")
            private int ports;

            @Option(
                    names = "--algorithm",
                    paramLabel = "NAME",
                    description = "sequential, by default, or contiguous.")
            private String algorithm;
        }

        @Option(
                names = "--filtering",
                paramLabel = "KIND",
                description =
                        "Which peers may send: endpoint-independent, the server's default,"
                                + " address-dependent or address-and-port-dependent.")
        private String filtering;

        @Option(
                names = "--hold-syns",
                description =
                        "Hold SYNs that nobody waits for, for six seconds (RFC 6146"
                                + " section 3.5.2.2).")
        private boolean holdsSyns;

        @Option(
                names = "--port-sets",
                paramLabel = "PORTS",
                description =
                        "Ports that a flow binds at once, a power of two, and of a block at most;"
                                + " without it, its own alone.")
        private Integer portSets;

        @Override
        int run(Client client) throws IOException {
            byte[] body =
                    JsonWriter.bytes(
                            g -> {
                                g.writeStartObject();
                                g.writeStringField("name", name);
                                instance.write(g);
                                g.writeArrayFieldStart("prefixes");
                                for (String prefix : prefixes) {
                                    g.writeString(prefix);
                                }
                                g.writeEndArray();
                                g.writeObjectFieldStart("ports");
                                String[] ranges = {"tcp", tcp, "udp", udp, "icmp", icmp};
                                for (int i = 0; i < ranges.length; i += 2) {
                                    if (ranges[i + 1] != null) {
                                        g.writeStringField(ranges[i], ranges[i + 1]);
                                    }
                                }
                                g.writeEndObject();
                                if (deterministic != null) {
                                    write(g, deterministic);
                                }
                                if (filtering != null) {
                                    g.writeStringField("filtering", filtering);
                                }
                                if (holdsSyns) {
                                    g.writeBooleanField("holdSyns", true);
                                }
                                if (portSets != null) {
                                    g.writeNumberField("portSets", portSets);
                                }
                                g.writeEndObject();
                            });
            return done(client.post("/pools", body), "name", "Added pool " + name + ".");
        }

        private static void write(JsonGenerator g, Deterministic d) throws IOException {
            g.writeObjectFieldStart("deterministic");
            g.writeStringField("subscribers", d.subscribers);
            g.writeNumberField("portsPerSubscriber", d.ports);
            if (d.algorithm != null) {
                g.writeStringField("algorithm", d.algorithm);
            }
            g.writeEndObject();
        }
    }

    @Command(
            name = "drain",
            description =
                    "Has a pool become empty: what has a binding goes on, and new ones get ports of"
                            + " other pools of the instance.")
    static final class Drain extends Action {
        @Parameters(paramLabel = "NAME")
        private String name;

        @Option(names = "--stop", description = "It is no longer to become empty.")
        private boolean stop;

        @Override
        int run(Client client) throws IOException {
            String path = "/pools" + Client.path(name) + "/drain";
            if (stop) {
                return done(
                        client.deletePart(path), "drain", "Pool " + name + " no longer drains.");
            }
            return done(client.put(path, new byte[0]), "drain", "Pool " + name + " drains.");
        }
    }

    @Command(name = "delete", description = "Removes a pool with every binding in it.")
    static final class Delete extends Action {
        @Parameters(paramLabel = "NAME")
        private String name;

        @Override
        int run(Client client) {
            client.delete("/pools" + Client.path(name));
            return say("Removed pool " + name + ".");
        }
    }
}
