// SPDX-License-Identifier: Apache-2.0
package org.isthmus.app.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.google.common.util.concurrent.ForwardingExecutorService;
import com.google.common.util.concurrent.MoreExecutors;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.isthmus.app.api.Nat64Event;
import org.isthmus.app.onos.TestScheduler;
import org.isthmus.config.Netcfg;
import org.isthmus.config.NetcfgException;
import org.isthmus.core.Controller;
import org.isthmus.core.api.Device;
import org.isthmus.core.model.Change;
import org.isthmus.core.model.DeviceId;
import org.isthmus.core.model.DeviceStatistics;
import org.isthmus.core.model.Intent;
import org.isthmus.core.model.Refusal;
import org.isthmus.core.model.StaticBinding;
import org.isthmus.core.net.Ipv4Address;
import org.isthmus.core.net.Ipv6Address;
import org.isthmus.core.net.Protocol;
import org.isthmus.core.spi.DataPlane;
import org.isthmus.core.spi.TimeSource;
import org.isthmus.export.Exporters;
import org.isthmus.mappinglog.DiskMappingLog;
import org.isthmus.mappinglog.Retention;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.onosproject.cluster.NodeId;
import org.onosproject.store.service.StorageException;

/** The life of a node in the cluster, step by step; the other one is there to ask and to follow. */
class MemberTest {
    private static final long TERM_MILLIS = 10_000;
    private static final NodeId N1 = NodeId.nodeId("n1");
    private static final NodeId N2 = NodeId.nodeId("n2");
    private static final NodeId[] ALL = {N1, N2};
    private static final DeviceId LEAF = DeviceId.of("device:leaf1");

    @TempDir Path directory;

    private final TestCluster cluster = new TestCluster();
    private final TestScheduler scheduler = new TestScheduler();
    private final SimulatedExecutor.Time time =
            new SimulatedExecutor.Time() {
                @Override
                public void soon(Runnable action) {
                    scheduler.execute(action);
                }

                @Override
                public void after(long millis, Runnable action) {
                    scheduler.schedule(action, millis, TimeUnit.MILLISECONDS);
                }

                @Override
                public void pass(long millis) {
                    scheduler.advance(millis);
                }
            };

    private final class Node implements DataPlane, AutoCloseable {
        final DiskMappingLog disk;
        final SimulatedExecutor terms = new SimulatedExecutor(time);
        final SimulatedExecutor election = new SimulatedExecutor(time);
        final Member member;
        final List<Nat64Event.Type> events = new ArrayList<>();
        final List<Controller> cores = new ArrayList<>();
        Listener agent;
        int refreshed;
        int written;
        int logRead;

        /** Done when this node tells the leader of its devices, itself perhaps. */
        Runnable onTell = () -> {};

        /** Done when a term begins, behind all else. */
        Runnable onRefresh = () -> {};

        /** Done when another node asks this one for its mapping log. */
        Runnable onLogRead = () -> {};

