// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core.source;

import static org.isthmus.core.source.LearnedNetwork.FRAME;
import static org.isthmus.core.source.LearnedNetwork.HOST;
import static org.isthmus.core.source.LearnedNetwork.HOST4;
import static org.isthmus.core.source.LearnedNetwork.LIMIT;
import static org.isthmus.core.source.LearnedNetwork.MAC;
import static org.isthmus.core.source.LearnedNetwork.ONE;
import static org.isthmus.core.source.LearnedNetwork.OTHER_MAC;
import static org.isthmus.core.source.LearnedNetwork.TWO;
import static org.isthmus.core.source.LearnedNetwork.host;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Collections;
import java.util.List;
import org.isthmus.core.api.SourceBinding.State;
import org.isthmus.core.fabric.Room;
import org.isthmus.core.loop.Recent;
import org.isthmus.core.model.Change;
import org.isthmus.core.model.Counter;
import org.isthmus.core.model.DeviceId;
import org.isthmus.core.model.FabricConfig.SourceValidation;
import org.isthmus.core.model.Intent;
import org.isthmus.core.model.SourceIntent;
import org.isthmus.core.model.SourceIntent.Origin;
import org.isthmus.core.net.Ipv6Address;
import org.isthmus.core.net.MacAddress;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** RFC 6620 section 3.2, over two switches with the same networks. */
class SourceBindingsTest {
    private final LearnedNetwork net = new LearnedNetwork();

    @BeforeEach
    void allLearned() {
        net.allLearned();
    }

    @Test
    void theFirstHasTheAddressWithoutAWait() {
        for (Ipv6Address a : List.of(HOST, HOST4)) {
            assertTrue(net.claim(1, a));
            assertEquals(List.of("1:bound"), net.rows(a));
            assertEquals(State.BOUND, net.state(a));
        }
        assertEquals(List.of(), net.asked);
        assertEquals(2, net.count(Counter.SOURCES_BOUND));
    }

    @Test
    void thePacketThatMadeABindingGoesOn() {
        net.use(1, HOST, FRAME);
        assertEquals(List.of("1:bound"), net.rows(HOST));
        assertEquals(List.of("device:one 1"), net.submitted);
        net.use(1, HOST, new byte[] {2});
        assertEquals(
                List.of("device:one 1", "device:one 2"), net.submitted, "its row was under way");
    }

    @Test
    void anotherIsRefusedWhileTheHolderAnswers() {
        for (Ipv6Address a : List.of(HOST, HOST4)) {
            net.claim(1, a);
            net.use(3, a, FRAME);
            assertFalse(net.claim(3, a));
            assertEquals(List.of("one1 " + a), net.asked);
            assertEquals(State.TESTED, net.state(a));
            net.run(100);
            assertTrue(net.claim(1, a), "it answers");
            assertEquals(List.of("1:bound", "3:refused"), net.rows(a));
            assertEquals(State.BOUND, net.state(a));
            net.run(1000);
            assertEquals(List.of("1:bound", "3:refused"), net.rows(a));
            assertEquals(1, net.asked.size());
            net.asked.clear();
        }
        assertEquals(List.of(), net.submitted);
        assertEquals(2, net.count(Counter.SOURCES_REFUSED));
        Conflict c = net.sources.conflicts().values().iterator().next();
        assertEquals(
                "one1 two3 " + MacAddress.of(OTHER_MAC),
                c.holder.name + " " + c.refused.name + " " + c.mac);
    }

    @Test
    void theBindingMovesWhenTheHolderIsSilentTwice() {
        net.claim(1, HOST);
        net.use(3, HOST, FRAME);
        net.run(SourceBindings.WAIT_MILLIS * SourceBindings.QUESTIONS - 50);
        assertEquals(List.of("1:bound"), net.rows(HOST));
        assertEquals(List.of("one1 " + HOST, "one1 " + HOST), net.asked);
        net.run(100);
        assertEquals(List.of("3:bound"), net.rows(HOST));
        assertEquals(List.of("device:two 1"), net.submitted);
        assertEquals(1, net.count(Counter.SOURCES_MOVED));
        assertTrue(net.claim(3, HOST));
        assertFalse(net.claim(1, HOST));
    }

