// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.isthmus.core.api.Binding;
import org.isthmus.core.api.Filter;
import org.isthmus.core.api.InvalidException;
import org.isthmus.core.api.Order;
import org.isthmus.core.api.Page;
import org.isthmus.core.api.PageRequest;
import org.isthmus.core.api.Session;
import org.isthmus.core.api.Totals;
import org.isthmus.core.model.Filtering;
import org.isthmus.core.net.Ipv4Prefix;
import org.isthmus.core.net.Protocol;
import org.junit.jupiter.api.Test;

/** What the lists of bindings and sessions have, what they say they lack, and their order. */
class SessionListTest {
    private static final int SYN = 2;
    private static final String HOST = "2001:db8::1";
    private static final String ONE = "198.51.100.1";
    private static final String TWO = "198.51.100.2";

    private final SimulatedNetwork network = new SimulatedNetwork(11, 2);

    private void start(Filtering filtering) {
        network.start(
                Nat64Configs.nat64(
                        Nat64Configs.instance(64, 16, 0),
                        Nat64Configs.pool("p", "203.0.113.0/28", filtering)));
        network.allUp();
    }

    private void udp(String host, String peer, int peerPort) {
        network.pipeline.receive(network.at(0), HostFrames.udp(host, 4242, peer, peerPort));
        network.run(100);
    }

    private void tcp(String host, String peer, int peerPort) {
        network.pipeline.receive(network.at(0), HostFrames.tcp(host, 4242, peer, peerPort, SYN));
        network.run(100);
    }

    /** Hosts, each with a session of UDP and two of TCP, and each a second later. */
    private void traffic(int hosts) {
        for (int i = 1; i <= hosts; i++) {
            // Neither addresses nor peers come in their order.
            String host = "2001:db8:0:" + Integer.toHexString(i * 37 % 101) + "::1";
            String peer = "198.51.100." + (i * 53 % 97 + 1);
            udp(host, peer, 53);
            tcp(host, peer, 443);
            tcp(host, "198.51.100.200", 1 + i);
            network.run(1000);
        }
    }

    private static Filter peer(String peer) {
        return new Filter(null, null, null, null, -1, Ipv4Prefix.parse(peer + "/32"));
    }

    private Page<Session> search(Filter filter) {
        return network.controller.sessions(filter, new PageRequest(null, 10, null, true));
    }

    private static void assertTotals(long rows, long open, Totals totals) {
        assertEquals(rows + " of " + open, totals.rows + " of " + totals.openBindings);
    }

    @Test
    void aSearchForASecondPeerSaysThatItMayBeThere() {
        start(Filtering.ENDPOINT_INDEPENDENT);
        udp(HOST, ONE, 53);
        udp(HOST, TWO, 53);
        Page<Session> first = search(peer(ONE));
        assertEquals(Session.Peers.FIRST, first.items().get(0).peers);
        assertTotals(1, 1, first.totals());
        Page<Session> second = search(peer(TWO));
        assertTrue(second.items().isEmpty());
        assertTotals(0, 1, second.totals());
        Filter tcp = new Filter(null, Protocol.TCP, null, null, -1, null);
        assertTotals(0, 0, search(tcp).totals());
        Filter state = new Filter(null, null, null, null, -1, -1, null, -1, "TRANS");
        assertTotals(0, 0, search(state).totals());
    }

    @Test
    void ofABindingThatIsFilteredEverySessionIsThere() {
        start(Filtering.ADDRESS_AND_PORT_DEPENDENT);
        udp(HOST, ONE, 53);
        udp(HOST, TWO, 53);
        Page<Session> second = search(peer(TWO));
        assertEquals(Session.Peers.ALL, second.items().get(0).peers);
        assertTotals(1, 0, second.totals());
        assertTotals(2, 0, search(Filter.ALL).totals());
    }

    @Test
    void sessionsOfTcpAreThoseThatWereSeen() {
        start(Filtering.ENDPOINT_INDEPENDENT);
        tcp(HOST, ONE, 443);
        tcp(HOST, TWO, 80);
        Page<Session> all = search(Filter.ALL);
        assertEquals(
                List.of(Session.Peers.SEEN, Session.Peers.SEEN),
                all.items().stream().map(s -> s.peers).collect(Collectors.toList()));
        assertTotals(2, 0, all.totals());
    }

    @Test
    void eachSideHasAPortOfItsOwn() {
        start(Filtering.ENDPOINT_INDEPENDENT);
        tcp(HOST, ONE, 443);
        udp(HOST, ONE, 4242);
        assertEquals(2, search(port(4242, -1, -1)).totals().rows);
        assertEquals(2, search(port(-1, 4242, -1)).totals().rows);
        assertEquals(1, search(port(-1, -1, 4242)).totals().rows);
        assertEquals(1, search(port(443, -1, 443)).totals().rows);
        assertEquals(0, search(port(-1, 443, -1)).totals().rows);
        Filter init = new Filter(null, null, null, null, -1, -1, null, -1, "V6 INIT");
        assertEquals(Protocol.TCP, search(init).items().get(0).binding.protocol);
        assertEquals(1, search(init).totals().rows);
    }

    private static Filter port(int any, int own, int peer) {
        return new Filter(null, null, null, null, any, own, null, peer, null);
    }

