// SPDX-License-Identifier: Apache-2.0
package org.isthmus.app;

import static org.isthmus.app.OsgiPropertyConstants.MAPPING_LOG_RETENTION_DAYS;
import static org.isthmus.app.OsgiPropertyConstants.MAPPING_LOG_RETENTION_DAYS_DEFAULT;
import static org.isthmus.app.OsgiPropertyConstants.MAPPING_LOG_RETENTION_DAYS_MAX;
import static org.isthmus.app.OsgiPropertyConstants.MAPPING_LOG_RETENTION_DAYS_MIN;
import static org.isthmus.app.OsgiPropertyConstants.TERM_SECONDS;
import static org.isthmus.app.OsgiPropertyConstants.TERM_SECONDS_DEFAULT;
import static org.isthmus.app.OsgiPropertyConstants.TERM_SECONDS_MAX;
import static org.isthmus.app.OsgiPropertyConstants.TERM_SECONDS_MIN;

import java.io.IOException;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.Dictionary;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;
import org.isthmus.app.api.Nat64Event;
import org.isthmus.app.api.Nat64Listener;
import org.isthmus.app.api.Nat64Service;
import org.isthmus.app.cluster.DeviceAgent;
import org.isthmus.app.cluster.Leader;
import org.isthmus.app.cluster.Peers;
import org.isthmus.app.cluster.Reign;
import org.isthmus.app.cluster.RemoteNat64;
import org.isthmus.app.cluster.ReplicatedMappingLog;
import org.isthmus.app.dataplane.LocalDataPlane;
import org.isthmus.app.dataplane.Onos;
import org.isthmus.app.network.NetworkView;
import org.isthmus.app.store.AtomixStore;
import org.isthmus.config.Netcfg;
import org.isthmus.core.Controller;
import org.isthmus.core.api.Alarm;
import org.isthmus.core.api.Nat64;
import org.isthmus.core.model.DeviceId;
import org.isthmus.core.spi.DataPlane;
import org.isthmus.mappinglog.DiskMappingLog;
import org.onlab.util.Tools;
import org.onosproject.app.ApplicationService;
import org.onosproject.cfg.ComponentConfigService;
import org.onosproject.cluster.ClusterService;
import org.onosproject.cluster.ControllerNode;
import org.onosproject.cluster.LeadershipEvent;
import org.onosproject.cluster.LeadershipEventListener;
import org.onosproject.cluster.LeadershipService;
import org.onosproject.cluster.NodeId;
import org.onosproject.core.ApplicationId;
import org.onosproject.core.CoreService;
import org.onosproject.event.EventDeliveryService;
import org.onosproject.event.ListenerRegistry;
import org.onosproject.mastership.MastershipService;
import org.onosproject.net.config.NetworkConfigRegistry;
import org.onosproject.net.device.DeviceService;
import org.onosproject.net.flow.FlowRuleService;
import org.onosproject.net.group.GroupService;
import org.onosproject.net.link.LinkService;
import org.onosproject.net.packet.PacketService;
import org.onosproject.net.pi.service.PiPipeconfService;
import org.onosproject.net.pi.service.PiPipeconfWatchdogService;
import org.onosproject.p4runtime.api.P4RuntimeController;
import org.onosproject.store.cluster.messaging.ClusterCommunicationService;
import org.onosproject.store.service.StorageService;
import org.osgi.service.component.ComponentContext;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Modified;
import org.osgi.service.component.annotations.Reference;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The NAT64 on this node of the cluster: serves the devices the node is master of, keeps copies of
 * what is remembered, runs for leader, and decides while it leads.
 *
 * <p>When ONOS stops, the switches stay as they are, and go on translating; when the application is
 * deactivated, they are emptied. Either way the stores stay, so bindings outlive both.
 */
@Component(
        immediate = true,
        service = Nat64Service.class,
        property = {
            TERM_SECONDS + ":Integer=" + TERM_SECONDS_DEFAULT,
            MAPPING_LOG_RETENTION_DAYS + ":Integer=" + MAPPING_LOG_RETENTION_DAYS_DEFAULT,
        })
public final class Nat64Manager implements Nat64Service {
    private static final Logger LOG = LoggerFactory.getLogger(Nat64Manager.class);
    private static final String APP = "org.isthmus";
    private static final long STOP_SECONDS = 10;
    private static final long CLEAN_MILLIS = 10_000;

    /** Requests of other nodes that are worked on at once, and that wait. */
    private static final int REQUESTS = 4;

    private static final int REQUESTS_WAITING = 64;

