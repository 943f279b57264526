// SPDX-License-Identifier: Apache-2.0
package org.isthmus.app.fault;

import static org.onlab.util.Tools.groupedThreads;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.isthmus.app.api.Nat64Event;
import org.isthmus.app.api.Nat64Listener;
import org.isthmus.app.api.Nat64Service;
import org.isthmus.core.api.Alarm;
import org.isthmus.core.api.Nat64;
import org.onosproject.alarm.Alarm.SeverityLevel;
import org.onosproject.alarm.AlarmEntityId;
import org.onosproject.alarm.AlarmId;
import org.onosproject.alarm.AlarmProvider;
import org.onosproject.alarm.AlarmProviderRegistry;
import org.onosproject.alarm.AlarmProviderService;
import org.onosproject.alarm.AlarmService;
import org.onosproject.alarm.DefaultAlarm;
import org.onosproject.cluster.ClusterService;
import org.onosproject.net.DeviceId;
import org.onosproject.net.provider.AbstractProvider;
import org.onosproject.net.provider.ProviderId;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Reference;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Hands the NAT64's alarms to ONOS's fault management. Without that application this component does
 * not come up, and nothing else misses it. Only the node that leads speaks, so that an alarm is
 * there once.
 *
 * <p>ONOS keeps alarms over restarts, so those that ended unseen are cleared when a core begins.
 * When the application is deactivated, all of them end: nobody would say so later.
 *
 * <p>Threading: any thread; what waits for the core or for ONOS's store does so on a thread of its
 * own, in the order in which things happened.
 */
@Component(immediate = true)
public final class AlarmForwarder extends AbstractProvider implements AlarmProvider, Nat64Listener {
    /** Seconds after which what failed is tried again. */
    static final long RETRY_SECONDS = 5;

    private static final long CLOSE_SECONDS = 5;

    private static final Logger LOG = LoggerFactory.getLogger(AlarmForwarder.class);

    /** Begins the ids of our alarms. */
    private static final String OURS = "nat64:";

    private static final Map<Alarm.Severity, SeverityLevel> SEVERITIES =
            Map.of(
                    Alarm.Severity.CRITICAL, SeverityLevel.CRITICAL,
                    Alarm.Severity.MAJOR, SeverityLevel.MAJOR,
                    Alarm.Severity.MINOR, SeverityLevel.MINOR,
                    Alarm.Severity.WARNING, SeverityLevel.WARNING);

    private final Nat64Service nat64Service;
    private final AlarmProviderRegistry registry;
    private final AlarmService known;
    private final ClusterService cluster;
    private final ScheduledExecutorService executor;
    private final AlarmProviderService faults;

    // On the executor.

    /** Something may be missing in ONOS, which is looked for later. */
    private boolean retrying;

    /** The application is being deactivated. */
    private boolean ended;

    @Activate
    public AlarmForwarder(
            @Reference Nat64Service nat64Service,
            @Reference AlarmProviderRegistry registry,
            @Reference AlarmService known,
            @Reference ClusterService cluster) {
        this(
                nat64Service,
                registry,
                known,
                cluster,
                Executors.newSingleThreadScheduledExecutor(
                        groupedThreads("isthmus", "alarms", LOG)));
    }

    AlarmForwarder(
            Nat64Service nat64Service,
            AlarmProviderRegistry registry,
            AlarmService known,
            ClusterService cluster,
            ScheduledExecutorService executor) {
        super(new ProviderId("nat64", "org.isthmus"));
        this.nat64Service = nat64Service;
        this.registry = registry;
        this.known = known;
        this.cluster = cluster;
        this.executor = executor;
        faults = registry.register(this);
        nat64Service.addListener(this);
        // What was raised before anybody listened.
        perform(this::compare);
    }

