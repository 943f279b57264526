// SPDX-License-Identifier: Apache-2.0
package org.isthmus.proto.net;

import com.google.protobuf.ByteString;
import java.nio.ByteBuffer;
import org.isthmus.core.model.Deterministic;
import org.isthmus.core.model.Filtering;
import org.isthmus.core.net.Ipv4Prefix;
import org.isthmus.core.net.Ipv6Address;
import org.isthmus.core.net.Ipv6Prefix;
import org.isthmus.core.net.Protocol;
import org.isthmus.proto.net.v1.Deterministic.Algorithm;
import org.isthmus.proto.net.v1.PortRange;

/**
 * The core's addresses, ports and names as those of {@code isthmus.net.v1}, and back. What comes
 * from outside is checked: methods without a word on it throw {@link IllegalArgumentException} for
 * what no encoder of ours writes, and name it.
 */
public final class NetCodec {
    private static final int LAST_PORT = 0xffff;

    private NetCodec() {}

    /**
     * @param bits in network order
     */
    public static ByteString address4(int bits) {
        return ByteString.copyFrom(ByteBuffer.allocate(4).putInt(0, bits));
    }

    /** In network order. */
    public static int address4(ByteString address) {
        return bytes(address, 4).getInt();
    }

    public static ByteString address6(Ipv6Address address) {
        return address6(address.high(), address.low());
    }

    private static ByteString address6(long high, long low) {
        return ByteString.copyFrom(ByteBuffer.allocate(16).putLong(0, high).putLong(8, low));
    }

    public static Ipv6Address address6(ByteString address) {
        ByteBuffer b = bytes(address, 16);
        return Ipv6Address.of(b.getLong(), b.getLong());
    }

    private static ByteBuffer bytes(ByteString address, int length) {
        if (address.size() != length) {
            throw new IllegalArgumentException(
                    "an address of " + address.size() + " bytes, not " + length);
        }
        return address.asReadOnlyByteBuffer();
    }

    public static org.isthmus.proto.net.v1.Ipv4Prefix prefix(Ipv4Prefix prefix) {
        return org.isthmus.proto.net.v1.Ipv4Prefix.newBuilder()
                .setAddress(address4(prefix.bits()))
                .setLength(prefix.length())
                .build();
    }

    public static Ipv4Prefix prefix(org.isthmus.proto.net.v1.Ipv4Prefix prefix) {
        return Ipv4Prefix.of(address4(prefix.getAddress()), prefix.getLength());
    }

    public static org.isthmus.proto.net.v1.Ipv6Prefix prefix(Ipv6Prefix prefix) {
        return org.isthmus.proto.net.v1.Ipv6Prefix.newBuilder()
                .setAddress(address6(prefix.high(), prefix.low()))
                .setLength(prefix.length())
                .build();
    }

    public static Ipv6Prefix prefix(org.isthmus.proto.net.v1.Ipv6Prefix prefix) {
        Ipv6Address address = address6(prefix.getAddress());
        return Ipv6Prefix.of(address.high(), address.low(), prefix.getLength());
    }

    public static org.isthmus.proto.net.v1.Filtering filtering(Filtering filtering) {
        return org.isthmus.proto.net.v1.Filtering.forNumber(filtering.ordinal());
    }

    public static Filtering filtering(org.isthmus.proto.net.v1.Filtering filtering) {
        switch (filtering) {
            case FILTERING_UNSPECIFIED:
                return Filtering.ENDPOINT_INDEPENDENT;
            case FILTERING_ADDRESS_DEPENDENT:
                return Filtering.ADDRESS_DEPENDENT;
            case FILTERING_ADDRESS_AND_PORT_DEPENDENT:
                return Filtering.ADDRESS_AND_PORT_DEPENDENT;
            default:
                throw new IllegalArgumentException("unknown filtering");
        }
    }

    public static org.isthmus.proto.net.v1.Protocol protocol(Protocol protocol) {
        return org.isthmus.proto.net.v1.Protocol.forNumber(protocol.v4());
    }

    public static Protocol protocol(org.isthmus.proto.net.v1.Protocol protocol) {
        switch (protocol) {
            case PROTOCOL_ICMP:
                return Protocol.ICMP;
            case PROTOCOL_TCP:
                return Protocol.TCP;
            case PROTOCOL_UDP:
                return Protocol.UDP;
            default:
                throw new IllegalArgumentException("unknown protocol");
        }
    }

    /**
     * @param first 0 to 65535
     * @param last 0 to 65535, inclusive
     */
    public static PortRange ports(int first, int last) {
        return PortRange.newBuilder().setFirst(first).setLast(last).build();
    }

    /** The range itself, if it is one. */
    public static PortRange ports(PortRange range) {
        // What a getter gives for a field that is not there.
        if (range == PortRange.getDefaultInstance()) {
            throw new IllegalArgumentException("no ports");
        }
        if (port(range.getFirst()) > port(range.getLast())) {
            throw new IllegalArgumentException(
                    "ports from " + range.getFirst() + " to " + range.getLast());
        }
        return range;
    }

    /** The name itself, if it is one. */
    public static String name(String name) {
        if (name.isEmpty()) {
            throw new IllegalArgumentException("a name is missing");
        }
        return name;
    }

    /** The port itself, if it is one. */
    public static int port(int port) {
        if (port < 0 || port > LAST_PORT) {
            throw new IllegalArgumentException("port " + Integer.toUnsignedString(port));
        }
        return port;
    }

    public static org.isthmus.proto.net.v1.Deterministic deterministic(Deterministic d) {
        return org.isthmus.proto.net.v1.Deterministic.newBuilder()
                .setSubscribers(prefix(d.subscribers))
                .setPortsPerSubscriber(d.portsPerSubscriber)
                .setAlgorithm(
                        d.algorithm == Deterministic.Algorithm.SEQUENTIAL
                                ? Algorithm.ALGORITHM_SEQUENTIAL
                                : Algorithm.ALGORITHM_CONTIGUOUS)
                .build();
    }

    public static Deterministic deterministic(org.isthmus.proto.net.v1.Deterministic m) {
        return new Deterministic(
                prefix(m.getSubscribers()), m.getPortsPerSubscriber(), algorithm(m.getAlgorithm()));
    }

    private static Deterministic.Algorithm algorithm(Algorithm algorithm) {
        switch (algorithm) {
            case ALGORITHM_SEQUENTIAL:
                return Deterministic.Algorithm.SEQUENTIAL;
            case ALGORITHM_CONTIGUOUS:
                return Deterministic.Algorithm.CONTIGUOUS;
            default:
                throw new IllegalArgumentException("deterministic by no known algorithm");
        }
    }
}