    @Test
    void onTheSameSwitchAsWell() {
        net.claim(1, HOST);
        assertFalse(net.claim(2, HOST));
        net.claim(1, HOST);
        assertEquals(List.of("1:bound", "2:refused"), net.rows(HOST));
    }

    @Test
    void aRefusedAddressMayBeAskedForAgainAfterAWhile() {
        net.claim(1, HOST);
        net.claim(3, HOST);
        net.claim(1, HOST);
        net.run(SourceBindings.REFUSED_MILLIS + 1000);
        assertEquals(List.of("1:bound"), net.rows(HOST));
        net.claim(3, HOST);
        net.run(1000);
        assertEquals(List.of("3:bound"), net.rows(HOST));
    }

    @Test
    void aHolderWhosePortIsDownIsNotAsked() {
        net.claim(1, HOST);
        net.fabric.portState(ONE, 1, false);
        net.use(3, HOST, FRAME);
        assertEquals(List.of(), net.asked);
        assertEquals(List.of("3:bound"), net.rows(HOST));
    }

    @Test
    void aHolderThatNobodyCanAskKeepsIt() {
        net.claim(1, HOST);
        net.fabric.managed(ONE, false);
        net.use(3, HOST, FRAME);
        net.run(SourceBindings.LIFETIME_MILLIS * 2);
        assertEquals(List.of(), net.asked);
        assertTrue(net.rows(HOST).contains("1:bound"));
    }

    @Test
    void duplicateAddressDetectionReservesAnAddress() {
        for (Ipv6Address a : List.of(HOST, HOST4)) {
            net.sources.probed(net.at(1), a, MAC);
            assertEquals(State.TENTATIVE, net.state(a));
            net.sources.probed(net.at(3), a, OTHER_MAC);
            assertEquals(
                    List.of("two3 " + a), net.defended, "a tentative host does not do so itself");
            assertFalse(net.claim(3, a));
            net.run(600);
            assertEquals(State.BOUND, net.state(a));
            assertTrue(net.rows(a).contains("1:bound"));
            net.defended.clear();
        }
    }

    @Test
    void duplicateAddressDetectionIsAnsweredForTheHolder() {
        net.claim(1, HOST);
        net.sources.probed(net.at(3), HOST, OTHER_MAC);
        assertEquals(List.of(), net.defended);
        net.claim(1, HOST);
        assertEquals(List.of("two3 " + HOST), net.defended);
        assertEquals(List.of("1:bound"), net.rows(HOST));
    }

    @Test
    void duplicateAddressDetectionGetsTheAddressOfAHostThatIsGone() {
        net.claim(1, HOST);
        net.sources.probed(net.at(3), HOST, OTHER_MAC);
        net.run(1000);
        assertEquals(List.of("3:bound"), net.rows(HOST));
        assertEquals(List.of(), net.defended);
    }

    @Test
    void whatIsNotOfTheNetworkIsNotLearned() {
        for (String a :
                List.of("fe80::1", "2001:db8:2::1", "2001:db8:1::201", "2001:db8:1::", "::1")) {
            net.use(1, Ipv6Address.parse(a), FRAME);
            net.sources.probed(net.at(1), Ipv6Address.parse(a), MAC);
            net.claim(1, Ipv6Address.parse(a));
        }
        assertEquals(0, net.sources.size());
        assertEquals(List.of(), net.submitted);
    }

    @Test
    void aHostIsAskedAfterItsLifetimeAndRemovedIfItIsSilent() {
        net.claim(1, HOST);
        net.claim(1, HOST4);
        net.run(SourceBindings.LIFETIME_MILLIS - 1000);
        assertEquals(List.of(), net.asked);
        net.claim(1, HOST);
        net.run(2100);
        assertEquals(List.of("one1 " + HOST4, "one1 " + HOST4), net.asked);
        assertNull(net.state(HOST4));
        assertEquals(List.of(), net.rows(HOST4));
        assertEquals(State.BOUND, net.state(HOST));
        assertEquals(1, net.count(Counter.SOURCES_EXPIRED));
    }