    @Reference CoreService coreService;
    @Reference ApplicationService applicationService;
    @Reference ComponentConfigService configService;
    @Reference EventDeliveryService eventDispatcher;
    @Reference ClusterService clusterService;
    @Reference LeadershipService leadershipService;
    @Reference MastershipService mastershipService;
    @Reference StorageService storageService;
    @Reference ClusterCommunicationService communicationService;
    @Reference NetworkConfigRegistry networkConfigRegistry;
    @Reference DeviceService deviceService;
    @Reference LinkService linkService;
    @Reference FlowRuleService flowRuleService;
    @Reference GroupService groupService;
    @Reference PacketService packetService;
    @Reference PiPipeconfService pipeconfService;
    @Reference PiPipeconfWatchdogService watchdogService;
    @Reference P4RuntimeController p4runtimeController;

    private final ListenerRegistry<Nat64Event, Nat64Listener> listeners = new ListenerRegistry<>();
    private final LeadershipEventListener leaderListener = this::leadership;
    private final LongSupplier clock = Controller.systemClock();

    private ApplicationId app;
    private NodeId self;
    private int termSeconds = TERM_SECONDS_DEFAULT;
    private int retentionDays = MAPPING_LOG_RETENTION_DAYS_DEFAULT;
    private ScheduledFuture<?> ticks;

    /** Ticks of the term, on which nothing may wait but the end of a reign. */
    private ScheduledExecutorService timer;

    /** What asks the cluster for the term, one after the other. */
    private ExecutorService terms;

    /** The network's configuration, links and ports. */
    private ScheduledExecutorService network;

    /** Begins reigns and configures them, which takes time. */
    private ScheduledExecutorService reigns;

    private Retry beginning;
    private Retry configuring;

    /** What a reign remembers. */
    private ExecutorService storing;

    private ScheduledExecutorService dataPlane;
    private ExecutorService requests;
    private ExecutorService disk;

    private Peers peers;
    private LocalDataPlane local;
    private DeviceAgent agent;
    private AtomixStore.Maps maps;
    private DiskMappingLog diskLog;
    private ReplicatedMappingLog log;
    private NetworkView view;
    private Leader leader;
    private boolean running;
    private volatile Reign reign;
    private volatile Netcfg netcfg;

    /** Of the configuration as it is read; the same on all nodes. */
    private volatile List<String> readProblems = List.of();

    /** Of the configuration in the core; on the node that leads. */
    private volatile List<String> coreProblems = List.of();

    @Activate
    void activate(ComponentContext context) throws IOException {
        app = coreService.registerApplication(APP);
        self = clusterService.getLocalNode().id();
        configService.registerProperties(getClass());
        readProperties(context.getProperties());
        eventDispatcher.addSink(Nat64Event.class, listeners);
        start();
        applicationService.registerDeactivateHook(app, this::removed);
        LOG.info("Started");
    }

    private synchronized void start() throws IOException {
        timer = scheduled("term", 1);
        terms = Executors.newSingleThreadExecutor(Tools.groupedThreads("isthmus", "leader"));
        network = scheduled("network", 1);
        reigns = scheduled("reign", 1);
        beginning = new Retry(reigns, e -> LOG.error("a reign cannot begin; trying again", e));
        configuring =
                new Retry(
                        reigns,
                        e ->
                                LOG.error(
                                        "cannot bring the configuration into force; trying again",
                                        e));
        storing = Executors.newSingleThreadExecutor(Tools.groupedThreads("isthmus", "store"));
        dataPlane = scheduled("dataplane-%d", 4);
        disk = Executors.newSingleThreadExecutor(Tools.groupedThreads("isthmus", "mappings"));
        requests =
                new ThreadPoolExecutor(
                        REQUESTS,
                        REQUESTS,
                        0,
                        TimeUnit.SECONDS,
                        new ArrayBlockingQueue<>(REQUESTS_WAITING),
                        Tools.groupedThreads("isthmus", "request-%d"));
        Path data = Path.of(System.getProperty("karaf.data", "data"), "isthmus", "mappings");
        diskLog = new DiskMappingLog(data, retentionMillis());
        peers = new Peers(communicationService);
        log =
                new ReplicatedMappingLog(
                        diskLog, peers, this::elected, this::others, disk, this::mapping);
        maps = new AtomixStore.Maps(storageService);
        local =
                new LocalDataPlane(
                        new Onos(
                                app,
                                deviceService,
                                mastershipService,
                                networkConfigRegistry,
                                pipeconfService,
                                watchdogService,
                                flowRuleService,
                                groupService,
                                packetService,
                                p4runtimeController,
                                dataPlane));
        agent =
                new DeviceAgent(
                        self,
                        local,
                        peers,
                        this::elected,
                        new DeviceAgent.Core() {
                            @Override
                            public boolean configured() {
                                Reign now = reign;
                                return now != null && now.nat64() != null;
                            }

                            @Override
                            public List<String> problems() {
                                return configurationProblems();
                            }
                        },
                        System.nanoTime());
        view =
                new NetworkView(
                        app,
                        networkConfigRegistry,
                        deviceService,
                        linkService,
                        network,
                        clock,
                        new Network());
        leader =
                new Leader(
                        self,
                        leadershipService,
                        storageService,
                        clock,
                        termMillis(),
                        terms,
                        new Reigning());
        running = true;
        log.start();
        agent.start();
        RemoteNat64.serve(peers, () -> reign == null ? null : reign.nat64(), requests);
        local.start();
        view.start();
        leadershipService.addListener(leaderListener);
        leader.start();
        tick();
        timer.scheduleAtFixedRate(this::second, 1, 1, TimeUnit.SECONDS);
    }

