// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core.policy;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.isthmus.core.api.ConflictException;
import org.isthmus.core.api.ExhaustedException;
import org.isthmus.core.api.Fault;
import org.isthmus.core.api.InvalidException;
import org.isthmus.core.mapping.Eamt;
import org.isthmus.core.model.Deterministic;
import org.isthmus.core.model.DeterministicMap;
import org.isthmus.core.model.Eam;
import org.isthmus.core.model.FabricConfig;
import org.isthmus.core.model.InstanceConfig;
import org.isthmus.core.model.Limits;
import org.isthmus.core.model.Nat64Config;
import org.isthmus.core.model.PoolSpec;
import org.isthmus.core.model.StaticBinding;
import org.isthmus.core.net.Ipv4Prefix;
import org.isthmus.core.net.Ipv6Prefix;
import org.isthmus.core.net.PrefixMap;
import org.isthmus.core.net.Protocol;
import org.isthmus.core.net.Rfc6052;
import org.isthmus.core.net.SpecialPurpose;
import org.isthmus.core.net.V4Mapped;

/**
 * Checks a configuration or a change before anything is written. Entries are given one after the
 * other; each is checked on its own and against those before it.
 *
 * <p>Exceptions name the field by its path and, in a conflict, the other entry. Not thread safe.
 */
public final class Audit {
    /** Throws the first fault. */
    static final Consumer<RuntimeException> THROW =
            e -> {
                throw e;
            };

    static final String NO_DRAIN =
            "a deterministic pool does not drain: its subscribers have ports nowhere else";

    private final AddressPlan plan;
    private final FieldChecks fields;
    private final List<InstanceConfig> instances = new ArrayList<>();
    private final Entries entries;
    private final boolean logBindings;

    /** An audit beside state that was checked before. */
    Audit(
            boolean logBindings,
            List<InstanceConfig> instances,
            Entries entries,
            AddressPlan plan,
            Consumer<RuntimeException> wrong) {
        this.logBindings = logBindings;
        this.instances.addAll(instances);
        this.entries = entries;
        this.plan = plan;
        fields = new FieldChecks(wrong);
    }

    /** All that is wrong with a configuration, whatever operators added and hosts there are. */
    public static List<Fault> faults(Nat64Config nat64, FabricConfig fabric) {
        List<Fault> faults = new ArrayList<>();
        of(nat64, new AddressPlan(fabric, Map.of()), e -> faults.add(fault(e)));
        return faults;
    }

    /** A refusal of a change or a configuration as what is wrong with it. */
    static Fault fault(RuntimeException e) {
        if (e instanceof ExhaustedException) {
            return new Fault("", e.getMessage(), null);
        }
        if (e instanceof InvalidException) {
            return new Fault(((InvalidException) e).field(), e.getMessage(), null);
        }
        ConflictException c = (ConflictException) e;
        return new Fault(c.field(), c.getMessage(), c.other());
    }

    /**
     * Checks a configuration; entries of operators can be added after it.
     *
     * @param wrong gets InvalidExceptions and ConflictExceptions; if it returns, checks continue,
     *     and the audit is of use no more
     */
    static Audit of(Nat64Config config, AddressPlan plan, Consumer<RuntimeException> wrong) {
        Audit audit =
                new Audit(
                        config.logBindings,
                        List.of(),
                        new Entries(List.of(), Eamt.EMPTY, List.of(), wrong),
                        plan,
                        wrong);
        audit.fields.range("tos", config.tos, Limits.TOS);
        audit.fields.range("lowestIpv6Mtu", config.lowestIpv6Mtu, Limits.LOWEST_IPV6_MTU);
        audit.fields.range("puntRate", config.puntRate, Limits.PUNT_RATE);
        audit.fields.range(
                "subscriberPuntRate", config.subscriberPuntRate, Limits.SUBSCRIBER_PUNT_RATE);
        audit.fields.range("errorRate", config.errorRate, Limits.ERROR_RATE);
        audit.fields.range(
                "errorRatePerSender", config.errorRatePerSender, Limits.ERROR_RATE_PER_SENDER);
        audit.fields.range("fragmentTimeout", config.fragmentTimeout, Limits.FRAGMENT_TIMEOUT);
        audit.fields.range(
                "fragmentKilobytesPerSender",
                config.fragmentKilobytesPerSender,
                Limits.FRAGMENT_KILOBYTES_PER_SENDER);
        audit.fields.range(
                "sessionsPerSubscriber",
                config.sessionsPerSubscriber,
                Limits.SESSIONS_PER_SUBSCRIBER);
        audit.fields.range(
                "sessionsPerBinding", config.sessionsPerBinding, Limits.SESSIONS_PER_BINDING);
        for (int i = 0; i < config.errorSources.size(); i++) {
            Ipv4Prefix prefix = config.errorSources.get(i);
            audit.fields.special(
                    "errorSources[" + i + "]", prefix, SpecialPurpose.notRouted(prefix));
        }
        audit.fields.range("dataPlaneTimeout", config.dataPlaneTimeout, Limits.DATA_PLANE_TIMEOUT);
        audit.fields.range("alarms.pool", config.alarms.pool, Limits.ALARM_POOL);
        audit.fields.range("alarms.quota", config.alarms.quota, Limits.ALARM_QUOTA);
        audit.fields.range("alarms.table", config.alarms.table, Limits.ALARM_TABLE);
        for (int i = 0; i < config.instances.size(); i++) {
            audit.instance("instances[" + i + "].", config.instances.get(i));
        }
        for (int i = 0; i < config.pools.size(); i++) {
            audit.pool("pools[" + i + "].", config.pools.get(i));
        }
        audit.eams("eamt", config.eamt);
        for (int i = 0; i < config.staticBindings.size(); i++) {
            audit.staticBinding("staticBindings[" + i + "].", config.staticBindings.get(i));
        }
        return audit;
    }

