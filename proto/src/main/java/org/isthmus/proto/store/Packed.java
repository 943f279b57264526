// SPDX-License-Identifier: Apache-2.0
package org.isthmus.proto.store;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.isthmus.core.net.Ipv6Prefix;
import org.isthmus.core.net.Protocol;
import org.isthmus.core.spi.BindingRecord;
import org.isthmus.core.spi.SubscriberRecord;

/**
 * Values that are packed behind a byte for their version, in network order: every set-up writes one
 * and must not allocate more than its bytes.
 */
final class Packed {
    /** The format of the store that brought the layout. */
    static final byte VERSION = 2;

    static final int BINDING = 17;
    static final int BLOCK = 7;

    private Packed() {}

    static byte[] encode(BindingRecord r) {
        byte[] value = new byte[1 + BINDING];
        ByteBuffer.wrap(value)
                .put(VERSION)
                .putInt(r.address4)
                .putShort((short) r.port4)
                .putInt(r.since)
                .putInt(r.peer4)
                .putShort((short) r.peerPort)
                .put((byte) (r.established ? 1 : 0));
        return value;
    }

    static byte[] encode(SubscriberRecord r) {
        byte[] value = new byte[1 + BLOCK * r.blocks.size()];
        ByteBuffer b = ByteBuffer.wrap(value).put(VERSION);
        for (SubscriberRecord.PortBlock block : r.blocks) {
            b.put((byte) block.protocol.v4())
                    .putInt(block.address4)
                    .putShort((short) block.firstPort);
        }
        return value;
    }

    static BindingRecord binding(byte[] key, byte[] value) {
        return bindingBehind(key, version(value));
    }

    /** The layout without the version, which is that of release 0.1 as well. */
    static BindingRecord bindingBehind(byte[] key, ByteBuffer value) {
        if (value.remaining() != BINDING) {
            throw new IllegalArgumentException(value.remaining() + " bytes, not " + BINDING);
        }
        ByteBuffer k = ByteBuffer.wrap(key);
        return BindingRecord.of(
                Keys.number(k),
                Keys.protocol(k),
                k.getLong(),
                k.getLong(),
                Keys.port(k),
                value.getInt(),
                Keys.port(value),
                k.hasRemaining() ? setBits(k.get()) : 0,
                value.getInt(),
                value.getInt(),
                Keys.port(value),
                value.get() != 0);
    }

    static int setBits(int bits) {
        if (bits < 0 || bits > 10) {
            throw new IllegalArgumentException("a port set of " + bits + " bits");
        }
        return bits;
    }

    static SubscriberRecord subscriber(byte[] key, byte[] value) {
        return subscriberBehind(key, version(value));
    }

    /** The layout without the version, which is that of release 0.1 as well. */
    static SubscriberRecord subscriberBehind(byte[] key, ByteBuffer value) {
        if (!value.hasRemaining() || value.remaining() % BLOCK != 0) {
            throw new IllegalArgumentException(
                    value.remaining() + " bytes, not " + BLOCK + " a block");
        }
        ByteBuffer k = ByteBuffer.wrap(key);
        int instance = Keys.number(k);
        Ipv6Prefix prefix = Keys.prefix6(k);
        List<SubscriberRecord.PortBlock> blocks = new ArrayList<>();
        while (value.hasRemaining()) {
            Protocol protocol = Keys.protocol(value);
            blocks.add(new SubscriberRecord.PortBlock(protocol, value.getInt(), Keys.port(value)));
        }
        return new SubscriberRecord(instance, prefix, blocks);
    }

    private static ByteBuffer version(byte[] value) {
        if (value.length == 0 || value[0] != VERSION) {
            throw new IllegalArgumentException(
                    value.length == 0
                            ? "it is empty"
                            : "version " + (value[0] & 0xff) + ", not " + VERSION);
        }
        return ByteBuffer.wrap(value, 1, value.length - 1);
    }
}