    private static ScheduledExecutorService scheduled(String name, int threads) {
        return Executors.newScheduledThreadPool(threads, Tools.groupedThreads("isthmus", name));
    }

    /** Ticks from now on, as the term is now. */
    private void tick() {
        if (ticks != null) {
            ticks.cancel(false);
        }
        long period = termMillis() / Leader.TICKS;
        ticks = timer.scheduleAtFixedRate(leader::tick, period, period, TimeUnit.MILLISECONDS);
    }

    private void second() {
        try {
            agent.tick();
            log.tick();
            Reign now = reign;
            if (now != null) {
                now.tick();
            }
        } catch (RuntimeException e) {
            LOG.error("a tick failed; there will be another", e);
        }
    }

    private NodeId elected() {
        return leadershipService.getLeader(Leader.TOPIC);
    }

    private Set<NodeId> others() {
        return clusterService.getNodes().stream()
                .map(ControllerNode::id)
                .filter(id -> !id.equals(self))
                .collect(Collectors.toSet());
    }

    @Modified
    synchronized void modified(ComponentContext context) {
        readProperties(context.getProperties());
        if (running) {
            leader.term(termMillis());
            diskLog.retention(retentionMillis());
            tick();
        }
    }

    private void readProperties(Dictionary<?, ?> properties) {
        termSeconds =
                property(
                        properties,
                        TERM_SECONDS,
                        termSeconds,
                        TERM_SECONDS_DEFAULT,
                        TERM_SECONDS_MIN,
                        TERM_SECONDS_MAX);
        retentionDays =
                property(
                        properties,
                        MAPPING_LOG_RETENTION_DAYS,
                        retentionDays,
                        MAPPING_LOG_RETENTION_DAYS_DEFAULT,
                        MAPPING_LOG_RETENTION_DAYS_MIN,
                        MAPPING_LOG_RETENTION_DAYS_MAX);
    }

    /** A property that is out of its range leaves things as they are. */
    private static int property(
            Dictionary<?, ?> properties, String name, int now, int byDefault, int min, int max) {
        Object given = properties.get(name);
        int value;
        try {
            value = given == null ? byDefault : Integer.parseInt(given.toString().trim());
        } catch (NumberFormatException e) {
            LOG.error("{} is no number: {}; it stays at {}", name, given, now);
            return now;
        }
        if (value < min || value > max) {
            LOG.error("{} must be {} to {}, not {}; it stays at {}", name, min, max, value, now);
            return now;
        }
        if (value != now) {
            LOG.info("{} is {} from now on", name, value);
        }
        return value;
    }

    private long termMillis() {
        return TimeUnit.SECONDS.toMillis(termSeconds);
    }

    private long retentionMillis() {
        return TimeUnit.DAYS.toMillis(retentionDays);
    }

    /** Called by the leader's election. */
    private final class Reigning implements Leader.Listener {
        @Override
        public void lead(long epoch) {
            Reign next =
                    new Reign(
                            self,
                            epoch,
                            leader::leads,
                            maps,
                            log,
                            local,
                            peers,
                            agent,
                            clock,
                            new SecureRandom(),
                            storing,
                            Controller::start,
                            new Reign.Listener() {
                                @Override
                                public void raised(Alarm alarm) {
                                    post(Nat64Event.Type.ALARM_RAISED, alarm);
                                }

                                @Override
                                public void cleared(Alarm alarm) {
                                    post(Nat64Event.Type.ALARM_CLEARED, alarm);
                                }
                            });
            reign = next;
            reigns.execute(() -> beginning.run(() -> begin(next), () -> reign == next));
        }

