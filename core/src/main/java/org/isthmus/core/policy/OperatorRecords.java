// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core.policy;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.isthmus.core.model.Eam;
import org.isthmus.core.model.PoolSpec;
import org.isthmus.core.model.StaticBinding;
import org.isthmus.core.net.Ipv4Address;
import org.isthmus.core.net.Ipv4Prefix;
import org.isthmus.core.net.Ipv6Address;
import org.isthmus.core.net.Ipv6Prefix;
import org.isthmus.core.net.Protocol;
import org.isthmus.core.spi.Store;

/**
 * What operators added, in the store, in network order. Protocols are their IPv4 numbers, names are
 * UTF-8 behind their length in one byte.
 *
 * <ul>
 *   <li>POOLS: name -> instance, first and last port 2 + 2 per protocol, prefixes 5 each
 *   <li>EAMT: IPv4 prefix 5 -> IPv6 prefix 17, instance
 *   <li>STATIC_BINDINGS: protocol 1, IPv4 address 4, port 2 -> IPv6 address 16, port 2, instance
 * </ul>
 */
final class OperatorRecords {
    private OperatorRecords() {}

    static Store.Record pool(PoolSpec spec) {
        byte[] instance = spec.instance.getBytes(StandardCharsets.UTF_8);
        ByteBuffer value = ByteBuffer.allocate(1 + instance.length + 12 + 5 * spec.prefixes.size());
        value.put((byte) instance.length).put(instance);
        for (int p = 0; p < 3; p++) {
            value.putShort((short) spec.firstPort[p]).putShort((short) spec.lastPort[p]);
        }
        for (Ipv4Prefix prefix : spec.prefixes) {
            value.putInt(prefix.bits()).put((byte) prefix.length());
        }
        return new Store.Record(Store.Map.POOLS, poolKey(spec.name), value.array());
    }

    static Store.Record noPool(String name) {
        return new Store.Record(Store.Map.POOLS, poolKey(name), null);
    }

    private static byte[] poolKey(String name) {
        return name.getBytes(StandardCharsets.UTF_8);
    }

    static List<PoolSpec> readPools(Store store) {
        List<PoolSpec> specs = new ArrayList<>();
        store.read(
                Store.Map.POOLS,
                (k, v) -> {
                    ByteBuffer value = ByteBuffer.wrap(v);
                    String instance = name(value);
                    int[] first = new int[3];
                    int[] last = new int[3];
                    for (int p = 0; p < 3; p++) {
                        first[p] = port(value);
                        last[p] = port(value);
                    }
                    List<Ipv4Prefix> prefixes = new ArrayList<>();
                    while (value.hasRemaining()) {
                        prefixes.add(Ipv4Prefix.of(value.getInt(), value.get()));
                    }
                    String name = new String(k, StandardCharsets.UTF_8);
                    specs.add(new PoolSpec(name, instance, prefixes, first, last));
                });
        return specs;
    }

    static Store.Record eam(Eam eam) {
        byte[] instance = eam.instance.getBytes(StandardCharsets.UTF_8);
        ByteBuffer value = ByteBuffer.allocate(19 + instance.length);
        value.putLong(eam.prefix6.high())
                .putLong(eam.prefix6.low())
                .put((byte) eam.prefix6.length())
                .put((byte) eam.host.ordinal())
                .put((byte) instance.length)
                .put(instance);
        return new Store.Record(Store.Map.EAMT, eamKey(eam), value.array());
    }

    static Store.Record noEam(Eam eam) {
        return new Store.Record(Store.Map.EAMT, eamKey(eam), null);
    }

    private static byte[] eamKey(Eam eam) {
        byte[] key = new byte[5];
        ByteBuffer.wrap(key).putInt(eam.prefix4.bits()).put((byte) eam.prefix4.length());
        return key;
    }

    static List<Eam> readEams(Store store) {
        List<Eam> eams = new ArrayList<>();
        store.read(
                Store.Map.EAMT,
                (k, v) -> {
                    ByteBuffer key = ByteBuffer.wrap(k);
                    ByteBuffer value = ByteBuffer.wrap(v);
                    Ipv4Prefix prefix4 = Ipv4Prefix.of(key.getInt(), key.get());
                    Ipv6Prefix prefix6 =
                            Ipv6Prefix.of(value.getLong(), value.getLong(), value.get() & 0xff);
                    Eam.Host host = Eam.Host.values()[value.get()];
                    eams.add(new Eam(prefix4, prefix6, name(value), host));
                });
        return eams;
    }

    static Store.Record staticBinding(StaticBinding b) {
        byte[] instance = b.instance.getBytes(StandardCharsets.UTF_8);
        ByteBuffer value = ByteBuffer.allocate(19 + instance.length);
        value.putLong(b.address6.high())
                .putLong(b.address6.low())
                .putShort((short) b.port6)
                .put((byte) instance.length)
                .put(instance);
        return new Store.Record(Store.Map.STATIC_BINDINGS, staticKey(b), value.array());
    }

    static Store.Record noStaticBinding(StaticBinding b) {
        return new Store.Record(Store.Map.STATIC_BINDINGS, staticKey(b), null);
    }

    private static byte[] staticKey(StaticBinding b) {
        byte[] key = new byte[7];
        ByteBuffer.wrap(key)
                .put((byte) b.protocol.v4())
                .putInt(b.address4.bits())
                .putShort((short) b.port4);
        return key;
    }

    static List<StaticBinding> readStaticBindings(Store store) {
        List<StaticBinding> bindings = new ArrayList<>();
        store.read(
                Store.Map.STATIC_BINDINGS,
                (k, v) -> {
                    ByteBuffer key = ByteBuffer.wrap(k);
                    ByteBuffer value = ByteBuffer.wrap(v);
                    Protocol protocol = Protocol.of(key.get());
                    Ipv4Address address4 = Ipv4Address.of(key.getInt());
                    int port4 = port(key);
                    Ipv6Address address6 = Ipv6Address.of(value.getLong(), value.getLong());
                    int port6 = port(value);
                    bindings.add(
                            new StaticBinding(
                                    name(value), protocol, address6, port6, address4, port4));
                });
        return bindings;
    }

    private static int port(ByteBuffer b) {
        return b.getShort() & 0xffff;
    }

    private static String name(ByteBuffer b) {
        byte[] bytes = new byte[b.get() & 0xff];
        b.get(bytes);
        return new String(bytes, StandardCharsets.UTF_8);
    }
}
