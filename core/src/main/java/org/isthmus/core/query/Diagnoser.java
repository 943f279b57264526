// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core.query;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.isthmus.core.api.Alarm;
import org.isthmus.core.api.BindingPath;
import org.isthmus.core.api.Device;
import org.isthmus.core.api.Diagnosis;
import org.isthmus.core.api.Diagnosis.Check;
import org.isthmus.core.api.InvalidException;
import org.isthmus.core.binding.Bib;
import org.isthmus.core.binding.Binder;
import org.isthmus.core.binding.SubscriberLimits;
import org.isthmus.core.fabric.Fabric;
import org.isthmus.core.fabric.Location;
import org.isthmus.core.journal.StoreJournal;
import org.isthmus.core.liveness.Liveness;
import org.isthmus.core.mapping.Instances;
import org.isthmus.core.mapping.Mappings;
import org.isthmus.core.mapping.Transport4;
import org.isthmus.core.mapping.Transport6;
import org.isthmus.core.model.Counter;
import org.isthmus.core.model.DeniedService;
import org.isthmus.core.model.DeviceId;
import org.isthmus.core.model.FabricConfig;
import org.isthmus.core.model.InstanceConfig;
import org.isthmus.core.net.Ipv4Address;
import org.isthmus.core.net.Ipv6Address;
import org.isthmus.core.net.Ipv6Prefix;
import org.isthmus.core.net.Protocol;
import org.isthmus.core.net.V4Mapped;
import org.isthmus.core.pool.Pools;
import org.isthmus.core.pool.SubscriberPorts;
import org.isthmus.core.source.SourceBindings;
import org.isthmus.core.sync.DeviceLink;
import org.isthmus.core.sync.Devices;

/**
 * Says why a host may have no connection: goes the way of a new flow, and asks of each part what it
 * would do with it now. Nothing is changed, and no packet is sent.
 *
 * <p>Threading: the core's thread.
 */
public final class Diagnoser {
    private final Instances instances;
    private final Mappings mappings;
    private final Binder binder;
    private final SubscriberLimits limits;
    private final Pools pools;
    private final Devices devices;
    private final Fabric fabric;
    private final Places places;
    private final MappedHosts mappedHosts;
    private final StoreJournal journal;
    private final Liveness liveness;
    private final Alarms alarms;

    public Diagnoser(
            Instances instances,
            Mappings mappings,
            Bib bib,
            Binder binder,
            SubscriberLimits limits,
            Pools pools,
            Devices devices,
            Fabric fabric,
            Liveness liveness,
            SourceBindings sources,
            StoreJournal journal,
            Alarms alarms) {
        this.instances = instances;
        this.mappings = mappings;
        this.binder = binder;
        this.limits = limits;
        this.pools = pools;
        this.devices = devices;
        this.fabric = fabric;
        this.places = new Places(fabric, sources);
        this.mappedHosts = new MappedHosts(mappings, pools, bib);
        this.journal = journal;
        this.liveness = liveness;
        this.alarms = alarms;
    }

    /**
     * @throws InvalidException the instance is not there, is not the peer's, or must be named
     */
    public Diagnosis diagnose(Diagnosis.Flow flow) {
        Findings findings = new Findings();
        if (V4Mapped.isIpv4(flow.host)) {
            inbound(flow, findings);
        } else {
            outbound(flow, findings);
        }
        alarms.refresh();
        alarms.list().stream()
                .filter(a -> a.severity != Alarm.Severity.WARNING)
                .forEach(a -> findings.note(Check.SERVICE, a.message));
        return findings.diagnosis();
    }