    /** The mappings so far. */
    Eamt eamt() {
        return entries.eamt();
    }

    private void instance(String path, InstanceConfig c) {
        fields.name(path + "name", c.name);
        fields.range(path + "id", c.id, Limits.INSTANCE_ID);
        if (!Rfc6052.isLength(c.prefix.length())) {
            fields.invalid(
                    path + "prefix", c.prefix + " is not of length 32, 40, 48, 56, 64 or 96");
        }
        if (c.prefix.low() >>> 56 != 0) {
            fields.invalid(path + "prefix", "bits 64 to 71 of " + c.prefix + " are set");
        }
        for (InstanceConfig other : instances) {
            if (other.name.equals(c.name)) {
                fields.conflict(path + "name", c.name + " is there twice", other.name);
            }
            if (other.id == c.id) {
                fields.conflict(path + "id", c.id + " is the id of another instance", other.name);
            }
            if (other.prefix.overlaps(c.prefix)) {
                fields.conflict(
                        path + "prefix",
                        c.prefix + " overlaps " + other.prefix,
                        "instance " + other.name);
            }
        }
        if (c.prefix.overlaps(Rfc6052.WELL_KNOWN) && !c.prefix.equals(Rfc6052.WELL_KNOWN)) {
            // RFC 6052 section 2.2: it has 96 bits, and no other length.
            fields.invalid(path + "prefix", c.prefix + " holds " + Rfc6052.WELL_KNOWN);
        }
        fields.special(path + "prefix", c.prefix, SpecialPurpose.notRouted(c.prefix));
        served(path + "prefix", c.prefix);
        fields.range(
                path + "subscriberPrefixLength",
                c.subscriberPrefixLength,
                Limits.SUBSCRIBER_PREFIX_LENGTH);
        fields.range(path + "blockSize", c.blockSize, Limits.BLOCK_SIZE);
        if (Integer.bitCount(c.blockSize) != 1) {
            fields.invalid(path + "blockSize", c.blockSize + " is not a power of two");
        }
        fields.range(
                path + "blocksPerSubscriber", c.blocksPerSubscriber, Limits.BLOCKS_PER_SUBSCRIBER);
        fields.range(path + "bindingsPerSecond", c.bindingsPerSecond, Limits.BINDINGS_PER_SECOND);
        // What RFCs let them be is the reader's to ask for: tests have shorter ones.
        fields.seconds(path + "udpTimeout", c.udpTimeout, Limits.UDP_TIMEOUT.shorter());
        fields.seconds(path + "icmpTimeout", c.icmpTimeout, Limits.ICMP_TIMEOUT.shorter());
        fields.seconds(
                path + "tcpEstablishedTimeout",
                c.tcpEstablishedTimeout,
                Limits.TCP_ESTABLISHED_TIMEOUT.shorter());
        fields.seconds(
                path + "tcpTransitoryTimeout",
                c.tcpTransitoryTimeout,
                Limits.TCP_TRANSITORY_TIMEOUT.shorter());
        fields.seconds(
                path + "tcpOpeningTimeout",
                c.tcpOpeningTimeout,
                Limits.TCP_OPENING_TIMEOUT.shorter());
        fields.seconds(path + "portHold", c.portHold, Limits.PORT_HOLD);
        fields.range(path + "heldPorts", c.heldPorts, Limits.HELD_PORTS);
        fields.seconds(path + "blockHold", c.blockHold, Limits.BLOCK_HOLD);
        for (Protocol p : Protocol.values()) {
            fields.range(
                    path + "bindingsPerSubscriber." + p.name().toLowerCase(Locale.ROOT),
                    c.quotas.bindingsPerSubscriber(p.ordinal()),
                    Limits.QUOTA);
        }
        fields.range(path + "maxBindings", c.quotas.bindings, Limits.QUOTA);
        fields.range(path + "maxBindingsPerSecond", c.quotas.bindingsPerSecond, Limits.QUOTA);
        fields.range(path + "maxBlocks", c.quotas.blocks, Limits.QUOTA);
        if (c.mssClamp != Limits.MSS_CLAMP.byDefault && c.mssClamp != Limits.MSS_AUTO) {
            fields.range(path + "mssClamp", c.mssClamp, Limits.MSS_CLAMP);
        }
        instances.add(c);
    }

