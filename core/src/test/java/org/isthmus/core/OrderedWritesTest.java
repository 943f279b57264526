// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.isthmus.core.api.Binding;
import org.isthmus.core.api.Device;
import org.isthmus.core.api.Filter;
import org.isthmus.core.model.BibIntent;
import org.isthmus.core.model.FabricConfig;
import org.isthmus.core.model.PuntReason;
import org.isthmus.core.net.Ipv4Address;
import org.isthmus.core.spi.DataPlane;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Both sides of a binding in one message, to a switch that does what it says in order. */
class OrderedWritesTest {
    private static final byte[] FRAME = HostFrames.udp("2001:db8::1", 1000, "198.51.100.1", 53);

    private static final byte[] SYN = HostFrames.tcp("2001:db8::1", 4242, "198.51.100.1", 443, 2);
    private static final int PEER = Ipv4Address.parse("198.51.100.1").bits();

    private SimulatedNetwork network;
    private SimulatedSwitch one;

    private void start(int translators, boolean ordered) {
        network = new SimulatedNetwork(21, translators);
        network.switches.values().forEach(s -> s.ordered = ordered);
        one = network.at(0);
        boot();
        network.allUp();
    }

    private void boot() {
        network.start(
                Nat64Configs.nat64(
                        Nat64Configs.instance(64, 16, 0),
                        Nat64Configs.pool("p", "203.0.113.0/28")));
    }

    private void assertHolds(int replies, int forwards) {
        assertEquals(replies, one.replies());
        assertEquals(forwards, one.bindings());
    }

