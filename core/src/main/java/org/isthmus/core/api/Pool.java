// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core.api;

import java.util.List;
import org.isthmus.core.net.Ipv4Prefix;
import org.isthmus.core.net.Protocol;

/** A pool of IPv4 addresses and ports, with how full it is. Immutable. */
public final class Pool {

    /** What an operator says of a pool. Immutable. */
    public static final class Spec {
        /** Letters, digits, dash, underscore, dot. */
        public final String name;

        /** Name of the NAT64 instance that uses it. */
        public final String instance;

        public final List<Ipv4Prefix> prefixes;

        /** Ports and identifiers handed out, inclusive; by protocol in the order of Protocol. */
        public final int[] firstPort;

        public final int[] lastPort;

        /** Where nothing else is said: all identifiers, and the ports behind the well-known. */
        public static int[] defaultFirstPort() {
            return new int[] {0, 1024, 1024};
        }

        /** Where nothing else is said: up to the last. */
        public static int[] defaultLastPort() {
            return new int[] {65535, 65535, 65535};
        }

        /**
         * @param firstPort per protocol by {@link Protocol#ordinal()}, 0 to 65535
         * @param lastPort per protocol, inclusive
         */
        public Spec(
                String name,
                String instance,
                List<Ipv4Prefix> prefixes,
                int[] firstPort,
                int[] lastPort) {
            this.name = name;
            this.instance = instance;
            this.prefixes = List.copyOf(prefixes);
            this.firstPort = firstPort.clone();
            this.lastPort = lastPort.clone();
        }
    }

    public final Spec spec;

    /** Came with netcfg, so REST cannot remove it. */
    public final boolean configured;

    /** Blocks in all, per protocol by ordinal. */
    public final long[] blocks;

    /** Blocks held by subscribers, per protocol by ordinal. */
    public final long[] blocksInUse;

    /** Bindings, per protocol by ordinal. */
    public final long[] bindings;

    public Pool(Spec spec, boolean configured, long[] blocks, long[] blocksInUse, long[] bindings) {
        this.spec = spec;
        this.configured = configured;
        this.blocks = blocks;
        this.blocksInUse = blocksInUse;
        this.bindings = bindings;
    }
}
