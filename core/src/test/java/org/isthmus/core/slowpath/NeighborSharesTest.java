// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core.slowpath;

import static org.isthmus.core.packet.Bytes.i32;
import static org.isthmus.core.packet.Bytes.u16;
import static org.isthmus.core.slowpath.SlowPathFixture.CLIENT;
import static org.isthmus.core.slowpath.SlowPathFixture.frame;
import static org.isthmus.core.slowpath.SlowPathFixture.ipv4;
import static org.isthmus.core.slowpath.SlowPathFixture.ipv6;
import static org.isthmus.core.slowpath.SlowPathFixture.transport;
import static org.isthmus.core.slowpath.SlowPathFixture.v4;
import static org.isthmus.core.slowpath.SlowPathPackets.UDP;
import static org.isthmus.core.slowpath.SlowPathPackets.in;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.isthmus.core.model.Counter;
import org.isthmus.core.model.PuntReason;
import org.isthmus.core.net.Ipv6Address;
import org.isthmus.core.packet.FrameTuple;
import org.isthmus.core.packet.Packets;
import org.junit.jupiter.api.Test;

/** Who asks for many neighbours that are not there leaves room for others (RFC 6583). */
class NeighborSharesTest {
    private static final long HOST = 0x0a00_0000_0007L;

    private SlowPathNetwork network = new SlowPathNetwork();
    private int scanned;

    private static Ipv6Address subscriber(int number, int host) {
        return Ipv6Address.of(0x2001_0db8_0009_0000L + number, host);
    }

    private void send(int port, Ipv6Address from, Ipv6Address to) {
        in(network, port, PuntReason.NO_NEIGHBOR, frame(ipv6(UDP, from, to, new byte[20])));
    }

    private void send(Ipv6Address from, Ipv6Address to) {
        send(3, from, to);
    }

    /** Packets to as many addresses of the clients' network, each another one. */
    private void scan(int port, Ipv6Address from, int packets) {
        for (int i = 0; i < packets; i++) {
            send(port, from, Ipv6Address.of(CLIENT.high(), 0x1_0000 + scanned++));
        }
    }

    private void scan(Ipv6Address from, int packets) {
        scan(3, from, packets);
    }

    /**
     * How many addresses were asked for, on both interfaces of that network, since the last call.
     */
    private int asked() {
        int sent = network.sent.size();
        network.sent.clear();
        return sent / 2;
    }

    @Test
    void aSubscriberHasAShareOfWhatIsResolved() {
        for (int host = 1; host <= 4; host++) {
            scan(subscriber(1, host), Neighbors.MAX_UNRESOLVED / 4);
        }
        assertEquals(Neighbors.MAX_PER_SENDER, asked());
        assertEquals(
                Neighbors.MAX_UNRESOLVED - Neighbors.MAX_PER_SENDER,
                network.count(Counter.HELD_DROPPED));
        send(subscriber(2, 1), CLIENT);
        assertEquals(1, asked());
    }

    @Test
    void itHasItAgainOnceTheyAreGivenUpOrResolved() {
        scan(subscriber(1, 1), 2 * Neighbors.MAX_PER_SENDER);
        for (int i = 1; i <= Neighbors.TRIES; i++) {
            network.slowPath.tick(i * Neighbors.RETRY_MILLIS);
        }
        network.sent.clear();
        for (int i = 0; i < 2 * Neighbors.MAX_PER_SENDER; i++) {
            Ipv6Address to = Ipv6Address.of(CLIENT.high(), 0x100 + i);
            send(subscriber(1, 1), to);
            assertEquals(1, asked());
            in(
                    network,
                    1,
                    PuntReason.NEIGHBOR,
                    NeighborPackets.advertisement(
                            HOST, to, SlowPathNetwork.MAC, CLIENT.high(), 1, to));
        }
        scan(subscriber(1, 1), 2 * Neighbors.MAX_PER_SENDER);
        assertEquals(Neighbors.MAX_PER_SENDER, asked());
    }

