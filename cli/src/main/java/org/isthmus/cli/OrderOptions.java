// SPDX-License-Identifier: Apache-2.0
package org.isthmus.cli;

import java.util.Locale;
import java.util.Map;
import picocli.CommandLine.Option;

/** In which order rows come, and how many there are. The server checks the values. */
final class OrderOptions {
    @Option(
            names = "--sort",
            paramLabel = "KEY",
            description =
                    "Orders by protocol, ipv6, ipv4, since; bindings by expires, sessions by peer.")
    private String sort;

    @Option(names = "--descending", description = "The last of that order first.")
    private boolean descending;

    @Option(names = "--count", description = "Prints how many there are, and none of them.")
    boolean count;

    void addTo(Map<String, Object> query) {
        if (descending && sort == null) {
            throw new CliException(CliException.USAGE, "--descending: needs --sort");
        }
        query.put("sort", sort == null ? null : sort.toLowerCase(Locale.ROOT));
        query.put("order", descending ? "desc" : null);
    }
}
