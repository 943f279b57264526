// SPDX-License-Identifier: Apache-2.0
package org.isthmus.config;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.isthmus.core.model.AlarmThresholds;
import org.isthmus.core.model.DeniedService;
import org.isthmus.core.model.Deterministic;
import org.isthmus.core.model.Eam;
import org.isthmus.core.model.Filtering;
import org.isthmus.core.model.InstanceConfig;
import org.isthmus.core.model.Limits;
import org.isthmus.core.model.Nat64Config;
import org.isthmus.core.model.PoolSpec;
import org.isthmus.core.model.Quotas;
import org.isthmus.core.model.StaticBinding;
import org.isthmus.core.net.Ipv4Address;
import org.isthmus.core.net.Ipv4Prefix;
import org.isthmus.core.net.Ipv6Address;
import org.isthmus.core.net.Ipv6Prefix;
import org.isthmus.core.net.PrefixIndex;
import org.isthmus.core.net.Protocol;
import org.isthmus.core.net.Rfc6052;

/** Reads {@code apps.org.isthmus.nat64}. One thread, once. */
final class Nat64Reader {
    private static final PrefixIndex NO_PREFIX = new PrefixIndex(List.of());

    /** By name, for references and nearest names; ids of 0 stand for instances in error. */
    private final Map<String, InstanceConfig> instances = new TreeMap<>();

    private final List<PoolSpec> pools = new ArrayList<>();
    private final Set<String> poolNames = new HashSet<>();

    /** Those of the pools of each instance, once all are read. */
    private final Map<String, PrefixIndex> pooled = new HashMap<>();

    private final List<Eam> eamt = new ArrayList<>();
    private final Map<Object, Eam> eamSides = new HashMap<>();

    /** By the path of each prefix of a pool, that of the range it is from. */
    private final Map<String, String> written = new HashMap<>();

    Nat64Config read(ObjectReader nat64) {
        List<InstanceConfig> order = new ArrayList<>();
        List<ObjectReader> all = nat64.objects("instances");
        for (ObjectReader reader : all) {
            InstanceConfig instance = instance(reader, all.size() == 1);
            if (instance != null) {
                order.add(instance);
            }
        }
        for (ObjectReader reader : nat64.objects("pools")) {
            pool(reader);
        }
        indexPools();
        for (ObjectReader reader : nat64.objects("eamt")) {
            eam(reader);
        }
        List<StaticBinding> statics = new ArrayList<>();
        Set<List<Object>> sides = new HashSet<>();
        for (ObjectReader reader : nat64.objects("static")) {
            staticBinding(reader, statics, sides);
        }
        ObjectReader options = nat64.object("options");
        int tos = options.optional("tos", Nat64Reader::tos, Limits.TOS.byDefault);
        boolean compute = options.optional("zeroUdpChecksum", Nat64Reader::compute, true);
        int lowestIpv6Mtu = options.integer("lowestIpv6Mtu", Limits.LOWEST_IPV6_MTU);
        int puntRate = options.integer("puntRate", Limits.PUNT_RATE);
        int subscriberPuntRate = options.integer("subscriberPuntRate", Limits.SUBSCRIBER_PUNT_RATE);
        int errorRate = options.integer("errorRate", Limits.ERROR_RATE);
        int errorRatePerSender =
                options.integer("errorRatePerSender", Limits.ERROR_RATE_PER_SENDER);
        int fragmentTimeout = options.integer("fragmentTimeout", Limits.FRAGMENT_TIMEOUT);
        int fragmentKilobytesPerSender =
                options.integer("fragmentKilobytesPerSender", Limits.FRAGMENT_KILOBYTES_PER_SENDER);
        int sessionsPerSubscriber =
                options.integer("sessionsPerSubscriber", Limits.SESSIONS_PER_SUBSCRIBER);
        int sessionsPerBinding = options.integer("sessionsPerBinding", Limits.SESSIONS_PER_BINDING);
        List<Ipv4Prefix> errorSources = options.list("errorSources", Ipv4Prefix::parse);
        boolean errorOrigins = options.flag("errorOrigins", true);
        int dataPlaneTimeout = options.integer("dataPlaneTimeout", Limits.DATA_PLANE_TIMEOUT);
        AlarmThresholds alarms = alarms(options.object("alarms"));
        boolean logBindings = options.flag("logBindings", false);
        options.end();
        nat64.end();
        return Nat64Config.builder()
                .instances(order)
                .pools(pools)
                .eamt(eamt)
                .staticBindings(statics)
                .tos(tos)
                .computeZeroUdpChecksum(compute)
                .lowestIpv6Mtu(lowestIpv6Mtu)
                .puntRate(puntRate)
                .subscriberPuntRate(subscriberPuntRate)
                .errorRate(errorRate)
                .errorRatePerSender(errorRatePerSender)
                .fragmentTimeout(fragmentTimeout)
                .fragmentKilobytesPerSender(fragmentKilobytesPerSender)
                .sessionsPerSubscriber(sessionsPerSubscriber)
                .sessionsPerBinding(sessionsPerBinding)
                .errorSources(errorSources)
                .errorOrigins(errorOrigins)
                .dataPlaneTimeout(dataPlaneTimeout)
                .alarms(alarms)
                .logBindings(logBindings)
                .build();
    }

