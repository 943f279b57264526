// SPDX-License-Identifier: Apache-2.0
package org.isthmus.bench;

/**
 * The flows of a network in use: number n is a TCP flow of one of many subscribers, eight flows
 * each. Everything follows from n, so a flow costs no memory.
 */
final class Flows {
    static final int PER_SUBSCRIBER = 8;

    /** The network of all hosts, of length 32. */
    static final long NETWORK = 0x2001_0d00_0000_0000L;

    private Flows() {}

    /** Upper half of the host's address: its /64 is the subscriber. */
    static long high(long n) {
        return NETWORK | n / PER_SUBSCRIBER & 0xffff_ffffL;
    }

    static long low(long n) {
        return 1;
    }

    static int port(long n) {
        return 32768 + (int) (n % PER_SUBSCRIBER) * 7;
    }
}
