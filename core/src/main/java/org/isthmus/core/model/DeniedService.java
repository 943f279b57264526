// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core.model;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.isthmus.core.net.Ipv4Prefix;
import org.isthmus.core.net.PortPrefix;
import org.isthmus.core.net.Protocol;

/**
 * What an instance does not translate to, nor back, although it does to its address: a protocol, or
 * ports of it (RFC 6888 REQ-6). Immutable.
 */
public final class DeniedService {
    /** In place of a port: the packet has none. */
    public static final int NO_PORT = -1;

    public final Ipv4Prefix prefix;

    /** Null: TCP and UDP. */
    public final Protocol protocol;

    /** 1 to 65535; 0 with {@link #lastPort} 65535: every packet of the protocol. */
    public final int firstPort;

    public final int lastPort;

    /**
     * @param prefix of the destination
     * @throws IllegalArgumentException says what is wrong: ICMP has no ports, and without a
     *     protocol there must be ports
     */
    public DeniedService(Ipv4Prefix prefix, Protocol protocol, int firstPort, int lastPort) {
        boolean all = firstPort == 0 && lastPort == 0xffff;
        if (!all && (firstPort < 1 || lastPort < firstPort || lastPort > 0xffff)) {
            throw new IllegalArgumentException(
                    "not a range of ports from 1 on: " + firstPort + "-" + lastPort);
        }
        if (protocol == null && all) {
            throw new IllegalArgumentException("names neither a protocol nor ports");
        }
        if (protocol == Protocol.ICMP && !all) {
            throw new IllegalArgumentException("ICMP has no ports");
        }
        this.prefix = prefix;
        this.protocol = protocol;
        this.firstPort = firstPort;
        this.lastPort = lastPort;
    }

    /** A protocol, whatever its ports. */
    public static DeniedService of(Ipv4Prefix prefix, Protocol protocol) {
        return new DeniedService(prefix, protocol, 0, 0xffff);
    }

    /** Whether it is of a protocol as a whole. */
    public boolean isAllPorts() {
        return firstPort == 0;
    }

    /**
     * Whether it denies packets to and from a transport address.
     *
     * @param of null: none that has bindings
     * @param port 0 to 65535, or {@link #NO_PORT}
     */
    public boolean matches(int address4, Protocol of, int port) {
        boolean isProtocol =
                protocol == null ? of == Protocol.TCP || of == Protocol.UDP : of == protocol;
        return isProtocol
                && (isAllPorts() || port >= firstPort && port <= lastPort)
                && prefix.contains(address4);
    }

    /** It has one, or TCP and UDP. */
    public List<Protocol> protocols() {
        return protocol == null ? List.of(Protocol.TCP, Protocol.UDP) : List.of(protocol);
    }

    /** What switches have of an instance's rules, each once. */
    public static Set<TranslationIntent.DeniedService> intents(
            int instance, List<DeniedService> all) {
        Set<TranslationIntent.DeniedService> intents = new LinkedHashSet<>();
        for (DeniedService one : all) {
            List<PortPrefix> ports = PortPrefix.covering(one.firstPort, one.lastPort);
            for (Protocol p : one.protocols()) {
                ports.forEach(
                        range ->
                                intents.add(
                                        new TranslationIntent.DeniedService(
                                                instance, one.prefix, p, range)));
            }
        }
        return intents;
    }
}