    /** Where in what was read a field is that the core names. */
    String path(String field) {
        return written.getOrDefault(field, field);
    }

    private static AlarmThresholds alarms(ObjectReader r) {
        AlarmThresholds alarms =
                new AlarmThresholds(
                        r.integer("pool", Limits.ALARM_POOL),
                        r.integer("quota", Limits.ALARM_QUOTA),
                        r.integer("table", Limits.ALARM_TABLE));
        r.end();
        return alarms;
    }

    private InstanceConfig instance(ObjectReader r, boolean only) {
        String name = r.required("name", Nat64Reader::name);
        if (!only && !r.has("id")) {
            r.problem("id", "is missing; with several instances each needs its own");
        }
        int id = r.integer("id", Limits.INSTANCE_ID);
        Ipv6Prefix prefix = r.optional("prefix", Nat64Reader::natPrefix, Rfc6052.WELL_KNOWN);
        InstanceConfig instance =
                InstanceConfig.builder(name, prefix)
                        .id(id)
                        .subscriberPrefixLength(
                                r.integer(
                                        "subscriberPrefixLength", Limits.SUBSCRIBER_PREFIX_LENGTH))
                        .blockSize(blockSize(r))
                        .blocksPerSubscriber(
                                r.integer("blocksPerSubscriber", Limits.BLOCKS_PER_SUBSCRIBER))
                        .bindingsPerSecond(
                                r.integer("bindingsPerSecond", Limits.BINDINGS_PER_SECOND))
                        .udpTimeout(lifetime(r, "udpTimeout", Limits.UDP_TIMEOUT))
                        .icmpTimeout(lifetime(r, "icmpTimeout", Limits.ICMP_TIMEOUT))
                        .tcpEstablishedTimeout(
                                lifetime(
                                        r, "tcpEstablishedTimeout", Limits.TCP_ESTABLISHED_TIMEOUT))
                        .tcpTransitoryTimeout(
                                lifetime(r, "tcpTransitoryTimeout", Limits.TCP_TRANSITORY_TIMEOUT))
                        .tcpOpeningTimeout(
                                r.has("tcpOpeningTimeout")
                                        ? lifetime(
                                                r, "tcpOpeningTimeout", Limits.TCP_OPENING_TIMEOUT)
                                        : null)
                        .portHold(seconds(r, "portHold", Limits.PORT_HOLD))
                        .heldPorts(r.integer("heldPorts", Limits.HELD_PORTS))
                        .blockHold(seconds(r, "blockHold", Limits.BLOCK_HOLD))
                        .quotas(quotas(r))
                        .mssClamp(
                                r.optional(
                                        "mssClamp",
                                        Nat64Reader::mssClamp,
                                        Limits.MSS_CLAMP.byDefault))
                        .denied(r.list("denied", Ipv4Prefix::parse))
                        .deniedServices(deniedServices(r))
                        .build();
        r.end();
        for (InstanceConfig other : instances.values()) {
            if (other.id == id && r.has("id")) {
                r.problem("id", "is that of instance " + other.name);
            }
        }
        if (name == null) {
            return null;
        }
        if (instances.putIfAbsent(name, instance) != null) {
            r.problem("name", "is that of another instance: " + name);
        }
        return instance;
    }

