// SPDX-License-Identifier: Apache-2.0
package org.isthmus.proto.store;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.isthmus.core.net.Ipv4Address;
import org.isthmus.core.net.Ipv4Prefix;
import org.isthmus.core.net.Ipv6Address;
import org.isthmus.core.net.Ipv6Prefix;
import org.isthmus.core.net.Protocol;
import org.isthmus.core.spi.BindingRecord;
import org.isthmus.core.spi.DeletionRecord;
import org.isthmus.core.spi.DeterministicRecord;
import org.isthmus.core.spi.EamRecord;
import org.isthmus.core.spi.LeaseRecord;
import org.isthmus.core.spi.PoolRecord;
import org.isthmus.core.spi.StaticBindingRecord;
import org.isthmus.core.spi.Store;
import org.isthmus.core.spi.SubscriberRecord;

/**
 * Keys of all formats, in network order. Packed, since messages of equal content need not be equal
 * in bytes.
 */
final class Keys {
    /** Of a map of one record. */
    static final byte[] ONLY = {0};

    /** Of a binding of one port; of a port set there is a byte more. */
    private static final int BINDING = 20;

    /** The same of a deletion. */
    private static final int DELETION = 26;

    private Keys() {}

    static byte[] of(LeaseRecord r) {
        byte[] key = new byte[6];
        ByteBuffer.wrap(key).putInt(r.address4).putShort((short) r.firstPort);
        return key;
    }

    static byte[] of(PoolRecord r) {
        return r.name.getBytes(StandardCharsets.UTF_8);
    }

    static byte[] of(EamRecord r) {
        byte[] key = new byte[5];
        ByteBuffer.wrap(key).putInt(r.prefix4.bits()).put((byte) r.prefix4.length());
        return key;
    }

    static byte[] of(StaticBindingRecord r) {
        byte[] key = new byte[7];
        ByteBuffer.wrap(key)
                .put((byte) r.protocol.v4())
                .putInt(r.address4.bits())
                .putShort((short) r.port4);
        return key;
    }

    static byte[] of(SubscriberRecord r) {
        byte[] key = new byte[18];
        ByteBuffer.wrap(key)
                .put((byte) r.instance)
                .put((byte) r.prefix.length())
                .putLong(r.prefix.high())
                .putLong(r.prefix.low());
        return key;
    }

    static byte[] of(BindingRecord r) {
        byte[] key = new byte[r.setBits == 0 ? BINDING : BINDING + 1];
        ByteBuffer b = ByteBuffer.wrap(key);
        b.put((byte) r.instance)
                .put((byte) r.protocol.v4())
                .putLong(r.high)
                .putLong(r.low)
                .putShort((short) r.port6);
        if (r.setBits > 0) {
            b.put((byte) r.setBits);
        }
        return key;
    }

    static byte[] of(DeletionRecord r) {
        byte[] key = new byte[r.setBits == 0 ? DELETION : DELETION + 1];
        ByteBuffer b = ByteBuffer.wrap(key);
        b.put((byte) r.instance)
                .put((byte) r.protocol.v4())
                .putLong(r.high)
                .putLong(r.low)
                .putShort((short) r.port6)
                .putInt(r.address4)
                .putShort((short) r.port4);
        if (r.setBits > 0) {
            b.put((byte) r.setBits);
        }
        return key;
    }

    static byte[] of(DeterministicRecord r) {
        byte[] key = new byte[8];
        ByteBuffer.wrap(key).putLong(r.number);
        return key;
    }

    /** For people; whatever the key is. */
    static String text(Store.Map map, byte[] key) {
        try {
            ByteBuffer b = ByteBuffer.wrap(key);
            switch (map) {
                case LEASES:
                    return Ipv4Address.of(b.getInt()) + " port " + port(b);
                case POOLS:
                    return new String(key, StandardCharsets.UTF_8);
                case EAMT:
                    return Ipv4Prefix.of(b.getInt(), b.get()).toString();
                case STATIC_BINDINGS:
                    return protocol(b) + " " + Ipv4Address.of(b.getInt()) + " port " + port(b);
                case SUBSCRIBERS:
                    return "instance " + number(b) + ", " + prefix6(b);
                case BINDINGS:
                case DELETIONS:
                    return "instance "
                            + number(b)
                            + ", "
                            + protocol(b)
                            + " "
                            + Ipv6Address.of(b.getLong(), b.getLong())
                            + " port "
                            + port(b);
                case ELECTIONS:
                    return "election ids";
                case ADOPTION:
                    return "the adoption of bindings";
                case DETERMINISTIC:
                    return "deterministic configuration " + b.getLong();
                default:
                    throw new AssertionError(map);
            }
        } catch (RuntimeException e) {
            StringBuilder hex = new StringBuilder("key ");
            for (byte x : key) {
                hex.append(Character.forDigit(x >> 4 & 15, 16));
                hex.append(Character.forDigit(x & 15, 16));
            }
            return hex.toString();
        }
    }

    static int port(ByteBuffer b) {
        return b.getShort() & 0xffff;
    }

    static int number(ByteBuffer b) {
        return b.get() & 0xff;
    }

    static Ipv6Prefix prefix6(ByteBuffer b) {
        int length = number(b);
        return Ipv6Prefix.of(b.getLong(), b.getLong(), length);
    }

    static Protocol protocol(ByteBuffer b) {
        int number = number(b);
        Protocol protocol = Protocol.of(number);
        if (protocol == null) {
            throw new IllegalArgumentException("protocol " + number);
        }
        return protocol;
    }
}