    /**
     * @param path of the pool, with a final dot; empty if the pool is the whole request
     */
    void pool(String path, PoolSpec spec) {
        fields.name(path + "name", spec.name);
        InstanceConfig instance = known(path + "instance", spec.instance);
        if (spec.prefixes.isEmpty()) {
            fields.invalid(path + "prefixes", "there is none");
        }
        PrefixMap<Ipv4Prefix> before = new PrefixMap<>();
        for (int i = 0; i < spec.prefixes.size(); i++) {
            poolPrefix(path + "prefixes[" + i + "]", spec.prefixes.get(i), before);
        }
        for (Protocol p : Protocol.values()) {
            int i = p.ordinal();
            if (spec.firstPort.length != 3 || spec.lastPort.length != 3) {
                fields.invalid(path + "firstPort", "not one port per protocol");
                break;
            }
            fields.range(path + "firstPort[" + i + "]", spec.firstPort[i], 0, 65535);
            fields.range(path + "lastPort[" + i + "]", spec.lastPort[i], spec.firstPort[i], 65535);
            int size = instance == null ? 1 : Math.max(1, instance.blockSize);
            if ((spec.firstPort[i] + size - 1) / size >= (spec.lastPort[i] + 1) / size) {
                fields.invalid(
                        path + "lastPort[" + i + "]",
                        "the range holds no whole block of " + size + " ports");
            }
        }
        if (spec.deterministic != null && spec.drains) {
            fields.invalid(path + "drain", NO_DRAIN);
        }
        if (spec.deterministic != null && instance != null) {
            deterministic(path + "deterministic.", spec, instance);
        }
        if (spec.portSets != Limits.PORT_SETS.byDefault) {
            portSets(path + "portSets", spec, instance);
        }
        entries.add(path, spec);
    }

    /** What follows each binding or its sessions cannot be had of many ports by one row. */
    private void portSets(String path, PoolSpec spec, InstanceConfig instance) {
        fields.range(path, spec.portSets, Limits.PORT_SETS);
        if (Integer.bitCount(spec.portSets) != 1 || spec.portSets == 1) {
            fields.invalid(path, spec.portSets + " is not a power of two above 1");
        }
        if (instance != null && spec.portSets > instance.blockSize) {
            fields.invalid(path, spec.portSets + " are more than a block of " + instance.blockSize);
        }
        if (spec.filtering.filters()) {
            fields.invalid(path, "there are none with filtering " + spec.filtering.text());
        }
        if (spec.holdsSyns) {
            fields.invalid(path, "there are none with holdSyns");
        }
        if (logBindings) {
            fields.invalid(path, "there are none with logBindings");
        }
    }

    private void deterministic(String path, PoolSpec spec, InstanceConfig instance) {
        Deterministic d = spec.deterministic;
        if (!DeterministicMap.fits(d, instance.subscriberPrefixLength)) {
            fields.invalid(
                    path + "subscribers",
                    d.subscribers
                            + " does not hold one to 2^32 subscribers, prefixes of length "
                            + instance.subscriberPrefixLength);
            return;
        }
        fields.range(
                path + "portsPerSubscriber", d.portsPerSubscriber, Limits.PORTS_PER_SUBSCRIBER);
        if (d.portsPerSubscriber <= 0 || d.portsPerSubscriber % instance.blockSize != 0) {
            fields.invalid(
                    path + "portsPerSubscriber",
                    d.portsPerSubscriber
                            + " is no multiple of the blocks of "
                            + instance.blockSize);
            return;
        }
        if (d.portsPerSubscriber / instance.blockSize > instance.blocksPerSubscriber) {
            fields.invalid(
                    path + "portsPerSubscriber",
                    d.portsPerSubscriber
                            + " are more than the "
                            + instance.blocksPerSubscriber
                            + " blocks of "
                            + instance.blockSize
                            + " that a subscriber may have");
        }
        DeterministicMap map =
                new DeterministicMap(spec, instance.blockSize, instance.subscriberPrefixLength);
        for (Protocol p : Protocol.values()) {
            long lacking = -map.dynamicPorts(p.ordinal());
            if (lacking > 0 && !spec.prefixes.isEmpty()) {
                fields.invalid(
                        path + "portsPerSubscriber",
                        map.subscribers()
                                + " subscribers are "
                                + map.perAddress()
                                + " on an address, for which it lacks "
                                + lacking
                                + " ports of "
                                + p);
            }
        }
    }