    private void outbound(Diagnosis.Flow flow, Findings findings) {
        if (flow.hostPort != 0) {
            throw new InvalidException("hostPort", "is of hosts in IPv4 alone");
        }
        places.host(flow.host, findings);
        Transport4 peer = new Transport4();
        InstanceConfig instance = translating(flow, peer, findings);
        if (instance != null) {
            Ipv6Address peer4 = flow.peer == null ? null : V4Mapped.of(peer.address);
            if (peer4 == null) {
                findings.ok(Check.DESTINATION, name(instance) + " translates");
            } else {
                destination(flow, instance, peer.address, findings);
            }
            devices(
                    fabric.paths().trace(flow.host, instance.prefix.address(), peer4),
                    peer4,
                    findings);
            ports(flow, instance, findings);
            if (peer4 != null) {
                places.peer(peer4, findings);
            }
        }
    }

    private void inbound(Diagnosis.Flow flow, Findings findings) {
        if (flow.peer != null && !V4Mapped.isIpv4(flow.peer)) {
            throw new InvalidException("peer", "must be IPv4, as the host is");
        }
        Transport6 mapped = mappedHosts.find(flow, findings);
        if (mapped == null) {
            return;
        }
        InstanceConfig instance = instances.get(mapped.instance);
        requireInstance(flow, flow.host, instance);
        Ipv6Address host = Ipv6Address.of(mapped.high, mapped.low);
        places.host(host, findings);
        if (flow.peer != null) {
            source(flow, instance, V4Mapped.toIpv4(flow.peer), findings);
        }
        devices(fabric.paths().trace(flow.peer, flow.host, host), host, findings);
        if (flow.peer != null) {
            places.peer(flow.peer, findings);
        }
    }

    private static void requireInstance(
            Diagnosis.Flow flow, Ipv6Address of, InstanceConfig instance) {
        if (flow.instance != null && !flow.instance.equals(instance.name)) {
            throw new InvalidException(
                    "instance", V4Mapped.text(of) + " is of instance " + instance.name);
        }
    }

    private static String name(InstanceConfig instance) {
        return "instance " + instance.name + " (" + instance.prefix + ")";
    }

    /**
     * The instance that a flow is of; null: of none, which is found.
     *
     * @param peer gets the IPv4 address, if the flow has a peer
     */
    private InstanceConfig translating(Diagnosis.Flow flow, Transport4 peer, Findings findings) {
        if (instances.all().isEmpty()) {
            findings.problem(Check.DESTINATION, "there is no instance");
            return null;
        }
        if (flow.peer == null || V4Mapped.isIpv4(flow.peer)) {
            peer.address = flow.peer == null ? 0 : V4Mapped.toIpv4(flow.peer);
            return named(flow.instance);
        }
        if (!mappings.peerToIpv4(flow.peer.high(), flow.peer.low(), peer)) {
            String prefixes = join(instances.all().stream().map(i -> i.prefix));
            findings.problem(
                    Check.DESTINATION,
                    flow.peer + " is in no NAT64 prefix (" + prefixes + "), and no EAM has it");
            return null;
        }
        InstanceConfig instance = instances.get(peer.instance);
        requireInstance(flow, flow.peer, instance);
        return instance;
    }

    private InstanceConfig named(String name) {
        List<InstanceConfig> all = instances.all();
        if (name == null && all.size() > 1) {
            throw new InvalidException(
                    "instance", "must be one of " + join(all.stream().map(i -> i.name)));
        }
        return name == null ? all.get(0) : BindingRows.named(instances, name);
    }

    private static String join(Stream<?> all) {
        return all.map(Object::toString).collect(Collectors.joining(", "));
    }

