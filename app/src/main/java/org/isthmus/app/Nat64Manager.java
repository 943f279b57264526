// SPDX-License-Identifier: Apache-2.0
package org.isthmus.app;

import static org.isthmus.app.OsgiPropertyConstants.MAPPING_LOG_RETENTION_DAYS;
import static org.isthmus.app.OsgiPropertyConstants.MAPPING_LOG_RETENTION_DAYS_DEFAULT;
import static org.isthmus.app.OsgiPropertyConstants.MAPPING_LOG_RETENTION_DAYS_MAX;
import static org.isthmus.app.OsgiPropertyConstants.MAPPING_LOG_RETENTION_DAYS_MIN;
import static org.isthmus.app.OsgiPropertyConstants.MAPPING_LOG_SIZE_MEGABYTES;
import static org.isthmus.app.OsgiPropertyConstants.MAPPING_LOG_SIZE_MEGABYTES_DEFAULT;
import static org.isthmus.app.OsgiPropertyConstants.MAPPING_LOG_SIZE_MEGABYTES_MAX;
import static org.isthmus.app.OsgiPropertyConstants.MAPPING_LOG_SIZE_MEGABYTES_MIN;
import static org.isthmus.app.OsgiPropertyConstants.PURGE_ON_DEACTIVATION;
import static org.isthmus.app.OsgiPropertyConstants.PURGE_ON_DEACTIVATION_DEFAULT;
import static org.isthmus.app.OsgiPropertyConstants.TERM_SECONDS;
import static org.isthmus.app.OsgiPropertyConstants.TERM_SECONDS_DEFAULT;
import static org.isthmus.app.OsgiPropertyConstants.TERM_SECONDS_MAX;
import static org.isthmus.app.OsgiPropertyConstants.TERM_SECONDS_MIN;

import java.io.IOException;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.Dictionary;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.isthmus.app.api.Nat64Event;
import org.isthmus.app.api.Nat64Listener;
import org.isthmus.app.api.Nat64Service;
import org.isthmus.app.cluster.Cluster;
import org.isthmus.app.cluster.Member;
import org.isthmus.app.cluster.Threads;
import org.isthmus.app.dataplane.LocalDataPlane;
import org.isthmus.app.dataplane.Onos;
import org.isthmus.app.network.NetworkView;
import org.isthmus.core.Controller;
import org.isthmus.core.api.Nat64;
import org.isthmus.core.spi.TimeSource;
import org.isthmus.export.Exporters;
import org.isthmus.mappinglog.DiskMappingLog;
import org.isthmus.mappinglog.Retention;
import org.isthmus.pipeconf.FlowRuleView;
import org.onlab.util.Tools;
import org.onosproject.app.ApplicationService;
import org.onosproject.cfg.ComponentConfigService;
import org.onosproject.cluster.ClusterService;
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
import org.onosproject.net.flow.FlowRuleStore;
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
 * The application as ONOS sees it: takes ONOS's services and the component's properties, and hands
 * them to the {@link Member} that this node is while the application is active.
 *
 * <p>When ONOS stops, the switches stay as they are, and go on translating; when the application is
 * deactivated, they are emptied, unless {@code purgeOnDeactivation} is off. Either way the stores
 * stay, so bindings outlive both.
 */
@Component(
        immediate = true,
        service = Nat64Service.class,
        property = {
            TERM_SECONDS + ":Integer=" + TERM_SECONDS_DEFAULT,
            MAPPING_LOG_RETENTION_DAYS + ":Integer=" + MAPPING_LOG_RETENTION_DAYS_DEFAULT,
            MAPPING_LOG_SIZE_MEGABYTES + ":Integer=" + MAPPING_LOG_SIZE_MEGABYTES_DEFAULT,
            PURGE_ON_DEACTIVATION + ":Boolean=" + PURGE_ON_DEACTIVATION_DEFAULT,
        })
public final class Nat64Manager implements Nat64Service {
    private static final Logger LOG = LoggerFactory.getLogger(Nat64Manager.class);
    private static final long CLEAN_MILLIS = 10_000;
    private static final long CLOSE_SECONDS = 5;
    private static final long SET_BACK_MILLIS = 100;

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
    @Reference FlowRuleStore flowRuleStore;
    @Reference GroupService groupService;
    @Reference PacketService packetService;
    @Reference PiPipeconfService pipeconfService;
    @Reference PiPipeconfWatchdogService watchdogService;
    @Reference P4RuntimeController p4runtimeController;

    private final ListenerRegistry<Nat64Event, Nat64Listener> listeners = new ListenerRegistry<>();
    private final TimeSource time = TimeSource.system();
    private final IntegerProperty termSeconds =
            new IntegerProperty(
                    TERM_SECONDS,
                    TERM_SECONDS_DEFAULT,
                    TERM_SECONDS_MIN,
                    TERM_SECONDS_MAX,
                    this::setBack);
    private final IntegerProperty retentionDays =
            new IntegerProperty(
                    MAPPING_LOG_RETENTION_DAYS,
                    MAPPING_LOG_RETENTION_DAYS_DEFAULT,
                    MAPPING_LOG_RETENTION_DAYS_MIN,
                    MAPPING_LOG_RETENTION_DAYS_MAX,
                    this::setBack);

    private final IntegerProperty sizeMegabytes =
            new IntegerProperty(
                    MAPPING_LOG_SIZE_MEGABYTES,
                    MAPPING_LOG_SIZE_MEGABYTES_DEFAULT,
                    MAPPING_LOG_SIZE_MEGABYTES_MIN,
                    MAPPING_LOG_SIZE_MEGABYTES_MAX,
                    this::setBack);

