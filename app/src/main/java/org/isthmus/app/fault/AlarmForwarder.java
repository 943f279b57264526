// SPDX-License-Identifier: Apache-2.0
package org.isthmus.app.fault;

import java.util.List;
import java.util.Map;
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
import org.onosproject.alarm.DefaultAlarm;
import org.onosproject.cluster.ClusterService;
import org.onosproject.net.DeviceId;
import org.onosproject.net.provider.AbstractProvider;
import org.onosproject.net.provider.ProviderId;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Reference;

/**
 * Hands the NAT64's alarms to ONOS's fault management. Without that application this component does
 * not come up, and nothing else misses it. Only the node that leads speaks, so that an alarm is
 * there once.
 */
@Component(immediate = true)
public final class AlarmForwarder extends AbstractProvider implements AlarmProvider, Nat64Listener {
    private static final Map<Alarm.Severity, SeverityLevel> SEVERITIES =
            Map.of(
                    Alarm.Severity.CRITICAL, SeverityLevel.CRITICAL,
                    Alarm.Severity.MAJOR, SeverityLevel.MAJOR,
                    Alarm.Severity.MINOR, SeverityLevel.MINOR,
                    Alarm.Severity.WARNING, SeverityLevel.WARNING);

    private final Nat64Service nat64Service;
    private final AlarmProviderRegistry registry;
    private final ClusterService cluster;
    private final AlarmProviderService faults;

    @Activate
    public AlarmForwarder(
            @Reference Nat64Service nat64Service,
            @Reference AlarmProviderRegistry registry,
            @Reference ClusterService cluster) {
        super(new ProviderId("nat64", "org.isthmus"));
        this.nat64Service = nat64Service;
        this.registry = registry;
        this.cluster = cluster;
        faults = registry.register(this);
        nat64Service.addListener(this);
        sendAll();
    }

    @Deactivate
    void deactivate() {
        nat64Service.removeListener(this);
        registry.unregister(this);
    }

    @Override
    public void event(Nat64Event event) {
        switch (event.type()) {
            case ALARM_RAISED:
                send((Alarm) event.subject(), false);
                break;
            case ALARM_CLEARED:
                send((Alarm) event.subject(), true);
                break;
            case LEADER_CHANGED:
                sendAll();
                break;
            default:
        }
    }

    /** The core watches all the time, so there is nothing to look for; what is known is said. */
    @Override
    public void triggerProbe(DeviceId deviceId) {
        sendAll();
    }

    /** What was raised before anybody listened. */
    private void sendAll() {
        Nat64 nat64 = leads() ? nat64Service.nat64() : null;
        if (nat64 != null) {
            nat64.alarms().forEach(alarm -> send(alarm, false));
        }
    }

    private boolean leads() {
        return nat64Service.leader().filter(cluster.getLocalNode().id()::equals).isPresent();
    }

    private void send(Alarm alarm, boolean over) {
        if (!leads()) {
            return;
        }
        DeviceId device = device(alarm.subject);
        DefaultAlarm.Builder fault =
                new DefaultAlarm.Builder(
                                AlarmId.alarmId("nat64:" + alarm.id),
                                device,
                                alarm.message,
                                SEVERITIES.get(alarm.severity),
                                alarm.sinceEpochMillis)
                        .forSource(AlarmEntityId.NONE)
                        .withServiceAffecting(alarm.severity != Alarm.Severity.WARNING);
        faults.updateAlarmList(device, List.of(over ? fault.clear().build() : fault.build()));
    }

    /** The switch that an alarm is about, or whose port; none for a pool and the like. */
    static DeviceId device(String subject) {
        return subject.startsWith("device:")
                ? DeviceId.deviceId(subject.replaceFirst("/.*", ""))
                : DeviceId.NONE;
    }
}