    @ParameterizedTest
    @CsvSource({"1, true, 1", "1, false, 2", "2, true, 2"})
    void bothSidesGoTogetherToTheOnlyTranslatorThatKeepsOrder(
            int translators, boolean ordered, int messages) {
        start(translators, ordered);
        one.messages = 0;
        network.pipeline.receive(one, FRAME);
        network.run(100);
        assertEquals(messages, one.messages);
        assertEquals(1, one.translated.size());
        network.assertConsistent();
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void thePacketPassesBeforeTheAnswer(boolean overtakes) {
        start(1, true);
        one.overtakes = overtakes;
        one.mute = !overtakes;
        for (int i = 0; i < 20; i++) {
            network.pipeline.receive(one, HostFrames.udp("2001:db8::1", i, "198.51.100.1", 53));
        }
        network.run(1000);
        // One that is ahead of its entries comes up again, and follows their answer.
        assertEquals(20, one.translated.size());
        assertTrue(one.submitted.size() > 20 == overtakes);
    }

    @Test
    void whatIsMoreThanAMessageWaitsForTheAnswer() {
        start(1, true);
        one.mute = true;
        int flows = DataPlane.CHANGES_AT_ONCE / 2 + 1;
        for (int i = 0; i < flows; i++) {
            String host = "2001:db8::" + Integer.toHexString(1 + i % 16);
            network.pipeline.packetIn(
                    one,
                    PuntReason.BIB_MISS,
                    HostFrames.udp(host, 1000 + i / 16, "198.51.100.1", 53));
        }
        network.run(1000);
        assertHolds(flows, flows);
        assertEquals(0, one.submitted.size());
        one.mute = false;
        one.unsaid.run();
        network.run(100);
        assertEquals(flows, one.submitted.size());
    }

    /** Of a connection: its first segment by the switch, and an answer to it. */
    private void connect() {
        one.mute = true;
        network.pipeline.receive(one, SYN);
        network.run(100);
        assertEquals(1, one.translated.size());
    }

    private void answer() {
        one.mute = false;
        one.unsaid.run();
        network.run(100);
    }

    @Test
    void aConnectionThatWasAnsweredMeanwhileIsEstablishedAfterARestart() {
        start(1, true);
        connect();
        Binding b = network.controller.bindings(Filter.ALL, null, 1).items().get(0);
        network.pipeline.replyTcp(one, PEER, 443, b.address4.bits(), b.port4, 0x12);
        network.run(100);
        answer();
        network.kill();
        boot();
        network.run(5000);
        assertEquals(
                "ESTABLISHED",
                network.controller.sessions(Filter.ALL, null, 1).items().get(0).state);
    }

    @Test
    void theCopyOfItsFirstSegmentIsNoSignThatItGoesOn() {
        start(1, true);
        connect();
        answer();
        // As many as the switch has counted.
        assertEquals(1, network.controller.core.bib.packets(0));
    }

    /** Packets of the flow that were given back. */
    private long given() {
        return one.submitted.stream().filter(f -> f == FRAME).count();
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aForwardSideGoesAgainWhereTheReplySideWasRefused(boolean ordered) {
        start(1, ordered);
        one.refusesReplies = true;
        network.pipeline.receive(one, FRAME);
        network.run(100);
        assertHolds(0, 0);
        // It goes right behind the entries; so does not one that comes soon after.
        assertEquals(ordered ? 1 : 0, given());
        network.pipeline.receive(one, FRAME);
        network.run(100);
        assertHolds(0, 0);
        assertEquals(ordered ? 1 : 0, given());
        one.refusesReplies = false;
        network.pipeline.receive(one, FRAME);
        network.run(100);
        assertHolds(1, 1);
        assertEquals(ordered ? 2 : 1, given());
        network.assertConsistent();
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void itGoesAgainWhereNobodyWaitedForTheAnswer(boolean ordered) {
        start(1, ordered);
        one.refusesReplies = true;
        one.mute = true;
        network.pipeline.receive(one, FRAME);
        network.run(20_000);
        one.mute = false;
        one.unsaid.run();
        network.run(1000);
        network.assertReady();
        assertHolds(0, 0);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void itGoesAgainWhereTheAnswerNeverCame(boolean killed) {
        start(1, true);
        one.refusesReplies = true;
        one.mute = true;
        network.pipeline.receive(one, FRAME);
        network.run(1000);
        assertHolds(0, 1);
        if (killed) {
            network.kill();
            one.mute = false;
            boot();
        } else {
            network.up(one);
        }
        network.run(5000);
        assertEquals(Device.State.READY, network.controller.devices().get(0).state);
        assertHolds(0, 0);
        one.refusesReplies = false;
        network.up(one);
        network.run(5000);
        assertHolds(1, 1);
        network.assertConsistent();
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void whatTheReplySideOfAnotherBindingIsRefusedForStays(boolean ordered) {
        start(1, ordered);
        network.pipeline.receive(one, FRAME);
        network.run(100);
        one.refusesReplies = true;
        network.pipeline.receive(one, HostFrames.udp("2001:db8::2", 1000, "198.51.100.1", 53));
        network.run(100);
        assertHolds(1, 1);
        assertTrue(one.held.values().stream().anyMatch(i -> i instanceof BibIntent.Outbound));
        network.assertConsistent();
    }

    /** The other device only routes. */
    private static FabricConfig oneTranslator(FabricConfig all) {
        FabricConfig.Device one = all.devices.get(0);
        FabricConfig.Device two = all.devices.get(1);
        return new FabricConfig(
                List.of(
                        new FabricConfig.Device(
                                one.id, one.mac, one.loopbacks4, one.loopbacks6, true),
                        new FabricConfig.Device(
                                two.id, two.mac, two.loopbacks4, two.loopbacks6, false)),
                all.interfaces,
                all.links,
                List.of());
    }

    private void flow(int host) {
        byte[] frame = HostFrames.udp("2001:db8:" + host + "::1", 1000, "198.51.100.1", 53);
        network.pipeline.receive(one, frame);
        network.run(200);
    }

    /** What is queued behind its late answer waits for nobody, and has no packets to send on. */
    @Test
    void aLateAnswerKeepsNothingFromOtherDevices() {
        network = new SimulatedNetwork(21, 2);
        one = network.at(0);
        one.ordered = true;
        var all = network.fabric;
        network.fabric = ids -> oneTranslator(all.apply(ids));
        boot();
        network.allUp();
        network.maxDelay = 0;
        for (int host = 1; host <= 20; host++) {
            flow(host);
        }
        one.mute = true;
        one.submitAt = network.now + 60_000;
        for (int host = 21; host <= 23; host++) {
            flow(host);
        }
        network.run(12_000);
        SimulatedSwitch two = network.at(1);
        network.down(two);
        network.run(2000);
        network.up(two);
        network.run(0);
        one.mute = false;
        one.unsaid.run();
        network.run(30_000);
        network.assertReady();
    }
}
