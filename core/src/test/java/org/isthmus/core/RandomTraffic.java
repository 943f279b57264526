// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core;

import java.util.Random;
import org.isthmus.core.binding.Bib;
import org.isthmus.core.model.FabricConfig;
import org.isthmus.core.net.Ipv6Address;
import org.isthmus.core.net.Protocol;

/** What hosts and their peers send in a simulated network. */
final class RandomTraffic {
    private final SimulatedNetwork network;
    private final RandomConfigs configs;
    private final Random random;

    RandomTraffic(SimulatedNetwork network, RandomConfigs configs, Random random) {
        this.network = network;
        this.configs = configs;
        this.random = random;
    }

    private boolean oneOf(int many) {
        return random.nextInt(many) == 0;
    }

    /** Packets of a host at any switch, or what it claims to be; nothing where that is down. */
    void send(FabricConfig fabric) {
        int at = random.nextInt(network.switches.size());
        SimulatedSwitch s = network.at(at);
        if (!s.up || fabric.devices.stream().noneMatch(d -> d.id.equals(s.id))) {
            // What passes one that the configuration leaves out is nobody's to count.
            return;
        }
        int entry = oneOf(8) ? 2 + random.nextInt(2) : 1;
        String host = entry == 1 ? configs.host() : configs.neighbor(at, entry);
        if (entry != 1 && oneOf(3)) {
            byte[] claim =
                    HostFrames.advertisement(
                            Ipv6Address.parse(host), 0x0200_0000_00a0L + random.nextInt(3));
            network.pipeline.receive(s, entry, claim);
            return;
        }
        String peer =
                oneOf(6)
                        ? "203.0.113." + random.nextInt(12)
                        : "198.51.100." + (1 + random.nextInt(3));
        int port = 1000 + random.nextInt(12);
        int peerPort = oneOf(6) ? 1024 + random.nextInt(16) : 443;
        if (oneOf(20)) {
            boolean first = oneOf(2);
            for (int i = random.nextInt(3); i < 3; i++) {
                byte[] part = HostFrames.fragment(host, port, peer, peerPort, first);
                network.pipeline.receive(s, entry, part);
                first = !first;
            }
            return;
        }
        byte[] frame;
        switch (random.nextInt(4)) {
            case 0:
                frame = HostFrames.echo(host, port, peer);
                break;
            case 1:
                int flags = oneOf(3) ? 1 << random.nextInt(5) : 2;
                frame = HostFrames.tcp(host, port, peer, peerPort, flags);
                break;
            default:
                frame = HostFrames.udp(host, port, peer, peerPort);
                break;
        }
        if (oneOf(5)) {
            frame[43] = 0x65;
        }
        network.pipeline.receive(s, entry, frame);
        if (oneOf(8)) {
            network.pipeline.syn4(
                    s, 0xc6336401, 443, 0xcb007100 + random.nextInt(16), 1024 + random.nextInt(16));
        }
    }

    /** A packet from IPv4 to a binding, of its peer or another. */
    void reply() {
        SimulatedSwitch s = network.at(random.nextInt(network.switches.size()));
        Bib bib = network.controller.core.bib;
        if (!s.up || bib.top() == 0) {
            return;
        }
        int slot = random.nextInt(bib.top());
        if (!bib.isUsed(slot)) {
            return;
        }
        boolean known = oneOf(2);
        int peer = known ? bib.peer4(slot) : 0xc6336401 + random.nextInt(3);
        int peerPort = known ? bib.peerPort(slot) : 443;
        if (bib.protocol(slot) == Protocol.TCP) {
            int flags = oneOf(3) ? 2 : 1 << random.nextInt(5);
            network.pipeline.replyTcp(
                    s, peer, peerPort, bib.address4(slot), bib.port4(slot), flags);
        } else {
            network.pipeline.arrives(
                    s, bib.protocol(slot), peer, peerPort, bib.address4(slot), bib.port4(slot));
        }
    }
}
