// SPDX-License-Identifier: Apache-2.0
package org.isthmus.app.cli;

import java.io.IOException;
import java.util.List;
import java.util.stream.Collectors;
import org.apache.karaf.shell.api.action.Argument;
import org.apache.karaf.shell.api.action.Command;
import org.apache.karaf.shell.api.action.Completion;
import org.apache.karaf.shell.api.action.Option;
import org.apache.karaf.shell.api.action.lifecycle.Service;
import org.isthmus.core.api.Nat64;
import org.isthmus.core.model.Deterministic;
import org.isthmus.core.model.Filtering;
import org.isthmus.core.model.PoolSpec;
import org.isthmus.core.net.Ipv4Prefix;
import org.isthmus.core.net.Ipv6Prefix;
import org.isthmus.core.net.Protocol;
import org.isthmus.rest.JsonOutput;
import org.isthmus.rest.Params;

/** {@code nat64-pool-add}. */
@Service
@Command(scope = "onos", name = "nat64-pool-add", description = "Adds a pool")
public final class PoolAddCommand extends Nat64Command {
    @Argument(index = 0, name = "name", required = true, description = "Name of the pool")
    private String name;

    @Argument(
            index = 1,
            name = "prefixes",
            required = true,
            description = "IPv4 prefixes of its addresses, or ranges FIRST-LAST",
            multiValued = true)
    private List<String> prefixes;

    @Option(name = "--instance", description = "NAT64 instance; not needed if there is only one")
    @Completion(InstanceCompleter.class)
    private String instance;

    @Option(name = "--tcp", description = "Ports handed out, FIRST-LAST; without it, 1024-65535")
    private String tcp;

    @Option(name = "--udp", description = "Likewise")
    private String udp;

    @Option(name = "--icmp", description = "Identifiers handed out; without it, 0-65535")
    private String icmp;

    @Option(
            name = "--subscribers",
            description =
                    "Prefix of the subscribers whose ports follow from the configuration alone")
    private String subscribers;

    @Option(name = "--ports-per-subscriber", description = "Of each of them and each protocol")
    private int portsPerSubscriber;

    @Option(name = "--algorithm", description = "sequential or contiguous")
    private String algorithm = Deterministic.Algorithm.SEQUENTIAL.toString();

    @Option(
            name = "--filtering",
            description =
                    "Which peers may send: endpoint-independent, as without it, address-dependent or"
                            + " address-and-port-dependent")
    private String filtering;

    @Option(name = "--hold-syns", description = "Hold SYNs that nobody waits for, for six seconds")
    private boolean holdsSyns;

    @Option(
            name = "--port-sets",
            description =
                    "Ports that a flow binds at once, a power of two, and of a block at most; without"
                            + " it, its own alone")
    private int portSets;

    @Override
    void run(Nat64 nat64) throws IOException {
        int[] first = PoolSpec.defaultFirstPort();
        int[] last = PoolSpec.defaultLastPort();
        range("--tcp", tcp, Protocol.TCP, first, last);
        range("--udp", udp, Protocol.UDP, first, last);
        range("--icmp", icmp, Protocol.ICMP, first, last);
        List<Ipv4Prefix> parsed =
                prefixes.stream()
                        .flatMap(p -> Params.get("prefixes", p, Ipv4Prefix::parseRange).stream())
                        .collect(Collectors.toList());
        PoolSpec spec =
                new PoolSpec(
                                Params.get("name", name, Params::identifier),
                                instance(nat64, instance),
                                parsed,
                                first,
                                last,
                                subscribers == null ? null : deterministic(),
                                filtering == null
                                        ? Filtering.ENDPOINT_INDEPENDENT
                                        : Params.get("--filtering", filtering, Filtering::parse))
                        .holdsSyns(holdsSyns)
                        .portSets(portSets);
        made(nat64.addPool(spec), JsonOutput::pool, "Added pool " + name + ".");
    }

    private Deterministic deterministic() {
        return new Deterministic(
                Params.get("--subscribers", subscribers, Ipv6Prefix::parse),
                portsPerSubscriber,
                Params.get("--algorithm", algorithm, Deterministic.Algorithm::parse));
    }

    private static void range(
            String option, String given, Protocol protocol, int[] first, int[] last) {
        int[] range = Params.get(option, given, Params::portRange);
        if (range != null) {
            first[protocol.ordinal()] = range[0];
            last[protocol.ordinal()] = range[1];
        }
    }
}
