// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core.spi;

import java.util.List;
import org.isthmus.core.net.Ipv6Prefix;
import org.isthmus.core.net.Protocol;

/** The blocks of ports a subscriber of an instance holds. */
public final class SubscriberRecord extends Store.Record {
    /** Successive ports of one address and protocol; their number is the instance's. */
    public static final class PortBlock {
        public final Protocol protocol;

        /** In network order. */
        public final int address4;

        /** 0 to 65535. */
        public final int firstPort;

        /**
         * @param address4 in network order
         * @param firstPort 0 to 65535
         */
        public PortBlock(Protocol protocol, int address4, int firstPort) {
            this.protocol = protocol;
            this.address4 = address4;
            this.firstPort = firstPort;
        }

        @Override
        public boolean equals(Object o) {
            return o instanceof PortBlock
                    && ((PortBlock) o).protocol == protocol
                    && ((PortBlock) o).address4 == address4
                    && ((PortBlock) o).firstPort == firstPort;
        }

        @Override
        public int hashCode() {
            return address4 * 31 + firstPort;
        }

        @Override
        public String toString() {
            return protocol + " " + Integer.toHexString(address4) + " from " + firstPort;
        }
    }

    /** 1 to 255. */
    public final int instance;

    public final Ipv6Prefix prefix;

    /** Empty: a removal. */
    public final List<PortBlock> blocks;

    /**
     * @param instance 1 to 255
     * @param blocks none removes it
     */
    public SubscriberRecord(int instance, Ipv6Prefix prefix, List<PortBlock> blocks) {
        super(Store.Map.SUBSCRIBERS);
        this.instance = instance;
        this.prefix = prefix;
        this.blocks = List.copyOf(blocks);
    }

    @Override
    public List<Object> key() {
        return List.of(instance, prefix);
    }

    @Override
    public List<Object> value() {
        return List.copyOf(blocks);
    }

    @Override
    public boolean isRemoval() {
        return blocks.isEmpty();
    }
}