    private volatile boolean purges = PURGE_ON_DEACTIVATION_DEFAULT;

    private ApplicationId app;

    /** The network's configuration, links and ports. */
    private ScheduledExecutorService networkThread;

    private ScheduledExecutorService dataPlaneThreads;
    private DiskMappingLog mappingLog;
    private Exporters exporters;
    private LocalDataPlane dataPlane;
    private NetworkView network;
    private Member member;
    private boolean running;

    @Activate
    void activate(ComponentContext context) throws IOException {
        app = coreService.registerApplication(APP);
        configService.registerProperties(getClass());
        readProperties(context.getProperties());
        eventDispatcher.addSink(Nat64Event.class, listeners);
        try {
            start();
        } catch (IOException | RuntimeException e) {
            deactivate();
            throw e;
        }
        applicationService.registerDeactivateHook(app, this::removed);
        LOG.info("Started");
    }

    private synchronized void start() throws IOException {
        Path data = Path.of(System.getProperty("karaf.data", "data"), "isthmus", "mappings");
        // A bundle that does not activate helps nobody: what was lost is an alarm.
        mappingLog = new DiskMappingLog(data, false, true, retention());
        exporters = new Exporters(mappingLog, time);
        running = true;
        networkThread = Threads.scheduled("network", 1);
        dataPlaneThreads = Threads.scheduled("dataplane-%d", 4);
        dataPlane =
                new LocalDataPlane(
                        new Onos(
                                app,
                                deviceService,
                                mastershipService,
                                networkConfigRegistry,
                                pipeconfService,
                                watchdogService,
                                flowRuleService,
                                new FlowRuleView(
                                        flowRuleStore, mastershipService, eventDispatcher::post),
                                groupService,
                                packetService,
                                p4runtimeController,
                                dataPlaneThreads));
        member =
                new Member(
                        new Cluster(
                                clusterService,
                                leadershipService,
                                storageService,
                                communicationService),
                        dataPlane,
                        mappingLog,
                        exporters,
                        Threads.create(),
                        time,
                        new SecureRandom(),
                        termMillis(),
                        Controller::start,
                        () -> network.refresh(),
                        eventDispatcher::post);
        network =
                new NetworkView(
                        app,
                        networkConfigRegistry,
                        deviceService,
                        linkService,
                        networkThread,
                        time::millis,
                        member::accepted,
                        member);
        network.start();
        member.join();
        // The member listens to it now.
        dataPlane.start();
        tellRefused();
    }

    @Modified
    synchronized void modified(ComponentContext context) {
        readProperties(context.getProperties());
        if (running) {
            member.termLength(termMillis());
            mappingLog.retention(retention());
            tellRefused();
        }
    }

    private void readProperties(Dictionary<?, ?> properties) {
        properties().forEach(p -> p.read(properties));
        purges =
                Tools.isPropertyEnabled(
                        properties, PURGE_ON_DEACTIVATION, PURGE_ON_DEACTIVATION_DEFAULT);
    }

    private List<IntegerProperty> properties() {
        return List.of(termSeconds, retentionDays, sizeMegabytes);
    }

    /** Who set a property hears nothing of its refusal but by an alarm. */
    private void tellRefused() {
        Map<String, String> reasons = new TreeMap<>();
        for (IntegerProperty property : properties()) {
            if (property.refusal() != null) {
                reasons.put(property.name(), property.refusal());
            }
            property.setBack();
        }
        member.refusedSettings(reasons);
    }

    /** With a pause, for ONOS is in the middle of the change. */
    private void setBack(String property, int value) {
        networkThread.schedule(
                () ->
                        configService.setProperty(
                                getClass().getName(), property, Integer.toString(value)),
                SET_BACK_MILLIS,
                TimeUnit.MILLISECONDS);
    }

    private long termMillis() {
        return TimeUnit.SECONDS.toMillis(termSeconds.value());
    }

    private Retention retention() {
        return Retention.of(retentionDays.value(), sizeMegabytes.value());
    }

    /** The application is deactivated: nothing of it stays on the devices, unless it is to. */
    void removed() {
        stop();
        eventDispatcher.post(new Nat64Event(Nat64Event.Type.DEACTIVATED, APP));
        if (!purges) {
            LOG.info("the devices go on with what they have: {} is off", PURGE_ON_DEACTIVATION);
            return;
        }
        new DeviceCleaner(
                        app,
                        deviceService,
                        mastershipService,
                        flowRuleService,
                        groupService,
                        time::millis,
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
        if (network != null) {
            network.close();
            member.leave();
            dataPlane.close();
        }
        networkThread.shutdown();
        dataPlaneThreads.shutdown();
        await(networkThread);
        await(dataPlaneThreads);
        exporters.close();
        mappingLog.close();
    }

    /** What they have begun needs the services of ONOS that go after us. */
    private static void await(ScheduledExecutorService threads) {
        try {
            if (!threads.awaitTermination(CLOSE_SECONDS, TimeUnit.SECONDS)) {
                LOG.warn("ONOS does not answer; something of this application is still running");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public Nat64 nat64() {
        return member.nat64();
    }

    @Override
    public Optional<NodeId> leader() {
        return Optional.ofNullable(member.elected());
    }

    @Override
    public List<String> configurationProblems() {
        return member.configurationProblems();
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
