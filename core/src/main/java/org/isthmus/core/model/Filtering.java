// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core.model;

import org.isthmus.core.net.Protocol;

/**
 * Which IPv4 peers may send to a binding, by RFC 4787 section 5, RFC 5382 REQ-3 and RFC 6146
 * section 3.5.
 */
public enum Filtering {
    /** All. */
    ENDPOINT_INDEPENDENT("endpoint-independent"),

    /** Those that its host wrote to, from any port. */
    ADDRESS_DEPENDENT("address-dependent"),

    /** Those that its host wrote to, from the port that it wrote to. */
    ADDRESS_AND_PORT_DEPENDENT("address-and-port-dependent");

    private final String text;

    Filtering(String text) {
        this.text = text;
    }

    /** The name in the RFC and in netcfg. */
    public String text() {
        return text;
    }

    /**
     * What has this name.
     *
     * @throws IllegalArgumentException nothing has
     */
    public static Filtering parse(String text) {
        for (Filtering each : values()) {
            if (each.text.equals(text)) {
                return each;
            }
        }
        throw new IllegalArgumentException(
                "\""
                        + text
                        + "\" is not endpoint-independent, address-dependent"
                        + " or address-and-port-dependent");
    }

    /** Whether it keeps anyone out. */
    public boolean filters() {
        return this != ENDPOINT_INDEPENDENT;
    }

    /** What it comes to for a protocol: a peer of ICMP has no port. */
    public Filtering of(Protocol protocol) {
        return this == ADDRESS_AND_PORT_DEPENDENT && protocol == Protocol.ICMP
                ? ADDRESS_DEPENDENT
                : this;
    }

    /** The port that a session with a peer goes by; 0: it goes by none. */
    public int peerPort(int port) {
        return port & peerMask();
    }

    /** The bits of a peer's port that sessions go by. */
    public int peerMask() {
        return this == ADDRESS_AND_PORT_DEPENDENT ? 0xffff : 0;
    }
}
