// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import org.isthmus.core.api.Diagnosis;
import org.isthmus.core.api.Diagnosis.Check;
import org.isthmus.core.binding.Bib;
import org.isthmus.core.binding.BibMappings;
import org.isthmus.core.mapping.Mappings;
import org.isthmus.core.mapping.Transport4;
import org.isthmus.core.mapping.Transport6;
import org.isthmus.core.model.InstanceConfig;
import org.isthmus.core.net.Ipv4Address;
import org.isthmus.core.net.Ipv6Address;
import org.isthmus.core.net.Protocol;
import org.isthmus.core.net.V4Mapped;

/** Diagnoses of flows, held against what becomes of the flows when nothing else is under way. */
final class Predictions {
    private static final int SYN = 2;

    private final SimulatedNetwork network;
    private final RandomConfigs configs;
    private final Random random;

    Predictions(SimulatedNetwork network, RandomConfigs configs, Random random) {
        this.network = network;
        this.configs = configs;
        this.random = random;
    }

    /** A switch that translates what comes in; null: none does. */
    private SimulatedSwitch translator() {
        Wiring core = network.controller.core;
        if (!core.devices.areAllReady()
                || core.devices.all().stream().anyMatch(d -> d.refusedCount() > 0)) {
            return null;
        }
        return network.switches.values().stream()
                .filter(s -> core.devices.isAccepting(s.id) && core.devices.isTranslator(s.id))
                .findFirst()
                .orElse(null);
    }

    /**
     * @param when goes into messages
     */
    void check(String when) {
        for (int i = 0; i < 4; i++) {
            outbound(when);
            inbound(when);
        }
    }

    /** A new flow of a host has a binding just where its diagnosis has nothing against it. */
    private void outbound(String when) {
        // Limits that are over are off the switches by then.
        network.run(1100);
        SimulatedSwitch s = translator();
        Wiring core = network.controller.core;
        InstanceConfig instance = core.instances.get("main");
        if (s == null || instance == null || core.journal.problem() != null) {
            return;
        }
        Protocol protocol = Protocol.values()[random.nextInt(3)];
        Ipv6Address host = Ipv6Address.parse(configs.host());
        int port = random.nextInt(3) == 0 ? 20 + random.nextInt(20) : 2000 + random.nextInt(60);
        int peerPort = random.nextInt(3) == 0 ? 25 : 443;
        String peer = "198.51.100." + (1 + random.nextInt(3));
        if (core.instances.eamt().match(host.high(), host.low()) != null
                || bound(instance, protocol, host, port)
                || mappings().eamOfHost6(instance.id, host.high(), host.low(), new Transport4())) {
            return;
        }
        Diagnosis.Flow flow =
                new Diagnosis.Flow(
                        host,
                        0,
                        V4Mapped.of(Ipv4Address.parse(peer)),
                        protocol,
                        protocol == Protocol.ICMP ? 0 : peerPort,
                        "main");
        Diagnosis diagnosis = network.controller.diagnose(flow);
        byte[] frame =
                protocol == Protocol.UDP
                        ? HostFrames.udp(host.toString(), port, peer, peerPort)
                        : protocol == Protocol.TCP
                                ? HostFrames.tcp(host.toString(), port, peer, peerPort, SYN)
                                : HostFrames.echo(host.toString(), port, peer);
        network.pipeline.receive(s, 1, frame);
        network.run(200);
        assertEquals(
                problems(diagnosis, Check.DESTINATION, Check.PORTS).isEmpty(),
                bound(instance, protocol, host, port),
                () ->
                        protocol
                                + " "
                                + host
                                + " to "
                                + peer
                                + ": "
                                + diagnosis.findings
                                + ", "
                                + when);
    }

    private Mappings mappings() {
        Wiring core = network.controller.core;
        return new BibMappings(core.bib, core.sessions, core.pools, core.instances);
    }

    private boolean bound(InstanceConfig instance, Protocol protocol, Ipv6Address host, int port) {
        Bib bib = network.controller.core.bib;
        return bib.find(instance.id, protocol, host.high(), host.low(), port) != Bib.NONE;
    }

    private static List<Diagnosis.Finding> problems(Diagnosis d, Check... checks) {
        return d.findings.stream()
                .filter(
                        f ->
                                f.result == Diagnosis.Result.PROBLEM
                                        && List.of(checks).contains(f.check))
                .collect(Collectors.toList());
    }

    /** A packet from IPv4 passes just where its diagnosis has a host for it. */
    private void inbound(String when) {
        SimulatedSwitch s = translator();
        Wiring core = network.controller.core;
        if (s == null) {
            return;
        }
        Bib bib = core.bib;
        Protocol protocol = Protocol.values()[random.nextInt(3)];
        int address4 = 0xcb007100 + random.nextInt(24);
        int port = 1024 + random.nextInt(64);
        int peer = 0xc6336401 + random.nextInt(3);
        int peerPort = random.nextInt(4) == 0 ? 444 : 443;
        if (bib.top() > 0) {
            int slot = random.nextInt(bib.top());
            if (bib.isUsed(slot) && bib.setBits(slot) > 0) {
                return;
            }
            if (bib.isUsed(slot)) {
                protocol = bib.protocol(slot);
                address4 = bib.address4(slot);
                port = bib.port4(slot);
                if (random.nextInt(2) == 0 && bib.peer4(slot) != 0) {
                    peer = bib.peer4(slot);
                    peerPort = bib.peerPort(slot);
                }
            }
        }
        int found = core.pools.find(protocol, address4, port);
        if (found != Bib.NONE && bib.setBits(found) > 0) {
            // The simulated pipeline has no port sets towards IPv6.
            return;
        }
        if (port == 0 || mappings().eamToHost6(address4, new Transport6())) {
            return;
        }
        Diagnosis.Flow flow =
                new Diagnosis.Flow(
                        V4Mapped.of(address4), port, V4Mapped.of(peer), protocol, peerPort, null);
        Diagnosis d = network.controller.diagnose(flow);
        boolean passes = network.pipeline.arrives(s, protocol, peer, peerPort, address4, port);
        assertEquals(
                passes,
                problems(d, Check.BINDING).isEmpty(),
                () ->
                        flow.protocol
                                + " to "
                                + flow.host
                                + " "
                                + flow.hostPort
                                + ": "
                                + d.findings
                                + ", "
                                + when);
    }
}
