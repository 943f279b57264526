// SPDX-License-Identifier: Apache-2.0
package org.isthmus.app.cluster;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.google.common.util.concurrent.ForwardingExecutorService;
import com.google.common.util.concurrent.MoreExecutors;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.isthmus.app.api.Nat64Event;
import org.isthmus.app.onos.TestScheduler;
import org.isthmus.config.Netcfg;
import org.isthmus.config.NetcfgException;
import org.isthmus.core.Controller;
import org.isthmus.core.model.Change;
import org.isthmus.core.model.DeviceId;
import org.isthmus.core.model.DeviceStatistics;
import org.isthmus.core.model.Intent;
import org.isthmus.core.model.Refusal;
import org.isthmus.core.spi.DataPlane;
import org.isthmus.core.spi.TimeSource;
import org.isthmus.export.Exporters;
import org.isthmus.mappinglog.DiskMappingLog;
import org.isthmus.mappinglog.Retention;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.onosproject.cluster.NodeId;

/** Two members of a simulated cluster, in time that is moved; the second one has joined. */
abstract class TwoMembers {
    static final long TERM_MILLIS = 10_000;
    static final NodeId N1 = NodeId.nodeId("n1");
    static final NodeId N2 = NodeId.nodeId("n2");
    static final NodeId[] ALL = {N1, N2};
    static final DeviceId LEAF = DeviceId.of("device:leaf1");

    @TempDir Path directory;

    final TestCluster cluster = new TestCluster();
    final TestScheduler scheduler = new TestScheduler();
    final SimulatedExecutor.Time time =
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

    final class Node implements DataPlane, AutoCloseable {
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

    Node one;
    Node two;

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

    static JsonNode netcfg(String leaf, List<String> prefixes) {
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
    void run(long millis) {
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

    void lead(Node node, NodeId id) {
        cluster.elect(id, ALL);
        run(1_000);
        node.network("leaf1");
        run(1_000);
    }

    /** The devices of the configuration that is in force, as a node says when it is asked. */
    static Set<DeviceId> devices(Node node) {
        return node.member.nat64().devices().stream().map(d -> d.id).collect(Collectors.toSet());
    }
}
