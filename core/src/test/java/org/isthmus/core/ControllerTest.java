// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;

import java.util.Map;
import org.isthmus.core.api.Binding;
import org.isthmus.core.api.Filter;
import org.isthmus.core.binding.BindingSetup;
import org.isthmus.core.model.Nat64Config;
import org.isthmus.core.net.Ipv6Prefix;
import org.isthmus.core.net.Protocol;
import org.isthmus.core.spi.Store;
import org.junit.jupiter.api.Test;

class ControllerTest {
    private final SimulatedNetwork network = new SimulatedNetwork(1, 3);

    private long counter(String name) {
        return network.controller.statistics().counters.get(name);
    }

    private void start() {
        network.start(
                Nat64Configs.nat64(
                        Nat64Configs.instance(64, 16, 0),
                        Nat64Configs.pool("p", "203.0.113.0/28")));
        network.allUp();
    }

    @Test
    void firstPacketMakesABindingEverywhereAndGoes() {
        start();
        byte[] frame = HostFrames.udp("2001:db8::1", 4242, "198.51.100.1", 53);
        network.pipeline.receive(network.at(0), frame);
        network.run(200);
        for (SimulatedSwitch s : network.switches.values()) {
            assertEquals(1, s.bindings());
            assertEquals(1, s.replies());
        }
        assertEquals(1, network.at(0).translated.size());
        assertSame(frame, network.at(0).translated.get(0));
        Binding b = network.controller.bindings(Filter.ALL, null, 10).items().get(0);
        assertEquals(4242, b.port6);
        assertEquals(0, b.port4 & 1, "the parity of a UDP port stays");
        assertEquals(Protocol.UDP, b.protocol);
        assertEquals(1, network.store.maps.get(Store.Map.BINDINGS).size());
        assertEquals(1, network.store.events.size());
        network.assertConsistent();
    }

    @Test
    void errorsAreSentAsConfigured() {
        Nat64Config config =
                Nat64Configs.nat64(
                        Nat64Configs.instance(Nat64Configs.PREFIX.toString(), "198.51.100.0/24"),
                        Nat64Configs.pool("p", "203.0.113.0/28"));
        network.start(config.toBuilder().errorRate(0).build());
        network.allUp();
        byte[] frame = HostFrames.udp("2001:db8::1", 4242, "198.51.100.1", 53);
        network.pipeline.receive(network.at(0), frame);
        network.run(200);
        assertEquals(1, counter("refused_denied"));
        assertEquals(1, counter("error_rate_limited"));
        network.configure(config);
        network.pipeline.receive(network.at(0), frame);
        network.run(200);
        assertEquals(1, counter("error_rate_limited"));
    }

    @Test
    void aMappingLogThatLostWhatIsHeldIsToldAgain() {
        start();
        network.pipeline.receive(
                network.at(0), HostFrames.udp("2001:db8::1", 4242, "198.51.100.1", 53));
        network.run(100);
        network.kill();
        network.store.events.clear();
        network.store.isCut = true;
        start();
        assertEquals(1, network.store.events.size());
        assertEquals(Ipv6Prefix.parse("2001:db8::/64"), network.store.events.get(0).subscriber);
    }

    @Test
    void packetsOfAFlowWaitAndFollowInOrder() {
        start();
        byte[][] frames = new byte[20][];
        for (int i = 0; i < frames.length; i++) {
            frames[i] = HostFrames.udp("2001:db8::1", 4242, "198.51.100." + (i + 1), 53);
            network.pipeline.receive(network.at(0), frames[i]);
        }
        network.run(200);
        assertEquals(1, network.at(0).bindings());
        assertEquals(BindingSetup.WAITING_PER_BINDING, network.at(0).translated.size());
        for (int i = 0; i < BindingSetup.WAITING_PER_BINDING; i++) {
            assertSame(frames[i], network.at(0).translated.get(i), "frame " + i);
        }
        assertEquals(
                frames.length - BindingSetup.WAITING_PER_BINDING, counter("punts_waiting_dropped"));
        assertEquals(1, counter("bindings_added"));
    }

    @Test
    void aFirstFragmentMakesTheBindingAndTheOthersFollowInAnyOrder() {
        for (boolean inOrder : new boolean[] {true, false}) {
            SimulatedNetwork other = new SimulatedNetwork(2, 3);
            other.start(
                    Nat64Configs.nat64(
                            Nat64Configs.instance(64, 16, 0),
                            Nat64Configs.pool("p", "203.0.113.0/28")));
            other.allUp();
            for (boolean first : new boolean[] {inOrder, !inOrder}) {
                byte[] frame = HostFrames.fragment("2001:db8::1", 4242, "198.51.100.1", 53, first);
                other.pipeline.receive(other.at(0), frame);
            }
            other.run(200);
            Map<String, Long> counters = other.controller.statistics().counters;
            assertEquals(1, counters.get("bindings_added"));
            assertEquals(2, counters.get("fragments_translated"));
            assertEquals(0, counters.get("fragments_dropped"));
            other.assertConsistent();
        }
    }
}