    private static Quotas quotas(ObjectReader r) {
        int[] bindingsPerSubscriber = new int[3];
        ObjectReader each = r.object("bindingsPerSubscriber");
        for (Protocol p : Protocol.values()) {
            String name = p.name().toLowerCase(Locale.ROOT);
            bindingsPerSubscriber[p.ordinal()] = each.integer(name, Limits.QUOTA);
        }
        each.end();
        return new Quotas(
                bindingsPerSubscriber,
                r.integer("maxBindings", Limits.QUOTA),
                r.integer("maxBindingsPerSecond", Limits.QUOTA),
                r.integer("maxBlocks", Limits.QUOTA));
    }

    private static List<DeniedService> deniedServices(ObjectReader instance) {
        List<DeniedService> services = new ArrayList<>();
        for (ObjectReader r : instance.objects("deniedServices")) {
            Ipv4Prefix prefix = r.optional("prefix", Ipv4Prefix::parse, Ipv4Prefix.ALL);
            Protocol protocol = r.optional("protocol", Nat64Reader::protocol, null);
            int[] ports = r.optional("ports", Nat64Reader::destinationPorts, null);
            r.end();
            if (!r.has("protocol") && !r.has("ports")) {
                r.problem("ports", "is missing, and so is protocol; one of them is needed");
            } else if (protocol == Protocol.ICMP && r.has("ports")) {
                r.problem("ports", "ICMP has none");
            } else if (!r.has("ports") && protocol != null) {
                services.add(DeniedService.of(prefix, protocol));
            } else if (ports != null && (protocol != null || !r.has("protocol"))) {
                services.add(new DeniedService(prefix, protocol, ports[0], ports[1]));
            }
        }
        return services;
    }

    private static int blockSize(ObjectReader r) {
        int size = r.integer("blockSize", Limits.BLOCK_SIZE);
        if (Integer.bitCount(size) != 1) {
            r.problem("blockSize", "must be a power of two, not " + size);
        }
        return size;
    }

    private static Duration lifetime(ObjectReader r, String field, Limits.Range range) {
        return seconds(r, field, r.flag("shortLifetimes", false) ? range.shorter() : range);
    }

    private static Duration seconds(ObjectReader r, String field, Limits.Range range) {
        return Duration.ofSeconds(r.integer(field, range));
    }

    private void pool(ObjectReader r) {
        String name = r.required("name", Nat64Reader::name);
        String instance = instanceName(r);
        List<Ipv4Prefix> prefixes = new ArrayList<>();
        List<List<Ipv4Prefix>> ranges = r.list("prefixes", Ipv4Prefix::parseRange);
        for (int i = 0; i < ranges.size(); i++) {
            for (Ipv4Prefix each : ranges.get(i)) {
                String path = "pools[" + pools.size() + "].prefixes[";
                written.put(path + prefixes.size() + "]", path + i + "]");
                prefixes.add(each);
            }
        }
        ObjectReader ports = r.object("ports");
        int[] first = PoolSpec.defaultFirstPort();
        int[] last = PoolSpec.defaultLastPort();
        for (Protocol protocol : Protocol.values()) {
            int i = protocol.ordinal();
            int[] range =
                    ports.optional(
                            protocol.name().toLowerCase(Locale.ROOT),
                            Nat64Reader::range,
                            new int[] {first[i], last[i]});
            first[i] = range[0];
            last[i] = range[1];
        }
        ports.end();
        Deterministic deterministic = null;
        if (r.has("deterministic")) {
            deterministic = deterministic(r.object("deterministic"));
        }
        Filtering filtering =
                r.optional("filtering", Filtering::parse, Filtering.ENDPOINT_INDEPENDENT);
        boolean holdsSyns = r.flag("holdSyns", false);
        int portSets = r.integer("portSets", Limits.PORT_SETS);
        boolean drains = r.flag("drain", false);
        r.end();
        if (r.hasNone("prefixes")) {
            r.problem("prefixes", "is empty");
        }
        if (name != null) {
            if (!poolNames.add(name)) {
                r.problem("name", "is that of another pool: " + name);
            }
            pools.add(
                    new PoolSpec(name, instance, prefixes, first, last, deterministic, filtering)
                            .holdsSyns(holdsSyns)
                            .portSets(portSets)
                            .drains(drains));
        }
    }

