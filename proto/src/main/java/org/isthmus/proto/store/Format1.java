// SPDX-License-Identifier: Apache-2.0
package org.isthmus.proto.store;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.isthmus.core.model.Eam;
import org.isthmus.core.model.Lease;
import org.isthmus.core.model.PoolSpec;
import org.isthmus.core.model.StaticBinding;
import org.isthmus.core.net.Ipv4Address;
import org.isthmus.core.net.Ipv4Prefix;
import org.isthmus.core.net.Ipv6Address;
import org.isthmus.core.net.Ipv6Prefix;
import org.isthmus.core.net.Protocol;
import org.isthmus.core.spi.EamRecord;
import org.isthmus.core.spi.LeaseRecord;
import org.isthmus.core.spi.PoolRecord;
import org.isthmus.core.spi.StaticBindingRecord;
import org.isthmus.core.spi.Store;

/**
 * Reads what release 0.1 wrote: packed values without a version, in network order. Names are UTF-8
 * behind their length in one byte.
 *
 * <ul>
 *   <li>BINDINGS, SUBSCRIBERS: as today behind the version
 *   <li>LEASES: last port 2, end of term (epoch ms) 8, holder
 *   <li>POOLS: instance, first and last port 2 + 2 for ICMP, TCP and UDP, prefixes 5 each
 *   <li>EAMT: IPv6 prefix 17, 0 for IPv6 hosts or 1 for IPv4 hosts 1, instance
 *   <li>STATIC_BINDINGS: IPv6 address 16, port 2, instance
 * </ul>
 */
final class Format1 {
    private Format1() {}

    static boolean isValue(Store.Map map, byte[] value) {
        switch (map) {
            case BINDINGS:
                return value.length == Packed.BINDING;
            case SUBSCRIBERS:
                return value.length % Packed.BLOCK == 0;
            default:
                throw new IllegalArgumentException("values of " + map + " do not tell");
        }
    }

    static Store.Record decode(Store.Map map, byte[] key, byte[] value) {
        ByteBuffer k = ByteBuffer.wrap(key);
        ByteBuffer v = ByteBuffer.wrap(value);
        Store.Record record = decode(map, key, k, v);
        if (v.hasRemaining()) {
            throw new IllegalArgumentException(v.remaining() + " bytes too many");
        }
        return record;
    }

    private static Store.Record decode(Store.Map map, byte[] key, ByteBuffer k, ByteBuffer v) {
        switch (map) {
            case LEASES:
                int last = Keys.port(v);
                return new LeaseRecord(
                        k.getInt(), Keys.port(k), new Lease(last, v.getLong(), name(v)));
            case POOLS:
                return PoolRecord.of(pool(new String(key, StandardCharsets.UTF_8), v));
            case EAMT:
                return EamRecord.of(eam(Ipv4Prefix.of(k.getInt(), k.get()), v));
            case STATIC_BINDINGS:
                return StaticBindingRecord.of(staticBinding(k, v), 0);
            case SUBSCRIBERS:
                return Packed.subscriberBehind(key, v);
            case BINDINGS:
                return Packed.bindingBehind(key, v);
            default:
                throw new IllegalArgumentException("release 0.1 had none");
        }
    }

    private static PoolSpec pool(String name, ByteBuffer v) {
        String instance = name(v);
        int[] first = new int[3];
        int[] last = new int[3];
        for (int p = 0; p < 3; p++) {
            first[p] = Keys.port(v);
            last[p] = Keys.port(v);
        }
        List<Ipv4Prefix> prefixes = new ArrayList<>();
        while (v.hasRemaining()) {
            prefixes.add(Ipv4Prefix.of(v.getInt(), v.get()));
        }
        return new PoolSpec(name, instance, prefixes, first, last);
    }

    private static Eam eam(Ipv4Prefix prefix4, ByteBuffer v) {
        Ipv6Prefix prefix6 = Ipv6Prefix.of(v.getLong(), v.getLong(), Keys.number(v));
        int host = Keys.number(v);
        if (host > 1) {
            throw new IllegalArgumentException("hosts of family " + host);
        }
        return new Eam(prefix4, prefix6, name(v), host == 0 ? Eam.Host.IPV6 : Eam.Host.IPV4);
    }

    private static StaticBinding staticBinding(ByteBuffer k, ByteBuffer v) {
        Protocol protocol = Keys.protocol(k);
        Ipv4Address address4 = Ipv4Address.of(k.getInt());
        int port4 = Keys.port(k);
        Ipv6Address address6 = Ipv6Address.of(v.getLong(), v.getLong());
        int port6 = Keys.port(v);
        return new StaticBinding(name(v), protocol, address6, port6, address4, port4);
    }

    private static String name(ByteBuffer v) {
        byte[] bytes = new byte[Keys.number(v)];
        v.get(bytes);
        return new String(bytes, StandardCharsets.UTF_8);
    }
}
