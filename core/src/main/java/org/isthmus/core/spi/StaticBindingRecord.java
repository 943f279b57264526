// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core.spi;

import java.util.List;
import org.isthmus.core.model.StaticBinding;
import org.isthmus.core.net.Ipv4Address;
import org.isthmus.core.net.Protocol;

/** A static binding an operator added, by its IPv4 side. */
public final class StaticBindingRecord extends OperatorRecord {
    public final Protocol protocol;
    public final Ipv4Address address4;

    /** 0 to 65535; the identifier for ICMP. */
    public final int port4;

    /** Null: none. */
    public final StaticBinding binding;

    /** When it was made, in {@link org.isthmus.core.loop.Seconds}; 0: not known. */
    public final int since;

    private StaticBindingRecord(
            Protocol protocol,
            Ipv4Address address4,
            int port4,
            StaticBinding binding,
            int since,
            boolean isLeftOut) {
        super(Store.Map.STATIC_BINDINGS, isLeftOut);
        this.protocol = protocol;
        this.address4 = address4;
        this.port4 = port4;
        this.binding = binding;
        this.since = since;
    }

    /** The fields say what is what. */
    public static StaticBindingRecord of(StaticBinding b, int since) {
        return new StaticBindingRecord(b.protocol, b.address4, b.port4, b, since, false);
    }

    public static StaticBindingRecord removal(StaticBinding b) {
        return removal(b.protocol, b.address4, b.port4);
    }

    public static StaticBindingRecord removal(Protocol protocol, Ipv4Address address4, int port4) {
        return new StaticBindingRecord(protocol, address4, port4, null, 0, false);
    }

    @Override
    public StaticBindingRecord leftOut(boolean leftOut) {
        return new StaticBindingRecord(protocol, address4, port4, binding, since, leftOut);
    }

    @Override
    public List<Object> key() {
        return List.of(protocol, address4, port4);
    }

    @Override
    public List<Object> value() {
        return isRemoval() ? List.of() : List.of(binding, since, isLeftOut);
    }

    @Override
    public boolean isRemoval() {
        return binding == null;
    }
}