        Node(NodeId id) {
            try {
                disk = new DiskMappingLog(directory.resolve(id.id()), false, false, Retention.ALL);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
            ExecutorService here = MoreExecutors.newDirectExecutorService();
            ExecutorService mappings =
                    new ForwardingExecutorService() {
                        @Override
                        protected ExecutorService delegate() {
                            return here;
                        }

                        @Override
                        public void execute(Runnable task) {
                            logRead++;
                            onLogRead.run();
                            task.run();
                        }
                    };
            Threads threads =
                    new Threads(new SimulatedExecutor(time), election, terms, here, mappings, here);
            member =
                    new Member(
                            cluster.seenBy(id, List.of(ALL)),
                            this,
                            disk,
                            new Exporters(disk, TimeSource.system()),
                            threads,
                            TimeSource.of(scheduler::millis, scheduler::millis),
                            new Random(1),
                            TERM_MILLIS,
                            this::start,
                            this::refresh,
                            event -> events.add(event.type()));
        }

        private void refresh() {
            refreshed++;
            onRefresh.run();
        }

        private void start(Controller core) {
            cores.add(core);
            core.listen(core::step);
        }

        /** Its view of the network tells it of a configuration with one device. */
        void network(String leaf) {
            network(leaf, List.of("203.0.113.0/28"));
        }

        /**
         * @param prefixes of its pool
         */
        void network(String leaf, List<String> prefixes) {
            JsonNode json = netcfg(leaf, prefixes);
            try {
                member.network(Netcfg.of(json), json);
            } catch (NetcfgException e) {
                throw new IllegalArgumentException(e);
            }
        }

        @Override
        public void close() {
            member.leave();
            disk.close();
        }

        @Override
        public void listen(Listener listener) {
            agent = listener;
        }

        @Override
        public CompletionStage<List<Refusal>> apply(DeviceId device, List<Change> changes) {
            written += changes.size();
            return CompletableFuture.completedFuture(List.of());
        }

        @Override
        public CompletionStage<List<Intent>> read(DeviceId device) {
            return CompletableFuture.completedFuture(new ArrayList<>());
        }

        @Override
        public CompletionStage<long[]> packets(DeviceId device, List<? extends Intent> bindings) {
            return CompletableFuture.completedFuture(new long[bindings.size()]);
        }

        @Override
        public CompletionStage<DeviceStatistics> statistics(DeviceId device) {
            return CompletableFuture.completedFuture(
                    new DeviceStatistics(Map.of(), Map.of(), Map.of()));
        }

        @Override
        public void send(DeviceId device, int port, byte[] frame) {}

        @Override
        public void submit(DeviceId device, byte[] frame) {}

        @Override
        public long framesDropped() {
            onTell.run();
            return 0;
        }
    }

    private Node one;
    private Node two;

    @BeforeEach
    void make() {
        one = new Node(N1);
        two = new Node(N2);
        two.member.join();
    }

    @AfterEach
    void close() {
        one.close();
        two.close();
    }

