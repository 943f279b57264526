// SPDX-License-Identifier: Apache-2.0
package org.isthmus.rest;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.function.Predicate;
import java.util.function.ToLongBiFunction;
import org.isthmus.core.api.Binding;
import org.isthmus.core.api.Filter;
import org.isthmus.core.api.InvalidException;
import org.isthmus.core.api.Order;
import org.isthmus.core.api.Page;
import org.isthmus.core.api.PageRequest;
import org.isthmus.core.api.Session;
import org.isthmus.core.api.SourceBinding;
import org.isthmus.core.api.Subscriber;
import org.isthmus.core.api.Totals;
import org.isthmus.core.net.Protocol;
import org.isthmus.core.net.V4Mapped;

/** Which rows of a list a filter, an order and a cursor select. Stateless. */
public final class FakeQueries {
    private FakeQueries() {}

    static Page<Binding> bindings(List<Binding> bindings, Filter filter, PageRequest request) {
        Predicate<Binding> matches = b -> matches(filter, b) && isPort(filter.port, b);
        return page(
                sorted(bindings, request.order, (key, b) -> value(key, b)), matches, request, 0);
    }

    static Page<Session> sessions(
            List<Session> sessions, List<Binding> bindings, Filter filter, PageRequest request) {
        Predicate<Session> matches =
                s ->
                        matches(filter, s.binding)
                                && (isPort(filter.port, s.binding) || filter.port == s.peerPort4)
                                && (filter.peerPort < 0 || filter.peerPort == s.peerPort4)
                                && (filter.state == null || filter.state.equals(s.state))
                                && (filter.peer4 == null || filter.peer4.contains(s.peer4.bits()));
        long open =
                bindings.stream()
                        .filter(b -> b.protocol != Protocol.TCP && filter.state == null)
                        .filter(b -> matches(filter, b))
                        .count();
        return page(
                sorted(sessions, request.order, (key, s) -> value(key, s)), matches, request, open);
    }

    static Page<Subscriber> subscribers(
            List<Subscriber> subscribers, Filter filter, String after, int limit) {
        return page(
                subscribers,
                s ->
                        (filter.address6 == null || filter.address6.overlaps(s.prefix))
                                && (filter.address4 == null
                                        || s.blocks.stream()
                                                .anyMatch(
                                                        b ->
                                                                filter.address4.contains(
                                                                        b.address.bits()))),
                after,
                limit);
    }

    static Page<SourceBinding> sourceBindings(
            List<SourceBinding> sourceBindings, Filter filter, String after, int limit) {
        return page(
                sourceBindings,
                b -> {
                    boolean v4 = V4Mapped.isIpv4(b.address);
                    return v4
                            ? filter.address6 == null
                                    && (filter.address4 == null
                                            || filter.address4.contains(V4Mapped.toIpv4(b.address)))
                            : filter.address4 == null
                                    && (filter.address6 == null
                                            || filter.address6.contains(
                                                    b.address.high(), b.address.low()));
                },
                after,
                limit);
    }

    private static boolean matches(Filter f, Binding b) {
        return (f.instance == null || f.instance.equals(b.instance))
                && (f.protocol == null || f.protocol == b.protocol)
                && (f.address6 == null || f.address6.contains(b.address6))
                && (f.address4 == null || f.address4.contains(b.address4.bits()))
                && isPort(f.bindingPort, b);
    }

    private static boolean isPort(int port, Binding b) {
        return port < 0 || port == b.port6 || port == b.port4;
    }

    /** A number that goes as the values do. */
    private static long value(Order.Key key, Session s) {
        return key == Order.Key.PEER
                ? (s.peer4.bits() & 0xffff_ffffL) << 16 | s.peerPort4
                : key == Order.Key.SINCE ? s.sinceEpochMillis : value(key, s.binding);
    }

    private static long value(Order.Key key, Binding b) {
        switch (key) {
            case PROTOCOL:
                return b.protocol.ordinal();
            case IPV6:
                return b.address6.low();
            case IPV4:
                return (b.address4.bits() & 0xffff_ffffL) << 16 | b.port4;
            case SINCE:
                return b.sinceEpochMillis;
            case EXPIRES:
                return b.expiresEpochMillis;
            default:
                throw new InvalidException(
                        "order",
                        "there is no "
                                + key.name().toLowerCase(Locale.ROOT)
                                + " to order this list by");
        }
    }

    private static <T> List<T> sorted(
            List<T> all, Order order, ToLongBiFunction<Order.Key, T> value) {
        if (order == null) {
            return all;
        }
        List<T> sorted = new ArrayList<>(all);
        Comparator<T> ascending = Comparator.comparingLong(t -> value.applyAsLong(order.by, t));
        sorted.sort(order.descending ? ascending.reversed() : ascending);
        return sorted;
    }

    private static <T> Page<T> page(
            List<T> all, Predicate<T> filter, PageRequest request, long open) {
        Page<T> page = page(all, filter, request.after, request.limit);
        long rows = all.stream().filter(filter).count();
        return new Page<>(
                page.items(), page.next(), request.wantsTotals ? new Totals(rows, open) : null);
    }

    private static <T> Page<T> page(List<T> all, Predicate<T> filter, String after, int limit) {
        if (after != null && !after.matches("at[0-9]{1,8}")) {
            throw new InvalidException("after", "is not a cursor: " + after);
        }
        int at = after == null ? 0 : Integer.parseInt(after.substring(2));
        List<T> items = new ArrayList<>();
        while (at < all.size() && items.size() < limit) {
            if (filter.test(all.get(at))) {
                items.add(all.get(at));
            }
            at++;
        }
        return new Page<>(items, at < all.size() ? "at" + at : null);
    }
}