    private void indexPools() {
        Map<String, List<Ipv4Prefix>> prefixes = new HashMap<>();
        for (PoolSpec p : pools) {
            if (p.instance != null) {
                prefixes.computeIfAbsent(p.instance, i -> new ArrayList<>()).addAll(p.prefixes);
            }
        }
        prefixes.forEach((instance, all) -> pooled.put(instance, new PrefixIndex(all)));
    }

    private static Deterministic deterministic(ObjectReader r) {
        Ipv6Prefix subscribers = r.required("subscribers", Ipv6Prefix::parse);
        if (!r.has("portsPerSubscriber")) {
            r.problem("portsPerSubscriber", "is missing");
        }
        int ports = r.integer("portsPerSubscriber", Limits.PORTS_PER_SUBSCRIBER);
        Deterministic.Algorithm algorithm =
                r.optional(
                        "algorithm",
                        Deterministic.Algorithm::parse,
                        Deterministic.Algorithm.SEQUENTIAL);
        r.end();
        return subscribers == null ? null : new Deterministic(subscribers, ports, algorithm);
    }

    private void eam(ObjectReader r) {
        Ipv4Prefix prefix4 = r.required("ipv4", Ipv4Prefix::parse);
        Ipv6Prefix prefix6 = r.required("ipv6", Ipv6Prefix::parse);
        String instance = instanceName(r);
        Eam.Host host = r.optional("host", Eam.Host::parse, Eam.Host.IPV6);
        r.end();
        if (prefix4 == null || prefix6 == null) {
            return;
        }
        if (128 - prefix6.length() < 32 - prefix4.length()) {
            // RFC 7757 section 3.2
            r.problem("ipv6", "has fewer bits behind the prefix than ipv4 " + prefix4);
        }
        Eam eam = new Eam(prefix4, prefix6, instance, host);
        Eam same4 = eamSides.putIfAbsent(prefix4, eam);
        if (same4 != null) {
            r.problem("ipv4", "is mapped already: " + same4);
        }
        Eam same6 = eamSides.putIfAbsent(prefix6, eam);
        if (same6 != null) {
            r.problem("ipv6", "is mapped already: " + same6);
        }
        eamt.add(eam);
    }

    private void staticBinding(
            ObjectReader r, List<StaticBinding> statics, Set<List<Object>> sides) {
        String instance = instanceName(r);
        Protocol protocol = r.required("protocol", Nat64Reader::protocol);
        Ipv6Address address6 = r.required("ipv6", Ipv6Address::parse);
        Ipv4Address address4 = r.required("ipv4", Ipv4Address::parse);
        int port6 = port(r, "port6", protocol);
        int port4 = port(r, "port4", protocol);
        r.end();
        if (protocol == null || address6 == null || address4 == null) {
            return;
        }
        if (!sides.add(List.of(protocol, address4, port4))) {
            r.problem("ipv4", address4 + " port " + port4 + " is bound already");
        }
        if (!sides.add(List.of(String.valueOf(instance), protocol, address6, port6))) {
            r.problem("ipv6", address6 + " port " + port6 + " is bound already");
        }
        if (!pooled.getOrDefault(instance, NO_PREFIX).contains(address4.bits())) {
            r.problem("ipv4", address4 + " is in no pool of instance " + instance);
        }
        statics.add(new StaticBinding(instance, protocol, address6, port6, address4, port4));
    }

    private static int port(ObjectReader r, String field, Protocol protocol) {
        if (!r.has(field)) {
            r.problem(field, "is missing");
        }
        return r.integer(field, Limits.port(protocol));
    }

