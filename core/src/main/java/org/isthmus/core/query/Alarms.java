// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core.query;

import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.isthmus.core.api.Alarm;
import org.isthmus.core.api.Alarm.Severity;
import org.isthmus.core.api.Device;
import org.isthmus.core.api.Exporter;
import org.isthmus.core.api.Health;
import org.isthmus.core.api.Warning;
import org.isthmus.core.binding.SubscriberLimits;
import org.isthmus.core.capacity.Capacity;
import org.isthmus.core.fabric.Fabric;
import org.isthmus.core.journal.StoreJournal;
import org.isthmus.core.liveness.Liveness;
import org.isthmus.core.loop.StepClock;
import org.isthmus.core.mapping.Instances;
import org.isthmus.core.model.Capability;
import org.isthmus.core.model.DeviceId;
import org.isthmus.core.model.FabricConfig;
import org.isthmus.core.net.CertificateTime;
import org.isthmus.core.net.Ipv6Address;
import org.isthmus.core.net.V4Mapped;
import org.isthmus.core.policy.ConfigInForce;
import org.isthmus.core.policy.Configurator;
import org.isthmus.core.policy.LeftOut;
import org.isthmus.core.policy.Warnings;
import org.isthmus.core.pool.Pools;
import org.isthmus.core.pool.PortPool;
import org.isthmus.core.source.SourceBindings;
import org.isthmus.core.spi.DataPlane;
import org.isthmus.core.spi.MappingExports;
import org.isthmus.core.spi.MappingLog;
import org.isthmus.core.sync.DeviceLink;
import org.isthmus.core.sync.Devices;

/**
 * Determines which conditions hold, and since when. Health is derived from those that affect the
 * service.
 *
 * <p>Threading: the core's thread.
 */
public final class Alarms {
    private static final String CERTIFICATE = "certificate-expires";
    private static final String CERTIFICATE_EARLY = "certificate-not-yet-valid";

    /** So long before it expires, a certificate is to be replaced. */
    private static final long CERTIFICATE_MILLIS = TimeUnit.DAYS.toMillis(30);

    /** So many that do not answer are named. */
    private static final int MAX_ROUTERS = 64;

    private final ConfigInForce config;
    private final Configurator configurator;
    private final LeftOut leftOut;
    private final Warnings warnings;
    private final StoreJournal journal;
    private final MappingLog mappingLog;
    private final MappingExports exports;
    private final DataPlane dataPlane;
    private final Devices devices;
    private final Instances instances;
    private final Pools pools;
    private final SubscriberLimits limits;
    private final Fabric fabric;
    private final Liveness liveness;
    private final SourceBindings sources;
    private final HostAlarms hosts;
    private final UsageAlarms usage;
    private final Executor loop;
    private final StepClock clock;
    private Map<String, Alarm> active = new LinkedHashMap<>();
    private Consumer<List<Alarm>> listener = alarms -> {};
    private Map<String, String> refusedSettings = Map.of();

    /** When those of the host are valid, by their names. */
    private Map<String, CertificateTime> certificates = Map.of();

    public Alarms(
            ConfigInForce config,
            Configurator configurator,
            LeftOut leftOut,
            Warnings warnings,
            StoreJournal journal,
            MappingLog mappingLog,
            MappingExports exports,
            DataPlane dataPlane,
            Devices devices,
            Instances instances,
            Pools pools,
            SubscriberLimits limits,
            Fabric fabric,
            Liveness liveness,
            SourceBindings sources,
            Capacity capacity,
            Executor loop,
            StepClock clock) {
        this.config = config;
        this.configurator = configurator;
        this.leftOut = leftOut;
        this.warnings = warnings;
        this.journal = journal;
        this.mappingLog = mappingLog;
        this.exports = exports;
        this.dataPlane = dataPlane;
        this.devices = devices;
        this.instances = instances;
        this.pools = pools;
        this.limits = limits;
        this.fabric = fabric;
        this.liveness = liveness;
        this.sources = sources;
        this.hosts = new HostAlarms(instances, pools, fabric, sources, clock);
        this.usage = new UsageAlarms(devices, capacity, instances, pools, clock);
        this.loop = loop;
        this.clock = clock;
    }

