// SPDX-License-Identifier: Apache-2.0
package org.isthmus.cli.setup;

import java.util.ArrayList;
import java.util.List;

/** What an operator says of a network, in the words of the options. For one thread. */
public final class Draft {
    /** {@code NAME=HOST:PORT}; none: one switch on this machine, {@link NewNetwork#BOX}. */
    public final List<String> switches = new ArrayList<>();

    /** {@code [SWITCH/]INTERFACE=ADDRESS/LENGTH[,ADDRESS/LENGTH]...}; one at least. */
    public final List<String> ports = new ArrayList<>();

    /** {@code SWITCH/INTERFACE=SWITCH/INTERFACE}. */
    public final List<String> links = new ArrayList<>();

    /** Routers of default routes, one of a family. */
    public final List<String> gateways = new ArrayList<>();

    /** {@code PREFIX=VIA}. */
    public final List<String> routes = new ArrayList<>();

    /** IPv4 prefixes and ranges that hosts share. */
    public final List<String> pool = new ArrayList<>();

    /** The NAT64 prefix. */
    public String prefix = "64:ff9b::/96";

    /** DNS servers that hosts of IPv6 are told of. */
    public final List<String> dns = new ArrayList<>();

    /** Bytes of an IP packet that links take. */
    public int linkMtu = 1500;
}
