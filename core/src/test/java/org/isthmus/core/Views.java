// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.isthmus.core.api.Binding;
import org.isthmus.core.api.Device;
import org.isthmus.core.api.Filter;
import org.isthmus.core.api.Nat64;
import org.isthmus.core.api.Order;
import org.isthmus.core.api.Page;
import org.isthmus.core.api.PageRequest;
import org.isthmus.core.api.Session;
import org.isthmus.core.api.Subscriber;
import org.isthmus.core.binding.Bib;
import org.isthmus.core.model.MappingEvent;
import org.isthmus.core.net.Ipv4Address;
import org.isthmus.core.net.Ipv4Prefix;
import org.isthmus.core.net.Ipv6Prefix;
import org.isthmus.core.pool.SubscriberPorts;

/** What operators are told of what there is, held against it when nothing is under way. */
final class Views {
    private final SimulatedNetwork network;
    private final Controller controller;
    private final Wiring core;
    private final String when;

    private Views(SimulatedNetwork network, String when) {
        this.network = network;
        this.controller = network.controller;
        this.core = controller.core;
        this.when = when;
    }

    /**
     * @param when goes into messages
     */
    static void check(SimulatedNetwork network, String when) {
        // Time stands still.
        network.controller.listen(network.controller::step);
        Views all = new Views(network, when);
        all.bindings();
        all.sessions();
        all.subscribers();
        all.devices();
        network.controller.listen(() -> network.run(1));
    }

    /** All rows of a list, by pages of three. */
    private <T> List<T> pages(Order order, Function<PageRequest, Page<T>> list) {
        List<T> all = new ArrayList<>();
        String after = null;
        do {
            Page<T> page = list.apply(new PageRequest(after, 3, order, true));
            all.addAll(page.items());
            after = page.next();
            if (after == null && order == null) {
                equal((long) all.size(), page.totals().rows, "rows of all pages");
            }
        } while (after != null);
        return all;
    }

    private void equal(Object expected, Object found, Object what) {
        assertEquals(expected, found, () -> what + ", " + when);
    }

    private <T> Set<T> once(Collection<T> all, String what) {
        Set<T> each = new HashSet<>(all);
        equal(each.size(), all.size(), "each of " + what + " once: " + all);
        return each;
    }

    private static List<Object> key(Binding b) {
        return List.of(b.protocol, b.address4, b.port4);
    }

    private void bindings() {
        List<Object> listed = new ArrayList<>();
        for (Binding b : pages(null, r -> controller.bindings(Filter.ALL, r))) {
            listed.add(key(b));
            int slot = core.pools.find(b.protocol, b.address4.bits(), b.port4);
            assertTrue(slot != Bib.NONE, () -> "listed: " + key(b) + ", " + when);
            Ipv6Prefix host = Ipv6Prefix.of(b.address6.high(), b.address6.low(), 128);
            equal(
                    true,
                    core.bib.high(slot) == b.address6.high()
                            && core.bib.low(slot) == b.address6.low(),
                    "host of " + key(b));
            Filter own =
                    new Filter(
                            b.instance,
                            b.protocol,
                            host,
                            Ipv4Prefix.of(b.address4.bits(), 32),
                            b.port4,
                            null);
            Set<List<Object>> found = new HashSet<>();
            pages(null, r -> controller.bindings(own, r)).forEach(x -> found.add(key(x)));
            assertTrue(found.contains(key(b)), () -> "found by itself: " + key(b) + ", " + when);
            controller.path(b.protocol, b.address4, b.port4, null);
            List<MappingEvent> holders =
                    controller.whoHad(b.protocol, b.address4.bits(), b.port4, Nat64.PRESENT);
            assertTrue(
                    holders.stream().anyMatch(e -> contains(e.subscriber, host)),
                    () -> "who has the port of " + key(b) + ": " + holders + ", " + when);
        }
        once(listed, "bindings");
        equal(core.bib.size(), listed.size(), "listed bindings");
        List<Object> sorted = new ArrayList<>();
        Order order = new Order(Order.Key.SINCE, true);
        pages(order, r -> controller.bindings(Filter.ALL, r)).forEach(b -> sorted.add(key(b)));
        equal(new HashSet<>(listed), once(sorted, "sorted bindings"), "sorted bindings");
        equal(
                (long) listed.size(),
                controller.statistics().gauges.get("bindings"),
                "bindings of the statistics");
    }

    private static boolean contains(Ipv6Prefix prefix, Ipv6Prefix host) {
        return prefix.contains(host.high(), host.low());
    }

    private void sessions() {
        List<Object> listed = new ArrayList<>();
        Map<Object, Integer> ofBindings = new HashMap<>();
        for (Session s : pages(null, r -> controller.sessions(Filter.ALL, r))) {
            listed.add(List.of(key(s.binding), s.peer4, s.peerPort4));
            ofBindings.merge(key(s.binding), 1, Integer::sum);
        }
        once(listed, "sessions");
        List<Object> sorted = new ArrayList<>();
        Order order = new Order(Order.Key.SINCE, false);
        pages(order, r -> controller.sessions(Filter.ALL, r))
                .forEach(s -> sorted.add(List.of(key(s.binding), s.peer4, s.peerPort4)));
        equal(new HashSet<>(listed), once(sorted, "sorted sessions"), "sorted sessions");
        for (int n = 0; n < core.sessions.top(); n++) {
            if (core.sessions.isWanted(n)) {
                int slot = core.sessions.slot(n);
                Object of =
                        List.of(
                                core.bib.protocol(slot),
                                Ipv4Address.of(core.bib.address4(slot)),
                                core.bib.port4(slot));
                assertTrue(ofBindings.containsKey(of), () -> "sessions of " + of + ", " + when);
            }
        }
    }

    private void subscribers() {
        List<Subscriber> all = new ArrayList<>();
        String after = null;
        do {
            Page<Subscriber> page = controller.subscribers(Filter.ALL, after, 2);
            all.addAll(page.items());
            after = page.next();
        } while (after != null);
        equal(core.pools.subscribers(), all.size(), "listed subscribers");
        for (Subscriber s : all) {
            SubscriberPorts of =
                    core.pools.subscriber(
                            core.instances.get(s.instance).id, s.prefix.high(), s.prefix.low());
            equal(s.prefix, of.prefix(), "subscriber");
        }
    }

    private void devices() {
        for (Device d : controller.devices()) {
            SimulatedSwitch s = network.switches.get(d.id);
            if (s.connected
                    && !core.devices.get(d.id).isSampled()
                    && d.state == Device.State.READY
                    && d.refused == 0) {
                equal((long) s.held.size(), d.intendedEntries, "intended entries of " + d.id);
            }
        }
    }
}