    private void destination(
            Diagnosis.Flow flow, InstanceConfig instance, int peer, Findings findings) {
        // An address that may not be embedded in the prefix may still have an EAM.
        boolean isEmbedded =
                V4Mapped.isIpv4(flow.peer)
                        || instance.prefix.contains(flow.peer.high(), flow.peer.low());
        long high = flow.host.high();
        long low = flow.host.low();
        if (!isEmbedded && !mappings.eamOfHost6(instance.id, high, low, new Transport4())) {
            findings.problem(
                    Check.DESTINATION,
                    mapping(peer, flow.peer)
                            + ", where hosts with an EAM alone reach it: SOURCE_NOT_MAPPED");
            return;
        }
        int port = flow.port == 0 ? DeniedService.NO_PORT : flow.port;
        String to = Ipv4Address.toString(peer);
        if (!isEmbedded || !instances.isDenied(instance, peer, flow.protocol, port)) {
            findings.ok(Check.DESTINATION, name(instance) + " translates to " + to);
            return;
        }
        boolean isService = !instances.isDenied(instance, peer, null, DeniedService.NO_PORT);
        boolean isConfigured = instance.denied.stream().anyMatch(p -> p.contains(peer));
        findings.problem(
                Check.DESTINATION,
                name(instance)
                        + " does not translate to "
                        + to
                        + ": "
                        + (isService
                                ? "that service is in its deniedServices"
                                : isConfigured
                                        ? "that is in denied"
                                        : "its prefix is for global addresses alone"));
    }

    /** To a host with an EAM, a peer that has one as well does not come from the NAT64 prefix. */
    private void source(Diagnosis.Flow flow, InstanceConfig instance, int peer, Findings findings) {
        Transport6 mapped = new Transport6();
        if (mappings.eamToHost6(V4Mapped.toIpv4(flow.host), mapped)
                && mappings.eamOfHost4(instance.id, peer, mapped)) {
            findings.ok(Check.DESTINATION, mapping(peer, Ipv6Address.of(mapped.high, mapped.low)));
        } else {
            destination(flow, instance, peer, findings);
        }
    }

    private static String mapping(int address4, Ipv6Address address6) {
        return "an EAM has " + Ipv4Address.toString(address4) + " as " + address6;
    }

    /**
     * @param to where the way leads behind the translation; null: not known
     */
    private void devices(BindingPath.Direction way, Ipv6Address to, Findings findings) {
        Set<DeviceId> passed = new LinkedHashSet<>();
        Set<DeviceId> translators = new LinkedHashSet<>();
        for (BindingPath.Hop hop : way.hops) {
            passed.add(hop.device);
            if (hop.translates) {
                translators.add(hop.device);
            }
        }
        if (!translators.isEmpty()) {
            findings.ok(
                    Check.DEVICES,
                    "over "
                            + join(passed.stream())
                            + ", translated at "
                            + join(translators.stream()));
            if (to != null) {
                deadEnds(way, to, findings);
            }
            smallLinks(way, findings);
        } else if (passed.isEmpty()) {
            findings.problem(Check.DEVICES, "no device that is up is where packets come in");
        } else {
            findings.problem(
                    Check.DEVICES, "no translator is reached from " + join(passed.stream()));
        }
        for (DeviceId id : passed) {
            DeviceLink link = devices.get(id);
            String state = id + " is " + link.state().name().toLowerCase(Locale.ROOT);
            if (translators.contains(id) && !link.isAccepting()) {
                findings.problem(
                        Check.DEVICES, state + ": it translates what it has bindings of, alone");
            } else if (link.state() != Device.State.READY) {
                findings.note(Check.DEVICES, state + ": it forwards by the routes that it has");
            }
        }
    }

    /** Where packets end that have not come to the device of their destination. */
    private void deadEnds(BindingPath.Direction way, Ipv6Address to, Findings findings) {
        Location at = fabric.paths().locate(to);
        Set<DeviceId> last = new LinkedHashSet<>();
        at.interfaces.forEach(i -> last.add(i.port.device));
        boolean isKnown = at.neighbors.stream().anyMatch(a -> fabric.neighbors().get(a) != null);
        if (last.isEmpty() || at.kind == Location.Kind.ROUTED && !isKnown) {
            // The check of the destination says it.
            return;
        }
        Set<DeviceId> ends = new LinkedHashSet<>();
        way.hops.stream()
                .filter(hop -> hop.next.isEmpty() && !last.contains(hop.device))
                .forEach(hop -> ends.add(hop.device));
        if (ends.isEmpty()) {
            return;
        }
        List<String> down = new ArrayList<>();
        last.stream().filter(id -> !fabric.isUp(id)).forEach(id -> down.add(id.toString()));
        fabric.config().links.stream()
                .filter(link -> fabric.isPortDown(link.one) || fabric.isPortDown(link.other))
                .filter(
                        link ->
                                Stream.of(link.one, link.other)
                                        .anyMatch(
                                                end ->
                                                        ends.contains(end.device)
                                                                || last.contains(end.device)))
                .forEach(link -> down.add("the link of " + link.one + " and " + link.other));
        findings.problem(
                Check.DEVICES,
                "no path leads from "
                        + join(ends.stream())
                        + " to "
                        + join(last.stream())
                        + (down.isEmpty() ? "" : "; down: " + String.join(", ", down)));
    }