    /**
     * Sets the listener that gets the list of all alarms: now, and whenever one is raised, cleared
     * or changes its severity.
     */
    public void listen(Consumer<List<Alarm>> to) {
        listener = to;
        refresh();
        tell();
    }

    /** Reasons by the names of the host's settings that were refused. */
    public void refusedSettings(Map<String, String> reasons) {
        refusedSettings = new TreeMap<>(reasons);
        refresh();
    }

    /** See {@link org.isthmus.core.Controller#certificates}. */
    public void certificates(Map<String, CertificateTime> valid) {
        certificates = new TreeMap<>(valid);
        refresh();
    }

    /** Called from a task of its own: a listener that fails must not fail a query or a tick. */
    private void tell() {
        List<Alarm> now = list();
        loop.execute(() -> listener.accept(now));
    }

    public List<Alarm> list() {
        return List.copyOf(active.values());
    }

    public Health health() {
        return new Health(
                active.values().stream()
                        .filter(a -> a.severity != Severity.WARNING)
                        .map(a -> a.message)
                        .collect(Collectors.toList()));
    }

    /** Evaluates all conditions now. */
    public void refresh() {
        Map<String, Alarm> before = active;
        active = new LinkedHashMap<>();
        conditions(before);
        if (!severities(before).equals(severities(active))) {
            tell();
        }
    }

    private static Map<String, Severity> severities(Map<String, Alarm> alarms) {
        Map<String, Severity> all = new HashMap<>();
        alarms.forEach((id, a) -> all.put(id, a.severity));
        return all;
    }

    private void conditions(Map<String, Alarm> before) {
        List<Alarm> now = new ArrayList<>();
        leftOut.reasons().forEach((what, why) -> add(now, "left-out", Severity.MINOR, what, why));
        if (!config.exists()) {
            add(
                    now,
                    "unconfigured",
                    Severity.CRITICAL,
                    "configuration",
                    "There is no configuration yet.");
        } else if (!config.hasInstances()) {
            add(
                    now,
                    "unconfigured",
                    Severity.CRITICAL,
                    "configuration",
                    "There is no NAT64 instance in the configuration.");
        }
        List<String> refusal = configurator.refusal();
        List<String> missing = configurator.missing();
        if (!refusal.isEmpty() || !missing.isEmpty()) {
            add(
                    now,
                    "configuration-refused",
                    Severity.MAJOR,
                    "configuration",
                    refusal.isEmpty()
                            ? "The configuration is in force without static bindings: "
                                    + first(2, missing)
                            : "The configuration was refused, that before stays in force: "
                                    + first(2, refusal));
        }
        refusedSettings.forEach(
                (name, why) -> add(now, "setting-refused", Severity.WARNING, name, why));
        certificates.forEach((name, valid) -> certificate(now, name, valid));
        if (journal.problem() != null) {
            String why = "The store fails: " + journal.problem();
            add(now, "store-failure", Severity.CRITICAL, "store", why);
        }
        if (journal.warning() != null) {
            add(now, "store-recovered", Severity.WARNING, "store", journal.warning());
        }
        String logProblem = mappingLog.problem();
        if (logProblem != null) {
            String why = "The mapping log fails: " + logProblem;
            add(now, "mapping-log-failure", Severity.MAJOR, "mapping-log", why);
        }
        List<String> damage = mappingLog.damage();
        if (!damage.isEmpty()) {
            String why = "The mapping log is damaged: " + first(1, damage);
            add(now, "mapping-log-damaged", Severity.MAJOR, "mapping-log", why);
        }
        exports.exporters().forEach(exporter -> exporter(now, exporter));
        devices.all().forEach(link -> device(now, link));
        usage.add(config.alarms(), before, now);
        limits.reached().forEach(limit -> limit(now, limit));
        fabric.config().links.forEach(link -> link(now, link));
        fabric.config().interfaces.stream()
                .map(on -> on.port)
                .distinct()
                .filter(fabric::isPortDown)
                .forEach(port -> port(now, port));
        fabric.neighbors().silentRouters().stream()
                .limit(MAX_ROUTERS)
                .forEach(router -> router(now, router));
        hosts.add(now);
        fabric.aboveMtu().all(clock.millis()).keySet().stream()
                .filter(fabric.config().interfaces::contains)
                .forEach(on -> aboveMtu(now, on));
        if (config.exists() && config.hasInstances()) {
            for (Warning w : warnings.now()) {
                add(now, w.kind, w.severity, w.subject, w.message);
            }
        }
        for (Alarm a : now) {
            Alarm old = before.get(a.id);
            active.put(
                    a.id,
                    old == null
                            ? a
                            : new Alarm(
                                    a.id, a.severity, a.subject, a.message, old.sinceEpochMillis));
        }
    }

