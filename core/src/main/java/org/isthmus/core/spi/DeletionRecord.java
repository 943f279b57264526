// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core.spi;

import java.util.List;
import org.isthmus.core.net.Protocol;

/** A binding that was deleted while a device may still hold it; all of it is its key. */
public final class DeletionRecord extends Store.Record {
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

    private final boolean removal;

    private DeletionRecord(
            int instance,
            Protocol protocol,
            long high,
            long low,
            int port6,
            int address4,
            int port4,
            int setBits,
            boolean removal) {
        super(Store.Map.DELETIONS);
        this.instance = instance;
        this.protocol = protocol;
        this.high = high;
        this.low = low;
        this.port6 = port6;
        this.address4 = address4;
        this.port4 = port4;
        this.setBits = setBits;
        this.removal = removal;
    }

    /** The fields say what is what. */
    public static DeletionRecord of(
            int instance,
            Protocol protocol,
            long high,
            long low,
            int port6,
            int address4,
            int port4,
            int setBits) {
        return new DeletionRecord(
                instance, protocol, high, low, port6, address4, port4, setBits, false);
    }

    /** Forgets it: every device has confirmed that it does not hold the binding. */
    public DeletionRecord removal() {
        return new DeletionRecord(
                instance, protocol, high, low, port6, address4, port4, setBits, true);
    }

    @Override
    public List<Object> key() {
        return List.of(instance, protocol, high, low, port6, address4, port4, setBits);
    }

    @Override
    public List<Object> value() {
        return removal ? List.of() : List.of(true);
    }

    @Override
    public boolean isRemoval() {
        return removal;
    }
}
