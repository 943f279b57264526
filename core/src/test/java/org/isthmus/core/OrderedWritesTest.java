// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.isthmus.core.api.Device;
import org.isthmus.core.model.BibIntent;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Both sides of a binding in one message, to a switch that does what it says in order. */
class OrderedWritesTest {
    private static final byte[] FRAME = HostFrames.udp("2001:db8::1", 1000, "198.51.100.1", 53);

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
                SimulatedNetwork.nat64(
                        SimulatedNetwork.instance(64, 16, 0),
                        SimulatedNetwork.pool("p", "203.0.113.0/28")));
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
    void aForwardSideGoesAgainWhereTheReplySideWasRefused(boolean ordered) {
        start(1, ordered);
        one.refusesReplies = true;
        network.pipeline.receive(one, FRAME);
        network.run(100);
        assertHolds(0, 0);
        assertEquals(0, one.submitted.stream().filter(f -> f == FRAME).count());
        one.refusesReplies = false;
        network.pipeline.receive(one, FRAME);
        network.run(100);
        assertHolds(1, 1);
        assertEquals(1, one.translated.size());
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
}
