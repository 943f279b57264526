// SPDX-License-Identifier: Apache-2.0
package org.isthmus.app.cli;

import java.io.IOException;
import org.apache.karaf.shell.api.action.Command;
import org.apache.karaf.shell.api.action.lifecycle.Service;
import org.isthmus.core.api.Nat64;
import org.isthmus.core.model.InstanceConfig;
import org.isthmus.rest.JsonOutput;

/** {@code nat64-instances}. */
@Service
@Command(
        scope = "onos",
        name = "nat64-instances",
        description = "Lists the NAT64 prefixes with their rules")
public final class InstancesCommand extends Nat64Command {
    @Override
    void run(Nat64 nat64) throws IOException {
        list(
                "instances",
                nat64.instances(),
                JsonOutput::instance,
                new Table<InstanceConfig>()
                        .text("name", i -> i.name)
                        .number("id", i -> i.id)
                        .text("prefix", i -> i.prefix)
                        .number("blockSize", i -> i.blockSize)
                        .number("blocksPerSubscriber", i -> i.blocksPerSubscriber)
                        .number("bindingsPerSecond", i -> i.bindingsPerSecond)
                        .number("udpTimeout", i -> i.udpTimeout.getSeconds())
                        .number("icmpTimeout", i -> i.icmpTimeout.getSeconds())
                        .number("tcpEstablishedTimeout", i -> i.tcpEstablishedTimeout.getSeconds())
                        .number("tcpTransitoryTimeout", i -> i.tcpTransitoryTimeout.getSeconds())
                        .number("portHold", i -> i.portHold.getSeconds()));
    }
}
