// SPDX-License-Identifier: Apache-2.0
package org.isthmus.app.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.isthmus.core.Controller;
import org.isthmus.core.api.Device;
import org.isthmus.core.model.StaticBinding;
import org.isthmus.core.net.Ipv4Address;
import org.isthmus.core.net.Ipv6Address;
import org.isthmus.core.net.Protocol;
import org.junit.jupiter.api.Test;
import org.onosproject.store.service.StorageException;

/** The life of a node in the cluster, step by step; the other one is there to ask and to follow. */
class MemberTest extends TwoMembers {
    @Test
    void aFollowerForwardsAndServesItsDevices() {
        one.member.join();
        assertNull(one.member.nat64());
        lead(two, N2);
        assertEquals(Set.of(LEAF), devices(one));
        assertEquals(N2, one.member.elected());
        assertNull(one.member.term());
        assertEquals(List.of(), one.cores);
        one.agent.deviceUp(LEAF);
        run(2_000);
        assertTrue(one.written > 0);
    }

    @Test
    void aLeaderThatIsNotReelectedStepsDownAndForwards() {
        one.member.join();
        lead(one, N1);
        lead(two, N2);
        assertNull(one.member.term());
        assertFalse(one.member.leads());
        assertEquals(Set.of(LEAF), devices(one));
        one.network("leaf2");
        run(1_000);
        assertEquals(Set.of(LEAF), devices(one));
    }

    @Test
    void aTermThatIsLostBeforeItBeganStartsNoCore() {
        one.member.join();
        one.terms.execute(() -> cluster.elect(N2, ALL));
        // What elects the other one is in front of what begins the term.
        cluster.elect(N1, ALL);
        run(5_000);
        assertEquals(List.of(), one.cores);
        assertEquals(1, two.cores.size());
    }

    @Test
    void aTermThatIsLostWhileItBeginsStartsNoCore() {
        one.member.join();
        two.onLogRead =
                () -> {
                    cluster.elect(N2, ALL);
                    scheduler.run();
                };
        cluster.elect(N1, ALL);
        run(0);
        assertTrue(two.member.leads());
        two.onLogRead = () -> {};
        run(10_000);
        int logRead = two.logRead;
        // Nor is it tried again.
        run(600_000);
        assertEquals(logRead, two.logRead);
        assertEquals(List.of(), one.cores);
        assertEquals(0, one.refreshed);
        assertEquals(1, two.cores.size());
    }

    @Test
    void aTermThatIsLostWhenItsStoreIsOpenStartsNoCore() {
        one.member.join();
        List<String> watched = new ArrayList<>();
        cluster.watch(
                N1,
                done -> {
                    // What earlier terms left is removed last.
                    if (done.equals("isthmus-journal.keySet")) {
                        watched.add(done);
                        cluster.elect(N2, ALL);
                        scheduler.run();
                    }
                });
        cluster.elect(N1, ALL);
        run(60_000);
        assertEquals(1, watched.size());
        assertEquals(List.of(), one.cores);
        assertEquals(0, one.refreshed);
        assertEquals(1, two.cores.size());
    }

    /** As where the application is installed anew, and all nodes start it at once. */
    @Test
    void aLeaderThatWasJustStartedWaitsForTheOneThatLedLast() {
        lead(two, N2);
        cluster.cut(N2, true);
        one.member.join();
        lead(one, N1);
        run(TERM_MILLIS + 10_000);
        assertTrue(one.member.leads());
        assertEquals(List.of(), one.cores);
        cluster.cut(N2, false);
        run(16_000);
        assertEquals(1, one.cores.size());
        assertEquals(0, one.disk.oldest());
    }

    @Test
    void aLeaderDoesNotWaitForOneThatStaysAway() {
        lead(two, N2);
        cluster.cut(N2, true);
        one.member.join();
        lead(one, N1);
        run(TERM_MILLIS + 32_000);
        assertEquals(1, one.cores.size());
        assertTrue(one.disk.oldest() > 0, "it knows nothing of the time before");
    }

    @Test
    void aLeaderThatLeavesHandsOverAtOnce() {
        one.member.join();
        lead(one, N1);
        one.member.leave();
        assertNull(one.member.term());
        assertFalse(one.member.leads());
        assertTrue(one.terms.isShutdown());
        assertEquals(Set.of(), cluster.subjects(N1));
        cluster.elect(N2, N2);
        run(0);
        assertTrue(two.member.leads());
        // What comes up later, or is read of the network, is for nobody.
        one.agent.deviceUp(LEAF);
        one.network("leaf2");
        one.member.portState(LEAF, 1, false);
        one.member.termLength(5_000);
        run(60_000);
        assertNull(one.member.nat64());
        assertEquals(0, one.written);
    }

    @Test
    void aLeaderLeavesAlsoWhenTheClusterDoesNotAnswer() {
        one.member.join();
        one.member.termLength(30 * TERM_MILLIS);
        lead(one, N1);
        // So what asks the cluster is busy for as long as the member waits for it.
        one.election.execute(one.member::leave);
        run(1_000);
        assertNull(one.member.term());
        assertEquals(Set.of(), cluster.subjects(N1));
        cluster.elect(N2, N2);
        run(5_000);
        assertFalse(two.member.leads());
        run(30 * TERM_MILLIS);
        assertTrue(two.member.leads());
    }