    private void add(List<Alarm> to, String kind, Severity s, String subject, String message) {
        to.add(new Alarm(kind + "/" + subject, s, subject, message, clock.epochMillis()));
    }

    private void certificate(List<Alarm> to, String name, CertificateTime valid) {
        long now = clock.epochMillis();
        String what = "The certificate of " + name + " ";
        Instant end = Instant.ofEpochMilli(valid.until);
        if (valid.until <= now) {
            add(to, CERTIFICATE, Severity.MAJOR, name, what + "has expired, at " + end + ".");
        } else if (valid.until - now <= CERTIFICATE_MILLIS) {
            add(to, CERTIFICATE, Severity.WARNING, name, what + "expires at " + end + ".");
        }
        if (valid.from > now) {
            String begin = "is not valid before " + Instant.ofEpochMilli(valid.from) + ".";
            add(to, CERTIFICATE_EARLY, Severity.MAJOR, name, what + begin);
        }
    }

    private void exporter(List<Alarm> to, Exporter e) {
        if (e.state == Exporter.State.FAILED || e.state == Exporter.State.STALLED) {
            String why = "Exporter " + e.name + " fails at " + e.target + ": " + e.problem + ".";
            add(to, "exporter-failed", Severity.MINOR, e.name, why);
        }
        if (e.lost > 0) {
            String why =
                    "Exporter "
                            + e.name
                            + " lost "
                            + e.lost
                            + " events: the mapping log has them no longer.";
            add(to, "exporter-lost", Severity.MAJOR, e.name, why);
        }
    }

    private void device(List<Alarm> to, DeviceLink link) {
        String id = link.id().toString();
        if (link.state() != Device.State.READY) {
            String state = link.state().name().toLowerCase(Locale.ROOT);
            boolean down = link.state() == Device.State.DOWN;
            String reason = down ? dataPlane.whyDown(link.id()) : null;
            String why = reason == null ? "" : " (" + reason + ")";
            boolean kept = down && fabric.isUp(link.id()) && !fabric.isManaged(link.id());
            add(
                    to,
                    "device-" + state,
                    down ? Severity.MAJOR : Severity.MINOR,
                    id,
                    kept
                            ? id
                                    + " has no P4Runtime session"
                                    + why
                                    + "; its routes stay while it forwards."
                            : id + " is " + state + why + ".");
        }
        String otherPrimary = dataPlane.otherPrimary(link.id());
        if (otherPrimary != null) {
            String what =
                    "Another controller is primary of "
                            + id
                            + ", with the election id "
                            + otherPrimary
                            + ".";
            add(to, "other-primary", Severity.MAJOR, id, what);
        }
        if (link.isTranslator() && !link.can(Capability.PORT_SETS)) {
            pools.all().stream()
                    .filter(pool -> pool.spec().portSets > 0)
                    .forEach(pool -> noPortSets(to, id, pool));
        }
        if (link.refusedCount() > 0) {
            String what = id + " refused " + link.refusedCount() + " changes.";
            add(to, "device-refuses", Severity.MAJOR, id, what);
        }
    }

    private void noPortSets(List<Alarm> to, String id, PortPool pool) {
        String name = pool.spec().name;
        String what =
                "Pool "
                        + name
                        + " has port sets, and the program of "
                        + id
                        + " has no table of them: each of its bindings has one port.";
        add(to, "no-port-sets", Severity.WARNING, id + "/" + name, what);
    }