    private void poolPrefix(String path, Ipv4Prefix prefix, PrefixMap<Ipv4Prefix> before) {
        fields.special(path, prefix, SpecialPurpose.notRouted(prefix));
        Ipv6Prefix mapped = V4Mapped.of(prefix);
        before.overlapping(
                mapped, (key, each) -> fields.invalid(path, prefix + " overlaps " + each));
        before.add(mapped, prefix);
        served(path, mapped);
    }

    /** Translators will take the traffic of the prefix. */
    private void served(String path, Ipv6Prefix prefix) {
        AddressPlan.Owner owner = plan.shadowed(prefix);
        if (owner != null) {
            fields.conflict(
                    path,
                    V4Mapped.text(prefix) + " would take the traffic of " + owner.what,
                    owner.name);
        }
    }

    /**
     * @param path of the list
     */
    void eams(String path, List<Eam> eams) {
        for (int i = 0; i < eams.size(); i++) {
            eam(path + "[" + i + "].", eams.get(i));
        }
        entries.add(path, eams);
    }

    /**
     * Adds the mappings in force beside a configuration that is not. There may be a million, which
     * were checked when they came: those that lie where something of the configuration is are
     * checked anew, in their order. No host that was learned is where a mapping leads.
     */
    void inForce(Eamt table) {
        if (table.size() < entries.eamt().size()) {
            eams("", table.list());
            return;
        }
        TreeMap<Ipv4Prefix, Eam> met = new TreeMap<>();
        Consumer<Eam> meets = e -> met.put(e.prefix4, e);
        instances.forEach(i -> table.overlapping(i.prefix, meets));
        plan.forEachAddress(
                a -> {
                    if (V4Mapped.isIpv4(a)) {
                        table.around(V4Mapped.toIpv4(a), meets);
                    } else {
                        table.around(a.high(), a.low(), meets);
                    }
                });
        entries.meeting(table, meets);
        List<Eam> before = entries.eamt().list();
        eams("", List.copyOf(met.values()));
        entries.add(table, before);
    }

    /**
     * What is wrong with mappings beside all so far, by their places; nothing is added. Of two that
     * contradict each other it is one.
     */
    Map<Integer, Fault> faults(List<Eam> eams) {
        Map<Integer, Fault> faults = new HashMap<>();
        Consumer<RuntimeException> wrong =
                e -> {
                    Fault fault = fault(e);
                    String place = fault.field.substring(1, fault.field.indexOf(']'));
                    faults.putIfAbsent(Integer.valueOf(place), fault);
                };
        new Audit(logBindings, instances, entries.beside(wrong), plan, wrong).eams("", eams);
        return faults;
    }

    private void eam(String at, Eam eam) {
        known(at + "instance", eam.instance);
        fields.special(at + "prefix4", eam.prefix4, SpecialPurpose.notRouted(eam.prefix4));
        fields.special(at + "prefix6", eam.prefix6, SpecialPurpose.notRouted(eam.prefix6));
        for (InstanceConfig instance : instances) {
            if (instance.prefix.overlaps(eam.prefix6)) {
                fields.conflict(
                        at + "prefix6",
                        eam.prefix6 + " overlaps the NAT64 prefix " + instance.prefix,
                        "instance " + instance.name);
            }
        }
        // The other prefix is that of the hosts' own addresses.
        if (eam.host == Eam.Host.IPV6) {
            served(at + "prefix4", V4Mapped.of(eam.prefix4));
        } else {
            served(at + "prefix6", eam.prefix6);
        }
    }

    /**
     * @param path of the binding, with a final dot; empty if the binding is the whole request
     */
    void staticBinding(String path, StaticBinding b) {
        known(path + "instance", b.instance);
        fields.special(
                path + "address6", b.address6, SpecialPurpose.notRouted(V4Mapped.host(b.address6)));
        fields.range(path + "port6", b.port6, Limits.port(b.protocol));
        fields.range(path + "port4", b.port4, Limits.port(b.protocol));
        for (InstanceConfig each : instances) {
            if (each.prefix.contains(b.address6)) {
                fields.invalid(
                        path + "address6",
                        b.address6 + " is inside the NAT64 prefix of " + each.name);
            }
        }
        if (!entries.isPooled(b.address4, b.instance)) {
            fields.invalid(path + "address4", b.address4 + " is in no pool of " + b.instance);
        }
        entries.add(path, b);
    }

    private InstanceConfig known(String path, String name) {
        for (InstanceConfig instance : instances) {
            if (instance.name.equals(name)) {
                return instance;
            }
        }
        fields.invalid(path, noInstance(name));
        return null;
    }

    static String noInstance(String name) {
        return "there is no instance " + name;
    }
}
