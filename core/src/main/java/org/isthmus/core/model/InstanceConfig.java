// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core.model;

import java.time.Duration;
import java.util.List;
import org.isthmus.core.net.Ipv4Prefix;
import org.isthmus.core.net.Ipv6Prefix;

/**
 * A NAT64 instance: one NAT64 prefix with the rules of its pools. Immutable; checked by the reader.
 */
public final class InstanceConfig {
    public final String name;

    /** 1 to 255; identifies the instance in the switches' tables. */
    public final int id;

    /** Of length 32, 40, 48, 56, 64 or 96 (RFC 6052). */
    public final Ipv6Prefix prefix;

    /** Length of the prefix that makes a subscriber, 1 to 128; 64 by default. */
    public final int subscriberPrefixLength;

    /** Ports in a block, a power of two from 8 to 65536; 64 by default. */
    public final int blockSize;

    /** Blocks one subscriber may hold per protocol; 16 by default. */
    public final int blocksPerSubscriber;

    /** New bindings a subscriber may make per second, 0: no limit. */
    public final int bindingsPerSecond;

    /** Lifetime of UDP bindings after the last outbound packet; at least 2 min (RFC 4787 REQ-5). */
    public final Duration udpTimeout;

    /** The same for ICMP queries; at least 60 s (RFC 5508 REQ-2). */
    public final Duration icmpTimeout;

    /** For established TCP; at least 2 h 4 min (RFC 5382 REQ-5). */
    public final Duration tcpEstablishedTimeout;

    /** For transitory TCP; at least 4 min (RFC 5382 REQ-5). */
    public final Duration tcpTransitoryTimeout;

    /** How long a released port serves no other subscriber; 120 s by default (RFC 6888 REQ-8). */
    public final Duration portHold;

    /** Destinations not translated to. */
    public final List<Ipv4Prefix> denied;

    public InstanceConfig(
            String name,
            int id,
            Ipv6Prefix prefix,
            int subscriberPrefixLength,
            int blockSize,
            int blocksPerSubscriber,
            int bindingsPerSecond,
            Duration udpTimeout,
            Duration icmpTimeout,
            Duration tcpEstablishedTimeout,
            Duration tcpTransitoryTimeout,
            Duration portHold,
            List<Ipv4Prefix> denied) {
        this.name = name;
        this.id = id;
        this.prefix = prefix;
        this.subscriberPrefixLength = subscriberPrefixLength;
        this.blockSize = blockSize;
        this.blocksPerSubscriber = blocksPerSubscriber;
        this.bindingsPerSecond = bindingsPerSecond;
        this.udpTimeout = udpTimeout;
        this.icmpTimeout = icmpTimeout;
        this.tcpEstablishedTimeout = tcpEstablishedTimeout;
        this.tcpTransitoryTimeout = tcpTransitoryTimeout;
        this.portHold = portHold;
        this.denied = List.copyOf(denied);
    }
}