    /** The first of some reasons, and how many more there are. */
    private static String first(int most, List<String> reasons) {
        int more = reasons.size() - most;
        String first = String.join("; ", reasons.subList(0, Math.min(most, reasons.size())));
        return more > 0 ? first + ", and " + more + " more" : first;
    }

    private void limit(List<Alarm> to, SubscriberLimits.Reached limit) {
        String what =
                limit.instance.name
                        + "/"
                        + limit.subscriber
                        + "/"
                        + limit.protocol.name().toLowerCase(Locale.ROOT);
        to.add(
                new Alarm(
                        "subscriber-limit/" + what,
                        Severity.WARNING,
                        "subscriber " + limit.subscriber,
                        limit.toString(),
                        clock.epochMillis()));
    }

    private void aboveMtu(List<Alarm> to, FabricConfig.Interface on) {
        String what =
                "Packets above the MTU, "
                        + on.mtu
                        + ", come in by interface "
                        + on.name
                        + " at "
                        + on.port
                        + ". Give its neighbour this MTU. Where that leaves segmentation to its"
                        + " interface, type there: ethtool -K INTERFACE tso off gso off; where the"
                        + " switch's interface merges segments, here: ethtool -K INTERFACE gro off"
                        + " lro off.";
        add(to, "above-mtu", Severity.WARNING, on.port + "/" + on.name, what);
    }

    /** A link with a port down; a device that is down has an alarm of its own. */
    private void link(List<Alarm> to, FabricConfig.Link link) {
        for (FabricConfig.Port end : List.of(link.one, link.other)) {
            if (fabric.isPortDown(end)) {
                String subject = link.one + "-" + link.other;
                String wrongNeighbor = liveness.wrongNeighbor(link);
                String what =
                        "The link of "
                                + link.one
                                + " and "
                                + link.other
                                + " is down"
                                + (wrongNeighbor == null ? "." : ": " + wrongNeighbor + ".");
                add(to, "link-down", Severity.WARNING, subject, what);
                return;
            }
        }
        if (liveness.takesLess(link.one)) {
            String what =
                    "Packets of "
                            + link.mtu
                            + " bytes, its MTU in netcfg, do not come through the link of "
                            + link.one
                            + " and "
                            + link.other
                            + ", and smaller ones do: they are lost without an ICMP error. Give"
                            + " the interfaces at both ends, and all between them, this MTU.";
            add(to, "link-mtu", Severity.WARNING, link.one + "-" + link.other, what);
        }
    }

    /** A router that does not answer where it could; what is down has an alarm of its own. */
    private void router(List<Alarm> to, Ipv6Address router) {
        List<FabricConfig.Interface> up =
                fabric.interfacesTo(router).stream()
                        .filter(on -> fabric.isUp(on.port) && isReady(on.port.device))
                        .collect(Collectors.toList());
        if (up.isEmpty()) {
            return;
        }
        String address = V4Mapped.text(router);
        List<String> prefixes =
                fabric.paths().routesBy(router).stream()
                        .map(V4Mapped::text)
                        .collect(Collectors.toList());
        String what =
                "Router "
                        + address
                        + " at "
                        + up.stream()
                                .map(on -> on.port.toString())
                                .collect(Collectors.joining(", "))
                        + (V4Mapped.isIpv4(router)
                                ? " does not answer ARP"
                                : " does not answer neighbour discovery")
                        + ": no packets go by its routes ("
                        + first(2, prefixes)
                        + ").";
        add(to, "router-silent", Severity.WARNING, address, what);
    }

    private boolean isReady(DeviceId device) {
        DeviceLink link = devices.get(device);
        return link != null && link.state() == Device.State.READY;
    }

    /** A port with interfaces that the host knows to be down; its device may have another alarm. */
    private void port(List<Alarm> to, FabricConfig.Port port) {
        String names =
                fabric.config().interfaces.stream()
                        .filter(on -> on.port.equals(port))
                        .map(on -> on.name)
                        .collect(Collectors.joining(", "));
        String what = port + " is down: nobody is reached by it (" + names + ").";
        add(to, "port-down", Severity.MINOR, port.toString(), what);
    }
}