    @Test
    void aMemberThatLeavesBeforeItsTermBeganStartsNoCore() {
        one.terms.execute(one.member::leave);
        one.member.join();
        cluster.elect(N1, ALL);
        run(60_000);
        assertEquals(List.of(), one.cores);
        assertEquals(0, one.refreshed);
        assertEquals(Set.of(), cluster.subjects(N1));
    }

    @Test
    void aMemberThatNeverJoinedCanLeaveAndNotJoin() {
        one.member.leave();
        one.member.leave();
        assertThrows(IllegalStateException.class, one.member::join);
        assertEquals(Set.of(), cluster.subjects(N1));
    }

    @Test
    void aMemberThatCannotJoinHasLeft() {
        cluster.refuse(N1);
        assertThrows(IllegalStateException.class, one.member::join);
        assertEquals(Set.of(), cluster.subjects(N1));
        cluster.elect(N1, ALL);
        run(60_000);
        assertFalse(one.member.leads());
    }

    @Test
    void aShorterTermIsRenewedInTime() {
        one.member.join();
        lead(one, N1);
        one.member.termLength(1_000);
        run(30_000);
        assertNotNull(one.member.term());
        assertEquals(1, one.member.term().epoch());
        cluster.cut(N1, true);
        run(1_000);
        assertNull(one.member.term());
    }

    private static void planted() {
        throw new IllegalStateException("planted");
    }

    private static Runnable plantedOnce() {
        AtomicBoolean done = new AtomicBoolean();
        return () -> {
            if (done.compareAndSet(false, true)) {
                planted();
            }
        };
    }

    private static void unanswered() {
        throw new StorageException.Timeout();
    }

    private static void assertEnded(Controller core) {
        assertThrows(IllegalStateException.class, core::pools);
    }

    /** The second node leads, and makes a mapping, of which the first one hears. */
    private void assertFollows() throws IOException {
        lead(two, N2);
        run(2 * TERM_MILLIS);
        two.member
                .nat64()
                .addStaticBinding(
                        new StaticBinding(
                                "main",
                                Protocol.UDP,
                                Ipv6Address.parse("2001:db8::1"),
                                53,
                                Ipv4Address.parse("203.0.113.1"),
                                53));
        run(60_000);
        for (Node node : List.of(one, two)) {
            node.disk.flush();
            assertEquals(
                    1, node.disk.since(0, 0, Integer.MAX_VALUE, node.disk.end()).events.size());
        }
    }

    /** Atomix without a majority: no term can be renewed, and the election does not answer. */
    @Test
    void aLeaderThatLosesAtomixEndsItsCoreAndFollowsItsSuccessor() throws IOException {
        one.member.join();
        lead(one, N1);
        cluster.cut(N1, true);
        cluster.lookup(N1, MemberTest::unanswered);
        run(2 * TERM_MILLIS);
        assertFalse(one.member.leads());
        assertNull(one.member.term());
        assertEnded(one.cores.get(0));
        cluster.cut(N1, false);
        cluster.lookup(N1, () -> {});
        assertFollows();
    }

    @Test
    void aFollowerForwardsWhileTheElectionDoesNotAnswer() {
        one.member.join();
        lead(two, N2);
        cluster.lookup(N1, MemberTest::unanswered);
        run(2 * TERM_MILLIS);
        assertEquals(N2, one.member.elected());
        assertEquals(Set.of(LEAF), devices(one));
    }

    @Test
    void aTermBeginsOnceAlsoWhenTheElectionDoesNotAnswer() {
        one.member.join();
        one.agent.deviceUp(LEAF);
        AtomicInteger opened = new AtomicInteger();
        cluster.watch(
                N1,
                done -> {
                    // The last thing before its core begins.
                    if (done.equals("isthmus-journal.keySet")) {
                        opened.compareAndSet(0, 1);
                    }
                });
        cluster.lookup(
                N1,
                () -> {
                    if (opened.compareAndSet(1, 2)) {
                        unanswered();
                    }
                });
        // A tick is between the first try and the second.
        run(500);
        lead(one, N1);
        run(60_000);
        assertEquals(2, opened.get());
        assertEquals(1, one.cores.size());
        assertEquals(Device.State.READY, one.member.nat64().devices().get(0).state);
    }

    @Test
    void aTermThatFailsToBeginEndsItsCoreAndBeginsAnew() {
        one.member.join();
        one.agent.deviceUp(LEAF);
        Runnable once = plantedOnce();
        one.onTell =
                () -> {
                    // The last thing of its beginning.
                    if (!one.cores.isEmpty()) {
                        once.run();
                    }
                };
        lead(one, N1);
        run(60_000);
        assertEquals(2, one.cores.size());
        assertEnded(one.cores.get(0));
        assertEquals(Device.State.READY, one.member.nat64().devices().get(0).state);
    }

    @Test
    void aTermHasBegunAlsoWhenTheNetworkIsReadLater() {
        one.member.join();
        one.onRefresh = plantedOnce();
        lead(one, N1);
        run(5_000);
        assertEquals(2, one.refreshed);
        assertEquals(1, one.cores.size());
        assertEquals(Set.of(LEAF), devices(one));
    }

    @Test
    void aTermEndsWhollyAlsoWhenAPartOfItFails() throws IOException {
        one.member.join();
        lead(one, N1);
        one.onTell = MemberTest::planted;
        cluster.elect(N2, ALL);
        run(0);
        one.onTell = () -> {};
        assertTrue(two.member.leads());
        assertEnded(one.cores.get(0));
        assertFollows();
    }
}
