// SPDX-License-Identifier: Apache-2.0
package org.isthmus.cli;

import java.io.IOException;
import java.util.List;
import picocli.CommandLine.Command;

/** {@code instances}. */
@Command(name = "instances", description = "Lists the NAT64 prefixes with their rules.")
final class InstancesCommand extends Action {
    @Override
    int run(Client client) throws IOException {
        return list(
                client,
                "/instances",
                "instances",
                List.of(
                        Column.of("name"),
                        Column.number("id"),
                        Column.of("prefix"),
                        Column.number("blockSize").optional(),
                        Column.number("blocksPerSubscriber").optional(),
                        Column.number("bindingsPerSecond").optional(),
                        Column.number("udpTimeout").optional(),
                        Column.number("icmpTimeout").optional(),
                        Column.number("tcpEstablishedTimeout").optional(),
                        Column.number("tcpTransitoryTimeout").optional(),
                        Column.number("portHold").optional()));
    }
}
