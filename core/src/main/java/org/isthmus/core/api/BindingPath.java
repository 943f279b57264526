// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core.api;

import java.util.List;
import org.isthmus.core.model.DeviceId;
import org.isthmus.core.model.FabricConfig;

/** The paths that the packets of a binding may take through the fabric now. Immutable. */
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

    /** A device on the path. */
    public static final class Hop {
        public final DeviceId device;

        /** Packets are translated to the other address family here. */
        public final boolean translates;

        /**
         * Next hops of equal cost, one of which each flow takes; none: packets leave the fabric
         * here, or are dropped.
         */
        public final List<Next> next;

        public Hop(DeviceId device, boolean translates, List<Next> next) {
            this.device = device;
            this.translates = translates;
            this.next = List.copyOf(next);
        }
    }

    /** The paths in one direction: an acyclic graph. */
    public static final class Direction {
        /** Where packets enter; null: that is not known, or there are several such ports. */
        public final FabricConfig.Port from;

        /** Where they leave; null: they do not, or that is not known, or there are several. */
        public final FabricConfig.Port to;

        /**
         * In topological order, from where packets enter. A device that is passed both before and
         * after the translation is listed twice.
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
