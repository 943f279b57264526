// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core;

import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.isthmus.core.binding.Bib;
import org.isthmus.core.binding.TcpState;
import org.isthmus.core.model.Eam;
import org.isthmus.core.model.PoolSpec;
import org.isthmus.core.model.StaticBinding;
import org.isthmus.core.net.Ipv4Address;
import org.isthmus.core.net.Ipv4Prefix;
import org.isthmus.core.net.Ipv6Address;
import org.isthmus.core.net.Ipv6Prefix;
import org.isthmus.core.net.Protocol;
import org.isthmus.core.pool.Block;
import org.isthmus.core.pool.SubscriberPorts;
import org.isthmus.core.spi.Store;

/**
 * What the core keeps in its store, byte by byte, in network order. Protocols are their IPv4
 * numbers, names are UTF-8 behind their length in one byte.
 *
 * <ul>
 *   <li>BINDINGS: instance 1, protocol 1, IPv6 address 16, port 2 -> IPv4 address 4, port 2, since
 *       (Seconds) 4, peer 4, peer port 2, 1 for TCP that is established 1
 *   <li>SUBSCRIBERS: instance 1, prefix length 1, prefix 16 -> per block: protocol 1, address 4,
 *       first port 2
 *   <li>LEASES: address 4, first port 2 -> last port 2, end of term (epoch ms) 8, holder
 *   <li>POOLS: name -> instance, first and last port 2 + 2 per protocol, prefixes 5 each
 *   <li>EAMT: IPv4 prefix 5 -> IPv6 prefix 17, instance
 *   <li>STATIC_BINDINGS: protocol 1, IPv4 address 4, port 2 -> IPv6 address 16, port 2, instance
 * </ul>
 */
final class Records {
    private static final int BINDING_KEY = 20;
    private static final int BINDING_VALUE = 17;

    private Records() {}

    /** Takes the bindings that are remembered. */
    interface BindingVisitor {
        void binding(
                int instance,
                Protocol protocol,
                long high,
                long low,
                int port6,
                int address4,
                int port4,
                int since,
                int peer4,
                int peerPort,
                boolean established);
    }

    static Store.Record binding(Bib bib, int slot) {
        byte[] value = new byte[BINDING_VALUE];
        ByteBuffer.wrap(value)
                .putInt(bib.address4(slot))
                .putShort((short) bib.port4(slot))
                .putInt(bib.since(slot))
                .putInt(bib.peer4(slot))
                .putShort((short) bib.peerPort(slot))
                .put((byte) (isEstablished(bib, slot) ? 1 : 0));
        return new Store.Record(Store.Map.BINDINGS, bindingKey(bib, slot), value);
    }

    private static boolean isEstablished(Bib bib, int slot) {
        return bib.protocol(slot) == Protocol.TCP && TcpState.of(bib.state(slot)).isEstablished();
    }

    static Store.Record noBinding(Bib bib, int slot) {
        return new Store.Record(Store.Map.BINDINGS, bindingKey(bib, slot), null);
    }

    static Store.Record noBinding(int instance, Protocol protocol, long high, long low, int port6) {
        byte[] key = bindingKey(instance, protocol, high, low, port6);
        return new Store.Record(Store.Map.BINDINGS, key, null);
    }

    private static byte[] bindingKey(Bib bib, int slot) {
        return bindingKey(
                bib.instance(slot),
                bib.protocol(slot),
                bib.high(slot),
                bib.low(slot),
                bib.port6(slot));
    }

    private static byte[] bindingKey(
            int instance, Protocol protocol, long high, long low, int port6) {
        byte[] key = new byte[BINDING_KEY];
        ByteBuffer.wrap(key)
                .put((byte) instance)
                .put((byte) protocol.v4())
                .putLong(high)
                .putLong(low)
                .putShort((short) port6);
        return key;
    }

    static void readBindings(Store store, BindingVisitor visitor) {
        store.read(
                Store.Map.BINDINGS,
                (k, v) -> {
                    ByteBuffer key = ByteBuffer.wrap(k);
                    ByteBuffer value = ByteBuffer.wrap(v);
                    visitor.binding(
                            key.get() & 0xff,
                            Protocol.of(key.get()),
                            key.getLong(),
                            key.getLong(),
                            port(key),
                            value.getInt(),
                            port(value),
                            value.getInt(),
                            value.getInt(),
                            port(value),
                            value.get() != 0);
                });
    }

