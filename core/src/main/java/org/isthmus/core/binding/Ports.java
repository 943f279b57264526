// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core.binding;

import org.isthmus.core.model.Filtering;
import org.isthmus.core.net.Protocol;

/**
 * Allocation and release of the ports of pool addresses, and the index from an IPv4 transport
 * address to the binding's slot. Addresses are in network order, ports 0 to 65535 (for ICMP the
 * identifier), times in seconds of the core's clock.
 *
 * <p>Threading: the core's thread.
 */
public interface Ports {
    /** No address or block is free. */
    long NO_PORTS = -1;

    /** The subscriber holds as many blocks as it may, and all are in use. */
    long SUBSCRIBER_LIMIT = -2;

    /** The subscriber makes bindings faster than it may. */
    long RATE = -3;

    /** The subscriber has as many bindings as it may. */
    long SUBSCRIBER_BINDINGS = -4;

    /** The instance has as many bindings or blocks as it may. */
    long INSTANCE_QUOTA = -5;

    /** The instance makes bindings faster than it may. */
    long INSTANCE_RATE = -6;

    /** The slot of the binding of an IPv4 transport address, or {@link Bib#NONE}. */
    int find(Protocol protocol, int address4, int port4);

    /**
     * Finds a port for an IPv6 transport address, or those of a port set around it if its pool has
     * such; {@link #place} must follow.
     *
     * @param sets whether there may be another port set
     * @return set bits in bits 48 to 51, address in bits 16 to 47, port in bits 0 to 15; or a
     *     reason below 0
     */
    long allocate(
            int instance, Protocol protocol, long high, long low, int port6, boolean sets, int now);

    /**
     * Why {@link #allocate} would find no port now; 0: it would. Changes nothing.
     *
     * @return a reason below 0, or 0
     */
    long refusal(int instance, Protocol protocol, long high, long low, int now);

    /** Which peers may send to bindings of a pool address; other addresses filter nothing. */
    Filtering filtering(int address4);

    /** How many ports a flow binds at once at a pool address; 0: one, as at other addresses. */
    int portSets(int address4);

    /**
     * Changes how many sessions the subscriber of a dynamic binding has.
     *
     * @param more 1, -1, or 0
     * @return how many it has now
     */
    int sessions(Protocol protocol, int address4, int port4, int more);

    /** Assigns a binding to the ports that {@link #allocate} found for it. */
    void place(Protocol protocol, int address4, int port4, int setBits, int slot);

    /**
     * Assigns a restored binding to its ports.
     *
     * @return false if one is outside the instance's pools, in use, or in another's block
     */
    boolean adopt(
            int instance,
            Protocol protocol,
            long high,
            long low,
            int address4,
            int port4,
            int setBits,
            int slot);

    /** Releases a binding's ports, which are held for the instance's port hold time. */
    void release(Protocol protocol, int address4, int port4, int setBits, int now);

    /** Releases the port of a static binding. */
    void releaseStatic(Protocol protocol, int address4, int port4, int now);
}
