// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core.binding;

import java.nio.ByteBuffer;
import org.isthmus.core.net.Protocol;
import org.isthmus.core.spi.Store;

/**
 * Bindings in the store, in network order: instance 1, protocol 1 (its IPv4 number), IPv6 address
 * 16, port 2 -> IPv4 address 4, port 2, since (Seconds) 4, peer 4, peer port 2, 1 for TCP that is
 * established 1.
 */
public final class BindingRecords {
    private static final int BINDING_KEY = 20;
    private static final int BINDING_VALUE = 17;

    private BindingRecords() {}

    /** Takes the bindings that are remembered. */
    public interface BindingVisitor {
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

    public static Store.Record binding(Bib bib, int slot) {
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
        return bib.protocol(slot) == Protocol.TCP && bib.tcpState(slot).isEstablished();
    }

    public static Store.Record noBinding(Bib bib, int slot) {
        return new Store.Record(Store.Map.BINDINGS, bindingKey(bib, slot), null);
    }

    public static Store.Record noBinding(
            int instance, Protocol protocol, long high, long low, int port6) {
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

    public static void readBindings(Store store, BindingVisitor visitor) {
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

    private static int port(ByteBuffer b) {
        return b.getShort() & 0xffff;
    }
}