    @Test
    void soHasAnIpv4Host() {
        for (int i = 0; i < 2 * Neighbors.MAX_UNRESOLVED; i++) {
            in(
                    network,
                    3,
                    PuntReason.NO_NEIGHBOR,
                    frame(
                            ipv4(
                                    UDP,
                                    v4("198.51.100.7"),
                                    v4("10.1.0.2") + i % 200,
                                    transport(UDP, 1, 2, 30))));
        }
        assertEquals(200, asked());
        assertEquals(Neighbors.MAX_PER_SENDER, network.count(Counter.PACKETS_HELD));
    }

    @Test
    void aSubscriberHasAShareOfThePacketsThatAreHeld() {
        for (int i = 0; i < 8; i++) {
            scanned = 0;
            scan(subscriber(1, 1), Neighbors.MAX_PER_SENDER / 2);
        }
        assertEquals(Neighbors.MAX_PER_SENDER, network.count(Counter.PACKETS_HELD));
        send(subscriber(2, 1), CLIENT);
        assertEquals(Neighbors.MAX_PER_SENDER + 1, network.count(Counter.PACKETS_HELD));
    }

    @Test
    void aPortHasAShareOfWhatItsHostsAskFor() {
        for (int i = 0; i < 2 * Neighbors.MAX_PER_SENDER; i++) {
            Ipv6Address to = Ipv6Address.of(CLIENT.high(), 0x1_0000 + i);
            in(network, 1, PuntReason.NEIGHBOR, NeighborPackets.solicitation(HOST, CLIENT, 0, to));
        }
        assertEquals(Neighbors.MAX_PER_SENDER, asked());
        send(subscriber(1, 1), Ipv6Address.of(CLIENT.high(), 0x100));
        assertEquals(1, asked());
    }

    /** Where sources are not validated, or are those of all that is behind a router. */
    @Test
    void soHasAHostThatForgesIpv6Sources() {
        for (int i = 0; i < 32; i++) {
            scan(1, subscriber(i, 1), Neighbors.MAX_PER_SENDER);
        }
        assertEquals(Neighbors.MAX_PER_PLACE, asked());
        send(2, subscriber(32, 1), CLIENT);
        assertEquals(1, asked());
    }

    /** One of IPv4 may have any address of its network. */
    @Test
    void soHasAHostThatForgesIpv4Sources() {
        for (int port : new int[] {3, 10}) {
            for (int i = 0; i < 2 * Neighbors.MAX_HELD; i++) {
                fromServer(port, v4("198.51.100.10") + i % 200, v4("10.1.0.2") + i / 8 % 200);
            }
            assertEquals(Neighbors.MAX_PER_PLACE, network.count(Counter.PACKETS_HELD));
            // By the same way from another switch, which validated it.
            send(10, CLIENT, Ipv6Address.of(CLIENT.high(), 0x100 + port));
            assertEquals(Neighbors.MAX_PER_PLACE + 1, network.count(Counter.PACKETS_HELD));
            network = new SlowPathNetwork();
        }
        // Whoever is behind the router of the default route has the share of its network.
        for (int i = 0; i < 2 * Neighbors.MAX_HELD; i++) {
            fromServer(10, v4("172.16.0.0") + i, v4("10.1.0.2") + i / 8 % 200);
        }
        assertEquals(Neighbors.MAX_PER_PLACE, network.count(Counter.PACKETS_HELD));
    }

    private void fromServer(int port, int from, int to) {
        byte[] f = frame(ipv4(UDP, from, to, transport(UDP, 1, 2, 30)));
        in(network, port, PuntReason.NO_NEIGHBOR, port == 3 ? Packets.tagged(f, 30) : f);
    }

    @Test
    void routersAreAskedForWhateverOthersAskFor() {
        for (int i = 0; i < 32; i++) {
            scan(20 + i % 8, subscriber(i, 1), Neighbors.MAX_PER_SENDER);
        }
        assertEquals(Neighbors.MAX_UNRESOLVED, asked());
        network.slowPath.tick(Neighbors.ROUTER_RETRY_MILLIS);
        assertTrue(
                network.sent.stream()
                        .anyMatch(
                                s ->
                                        s.port == 3
                                                && u16(s.frame, 16) == FrameTuple.ETHER_ARP
                                                && i32(s.frame, 42) == v4("198.51.100.254")));
    }
}
