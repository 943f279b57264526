// SPDX-License-Identifier: Apache-2.0
package org.isthmus.pipeline;

import com.google.protobuf.ByteString;
import java.util.function.Function;
import org.isthmus.core.net.Ipv4Address;
import org.isthmus.core.net.Ipv6Address;
import org.isthmus.core.net.MacAddress;
import org.isthmus.core.net.Protocol;

/** A kind of value as P4Runtime writes it, both ways. Immutable. */
final class Codec<V> {
    static final Codec<Boolean> FLAG =
            new Codec<>(1, v -> Bytes.of(v ? 1L : 0L), b -> Bytes.low(b) != 0);
    static final Codec<MacAddress> MAC =
            new Codec<>(48, v -> Bytes.of(v.bits()), b -> MacAddress.of(Bytes.low(b)));
    static final Codec<Ipv4Address> IPV4 =
            new Codec<>(32, v -> Bytes.of(v.bits()), b -> Ipv4Address.of(Bytes.intOf(b)));
    static final Codec<Ipv6Address> IPV6 =
            new Codec<>(
                    128,
                    v -> Bytes.of(v.high(), v.low()),
                    b -> Ipv6Address.of(Bytes.high(b), Bytes.low(b)));

    /** By its number in IPv4. */
    static final Codec<Protocol> PROTOCOL4 =
            new Codec<>(8, v -> Bytes.of((long) v.v4()), Codec::protocol);

    /** By its number in IPv6. */
    static final Codec<Protocol> PROTOCOL6 =
            new Codec<>(8, v -> Bytes.of((long) v.v6()), Codec::protocol);

    /** Width of the values. */
    final int bits;

    final Function<V, ByteString> write;

    /** Throws IllegalArgumentException for what is no such value. */
    final Function<ByteString, V> read;

    private Codec(int bits, Function<V, ByteString> write, Function<ByteString, V> read) {
        this.bits = bits;
        this.write = write;
        this.read = read;
    }

    private static Protocol protocol(ByteString number) {
        Protocol protocol = Protocol.of(Bytes.intOf(number));
        if (protocol == null) {
            throw new IllegalArgumentException("no protocol that has bindings");
        }
        return protocol;
    }
}
