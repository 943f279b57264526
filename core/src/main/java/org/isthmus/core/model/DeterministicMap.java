// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core.model;

import org.isthmus.core.net.Ipv6Prefix;
import org.isthmus.core.net.Protocol;

/**
 * Which subscriber of a pool has which ports, and the inverse (RFC 7422 section 2, functions 1 and
 * 2), from configuration alone. Subscribers are numbered from 0 in the order of their prefixes;
 * those of an address have its ports in the order of their numbers, from the first block on. What
 * is left of its blocks is for whoever of them needs more.
 *
 * <p>Immutable; equal by value. What is computed for a packet allocates nothing.
 */
public final class DeterministicMap {
    /** Of a subscriber's number. */
    public static final int MOST_BITS = 32;

    private final PoolSpec pool;
    private final int blockSize;
    private final int subscriberPrefixLength;
    private final Ipv6Prefix within;
    private final int ports;
    private final long subscribers;
    private final long addresses;
    private final long perAddress;
    private final int[] first = new int[3];
    private final long[] behind = new long[3];

    /**
     * @param pool deterministic; need not fit: see {@link #dynamicPorts}
     * @param blockSize of its instance
     * @param subscriberPrefixLength of its instance; at least that of the subscribers' common
     *     prefix, at most {@link #MOST_BITS} more
     */
    public DeterministicMap(PoolSpec pool, int blockSize, int subscriberPrefixLength) {
        this.pool = pool;
        this.blockSize = blockSize;
        this.subscriberPrefixLength = subscriberPrefixLength;
        within = pool.deterministic.subscribers;
        ports = pool.deterministic.portsPerSubscriber;
        subscribers = 1L << subscriberPrefixLength - within.length();
        addresses = pool.addresses();
        perAddress = (subscribers + addresses - 1) / Math.max(1, addresses);
        for (Protocol p : Protocol.values()) {
            first[p.ordinal()] = pool.firstBlock(p.ordinal(), blockSize);
            behind[p.ordinal()] = first[p.ordinal()] + perAddress * ports;
        }
    }

    /** Whether subscribers of a length are of the prefix, and not too many to be numbered. */
    public static boolean fits(Deterministic deterministic, int subscriberPrefixLength) {
        int bits = subscriberPrefixLength - deterministic.subscribers.length();
        return subscriberPrefixLength >= 1
                && subscriberPrefixLength <= 128
                && bits >= 0
                && bits <= MOST_BITS;
    }

    public PoolSpec pool() {
        return pool;
    }

    /** Of the pool's instance. */
    public int blockSize() {
        return blockSize;
    }

    /** Of the pool's instance. */
    public int subscriberPrefixLength() {
        return subscriberPrefixLength;
    }

    /** How many there are. */
    public long subscribers() {
        return subscribers;
    }

    /** How many an address has at most. */
    public long perAddress() {
        return perAddress;
    }

    /**
     * How many ports of an address are nobody's by configuration; below 0: it lacks as many.
     *
     * @param protocol by {@link Protocol#ordinal()}
     */
    public long dynamicPorts(int protocol) {
        return (long) pool.blocks(protocol, blockSize) * blockSize - perAddress * ports;
    }

    /** The subscriber's number; -1: it is none of these. */
    public long number(long high, long low) {
        if (!within.contains(high, low)) {
            return -1;
        }
        int shift = 128 - subscriberPrefixLength;
        // In two steps: a long is not shifted by 64.
        long bits = shift >= 64 ? high >>> shift - 64 : low >>> shift | high << 1 << 63 - shift;
        return bits & subscribers - 1;
    }

    /** The subscriber of a number. */
    public Ipv6Prefix subscriber(long number) {
        int shift = 128 - subscriberPrefixLength;
        long high = shift >= 64 ? number << shift - 64 : number >>> 1 >>> 63 - shift;
        long low = shift >= 64 ? 0 : number << shift;
        return Ipv6Prefix.of(within.high() | high, within.low() | low, subscriberPrefixLength);
    }

    /** The address of a subscriber's number, in network order. */
    public int address4(long number) {
        return pool.address(
                pool.deterministic.algorithm == Deterministic.Algorithm.SEQUENTIAL
                        ? number % addresses
                        : number / perAddress);
    }

    /**
     * The first port of a subscriber's number.
     *
     * @param protocol by {@link Protocol#ordinal()}
     */
    public int firstPort(int protocol, long number) {
        long before =
                pool.deterministic.algorithm == Deterministic.Algorithm.SEQUENTIAL
                        ? number / addresses
                        : number % perAddress;
        return (int) (first[protocol] + before * ports);
    }

    /** The last port, inclusive; parameters as above. */
    public int lastPort(int protocol, long number) {
        return firstPort(protocol, number) + ports - 1;
    }

    /**
     * Whether a port of the pool's addresses is a subscriber's by configuration, or would be if
     * there were more of them.
     *
     * @param protocol by {@link Protocol#ordinal()}
     */
    public boolean isFixed(int protocol, int port4) {
        return port4 >= first[protocol] && port4 < behind[protocol];
    }

    /**
     * The first port of an address that is nobody's by configuration, up to 65536.
     *
     * @param protocol by {@link Protocol#ordinal()}
     */
    public int firstDynamicPort(int protocol) {
        return (int) behind[protocol];
    }

    /**
     * The number of the subscriber whose port it is by configuration; -1: nobody's.
     *
     * @param protocol by {@link Protocol#ordinal()}
     * @param address4 in network order
     */
    public long holder(int protocol, int address4, int port4) {
        if (!isFixed(protocol, port4)) {
            return -1;
        }
        long address = pool.indexOf(address4);
        if (address < 0) {
            return -1;
        }
        long before = (port4 - first[protocol]) / ports;
        long number =
                pool.deterministic.algorithm == Deterministic.Algorithm.SEQUENTIAL
                        ? before * addresses + address
                        : address * perAddress + before;
        return number < subscribers ? number : -1;
    }

    @Override
    public boolean equals(Object o) {
        return o instanceof DeterministicMap
                && ((DeterministicMap) o).pool.equals(pool)
                && ((DeterministicMap) o).blockSize == blockSize
                && ((DeterministicMap) o).subscriberPrefixLength == subscriberPrefixLength;
    }

    @Override
    public int hashCode() {
        return pool.hashCode();
    }

    @Override
    public String toString() {
        return pool + ", of /" + subscriberPrefixLength + ", in blocks of " + blockSize;
    }
}
