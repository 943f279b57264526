// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core.policy;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.isthmus.core.api.Alarm.Severity;
import org.isthmus.core.api.Warning;
import org.isthmus.core.fabric.Fabric;
import org.isthmus.core.mapping.Instances;
import org.isthmus.core.model.Eam;
import org.isthmus.core.model.FabricConfig;
import org.isthmus.core.model.InstanceConfig;
import org.isthmus.core.model.Limits;
import org.isthmus.core.model.Nat64Config;
import org.isthmus.core.model.PoolSpec;
import org.isthmus.core.net.Ipv4Prefix;
import org.isthmus.core.net.Ipv6Prefix;
import org.isthmus.core.net.Rfc6052;
import org.isthmus.core.net.SpecialPurpose;
import org.isthmus.core.net.V4Mapped;
import org.isthmus.core.pool.Pools;
import org.isthmus.core.pool.PortPool;

/**
 * What is odd about what is in force, entries of operators included. Of many cases of one kind the
 * first is named and the others are counted.
 *
 * <p>Threading: the core's thread.
 */
public final class Warnings {
    private static final Logger LOG = System.getLogger(Warnings.class.getName());

    /** What a fragment grows by from IPv4 to IPv6 (RFC 7915 section 4). */
    private static final int GROWTH = 28;

    /** Prefixes of a route no longer than this are default routes: halves of one, 2000::/3. */
    private static final int DEFAULT_ROUTE = 3;

    /** Cases of one kind: the first, and how many. */
    private static final class Cases {
        String first;
        int count;

        /** There may be a million: only the first gets its name. */
        void add(Supplier<String> name) {
            first = first == null ? name.get() : first;
            count++;
        }

        @Override
        public String toString() {
            return count == 1 ? first : first + " and " + (count - 1) + " more";
        }
    }

    private final Instances instances;
    private final Pools pools;
    private final Fabric fabric;
    private List<Object> seen = List.of();
    private List<Warning> now = List.of();

    public Warnings(Instances instances, Pools pools, Fabric fabric) {
        this.instances = instances;
        this.pools = pools;
        this.fabric = fabric;
    }

    /** The warnings now; each is logged when it is new. Cheap while nothing changes. */
    public List<Warning> now() {
        List<PoolSpec> specs =
                pools.all().stream().map(PortPool::spec).collect(Collectors.toList());
        // The EAMT and both configurations are immutable, and others when they change.
        List<Object> state = List.of(instances.all(), specs, instances.eamt(), fabric.config());
        if (!state.equals(seen)) {
            List<Warning> before = now;
            now =
                    of(
                            instances.all(),
                            specs,
                            instances.eamt().list(),
                            instances.lowestIpv6Mtu(),
                            fabric.config());
            now.stream().filter(w -> !before.contains(w)).forEach(w -> LOG.log(Level.WARNING, w));
            seen = state;
        }
        return now;
    }

    /** The warnings of a configuration alone. */
    public static List<Warning> of(Nat64Config nat64, FabricConfig fabric) {
        return of(nat64.instances, nat64.pools, nat64.eamt, nat64.lowestIpv6Mtu, fabric);
    }

    private static List<Warning> of(
            List<InstanceConfig> instances,
            List<PoolSpec> pools,
            List<Eam> eamt,
            int lowestIpv6Mtu,
            FabricConfig fabric) {
        List<Warning> all = new ArrayList<>();
        AddressPlan plan = new AddressPlan(fabric, Map.of());
        unused(all, instances, pools, eamt, fabric);
        for (InstanceConfig i : instances) {
            lifetimes(all, i);
            boolean pooled = pools.stream().anyMatch(p -> p.instance.equals(i.name));
            if (pooled) {
                subscribers(all, i, fabric);
            }
            Ipv6Prefix network = plan.network(i.prefix);
            if (network != null) {
                String what = "Prefix " + i.prefix + " of instance " + i.name + " is inside ";
                add(
                        all,
                        "prefix-on-link",
                        "instance " + i.name,
                        what
                                + network
                                + " of "
                                + plan.at(network)
                                + ": hosts there ask for each of its addresses by itself.");
            }
        }
        wellKnown(all, instances, pools, fabric);
        routes(all, pools, eamt, plan, fabric);
        eams(all, eamt, plan);
        ports(all, fabric);
        if (!instances.isEmpty()) {
            sizes(all, lowestIpv6Mtu, fabric);
        }
        return all;
    }

    private static void add(List<Warning> all, String kind, String subject, String message) {
        all.add(new Warning(kind, Severity.WARNING, subject, message));
    }

