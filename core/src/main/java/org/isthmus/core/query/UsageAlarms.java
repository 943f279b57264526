// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core.query;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.isthmus.core.api.Alarm;
import org.isthmus.core.api.Alarm.Severity;
import org.isthmus.core.api.Pool;
import org.isthmus.core.api.TableUse;
import org.isthmus.core.capacity.Capacity;
import org.isthmus.core.loop.StepClock;
import org.isthmus.core.mapping.Instances;
import org.isthmus.core.model.AlarmThresholds;
import org.isthmus.core.model.DeviceId;
import org.isthmus.core.model.InstanceConfig;
import org.isthmus.core.net.Protocol;
import org.isthmus.core.pool.InstanceUse;
import org.isthmus.core.pool.Pools;
import org.isthmus.core.pool.PortPool;
import org.isthmus.core.sync.DeviceLink;
import org.isthmus.core.sync.Devices;

/**
 * Alarms of what runs out: tables of devices, pools, quotas of instances. A threshold that was
 * crossed is left some way below, so that an alarm does not flutter.
 *
 * <p>Threading: the core's thread.
 */
final class UsageAlarms {
    private static final int HYSTERESIS_PERCENT = 5;

    /** A table that is so full affects the service soon, wherever its threshold is. */
    private static final int TABLE_MINOR_PERCENT = 95;

    private final Devices devices;
    private final Capacity capacity;
    private final Instances instances;
    private final Pools pools;
    private final StepClock clock;

    UsageAlarms(
            Devices devices, Capacity capacity, Instances instances, Pools pools, StepClock clock) {
        this.devices = devices;
        this.capacity = capacity;
        this.instances = instances;
        this.pools = pools;
        this.clock = clock;
    }

    /**
     * Adds those that hold now.
     *
     * @param before the alarms of the last time, by id
     */
    void add(AlarmThresholds thresholds, Map<String, Alarm> before, List<Alarm> to) {
        for (DeviceLink link : devices.all()) {
            for (TableUse use : capacity.use(link.id())) {
                table(link.id(), use, thresholds.table, before, to);
            }
        }
        for (PortPool pool : pools.all()) {
            // Of one that drains nobody is to get more.
            if (!pool.spec().drains) {
                pool(pool.toApi(), thresholds.pool, before, to);
            }
        }
        for (InstanceConfig instance : instances.all()) {
            instance(instance, thresholds.quota, before, to);
        }
    }

    private void table(
            DeviceId device, TableUse use, int percent, Map<String, Alarm> before, List<Alarm> to) {
        String id = "table-usage/" + device + "/" + use.table;
        Alarm old = before.get(id);
        Severity severity = null;
        if (is(Severity.MAJOR, old, use.used, use.size, 100)) {
            severity = Severity.MAJOR;
        } else if (is(
                Severity.MINOR, old, use.used, use.size, Math.max(percent, TABLE_MINOR_PERCENT))) {
            severity = Severity.MINOR;
        } else if (is(Severity.WARNING, old, use.used, use.size, percent)) {
            severity = Severity.WARNING;
        }
        if (severity != null) {
            String what =
                    String.format(
                            Locale.ROOT,
                            "Table %s of %s is %s: %d of %d entries are used.",
                            use.table,
                            device,
                            use.free() == 0 ? "full" : "nearly full",
                            use.used,
                            use.size);
            to.add(new Alarm(id, severity, device.toString(), what, clock.epochMillis()));
        }
    }

    private void pool(Pool p, int percent, Map<String, Alarm> before, List<Alarm> to) {
        for (Protocol protocol : Protocol.values()) {
            long used = p.blocksInUse[protocol.ordinal()];
            long all = p.blocks[protocol.ordinal()];
            String id = "pool-usage/" + p.spec.name + "/" + name(protocol);
            Severity severity = severity(before.get(id), used, all, percent);
            if (severity != null) {
                String what =
                        String.format(
                                Locale.ROOT,
                                "Pool %s is %s: %d of %d blocks of %s are in use.",
                                p.spec.name,
                                used >= all ? "full" : "nearly full",
                                used,
                                all,
                                protocol);
                to.add(new Alarm(id, severity, "pool " + p.spec.name, what, clock.epochMillis()));
            }
        }
    }

    private void instance(
            InstanceConfig in, int percent, Map<String, Alarm> before, List<Alarm> to) {
        InstanceUse use = pools.use(in.id);
        quota(in, "bindings", use.bindings(), in.quotas.bindings, percent, before, to);
        for (Protocol p : Protocol.values()) {
            String what = "blocks of " + p;
            quota(in, what, use.blocks(p.ordinal()), in.quotas.blocks, percent, before, to);
        }
        if (use.wasRateReached(clock.seconds())) {
            to.add(
                    new Alarm(
                            "instance-quota/" + in.name + "/rate",
                            Severity.MAJOR,
                            "instance " + in.name,
                            String.format(
                                    Locale.ROOT,
                                    "Instance %s is at its quota of %d new bindings per second.",
                                    in.name,
                                    in.quotas.bindingsPerSecond),
                            clock.epochMillis()));
        }
    }

    private void quota(
            InstanceConfig in,
            String of,
            int used,
            int most,
            int percent,
            Map<String, Alarm> before,
            List<Alarm> to) {
        String id =
                "instance-quota/"
                        + in.name
                        + "/"
                        + of.replace(" of ", "-").toLowerCase(Locale.ROOT);
        Severity severity = severity(before.get(id), used, most, percent);
        if (severity != null) {
            String what =
                    String.format(
                            Locale.ROOT,
                            "Instance %s %s: %d of %d %s.",
                            in.name,
                            used >= most ? "has all it may have" : "has nearly all it may have",
                            used,
                            most,
                            of);
            to.add(new Alarm(id, severity, "instance " + in.name, what, clock.epochMillis()));
        }
    }

    /** Of what is refused when it is used up; null: no alarm. */
    private static Severity severity(Alarm old, long used, long all, int percent) {
        if (is(Severity.MAJOR, old, used, all, 100)) {
            return Severity.MAJOR;
        }
        return is(Severity.MINOR, old, used, all, percent) ? Severity.MINOR : null;
    }

    private static boolean is(Severity severity, Alarm old, long used, long all, int percent) {
        boolean held = old != null && old.severity.compareTo(severity) <= 0;
        int from = held ? percent - HYSTERESIS_PERCENT : percent;
        return used > 0 && all > 0 && used * 100 >= all * from;
    }

    private static String name(Protocol protocol) {
        return protocol.name().toLowerCase(Locale.ROOT);
    }
}