    @Test
    void aHostThatAnswersKeepsItsAddressForAnotherLifetime() {
        net.claim(1, HOST);
        net.run(SourceBindings.LIFETIME_MILLIS + 1100);
        net.claim(1, HOST);
        net.asked.clear();
        net.run(SourceBindings.LIFETIME_MILLIS - 1000);
        assertEquals(List.of(), net.asked);
        assertEquals(List.of("1:bound"), net.rows(HOST));
    }

    @Test
    void thePortWithEnoughAddressesDropsAllOthers() {
        for (int i = 1; i <= 20; i++) {
            net.use(1, host(i), FRAME);
        }
        assertEquals(LIMIT, net.sources.size());
        assertEquals(Origin.FULL, net.origin(1));
        assertEquals(Origin.LEARNED, net.origin(3));
        assertEquals(20 - LIMIT, net.count(Counter.SOURCES_OVER_LIMIT));
        assertEquals(List.of(net.at(1)), net.sources.edges().full());
        net.use(3, host(20), FRAME);
        assertEquals(List.of("3:bound"), net.rows(host(20)), "others are not held up");
        net.run(SourceBindings.LIFETIME_MILLIS + 3000);
        assertEquals(0, net.sources.size());
        assertEquals(Origin.LEARNED, net.origin(1));
        net.run(Recent.KEPT_MILLIS);
        assertEquals(List.of(), net.sources.edges().full());
    }

    @Test
    void refusedAddressesCountAsWell() {
        for (int i = 1; i <= LIMIT; i++) {
            net.claim(1, host(i));
            net.claim(3, host(i));
            net.claim(1, host(i));
        }
        assertEquals(Origin.FULL, net.origin(3));
        net.use(3, HOST, FRAME);
        assertEquals(0, net.rows(HOST).size());
        net.claim(3, host(1));
        assertEquals(LIMIT, net.asked.size(), "its holder is not troubled any more");
    }

    @Test
    void aFullTableIsNotPromised() {
        net.room = 2;
        net.use(1, host(1), FRAME);
        net.use(2, host(2), FRAME);
        net.use(1, host(3), FRAME);
        assertEquals(2, net.sources.size());
        assertEquals(2, net.submitted.size());
        assertEquals(1, net.count(Counter.SOURCES_NO_ROOM));
    }

    @Test
    void portsWhereAddressesAreNotLearnedAreAskedFirst() {
        net.configure(SourceValidation.LEARNED, SourceValidation.STRICT, SourceValidation.LEARNED);
        assertEquals(0, net.sources.size());
        net.use(1, HOST, FRAME);
        assertEquals(List.of("one2 " + HOST), net.asked);
        assertEquals(List.of(), net.rows(HOST));
        net.run(600);
        assertEquals(List.of("1:bound"), net.rows(HOST));
        assertEquals(List.of("device:one 1"), net.submitted);
    }

    @Test
    void aStrictPortOfTheSameNetworkMayHaveTheAddress() {
        net.configure(SourceValidation.LEARNED, SourceValidation.STRICT, SourceValidation.LEARNED);
        net.use(1, HOST, FRAME);
        assertTrue(net.claim(2, HOST), "it answers");
        net.run(1000);
        assertEquals(List.of("1:refused"), net.rows(HOST));
        assertEquals(0, net.sources.size());
        assertEquals(List.of(), net.submitted);
    }

    @Test
    void aStrictPortTakesABoundAddressOnlyFromASilentHolder() {
        net.configure(SourceValidation.LEARNED, SourceValidation.STRICT, SourceValidation.LEARNED);
        net.claim(1, HOST);
        net.run(1000);
        assertFalse(net.claim(2, HOST));
        net.claim(1, HOST);
        assertEquals(List.of("1:bound"), net.rows(HOST));
        net.claim(2, HOST);
        net.run(1000);
        assertEquals(List.of(), net.rows(HOST));
        assertTrue(net.claim(2, HOST));
    }

