// SPDX-License-Identifier: Apache-2.0
package org.isthmus.app.cli;

import org.apache.karaf.shell.api.action.Completion;
import org.apache.karaf.shell.api.action.Option;
import org.isthmus.core.api.Filter;
import org.isthmus.rest.Params;

/** A list of bindings or of what belongs to them. */
abstract class BindingListCommand<T> extends PageCommand<T> {
    @Option(name = "--instance", description = "Of the NAT64 instance")
    @Completion(InstanceCompleter.class)
    private String instance;

    @Option(name = "--protocol", description = "icmp, tcp or udp")
    @Completion(ProtocolCompleter.class)
    private String protocol;

    @Option(name = "--port", description = "On either side of the binding")
    private String port;

    /** An IPv4 peer or its prefix; null: any. */
    String peer() {
        return null;
    }

    @Override
    final Filter filter(String ipv6, String ipv4) {
        return Params.filter(instance, lower(protocol), ipv6, ipv4, port, peer());
    }
}
