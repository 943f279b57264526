// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core.api;

import java.util.List;
import org.isthmus.core.net.Ipv4Address;
import org.isthmus.core.net.Ipv6Prefix;
import org.isthmus.core.net.Protocol;

/** A subscriber (RFC 6888), an IPv6 prefix here, with its blocks and bindings. Immutable. */
public final class Subscriber {

    /** Ports of one address that only this subscriber uses. Immutable. */
    public static final class Block {
        public final Protocol protocol;
        public final Ipv4Address address;
        public final int firstPort;

        /** Inclusive. */
        public final int lastPort;

        public final int used;

        public Block(
                Protocol protocol, Ipv4Address address, int firstPort, int lastPort, int used) {
            this.protocol = protocol;
            this.address = address;
            this.firstPort = firstPort;
            this.lastPort = lastPort;
            this.used = used;
        }
    }

    public final String instance;
    public final Ipv6Prefix prefix;
    public final List<Block> blocks;

    /** Bindings, per protocol by ordinal. */
    public final long[] bindings;

    /** Packets refused because a limit or a pool was reached. */
    public final long refused;

    public Subscriber(
            String instance, Ipv6Prefix prefix, List<Block> blocks, long[] bindings, long refused) {
        this.instance = instance;
        this.prefix = prefix;
        this.blocks = List.copyOf(blocks);
        this.bindings = bindings;
        this.refused = refused;
    }
}
