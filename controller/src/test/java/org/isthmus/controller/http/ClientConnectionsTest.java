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
import java.util.List;
import org.junit.jupiter.api.Test;

/** Who makes room for whom, where there is room for two connections in all. */
class ClientConnectionsTest {
    private final ClientConnections connections = new ClientConnections(2, 2, 1, 1);
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
}
