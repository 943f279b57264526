// SPDX-License-Identifier: Apache-2.0
package org.isthmus.app.store;

import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import org.isthmus.core.model.Eam;
import org.isthmus.core.model.Lease;
import org.isthmus.core.model.PoolSpec;
import org.isthmus.core.model.StaticBinding;
import org.isthmus.core.net.Ipv4Address;
import org.isthmus.core.net.Ipv4Prefix;
import org.isthmus.core.net.Ipv6Address;
import org.isthmus.core.net.Ipv6Prefix;
import org.isthmus.core.net.Protocol;
import org.isthmus.core.spi.AdoptionRecord;
import org.isthmus.core.spi.BindingRecord;
import org.isthmus.core.spi.DeletionRecord;
import org.isthmus.core.spi.DeterministicRecord;
import org.isthmus.core.spi.EamRecord;
import org.isthmus.core.spi.ElectionRecord;
import org.isthmus.core.spi.LeaseRecord;
import org.isthmus.core.spi.PoolRecord;
import org.isthmus.core.spi.StaticBindingRecord;
import org.isthmus.core.spi.Store;
import org.isthmus.core.spi.SubscriberRecord;

/** Records by two texts, and what stores hold of them. Stateless. */
final class TextRecords {
    private TextRecords() {}

    /**
     * A record that says no more than two texts: of up to 4 characters (keys of {@code SUBSCRIBERS}
     * and {@code BINDINGS}: 8), but for names; null: a removal.
     */
    static Store.Record record(Store.Map map, String key, String value) {
        int bits = (int) number(key);
        switch (map) {
            case LEASES:
                return new LeaseRecord(bits, 0, value == null ? null : new Lease(0, 0, value));
            case POOLS:
                return value == null
                        ? PoolRecord.removal(key)
                        : PoolRecord.of(
                                new PoolSpec(key, value, List.of(), new int[3], new int[3]));
            case EAMT:
                Ipv4Prefix prefix4 = Ipv4Prefix.of(bits, 32);
                Ipv6Prefix prefix6 = Ipv6Prefix.of(0, 0, 128);
                return value == null
                        ? EamRecord.removal(prefix4)
                        : EamRecord.of(new Eam(prefix4, prefix6, value, Eam.Host.IPV6));
            case STATIC_BINDINGS:
                Ipv4Address a4 = Ipv4Address.of(bits);
                Ipv6Address a6 = Ipv6Address.of(0, 0);
                StaticBinding binding = new StaticBinding(value, Protocol.UDP, a6, 0, a4, 0);
                return value == null
                        ? StaticBindingRecord.removal(binding)
                        : StaticBindingRecord.of(binding, 0);
            case SUBSCRIBERS:
                return new SubscriberRecord(
                        1,
                        Ipv6Prefix.of(number(key), 0, 64),
                        value == null
                                ? List.of()
                                : List.of(
                                        new SubscriberRecord.PortBlock(
                                                Protocol.UDP, (int) number(value), 0)));
            case BINDINGS:
                return value == null
                        ? BindingRecord.removal(1, Protocol.UDP, 0, number(key), 0, 0)
                        : BindingRecord.of(
                                1,
                                Protocol.UDP,
                                0,
                                number(key),
                                0,
                                (int) number(value),
                                0,
                                0,
                                0,
                                0,
                                0,
                                false);
            default:
                throw new AssertionError(map);
        }
    }

    static long number(String text) {
        long number = 0;
        for (char c : text.toCharArray()) {
            number = number << 8 | c;
        }
        return number;
    }

    static String text(long number) {
        StringBuilder text = new StringBuilder();
        for (long left = number; left != 0; left >>>= 8) {
            text.insert(0, (char) (left & 0xff));
        }
        return text.toString();
    }

    /** Key and value as {@link #record} takes them. */
    static void texts(Store.Record record, BiConsumer<String, String> to) {
        switch (record.map) {
            case LEASES:
                LeaseRecord l = (LeaseRecord) record;
                to.accept(text(l.address4), l.lease.holder);
                break;
            case POOLS:
                PoolRecord p = (PoolRecord) record;
                to.accept(p.name, p.pool.instance);
                break;
            case EAMT:
                EamRecord e = (EamRecord) record;
                to.accept(text(e.prefix4.bits()), e.eam.instance);
                break;
            case STATIC_BINDINGS:
                StaticBindingRecord s = (StaticBindingRecord) record;
                to.accept(text(s.address4.bits()), s.binding.instance);
                break;
            case SUBSCRIBERS:
                SubscriberRecord u = (SubscriberRecord) record;
                to.accept(text(u.prefix.high()), text(u.blocks.get(0).address4));
                break;
            case BINDINGS:
                BindingRecord b = (BindingRecord) record;
                to.accept(text(b.low), text(b.address4));
                break;
            default:
                throw new AssertionError(record);
        }
    }

    static Class<? extends Store.Record> type(Store.Map map) {
        switch (map) {
            case ELECTIONS:
                return ElectionRecord.class;
            case DELETIONS:
                return DeletionRecord.class;
            case ADOPTION:
                return AdoptionRecord.class;
            case DETERMINISTIC:
                return DeterministicRecord.class;
            default:
                return record(map, "a", "b").getClass();
        }
    }

    static Set<Store.Record> all(AtomixStore store) {
        Set<Store.Record> all = new HashSet<>();
        for (Store.Map map : Store.Map.values()) {
            store.read(type(map), all::add);
        }
        return all;
    }

    static void write(AtomixStore store, Store.Record... records) {
        store.write(List.of(records)).toCompletableFuture().join();
    }

    static Map<String, String> read(AtomixStore store, Store.Map map) {
        Map<String, String> rows = new TreeMap<>();
        store.read(type(map), r -> texts(r, rows::put));
        return rows;
    }
}
