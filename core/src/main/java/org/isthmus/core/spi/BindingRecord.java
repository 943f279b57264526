// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core.spi;

import java.util.List;
import org.isthmus.core.net.Protocol;

/** A binding that is not static. Every set-up writes one: it is numbers alone. */
public final class BindingRecord extends Store.Record {
    /** 1 to 255. */
    public final int instance;

    public final Protocol protocol;

    /** First half of the IPv6 address. */
    public final long high;

    /** Second half of the IPv6 address. */
    public final long low;

    /** 0 to 65535; the identifier for ICMP; the lowest one of a port set. */
    public final int port6;

    /** In network order. */
    public final int address4;

    /** 0 to 65535; the identifier for ICMP; the lowest one of a port set. */
    public final int port4;

    /** How many lowest bits of its ports are any, 0 to 10; 0: it has one port. */
    public final int setBits;

    /** When it was created, in {@link org.isthmus.core.loop.Seconds}. */
    public final int since;

    /** The peer's address, in network order: of TCP, that of an established session if there is. */
    public final int peer4;

    /** 0 to 65535. */
    public final int peerPort;

    /** TCP with a session that is established. */
    public final boolean established;

    private final boolean removal;

    private BindingRecord(
            int instance,
            Protocol protocol,
            long high,
            long low,
            int port6,
            int address4,
            int port4,
            int setBits,
            int since,
            int peer4,
            int peerPort,
            boolean established,
            boolean removal) {
        super(Store.Map.BINDINGS);
        this.instance = instance;
        this.protocol = protocol;
        this.high = high;
        this.low = low;
        this.port6 = port6;
        this.address4 = address4;
        this.port4 = port4;
        this.setBits = setBits;
        this.since = since;
        this.peer4 = peer4;
        this.peerPort = peerPort;
        this.established = established;
        this.removal = removal;
    }

    /** The fields say what is what. */
    public static BindingRecord of(
            int instance,
            Protocol protocol,
            long high,
            long low,
            int port6,
            int address4,
            int port4,
            int setBits,
            int since,
            int peer4,
            int peerPort,
            boolean established) {
        return new BindingRecord(
                instance,
                protocol,
                high,
                low,
                port6,
                address4,
                port4,
                setBits,
                since,
                peer4,
                peerPort,
                established,
                false);
    }

    /** The fields say what is what. */
    public static BindingRecord removal(
            int instance, Protocol protocol, long high, long low, int port6, int setBits) {
        return new BindingRecord(
                instance, protocol, high, low, port6, 0, 0, setBits, 0, 0, 0, false, true);
    }

    @Override
    public List<Object> key() {
        return List.of(instance, protocol, high, low, port6, setBits);
    }

    @Override
    public List<Object> value() {
        return removal ? List.of() : List.of(address4, port4, since, peer4, peerPort, established);
    }

    @Override
    public boolean isRemoval() {
        return removal;
    }
}