    private <T> List<T> all(
            Function<PageRequest, Page<T>> list, Order order, int limit, int expected) {
        List<T> rows = new ArrayList<>();
        PageRequest request = new PageRequest(null, limit, order, true);
        Totals totals = list.apply(request).totals();
        assertEquals(expected, totals.rows);
        while (request != null) {
            Page<T> page = list.apply(request);
            assertTrue(order == null || page.items().size() <= limit);
            rows.addAll(page.items());
            request = page.next() == null ? null : request.after(page.next());
        }
        return rows;
    }

    private static final Map<Order.Key, Comparator<Session>> ORDERS =
            Map.of(
                    Order.Key.PROTOCOL, Comparator.comparing(s -> s.binding.protocol),
                    Order.Key.IPV6, Comparator.comparing(s -> s.binding.address6),
                    Order.Key.IPV4,
                            Comparator.<Session, Long>comparing(
                                            s -> s.binding.address4.bits() & 0xffff_ffffL)
                                    .thenComparing(s -> s.binding.port4),
                    Order.Key.PEER,
                            Comparator.<Session, Long>comparing(s -> s.peer4.bits() & 0xffff_ffffL)
                                    .thenComparing(s -> s.peerPort4),
                    Order.Key.SINCE, Comparator.comparing(s -> s.sinceEpochMillis));

    @Test
    void pagesInAnyOrderHaveEverySessionOnce() {
        start(Filtering.ENDPOINT_INDEPENDENT);
        traffic(40);
        Set<String> ids = ids(all(this::sessions, null, 1000, 120));
        assertEquals(120, ids.size());
        ORDERS.forEach(
                (key, comparator) -> {
                    for (int limit : new int[] {1, 7, 60, 120, 500}) {
                        for (boolean descending : new boolean[] {false, true}) {
                            String name = key + " " + limit + " " + descending;
                            List<Session> rows =
                                    all(this::sessions, new Order(key, descending), limit, 120);
                            assertEquals(120, rows.size(), name);
                            assertEquals(ids, ids(rows), name);
                            List<Session> sorted = new ArrayList<>(rows);
                            sorted.sort(descending ? comparator.reversed() : comparator);
                            assertEquals(sorted, rows, name);
                        }
                    }
                });
    }

    private Page<Session> sessions(PageRequest request) {
        return network.controller.sessions(Filter.ALL, request);
    }

    private Page<Binding> bindings(PageRequest request) {
        return network.controller.bindings(Filter.ALL, request);
    }

    private static Set<String> ids(List<Session> sessions) {
        Set<String> ids = new HashSet<>();
        sessions.forEach(
                s ->
                        ids.add(
                                s.binding.protocol
                                        + " "
                                        + s.binding.address6
                                        + " "
                                        + s.peer4
                                        + " "
                                        + s.peerPort4));
        return ids;
    }

    @Test
    void bindingsGoByWhenTheyEnd() {
        start(Filtering.ENDPOINT_INDEPENDENT);
        traffic(20);
        List<Binding> rows = all(this::bindings, new Order(Order.Key.EXPIRES, false), 7, 40);
        List<Long> ends = rows.stream().map(b -> b.expiresEpochMillis).collect(Collectors.toList());
        List<Long> sorted = new ArrayList<>(ends);
        Collections.sort(sorted);
        assertEquals(sorted, ends);
        assertEquals(40, rows.size());
    }

    @Test
    void whatIsRemovedBetweenPagesCostsNoOtherRow() {
        start(Filtering.ENDPOINT_INDEPENDENT);
        traffic(10);
        Order order = new Order(Order.Key.IPV6, false);
        PageRequest request = new PageRequest(null, 5, order, false);
        Page<Session> first = sessions(request);
        assertNull(first.totals());
        List<Session> rest =
                all(this::sessions, order, 100, 30).stream().skip(5).collect(Collectors.toList());
        // Those of TCP go, and with them the row that the cursor is of.
        assertEquals(Protocol.TCP, first.items().get(4).binding.protocol);
        network.run(250_000);
        Page<Session> second = sessions(new PageRequest(first.next(), 100, order, false));
        Set<String> left = ids(rest);
        left.retainAll(ids(all(this::sessions, null, 1000, 10)));
        assertEquals(9, left.size());
        assertEquals(left, ids(second.items()));
    }

    @Test
    void anOrderThatAListDoesNotHaveIsRefused() {
        start(Filtering.ENDPOINT_INDEPENDENT);
        traffic(3);
        refused("order", () -> bindings(by(Order.Key.PEER, null)));
        refused("order", () -> sessions(by(Order.Key.EXPIRES, null)));
        String cursor = sessions(by(Order.Key.PEER, null)).next();
        assertTrue(cursor.startsWith("peer.asc."), cursor);
        refused("after", () -> sessions(by(Order.Key.IPV4, cursor)));
        refused("after", () -> sessions(by(Order.Key.PEER, "peer.asc.AAAA")));
        refused("after", () -> sessions(by(Order.Key.PEER, "peer.asc.!")));
        refused("after", () -> sessions(by(Order.Key.PEER, "7")));
        refused("after", () -> sessions(PageRequest.of(cursor, 2)));
    }

    private static PageRequest by(Order.Key key, String after) {
        return new PageRequest(after, 2, new Order(key, false), false);
    }

    private static void refused(String field, Runnable call) {
        assertEquals(field, assertThrows(InvalidException.class, call::run).field());
    }
}