    private static void unused(
            List<Warning> all,
            List<InstanceConfig> instances,
            List<PoolSpec> pools,
            List<Eam> eamt,
            FabricConfig fabric) {
        if (instances.isEmpty()) {
            add(all, "unused-fabric", "instances", "There is no NAT64 instance to translate.");
        } else if (!fabric.devices.isEmpty()
                && fabric.devices.stream().noneMatch(d -> d.translator)) {
            add(all, "unused-fabric", "devices", "No device is a translator.");
        }
        for (InstanceConfig i : instances) {
            if (pools.stream().noneMatch(p -> p.instance.equals(i.name))
                    && eamt.stream().noneMatch(e -> e.instance.equals(i.name))) {
                String what = "Instance " + i.name + " has neither a pool nor an EAM.";
                add(all, "unused-instance", "instance " + i.name, what);
            }
            List<PoolSpec> own =
                    pools.stream()
                            .filter(p -> p.instance.equals(i.name))
                            .collect(Collectors.toList());
            if (!own.isEmpty() && own.stream().allMatch(p -> p.drains)) {
                // New subscribers get as little as where all pools are full.
                all.add(
                        new Warning(
                                "all-draining",
                                Severity.MAJOR,
                                "instance " + i.name,
                                "All pools of instance "
                                        + i.name
                                        + " drain: new subscribers get no ports."));
            }
        }
    }

    private static void lifetimes(List<Warning> all, InstanceConfig i) {
        Cases cases = new Cases();
        shorter(cases, "udpTimeout", i.udpTimeout, Limits.UDP_TIMEOUT);
        shorter(cases, "icmpTimeout", i.icmpTimeout, Limits.ICMP_TIMEOUT);
        shorter(
                cases,
                "tcpEstablishedTimeout",
                i.tcpEstablishedTimeout,
                Limits.TCP_ESTABLISHED_TIMEOUT);
        shorter(
                cases,
                "tcpTransitoryTimeout",
                i.tcpTransitoryTimeout,
                Limits.TCP_TRANSITORY_TIMEOUT);
        if (!i.tcpOpeningTimeout.equals(i.tcpTransitoryTimeout)) {
            shorter(cases, "tcpOpeningTimeout", i.tcpOpeningTimeout, Limits.TCP_OPENING_TIMEOUT);
        }
        if (cases.count > 0) {
            add(
                    all,
                    "short-lifetimes",
                    "instance " + i.name,
                    "Instance "
                            + i.name
                            + " has a lifetime shorter than RFCs allow: "
                            + cases
                            + ".");
        }
    }

    private static void shorter(Cases cases, String name, Duration value, Limits.Range allowed) {
        if (value.getSeconds() < allowed.min) {
            cases.add(() -> name);
        }
    }

    /** A host that may choose from a whole network has as many subscribers' shares. */
    private static void subscribers(List<Warning> all, InstanceConfig i, FabricConfig fabric) {
        Cases cases = new Cases();
        for (FabricConfig.Interface on : fabric.interfaces) {
            for (Ipv6Prefix p : on.networks6) {
                if (p.length() < i.subscriberPrefixLength) {
                    cases.add(() -> p + " of " + AddressPlan.name(on));
                }
            }
        }
        if (cases.count > 0) {
            add(
                    all,
                    "subscriber-length",
                    "instance " + i.name,
                    "A host can be many subscribers of instance "
                            + i.name
                            + ": their length, "
                            + i.subscriberPrefixLength
                            + ", is more than that of "
                            + cases
                            + ".");
        }
    }

    /** RFC 6052 section 3.1. */
    private static void wellKnown(
            List<Warning> all,
            List<InstanceConfig> instances,
            List<PoolSpec> pools,
            FabricConfig fabric) {
        Predicate<InstanceConfig> wellKnown = i -> i.prefix.equals(Rfc6052.WELL_KNOWN);
        for (PoolSpec pool : pools) {
            if (instances.stream().filter(wellKnown).noneMatch(i -> i.name.equals(pool.instance))) {
                continue;
            }
            Cases cases = new Cases();
            for (Ipv4Prefix p : pool.prefixes) {
                String range = SpecialPurpose.nonGlobal(p);
                if (range != null) {
                    cases.add(() -> p + " (" + range + ")");
                }
            }
            if (cases.count > 0) {
                add(
                        all,
                        "not-global",
                        "pool " + pool.name,
                        "The hosts of pool "
                                + pool.name
                                + " do not reach each other by IPv4: 64:ff9b::/96 must not stand"
                                + " for "
                                + cases
                                + ".");
            }
        }
        if (instances.isEmpty() || !instances.stream().allMatch(wellKnown)) {
            return;
        }
        Cases cases = new Cases();
        for (FabricConfig.Interface on : fabric.interfaces) {
            for (Ipv4Prefix p : on.networks4) {
                if (SpecialPurpose.nonGlobal(p) != null) {
                    cases.add(() -> p + " of " + AddressPlan.name(on));
                }
            }
        }
        if (cases.count > 0) {
            add(
                    all,
                    "not-global",
                    "interfaces",
                    "IPv6 hosts do not reach " + cases + ": 64:ff9b::/96 must not stand for it.");
        }
    }

