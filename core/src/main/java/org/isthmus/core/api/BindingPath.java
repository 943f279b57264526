// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core.api;

import java.util.List;
import org.isthmus.core.model.DeviceId;
import org.isthmus.core.model.FabricConfig;

/** Every way the packets of a binding may take through the fabric now. Immutable. */
public final class BindingPath {

    /** A link that packets may leave a device by. */
    public static final class Next {
        public final int port;

        /** The device at the other end. */
        public final DeviceId device;

        public Next(int port, DeviceId device) {
            this.port = port;
            this.device = device;
        }
    }

    /** A device on the way. */
    public static final class Hop {
        public final DeviceId device;

        /** Packets change their family here, and leave translated. */
        public final boolean translates;

        /** Equal ways on, one of which each flow takes; none: they leave the fabric, or end. */
        public final List<Next> next;

        public Hop(DeviceId device, boolean translates, List<Next> next) {
            this.device = device;
            this.translates = translates;
            this.next = List.copyOf(next);
        }
    }

    /** The ways in one direction: a graph without circles. */
    public static final class Direction {
        /** Where packets enter; null: that is not known, or there are several such ports. */
        public final FabricConfig.Port from;

        /** Where they leave; null: they do not, or that is not known, or there are several. */
        public final FabricConfig.Port to;

        /**
         * Those where packets enter first, and each behind one that leads to it. A device that is
         * passed on both sides of the translation stands here twice.
         */
        public final List<Hop> hops;

        public Direction(FabricConfig.Port from, FabricConfig.Port to, List<Hop> hops) {
            this.from = from;
            this.to = to;
            this.hops = List.copyOf(hops);
        }
    }

    public final Binding binding;

    /** From the IPv6 host to its peer. */
    public final Direction outbound;

    /** From the peer to the IPv6 host. */
    public final Direction inbound;

    public BindingPath(Binding binding, Direction outbound, Direction inbound) {
        this.binding = binding;
        this.outbound = outbound;
        this.inbound = inbound;
    }
}
