// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core.pool;

import java.util.Random;
import java.util.function.IntConsumer;
import org.isthmus.core.net.Protocol;

/**
 * A port block: successive ports of one address and protocol, assigned to one subscriber or free.
 */
public final class Block {
    final AddressSpace space;
    final Protocol protocol;
    final int firstPort;

    private final boolean fixed;

    /** Null: free. */
    SubscriberPorts holder;

    /** Ports with bindings, static ones included. */
    private int used;

    private int statics;

    /**
     * By port: the binding's slot plus one; 0: free; below 0: released, and held until this second
     * (negated).
     */
    private final int[] slots;

    /**
     * When the hold time of its last port ends, in seconds of the core's clock; valid while no port
     * is in use.
     */
    int heldUntil;

    /** When its pool looks whether it is free, likewise; {@link Integer#MAX_VALUE}: not yet. */
    int lookAt = Integer.MAX_VALUE;

    Block(AddressSpace space, Protocol protocol, int firstPort, int size) {
        this.space = space;
        this.protocol = protocol;
        this.firstPort = firstPort;
        this.fixed = space.pool.isFixed(protocol.ordinal(), firstPort);
        this.slots = new int[size];
    }

    /** Whether its holder has no binding in it; static bindings do not count. */
    boolean isIdle() {
        return statics == used;
    }

    boolean isFull() {
        return used == slots.length;
    }

    /** The binding's slot, or -1. */
    int find(int port4) {
        return Math.max(slots[port4 - firstPort], 0) - 1;
    }

    boolean isUsed(int port4) {
        return slots[port4 - firstPort] > 0;
    }

    void place(int port4, int slot, boolean isStatic) {
        slots[port4 - firstPort] = slot + 1;
        used++;
        statics += isStatic ? 1 : 0;
    }

    void release(int port4, int holdUntil, boolean isStatic) {
        slots[port4 - firstPort] = -holdUntil;
        used--;
        statics -= isStatic ? 1 : 0;
    }

    /** Ends a port's hold, unless it serves again already. */
    void free(int port4, int heldUntil) {
        if (slots[port4 - firstPort] == -heldUntil) {
            slots[port4 - firstPort] = 0;
        }
    }

    /**
     * A port without a binding, searched from a random one.
     *
     * @param range where it has to be
     * @param parity 0: even, 1: odd, -1: either
     * @param now ports held beyond this second are left out
     * @return -1 if there is none
     */
    int pick(Random random, PortRange range, int parity, int now) {
        if (isFull() || !range.meets(firstPort, lastPort())) {
            return -1;
        }
        int size = slots.length;
        int at = random.nextInt(size);
        int step = 1;
        if (parity >= 0) {
            at = at & ~1 | parity; // blocks begin at an even port
            step = 2;
        }
        for (int i = 0; i < size; i += step, at = (at + step) % size) {
            if (slots[at] <= 0 && -slots[at] <= now && range.has(firstPort + at)) {
                return firstPort + at;
            }
        }
        return -1;
    }

    /**
     * The lowest of successive ports without bindings, aligned to their number, searched from
     * random ones.
     *
     * @param range where they have to be
     * @param setBits how many lowest bits of them differ
     * @param now ports held beyond this second are left out
     * @return -1 if there are none
     */
    int pickSet(Random random, PortRange range, int setBits, int now) {
        int ports = 1 << setBits;
        if (slots.length < ports || slots.length - used < ports) {
            return -1;
        }
        int sets = slots.length >> setBits;
        int at = random.nextInt(sets);
        for (int i = 0; i < sets; i++, at = (at + 1) % sets) {
            int port = firstPort + (at << setBits);
            if (range.has(port)
                    && range.has(port + ports - 1)
                    && isFree(at << setBits, ports, now)) {
                return port;
            }
        }
        return -1;
    }

    /** Whether any port is neither in use nor held beyond this second. */
    boolean hasFree(int now) {
        for (int slot : slots) {
            if (slot <= 0 && -slot <= now) {
                return true;
            }
        }
        return false;
    }

    /** Whether no port is in use, or held beyond this second. */
    boolean isFree(int now) {
        return used == 0 && isFree(0, slots.length, now);
    }

    private boolean isFree(int from, int ports, int now) {
        for (int i = from; i < from + ports; i++) {
            if (slots[i] > 0 || -slots[i] > now) {
                return false;
            }
        }
        return true;
    }

    /** Visits each binding once. */
    void forEach(IntConsumer visitor) {
        int before = 0;
        for (int slot : slots) {
            if (slot > 0 && slot != before) {
                visitor.accept(slot - 1);
            }
            before = slot; // a port set's ports are successive
        }
    }

    /** Whether it is its subscriber's by configuration: neither stored nor logged (RFC 7422). */
    public boolean isFixed() {
        return fixed;
    }

    public Protocol protocol() {
        return protocol;
    }

    /** In network order. */
    public int address4() {
        return space.address;
    }

    public int firstPort() {
        return firstPort;
    }

    /** Inclusive. */
    public int lastPort() {
        return firstPort + slots.length - 1;
    }

    /** How many of its ports have bindings. */
    public int inUse() {
        return used;
    }
}
