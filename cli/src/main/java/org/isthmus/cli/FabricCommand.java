// SPDX-License-Identifier: Apache-2.0
package org.isthmus.cli;

import java.io.IOException;
import java.util.List;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;

/** {@code fabric}. */
@Command(
        name = "fabric",
        description = "The network, what is up and who is there.",
        synopsisSubcommandLabel = "COMMAND",
        subcommands = {
            FabricCommand.Devices.class,
            FabricCommand.Links.class,
            FabricCommand.Interfaces.class,
            FabricCommand.Hosts.class,
            FabricCommand.Ports.class
        })
final class FabricCommand {
    /** One of the lists that come in one answer. */
    abstract static class Part extends Action {
        private final String name;
        private final List<Column> columns;

        Part(String name, Column... columns) {
            this.name = name;
            this.columns = List.of(columns);
        }

        @Override
        final int run(Client client) throws IOException {
            return list(client, "/fabric", name, columns);
        }
    }

    private static Column joined(String name) {
        return Column.of(
                name,
                row ->
                        Json.list(row.get(name)).stream()
                                .map(Object::toString)
                                .collect(Collectors.joining(" ")));
    }

    @Command(name = "devices", description = "Lists the switches with their addresses.")
    static final class Devices extends Part {
        Devices() {
            super(
                    "devices",
                    Column.of("id"),
                    Column.of("state"),
                    Column.of("translator"),
                    Column.of("mac"),
                    joined("loopbacks"));
        }
    }

    @Command(name = "links", description = "Lists the links between switches.")
    static final class Links extends Part {
        Links() {
            super("links", Column.of("a"), Column.of("b"), Column.number("mtu"), Column.of("up"));
        }
    }

    @Command(name = "interfaces", description = "Lists the ports towards hosts and routers.")
    static final class Interfaces extends Part {
        Interfaces() {
            super(
                    "interfaces",
                    Column.of("port"),
                    Column.of("name"),
                    Column.of("up"),
                    Column.number("vlan"),
                    Column.number("mtu"),
                    joined("ips"));
        }
    }

    @Command(name = "hosts", description = "Lists the hosts and routers that were heard.")
    static final class Hosts extends Part {
        Hosts() {
            super("hosts", Column.of("address"), Column.of("mac"), Column.of("port"));
        }
    }

    @Command(name = "ports", description = "Lists what ports have counted.")
    static final class Ports extends Part {
        Ports() {
            super(
                    "ports",
                    Column.of("port"),
                    Column.number("packetsIn"),
                    Column.number("bytesIn"),
                    Column.number("packetsOut"),
                    Column.number("bytesOut"),
                    Column.of("readAt").optional());
        }
    }
}
