// SPDX-License-Identifier: Apache-2.0
package org.isthmus.cli;

import java.util.Map;
import picocli.CommandLine.Option;

/** Conditions on bindings. */
final class BindingOptions {
    @Option(names = "--instance", paramLabel = "NAME", description = "Of the NAT64 instance.")
    private String instance;

    @Option(names = "--protocol", paramLabel = "PROTOCOL", description = "${COMPLETION-CANDIDATES}")
    private Protocol protocol;

    @Option(
            names = "--port",
            paramLabel = "PORT",
            description = "On either side of the binding; of sessions, of the peer as well.")
    private Integer port;

    void addTo(Map<String, Object> query) {
        query.put("instance", instance);
        query.put("protocol", protocol);
        query.put("port", port);
    }
}