    private static void routes(
            List<Warning> all,
            List<PoolSpec> pools,
            List<Eam> eamt,
            AddressPlan plan,
            FabricConfig fabric) {
        Map<Ipv6Prefix, Cases> inside = new LinkedHashMap<>();
        for (PoolSpec pool : pools) {
            for (Ipv4Prefix p : pool.prefixes) {
                inside(inside, plan, V4Mapped.of(p), () -> p + " of pool " + pool.name);
            }
        }
        if (!fabric.routes.isEmpty()) {
            for (Eam e : eamt) {
                inside(inside, plan, service(e), () -> "EAM " + e);
            }
        }
        inside.forEach(
                (route, cases) ->
                        add(
                                all,
                                "inside-route",
                                "route " + V4Mapped.text(route),
                                "The "
                                        + plan.at(route)
                                        + " to "
                                        + V4Mapped.text(route)
                                        + " does not carry what goes to "
                                        + cases
                                        + ", which is translated."));
        for (FabricConfig.StaticRoute r : fabric.routes) {
            Ipv6Prefix p = r.prefix4 != null ? V4Mapped.of(r.prefix4) : r.prefix6;
            if (p.equals(plan.network(p))) {
                add(
                        all,
                        "unused-route",
                        "route " + V4Mapped.text(p),
                        "The route to "
                                + V4Mapped.text(p)
                                + " is not used: it is the network of "
                                + plan.at(p)
                                + ".");
            }
        }
    }

    private static void inside(
            Map<Ipv6Prefix, Cases> all,
            AddressPlan plan,
            Ipv6Prefix service,
            Supplier<String> name) {
        Ipv6Prefix route = plan.route(service);
        int first = V4Mapped.isIpv4(service) ? 96 : 0;
        if (route != null && route.length() > first + DEFAULT_ROUTE) {
            all.computeIfAbsent(route, r -> new Cases()).add(name);
        }
    }

    /** The prefix of a mapping that translators answer for. */
    private static Ipv6Prefix service(Eam e) {
        return e.host == Eam.Host.IPV6 ? V4Mapped.of(e.prefix4) : e.prefix6;
    }

    private static void eams(List<Warning> all, List<Eam> eamt, AddressPlan plan) {
        Cases cases = new Cases();
        for (Eam e : eamt) {
            Ipv6Prefix hosts = e.host == Eam.Host.IPV6 ? e.prefix6 : V4Mapped.of(e.prefix4);
            if (plan.route(hosts) == null
                    && plan.network(hosts) == null
                    && plan.shadowed(hosts) == null) {
                cases.add(e::toString);
            }
        }
        if (cases.count > 0) {
            String what = "No interface and no route leads to the hosts of EAM " + cases + ".";
            add(all, "unreached-eam", "EAMT", what);
        }
    }

    private static void ports(List<Warning> all, FabricConfig fabric) {
        Set<FabricConfig.Port> ends = new HashSet<>();
        for (FabricConfig.Link l : fabric.links) {
            ends.add(l.one);
            ends.add(l.other);
        }
        Cases linked = new Cases();
        Cases idle = new Cases();
        for (FabricConfig.Port p : fabric.unusedPorts) {
            (ends.contains(p) ? linked : idle).add(p::toString);
        }
        String what = "Settings of ports have no effect ";
        if (linked.count > 0) {
            add(
                    all,
                    "unused-port",
                    "links",
                    what + "where a link is, which has an MTU of its own: " + linked + ".");
        }
        if (idle.count > 0) {
            add(all, "unused-port", "ports", what + "where no interface is: " + idle + ".");
        }
    }

    private static void sizes(List<Warning> all, int lowestIpv6Mtu, FabricConfig fabric) {
        int largest = 0;
        Cases narrow = new Cases();
        for (FabricConfig.Interface i : fabric.interfaces) {
            if (!i.networks4.isEmpty()) {
                largest = Math.max(largest, i.mtu);
            }
            if (!i.networks6.isEmpty() && i.mtu < lowestIpv6Mtu) {
                narrow.add(() -> i.mtu + " of " + AddressPlan.name(i));
            }
        }
        Cases small = new Cases();
        for (FabricConfig.Link l : fabric.links) {
            if (l.mtu < largest + GROWTH) {
                small.add(() -> l.one + "-" + l.other + " (" + l.mtu + ")");
            }
            if (l.mtu < lowestIpv6Mtu) {
                narrow.add(() -> l.mtu + " of " + l.one + "-" + l.other);
            }
        }
        if (small.count > 0) {
            add(
                    all,
                    "small-mtu",
                    "links",
                    "IPv4 packets of "
                            + largest
                            + " bytes do not fit once they are IPv6, up to "
                            + (largest + GROWTH)
                            + ": "
                            + small
                            + ".");
        }
        if (narrow.count > 0) {
            add(
                    all,
                    "small-mtu",
                    "lowestIpv6Mtu",
                    "lowestIpv6Mtu, " + lowestIpv6Mtu + ", is more than the " + narrow + ".");
        }
    }
}