    @Deactivate
    void deactivate() {
        nat64Service.removeListener(this);
        executor.shutdown();
        try {
            if (!executor.awaitTermination(CLOSE_SECONDS, TimeUnit.SECONDS)) {
                LOG.warn("ONOS does not answer; it may keep alarms that are over");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        executor.shutdownNow();
        registry.unregister(this);
    }

    @Override
    public void event(Nat64Event event) {
        switch (event.type()) {
            case ALARM_RAISED:
                perform(() -> raise((Alarm) event.subject()));
                break;
            case ALARM_CLEARED:
                perform(() -> clear((Alarm) event.subject()));
                break;
            case LEADER_CHANGED:
            case CONFIGURED:
                perform(this::compare);
                break;
            case DEACTIVATED:
                executor.execute(this::end);
                break;
            default:
        }
    }

    /** The core watches all the time, so there is nothing to look for; what is known is said. */
    @Override
    public void triggerProbe(DeviceId deviceId) {
        perform(this::compare);
    }

    private void perform(Runnable what) {
        executor.execute(
                () -> {
                    try {
                        if (!ended && leads()) {
                            what.run();
                        }
                    } catch (RuntimeException e) {
                        LOG.warn("Cannot tell ONOS of an alarm; trying again", e);
                        retry();
                    }
                });
    }

    private void retry() {
        if (!retrying && !executor.isShutdown()) {
            retrying = true;
            executor.schedule(
                    () -> {
                        retrying = false;
                        perform(this::compare);
                    },
                    RETRY_SECONDS,
                    TimeUnit.SECONDS);
        }
    }

    private boolean leads() {
        return nat64Service.leader().filter(cluster.getLocalNode().id()::equals).isPresent();
    }

    /** Makes ONOS know what the core knows, nothing more and nothing less. */
    private void compare() {
        Nat64 nat64 = nat64Service.nat64();
        if (nat64 == null) {
            return;
        }
        Map<String, org.onosproject.alarm.Alarm> over = ours();
        for (Alarm alarm : nat64.alarms()) {
            org.onosproject.alarm.Alarm same = over.remove(OURS + alarm.id);
            // One that is there may have been acknowledged, which is to stay.
            if (same == null || same.severity() != SEVERITIES.get(alarm.severity)) {
                raise(alarm);
            }
        }
        over.values().forEach(this::clear);
    }

    /** Those of ours that last, as ONOS knows them, by id. */
    private Map<String, org.onosproject.alarm.Alarm> ours() {
        Map<String, org.onosproject.alarm.Alarm> ours = new HashMap<>();
        for (org.onosproject.alarm.Alarm alarm : known.getActiveAlarms()) {
            if (alarm.id().toString().startsWith(OURS)) {
                ours.put(alarm.id().toString(), alarm);
            }
        }
        return ours;
    }

    /** Clears whatever there is, on every node: by now there is no leader. */
    private void end() {
        ended = true;
        try {
            ours().values().forEach(this::clear);
        } catch (RuntimeException e) {
            LOG.warn("Cannot clear the alarms of the NAT64", e);
        }
    }

    private void clear(org.onosproject.alarm.Alarm alarm) {
        send(new DefaultAlarm.Builder(alarm).clear().build());
    }

    private void raise(Alarm alarm) {
        send(fault(alarm).build());
    }

    private void clear(Alarm alarm) {
        send(fault(alarm).clear().build());
    }

    private static DefaultAlarm.Builder fault(Alarm alarm) {
        return new DefaultAlarm.Builder(
                        AlarmId.alarmId(OURS + alarm.id),
                        device(alarm.subject),
                        alarm.message,
                        SEVERITIES.get(alarm.severity),
                        alarm.sinceEpochMillis)
                .forSource(AlarmEntityId.NONE)
                .withServiceAffecting(alarm.severity != Alarm.Severity.WARNING);
    }

    private void send(DefaultAlarm fault) {
        faults.updateAlarmList(fault.deviceId(), List.of(fault));
    }

    /** The switch that an alarm is about, or whose port; none for a pool and the like. */
    static DeviceId device(String subject) {
        return subject.startsWith("device:")
                ? DeviceId.deviceId(subject.replaceFirst("/.*", ""))
                : DeviceId.NONE;
    }
}