    private static JsonNode netcfg(String leaf, List<String> prefixes) {
        String json =
                "{'devices':{'device:"
                        + leaf
                        + "':{'isthmus':{'mac':'00:aa:00:00:00:01',"
                        + "'translator':true},'basic':{'driver':'isthmus',"
                        + "'managementAddress':'grpc://127.0.0.1:50001?device_id=1',"
                        + "'pipeconf':'org.isthmus.v1model'}}},"
                        + "'apps':{'org.isthmus':{'nat64':{'instances':[{'name':'main','id':1,"
                        + "'prefix':'2001:db8:64::/96','blockSize':8}],'pools':[{'name':'p','instance':'main',"
                        + "'prefixes':['"
                        + String.join("','", prefixes)
                        + "']}]}}}}";
        try {
            return new ObjectMapper().readTree(json.replace('\'', '"'));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Lets time pass, for cores as well. */
    private void run(long millis) {
        for (long end = scheduler.millis() + millis; ; scheduler.advance(100)) {
            scheduler.run();
            for (Node node : List.of(one, two)) {
                node.cores.forEach(Controller::step);
            }
            if (scheduler.millis() >= end) {
                return;
            }
        }
    }

    private void lead(Node node, NodeId id) {
        cluster.elect(id, ALL);
        run(1_000);
        node.network("leaf1");
        run(1_000);
    }

    /** The devices of the configuration that is in force, as a node says when it is asked. */
    private static Set<DeviceId> devices(Node node) {
        return node.member.nat64().devices().stream().map(d -> d.id).collect(Collectors.toSet());
    }

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
    void aFollowerOfALeaderWithoutConfigurationIsNotReady() {
        one.member.join();
        cluster.elect(N2, ALL);
        run(3_000);
        assertNull(one.member.nat64());
        two.member.problems(List.of("devices: none"));
        run(2_000);
        assertEquals(List.of("devices: none"), one.member.configurationProblems());
    }

    @Test
    void theElectedBeginsATermAndIsConfigured() {
        one.member.join();
        cluster.elect(N1, ALL);
        run(0);
        assertTrue(one.member.leads());
        assertEquals(1, one.cores.size());
        assertEquals(1, one.refreshed);
        assertNull(one.member.nat64());
        one.network("leaf1");
        run(0);
        assertEquals(Set.of(LEAF), devices(one));
        assertEquals(
                List.of(
                        Nat64Event.Type.LEADER_CHANGED,
                        Nat64Event.Type.LEADER_CHANGED,
                        Nat64Event.Type.ALARM_RAISED,
                        Nat64Event.Type.CONFIGURED),
                one.events);
    }

    @Test
    void aSettingThatWasRefusedIsAnAlarmOfWhoeverLeads() {
        one.member.join();
        one.member.refusedSettings(Map.of("termSeconds", "not 1"));
        lead(one, N1);
        String ids =
                one.member.nat64().alarms().stream()
                        .map(a -> a.id + " " + a.message)
                        .collect(Collectors.joining("\n"));
        assertTrue(ids.contains("setting-refused/termSeconds not 1"), ids);
        one.member.refusedSettings(Map.of());
        run(0);
        assertEquals(
                0,
                one.member.nat64().alarms().stream()
                        .filter(a -> a.id.startsWith("setting-refused/"))
                        .count());
    }

    @Test
    void ofConfigurationsTheLastIsInForce() {
        one.member.join();
        lead(one, N1);
        one.events.clear();
        one.network("leaf2");
        one.network("leaf3");
        run(0);
        assertEquals(Set.of(DeviceId.of("device:leaf3")), devices(one));
        assertEquals(1, Collections.frequency(one.events, Nat64Event.Type.CONFIGURED));
        one.member.problems(List.of("a fault"));
        assertEquals(List.of("a fault"), one.member.configurationProblems());
        assertEquals(Set.of(DeviceId.of("device:leaf3")), devices(one));
        one.network("leaf3");
        assertEquals(List.of(), one.member.configurationProblems());
    }

    /** Its node was started while netcfg had faults, and has read none without. */
    @Test
    void aNewLeaderGoesOnWithTheConfigurationThatWasInForce() {
        one.member.join();
        lead(one, N1);
        cluster.elect(N2, ALL);
        run(1_000);
        assertNull(two.member.nat64());
        two.member.problems(List.of("a fault"));
        run(1_000);
        assertEquals(Set.of(LEAF), devices(two));
        assertEquals(List.of("a fault"), two.member.configurationProblems());
        assertEquals(1, refused(two).size());
        assertTrue(refused(two).get(0).endsWith("a fault"), refused(two).get(0));
        two.network("leaf2");
        run(1_000);
        assertEquals(Set.of(DeviceId.of("device:leaf2")), devices(two));
        assertEquals(List.of(), refused(two));
    }

    @Test
    void aNewLeaderWhoseCoreRefusesNetcfgGoesOnWithTheConfigurationThatWasInForce() {
        one.member.join();
        lead(one, N1);
        // More than a switch has rows for.
        List<String> tooMany =
                IntStream.range(0, 2_000)
                        .mapToObj(
                                i ->
                                        "203."
                                                + i / 128 / 256
                                                + "."
                                                + i / 128 % 256
                                                + "."
                                                + i % 128 * 2
                                                + "/32")
                        .collect(Collectors.toList());
        one.network("leaf2", tooMany);
        run(1_000);
        assertEquals(Set.of(LEAF), devices(one));
        cluster.elect(N2, ALL);
        run(1_000);
        two.network("leaf2", tooMany);
        run(1_000);
        assertEquals(Set.of(LEAF), devices(two));
        assertEquals(1, refused(two).size());
        assertEquals(1, two.member.configurationProblems().size());
    }

    @Test
    void theConfigurationInForceIsStoredOnceAtomixAnswers() {
        one.member.join();
        cluster.elect(N1, ALL);
        run(1_000);
        AtomicBoolean fails = new AtomicBoolean(true);
        cluster.watch(
                N1,
                operation -> {
                    if (fails.get() && operation.startsWith("isthmus-netcfg.")) {
                        throw new StorageException.Unavailable();
                    }
                });
        one.network("leaf1");
        run(1_000);
        assertEquals(Set.of(LEAF), devices(one));
        fails.set(false);
        run(4_000);
        cluster.elect(N2, ALL);
        run(1_000);
        two.member.problems(List.of("a fault"));
        run(1_000);
        assertEquals(Set.of(LEAF), devices(two));
    }

    private static List<String> refused(Node node) {
        return node.member.nat64().alarms().stream()
                .filter(a -> a.id.startsWith("configuration-refused"))
                .map(a -> a.id + " " + a.message)
                .collect(Collectors.toList());
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
