// SPDX-License-Identifier: Apache-2.0
package org.isthmus.controller.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.netty.channel.Channel;
import io.netty.channel.embedded.EmbeddedChannel;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Who makes room for whom, where there is room for two connections in all. */
class ClientConnectionsTest {
    private final ClientConnections connections = new ClientConnections(2, 2, 2, 1);
    private final List<String> worked = new ArrayList<>();

    private static Channel from(String client) throws Exception {
        SocketAddress address = new InetSocketAddress(InetAddress.getByName(client), 1);
        return new EmbeddedChannel() {
            @Override
            protected SocketAddress remoteAddress0() {
                return address;
            }
        };
    }

    private Channel open(String client) throws Exception {
        Channel channel = from(client);
        connections.open(channel);
        return channel;
    }

    private void close(Channel channel) {
        channel.close();
        connections.closed(channel);
    }

    @Test
    void aClientWhoseOnlyConnectionMadeRoomIsServed() throws Exception {
        Channel first = open("192.0.2.1");
        open("192.0.2.2");
        Channel second = open("192.0.2.1");
        assertFalse(first.isOpen(), "it has waited longest of all");
        connections.busy(second, () -> worked.add("request"));
        assertEquals(List.of("request"), worked);
    }

    @Test
    void whatMadeRoomAndWhatTookItIsCountedOnce() throws Exception {
        Channel first = open("192.0.2.1");
        Channel other = open("192.0.2.2");
        Channel second = open("192.0.2.1");
        // The server tells of those that it closed itself, too.
        List.of(first, other, second).forEach(this::close);
        Channel third = open("192.0.2.3");
        Channel fourth = open("192.0.2.4");
        assertTrue(third.isOpen() && fourth.isOpen(), "there was room for both");
    }

    /** The request of a connection that its client closed meanwhile. */
    @Test
    void aRefusedConnectionLeavesWhatIsWorkedOn() throws Exception {
        Channel gone = open("192.0.2.1");
        connections.busy(gone, () -> worked.add("gone"));
        close(gone);
        for (String other : List.of("192.0.2.2", "192.0.2.3")) {
            connections.busy(open(other), () -> worked.add(other));
        }
        assertFalse(connections.busy(open("192.0.2.1"), () -> worked.add("third")));
        connections.done(gone);
        assertEquals(List.of("gone", "192.0.2.2", "192.0.2.3"), worked);
    }

    /** However many have come before, and whether they end or not. */
    @Test
    void aClientThatComesIsServedAtOnce() throws Exception {
        ClientConnections connections = new ClientConnections(100, 1000, 32, 1);
        Map<String, List<Channel>> at = new LinkedHashMap<>();
        for (int client = 1; client <= 6; client++) {
            String from = "192.0.2." + client;
            List<Channel> working = new ArrayList<>();
            at.put(from, working);
            for (int i = 0; i < 40; i++) {
                Channel channel = from(from);
                connections.open(channel);
                connections.busy(channel, () -> working.add(channel));
            }
        }
        assertEquals(List.of(16, 8, 4, 2, 1, 1), sizes(at));
        // What ends is for those who have least.
        List<Channel> first = at.get("192.0.2.1");
        for (int i = 0; i < 12; i++) {
            connections.done(first.remove(0));
        }
        assertEquals(List.of(4, 8, 4, 4, 4, 4), sizes(at));
    }

    private static List<Integer> sizes(Map<String, List<Channel>> at) {
        return at.values().stream().map(List::size).collect(Collectors.toList());
    }
}
