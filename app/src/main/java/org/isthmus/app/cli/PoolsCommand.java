// SPDX-License-Identifier: Apache-2.0
package org.isthmus.app.cli;

import java.io.IOException;
import java.util.stream.Collectors;
import org.apache.karaf.shell.api.action.Command;
import org.apache.karaf.shell.api.action.lifecycle.Service;
import org.isthmus.core.api.Nat64;
import org.isthmus.core.api.Pool;
import org.isthmus.core.net.Ipv4Prefix;
import org.isthmus.core.net.Protocol;
import org.isthmus.rest.JsonOutput;

/** {@code nat64-pools}. */
@Service
@Command(
        scope = "onos",
        name = "nat64-pools",
        description = "Lists the pools with the blocks in use")
public final class PoolsCommand extends Nat64Command {
    @Override
    void run(Nat64 nat64) throws IOException {
        list(
                "pools",
                nat64.pools(),
                JsonOutput::pool,
                new Table<Pool>()
                        .text("name", p -> p.spec.name)
                        .text("instance", p -> p.spec.instance)
                        .text("prefixes", PoolsCommand::prefixes)
                        .number("tcpBlocksInUse", p -> p.blocksInUse[Protocol.TCP.ordinal()])
                        .number("tcpBlocks", p -> p.blocks[Protocol.TCP.ordinal()])
                        .number("udpBlocksInUse", p -> p.blocksInUse[Protocol.UDP.ordinal()])
                        .number("udpBlocks", p -> p.blocks[Protocol.UDP.ordinal()])
                        .number("icmpBlocksInUse", p -> p.blocksInUse[Protocol.ICMP.ordinal()])
                        .number("icmpBlocks", p -> p.blocks[Protocol.ICMP.ordinal()])
                        .text("configured", p -> p.configured)
                        .text("tcp", p -> ports(p, Protocol.TCP))
                        .text("udp", p -> ports(p, Protocol.UDP))
                        .text("icmp", p -> ports(p, Protocol.ICMP)));
    }

    private static String prefixes(Pool pool) {
        return pool.spec.prefixes.stream()
                .map(Ipv4Prefix::toString)
                .collect(Collectors.joining(" "));
    }

    private static String ports(Pool pool, Protocol protocol) {
        int i = protocol.ordinal();
        return pool.spec.firstPort[i] + "-" + pool.spec.lastPort[i];
    }
}
