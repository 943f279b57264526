// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core.pool;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.isthmus.core.net.Ipv6Prefix;
import org.isthmus.core.net.Protocol;
import org.isthmus.core.spi.Store;

/**
 * Blocks of subscribers and leases of addresses in the store, in network order. Protocols are their
 * IPv4 numbers, names are UTF-8 behind their length in one byte.
 *
 * <ul>
 *   <li>SUBSCRIBERS: instance 1, prefix length 1, prefix 16 -> per block: protocol 1, address 4,
 *       first port 2
 *   <li>LEASES: address 4, first port 2 -> last port 2, end of term (epoch ms) 8, holder
 * </ul>
 */
public final class PortRecords {
    private PortRecords() {}

    public static Store.Record subscriber(SubscriberPorts s) {
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

    public static Store.Record noSubscriber(int instance, Ipv6Prefix prefix) {
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
    public interface BlockVisitor {
        void block(int instance, Ipv6Prefix prefix, Protocol protocol, int address4, int firstPort);
    }

    public static void readSubscribers(Store store, BlockVisitor visitor) {
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

    private static String name(ByteBuffer b) {
        byte[] bytes = new byte[b.get() & 0xff];
        b.get(bytes);
        return new String(bytes, StandardCharsets.UTF_8);
    }
}