    static Store.Record subscriber(SubscriberPorts s) {
        byte[] key = subscriberKey(s.instance(), s.prefix());
        int blocks = 0;
        for (Protocol p : Protocol.values()) {
            blocks += s.blocks(p);
        }
        if (blocks == 0) {
            return new Store.Record(Store.Map.SUBSCRIBERS, key, null);
        }
        ByteBuffer value = ByteBuffer.allocate(7 * blocks);
        for (Protocol p : Protocol.values()) {
            for (int i = 0; i < s.blocks(p); i++) {
                Block block = s.block(p, i);
                value.put((byte) p.v4())
                        .putInt(block.address4())
                        .putShort((short) block.firstPort());
            }
        }
        return new Store.Record(Store.Map.SUBSCRIBERS, key, value.array());
    }

    static Store.Record noSubscriber(int instance, Ipv6Prefix prefix) {
        return new Store.Record(Store.Map.SUBSCRIBERS, subscriberKey(instance, prefix), null);
    }

    private static byte[] subscriberKey(int instance, Ipv6Prefix prefix) {
        byte[] key = new byte[18];
        ByteBuffer.wrap(key)
                .put((byte) instance)
                .put((byte) prefix.length())
                .putLong(prefix.high())
                .putLong(prefix.low());
        return key;
    }

    /** Takes the blocks that are remembered. */
    interface BlockVisitor {
        void block(int instance, Ipv6Prefix prefix, Protocol protocol, int address4, int firstPort);
    }

    static void readSubscribers(Store store, BlockVisitor visitor) {
        store.read(
                Store.Map.SUBSCRIBERS,
                (k, v) -> {
                    ByteBuffer key = ByteBuffer.wrap(k);
                    int instance = key.get() & 0xff;
                    int length = key.get() & 0xff;
                    Ipv6Prefix prefix = Ipv6Prefix.of(key.getLong(), key.getLong(), length);
                    ByteBuffer value = ByteBuffer.wrap(v);
                    while (value.hasRemaining()) {
                        Protocol protocol = Protocol.of(value.get());
                        visitor.block(instance, prefix, protocol, value.getInt(), port(value));
                    }
                });
    }

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

    static Store.Record lease(int address4, int firstPort, Lease lease) {
        byte[] key = new byte[6];
        ByteBuffer.wrap(key).putInt(address4).putShort((short) firstPort);
        byte[] holder = lease.holder.getBytes(StandardCharsets.UTF_8);
        ByteBuffer value = ByteBuffer.allocate(11 + holder.length);
        value.putShort((short) lease.lastPort)
                .putLong(lease.until)
                .put((byte) holder.length)
                .put(holder);
        return new Store.Record(Store.Map.LEASES, key, value.array());
    }

    /** A run of ports of an address, over all protocols, in the hands of a controller. */
    static final class Lease {
        final int lastPort;
        final long until;
        final String holder;

        /**
         * @param until end of its term, in epoch ms; not renewed, it is anybody's then
         */
        Lease(int lastPort, long until, String holder) {
            this.lastPort = lastPort;
            this.until = until;
            this.holder = holder;
        }
    }

    /** Takes the leases that are remembered. */
    interface LeaseVisitor {
        void lease(int address4, int firstPort, Lease lease);
    }

    static void readLeases(Store store, LeaseVisitor visitor) {
        store.read(
                Store.Map.LEASES,
                (k, v) -> {
                    ByteBuffer key = ByteBuffer.wrap(k);
                    ByteBuffer value = ByteBuffer.wrap(v);
                    int last = port(value);
                    visitor.lease(
                            key.getInt(), port(key), new Lease(last, value.getLong(), name(value)));
                });
    }

    private static int port(ByteBuffer b) {
        return b.getShort() & 0xffff;
    }

    private static String name(ByteBuffer b) throws BufferUnderflowException {
        byte[] bytes = new byte[b.get() & 0xff];
        b.get(bytes);
        return new String(bytes, StandardCharsets.UTF_8);
    }
}