    /** Links on the way that lose packets of the size that they are to take. */
    private void smallLinks(BindingPath.Direction way, Findings findings) {
        for (BindingPath.Hop hop : way.hops) {
            for (BindingPath.Next next : hop.next) {
                FabricConfig.Port port = new FabricConfig.Port(hop.device, next.port);
                if (liveness.takesLess(port)) {
                    findings.problem(
                            Check.DEVICES,
                            "packets of the MTU that netcfg has are lost from "
                                    + port
                                    + " to "
                                    + next.device);
                }
            }
        }
    }

    private void ports(Diagnosis.Flow flow, InstanceConfig instance, Findings findings) {
        long high = flow.host.high();
        long low = flow.host.low();
        Transport4 mapped = new Transport4();
        if (mappings.eamOfHost6(instance.id, high, low, mapped)) {
            findings.ok(
                    Check.PORTS,
                    "an EAM has " + flow.host + " as " + Ipv4Address.toString(mapped.address));
            return;
        }
        Ipv6Prefix prefix = Ipv6Prefix.of(high, low, instance.subscriberPrefixLength);
        String name = "subscriber " + prefix;
        SubscriberPorts subscriber = pools.subscriber(instance.id, high, low);
        findings.ok(
                Check.PORTS,
                name + (subscriber == null ? " has no ports yet" : " has " + held(subscriber)));
        for (Protocol p : Protocol.values()) {
            Counter why =
                    flow.protocol == null || flow.protocol == p
                            ? binder.refusal(instance, p, flow.host)
                            : null;
            if (why != null) {
                findings.problem(
                        Check.PORTS,
                        name + " gets no new binding of " + p + ": " + text(why, instance));
            }
        }
        if (journal.problem() != null) {
            findings.problem(
                    Check.PORTS,
                    name + " gets no new binding: the store fails: " + journal.problem());
        }
        if (subscriber != null && subscriber.refused() > 0) {
            findings.note(
                    Check.PORTS,
                    "packets of " + name + " that were refused: " + subscriber.refused());
        }
        limits.reached().stream()
                .filter(r -> r.instance.id == instance.id && r.subscriber.equals(prefix))
                .forEach(r -> findings.note(Check.PORTS, r.toString()));
    }

    private String text(Counter why, InstanceConfig instance) {
        boolean hasPool = pools.all().stream().anyMatch(p -> p.instance() == instance.id);
        return why == Counter.REFUSED_NO_PORTS && !hasPool
                ? "the instance has no pool"
                : why.text() + " (" + why.id() + ")";
    }

    private String held(SubscriberPorts subscriber) {
        Set<String> addresses = new LinkedHashSet<>();
        List<String> bindings = new ArrayList<>();
        long[] counts = subscriber.bindings();
        for (Protocol p : Protocol.values()) {
            for (int i = 0; i < subscriber.blocks(p); i++) {
                int address = subscriber.block(p, i).address4();
                addresses.add(
                        Ipv4Address.toString(address)
                                + " of pool "
                                + pools.poolOf(address).spec().name);
            }
            bindings.add(counts[p.ordinal()] + " of " + p);
        }
        return join(addresses.stream()) + "; bindings: " + join(bindings.stream());
    }
}