    /** The instance a row belongs to; the only one need not be named. */
    private String instanceName(ObjectReader r) {
        if (!r.has("instance") && instances.size() == 1) {
            return instances.keySet().iterator().next();
        }
        String name = r.required("instance", Nat64Reader::name);
        if (name != null && !instances.containsKey(name)) {
            String near = Suggestion.nearest(name, instances.keySet());
            r.problem(
                    "instance",
                    "no such instance: "
                            + name
                            + (near == null ? "" : "; did you mean " + near + "?"));
        }
        return name;
    }

    static String name(String text) {
        if (!Limits.NAME.matcher(text).matches()) {
            throw new IllegalArgumentException(
                    "must be 1 to 64 letters, digits, dashes, underscores or dots, not . or ..: "
                            + text);
        }
        return text;
    }

    private static Ipv6Prefix natPrefix(String text) {
        Ipv6Prefix prefix = Ipv6Prefix.parse(text);
        if (!Rfc6052.isLength(prefix.length())) {
            throw new IllegalArgumentException(
                    "length must be 32, 40, 48, 56, 64 or 96 (RFC 6052 section 2.2): " + text);
        }
        if ((prefix.low() >>> 56) != 0) {
            throw new IllegalArgumentException(
                    "bits 64 to 71 must be zero (RFC 6052 section 2.2): " + text);
        }
        return prefix;
    }

    private static Protocol protocol(String text) {
        for (Protocol p : Protocol.values()) {
            if (p.name().equalsIgnoreCase(text)) {
                return p;
            }
        }
        throw new IllegalArgumentException("must be tcp, udp or icmp: " + text);
    }

    /** First and last of {@code 1024-65535}. */
    private static int[] range(String text) {
        if (text.matches("[0-9]{1,5}-[0-9]{1,5}")) {
            int dash = text.indexOf('-');
            int first = Integer.parseInt(text.substring(0, dash));
            int last = Integer.parseInt(text.substring(dash + 1));
            if (first <= last && last <= 0xffff) {
                return new int[] {first, last};
            }
        }
        throw new IllegalArgumentException("not a range such as 1024-65535: " + text);
    }

    /** First and last of {@code 25} and {@code 6881-6999}. */
    private static int[] destinationPorts(String text) {
        if (text.matches("[0-9]{1,5}(-[0-9]{1,5})?")) {
            int dash = text.indexOf('-');
            int first = Integer.parseInt(dash < 0 ? text : text.substring(0, dash));
            int last = Integer.parseInt(text.substring(dash + 1));
            if (first > 0 && first <= last && last <= 0xffff) {
                return new int[] {first, last};
            }
        }
        throw new IllegalArgumentException("must be ports from 1 on, as 25 or 6881-6999: " + text);
    }

    private static int mssClamp(String text) {
        if (text.equals("off")) {
            return Limits.MSS_CLAMP.byDefault;
        }
        if (text.equals("auto")) {
            return Limits.MSS_AUTO;
        }
        if (text.matches("[0-9]{1,5}") && Limits.MSS_CLAMP.contains(Integer.parseInt(text))) {
            return Integer.parseInt(text);
        }
        throw new IllegalArgumentException(
                String.format(
                        "must be \"off\", \"auto\" or \"%d\" to \"%d\": %s",
                        Limits.MSS_CLAMP.min, Limits.MSS_CLAMP.max, text));
    }

    private static int tos(String text) {
        if (text.equals("copy")) {
            return Limits.TOS.byDefault;
        }
        if (text.matches("[0-9]{1,3}") && Limits.TOS.contains(Integer.parseInt(text))) {
            return Integer.parseInt(text);
        }
        throw new IllegalArgumentException(
                "must be \"copy\" or \"0\" to \"" + Limits.TOS.max + "\": " + text);
    }

    private static boolean compute(String text) {
        if (text.equals("compute") || text.equals("drop")) {
            return text.equals("compute");
        }
        throw new IllegalArgumentException("must be \"compute\" or \"drop\": " + text);
    }
}
