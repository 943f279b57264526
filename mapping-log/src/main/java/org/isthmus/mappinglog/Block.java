// SPDX-License-Identifier: Apache-2.0
package org.isthmus.mappinglog;

import org.isthmus.core.model.MappingEvent;

/**
 * Ports of a protocol and an address. Ordered by protocol, address, first port, last port.
 * Immutable.
 */
final class Block implements Comparable<Block> {
    /** Bits 48-55 the IPv4 protocol number, 16-47 the address, 0-15 the first port. */
    final long start;

    /** Inclusive; -1 in what is only compared with. */
    final int last;

    Block(long start, int last) {
        this.start = start;
        this.last = last;
    }

    /**
     * @param protocol an IPv4 protocol number
     * @param address network order
     * @param last inclusive
     */
    Block(int protocol, int address, int first, int last) {
        this((protocol & 255L) << 48 | (address & 0xffff_ffffL) << 16 | first, last);
    }

    static Block of(MappingEvent e) {
        return new Block(e.protocol.v4(), e.address.bits(), e.firstPort, e.lastPort);
    }

    int first() {
        return (int) (start & 0xffff);
    }

    int ports() {
        return last - first() + 1;
    }

    boolean sameAddress(Block other) {
        return start >>> 16 == other.start >>> 16;
    }

    /** What is greater than all blocks before this one and not greater than any other. */
    Block before() {
        return new Block(start, last - 1);
    }

    @Override
    public int compareTo(Block o) {
        int byStart = Long.compare(start, o.start);
        return byStart != 0 ? byStart : Integer.compare(last, o.last);
    }

    @Override
    public boolean equals(Object o) {
        return o instanceof Block && compareTo((Block) o) == 0;
    }

    @Override
    public int hashCode() {
        return Long.hashCode(start) * 31 + last;
    }
}