    @Test
    void aDevicesRowsAreTakenOver() {
        List<Intent> rows =
                List.of(
                        new SourceIntent.SourceBinding(net.at(1).sourceGroup(), HOST, false),
                        new SourceIntent.SourceBinding(net.at(1).sourceGroup(), HOST4, true),
                        new SourceIntent.SourceBinding(9 << 12, host(1), false),
                        new SourceIntent.SourceBinding(
                                net.at(1).sourceGroup(),
                                Ipv6Address.parse("2001:db8:2::1"),
                                false));
        net.held.put(ONE + " " + rows.get(0).key(), rows.get(0));
        net.sources.adopt(ONE, rows);
        assertEquals(1, net.count(Counter.SOURCES_ADOPTED));
        assertEquals(
                List.of(rows.get(0)), net.sources.intents(ONE), "the others are removed from it");
        assertFalse(net.claim(3, HOST));
        assertTrue(net.claim(1, HOST));
        assertEquals(List.of("1:bound", "3:refused"), net.rows(HOST));
    }

    @Test
    void aHostThatWasTakenOverIsAskedSoon() {
        Intent row = new SourceIntent.SourceBinding(net.at(1).sourceGroup(), HOST, false);
        net.held.put(ONE + " " + row.key(), row);
        net.sources.adopt(ONE, List.of(row));
        net.run(20_000);
        assertEquals(Collections.nCopies(2, "one1 " + HOST), net.asked);
        assertEquals(List.of(), net.rows(HOST));
    }

    @Test
    void nothingIsLearnedBeforeTheDevicesAreRead() {
        SourceBindings fresh =
                new SourceBindings(net.fabric, null, null, null, net.clock, net.counters);
        fresh.configure();
        assertFalse(fresh.claimed(net.at(3), HOST, OTHER_MAC));
        assertEquals(1, net.count(Counter.SOURCES_TOO_EARLY));
        assertEquals(0, fresh.size());
    }

    @Test
    void aDeviceThatDoesNotComeIsNotWaitedForLong() {
        SourceBindings fresh =
                new SourceBindings(
                        net.fabric,
                        new Room() {
                            @Override
                            public boolean hasRoom(DeviceId device, Intent like) {
                                return true;
                            }

                            @Override
                            public long most(DeviceId device, Intent like) {
                                return 1;
                            }

                            @Override
                            public int mostHops(DeviceId device) {
                                return Integer.MAX_VALUE;
                            }
                        },
                        new SourceBindings.Output() {
                            @Override
                            public void change(DeviceId device, Change change) {
                                net.change(device, change);
                            }

                            @Override
                            public void submit(DeviceId device, byte[] frame) {}
                        },
                        null,
                        net.clock,
                        net.counters);
        fresh.configure();
        net.now += SourceBindings.AWAITED_MILLIS;
        net.clock.step();
        assertTrue(fresh.claimed(net.at(3), HOST, OTHER_MAC));
    }

    @Test
    void whatIsNoLongerLearnedGoes() {
        net.claim(1, HOST);
        net.claim(3, HOST4);
        net.claim(1, HOST4);
        net.claim(3, HOST4);
        net.configure(SourceValidation.STRICT, SourceValidation.LEARNED, SourceValidation.LEARNED);
        assertEquals(List.of(), net.rows(HOST));
        assertEquals(List.of("3:bound"), net.rows(HOST4));
        net.configure(SourceValidation.STRICT, SourceValidation.LEARNED);
        assertEquals(List.of(), net.rows(HOST4));
        assertEquals(0, net.sources.size());
        assertEquals(List.of(), net.sources.intents(ONE));
        assertEquals(List.of(), net.sources.intents(TWO));
    }

    @Test
    void anUnrelatedChangeOfTheConfigurationKeepsAll() {
        net.claim(1, HOST);
        net.allLearned();
        assertEquals(List.of("1:bound"), net.rows(HOST));
        assertTrue(net.claim(1, HOST));
        assertFalse(net.claim(3, HOST));
    }

    @Test
    void aFloodOfClaimsOfOthersAddressesIsBounded() {
        for (int i = 1; i <= LIMIT; i++) {
            net.claim(1, host(i));
        }
        for (int round = 0; round < 100; round++) {
            for (int i = 1; i <= LIMIT; i++) {
                net.use(3, host(i), FRAME);
            }
        }
        assertEquals(LIMIT, net.asked.size());
        for (int i = 1; i <= LIMIT; i++) {
            net.claim(1, host(i));
        }
        assertArrayEquals(
                new long[] {LIMIT, 0},
                new long[] {net.count(Counter.SOURCES_REFUSED), net.submitted.size()});
    }
}