        @Override
        public void yield() {
            Reign over = reign;
            reign = null;
            coreProblems = List.of();
            if (over != null) {
                over.close();
            }
        }
    }

    private void begin(Reign next) {
        next.begin();
        post(Nat64Event.Type.LEADER_CHANGED, self);
        // The core has to hear of the configuration, and of all ports that are down.
        view.refresh();
    }

    /** Called by the view of the network. */
    private final class Network implements NetworkView.Listener {
        @Override
        public void network(Netcfg read) {
            readProblems = List.of();
            netcfg = read;
            reigns.execute(() -> configuring.run(() -> configure(read), () -> read == netcfg));
        }

        @Override
        public void problems(List<String> problems) {
            readProblems = List.copyOf(problems);
            post(Nat64Event.Type.CONFIGURATION_REFUSED, readProblems);
        }

        @Override
        public void portState(DeviceId device, int port, boolean up) {
            // Behind the configuration it came with.
            reigns.execute(
                    () -> {
                        Reign now = reign;
                        DataPlane.Listener core = now == null ? null : now.ports();
                        if (core != null) {
                            core.portState(device, port, up);
                        }
                    });
        }
    }

    private void configure(Netcfg read) {
        Reign now = reign;
        // Of several that came while one was brought into force, the last counts.
        if (now == null || now.ports() == null || read != netcfg) {
            return;
        }
        try {
            coreProblems = now.configure(read);
        } catch (RuntimeException e) {
            if (reign == now) {
                throw e;
            }
            // The next reign is configured when it begins.
            return;
        }
        if (coreProblems.isEmpty()) {
            post(Nat64Event.Type.CONFIGURED, APP);
        } else {
            coreProblems.forEach(p -> LOG.warn("network configuration: {}", p));
            post(Nat64Event.Type.CONFIGURATION_REFUSED, coreProblems);
        }
    }

    private void leadership(LeadershipEvent event) {
        if (event.subject().topic().equals(Leader.TOPIC)
                && event.type() != LeadershipEvent.Type.CANDIDATES_CHANGED
                && event.subject().leaderNodeId() != null) {
            post(Nat64Event.Type.LEADER_CHANGED, event.subject().leaderNodeId());
        }
    }

    private void mapping(org.isthmus.core.model.MappingEvent event) {
        post(Nat64Event.Type.MAPPING, event);
    }

    private void post(Nat64Event.Type type, Object subject) {
        eventDispatcher.post(new Nat64Event(type, subject));
    }

    /** The application is deactivated: nothing of it stays on the devices. */
    private void removed() {
        stop();
        new DeviceCleaner(
                        app,
                        deviceService,
                        mastershipService,
                        flowRuleService,
                        groupService,
                        clock,
                        Thread::sleep)
                .clean(CLEAN_MILLIS);
    }

    @Deactivate
    void deactivate() {
        stop();
        eventDispatcher.removeSink(Nat64Event.class);
        configService.unregisterProperties(getClass(), false);
        LOG.info("Stopped");
    }

    /** Leaves the devices as they are. */
    private synchronized void stop() {
        if (!running) {
            return;
        }
        running = false;
        leadershipService.removeListener(leaderListener);
        view.close();
        leader.close();
        terms.shutdown();
        await(terms);
        timer.shutdownNow();
        await(timer);
        Reign last = reign;
        reign = null;
        if (last != null) {
            last.close();
        }
        local.close();
        agent.close();
        for (ExecutorService executor :
                List.of(network, reigns, storing, requests, disk, dataPlane)) {
            executor.shutdown();
        }
        diskLog.close();
        maps.close();
    }

    private static void await(ExecutorService executor) {
        try {
            if (!executor.awaitTermination(STOP_SECONDS, TimeUnit.SECONDS)) {
                LOG.warn("the cluster does not answer; the next leader must wait for a term");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public Nat64 nat64() {
        Reign now = reign;
        if (now != null) {
            return now.nat64();
        }
        NodeId other = agent == null ? null : agent.readyLeader();
        return other == null ? null : RemoteNat64.of(peers, other);
    }

    @Override
    public Optional<NodeId> leader() {
        return Optional.ofNullable(elected());
    }

    @Override
    public List<String> configurationProblems() {
        if (!readProblems.isEmpty()) {
            return readProblems;
        }
        return reign == null && agent != null ? agent.problems() : coreProblems;
    }

    @Override
    public void addListener(Nat64Listener listener) {
        listeners.addListener(listener);
    }

    @Override
    public void removeListener(Nat64Listener listener) {
        listeners.removeListener(listener);
    }
}
