// SPDX-License-Identifier: Apache-2.0
package org.isthmus.cli;

import java.util.LinkedHashMap;
import java.util.Map;
import picocli.CommandLine.Option;

/** Conditions and paging that the long lists share. The server checks the values. */
final class PageOptions {
    @Option(
            names = "--ipv6",
            paramLabel = "PREFIX",
            description = "The IPv6 host, or a prefix it is in.")
    private String ipv6;

    @Option(
            names = "--ipv4",
            paramLabel = "PREFIX",
            description = "The address it has in IPv4, or a prefix that is in.")
    private String ipv4;

    @Option(names = "--all", description = "Prints every page.")
    boolean all;

    @Option(names = "--limit", paramLabel = "N", description = "Entries of a page, up to 10000.")
    private Integer limit;

    @Option(names = "--cursor", paramLabel = "CURSOR", description = "Where the page begins.")
    private String cursor;

    Map<String, Object> query() {
        Map<String, Object> query = new LinkedHashMap<>();
        query.put("ipv6", ipv6);
        query.put("ipv4", ipv4);
        query.put("limit", limit);
        query.put("cursor", cursor);
        return query;
    }
}
