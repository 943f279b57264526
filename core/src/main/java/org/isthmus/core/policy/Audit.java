// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core.policy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.isthmus.core.api.ConflictException;
import org.isthmus.core.api.InvalidException;
import org.isthmus.core.mapping.Eamt;
import org.isthmus.core.model.Eam;
import org.isthmus.core.model.InstanceConfig;
import org.isthmus.core.model.Limits;
import org.isthmus.core.model.Nat64Config;
import org.isthmus.core.model.PoolSpec;
import org.isthmus.core.model.StaticBinding;
import org.isthmus.core.net.Ipv4Prefix;
import org.isthmus.core.net.Protocol;
import org.isthmus.core.net.Rfc6052;

/**
 * Checks a configuration or a change before anything is written. Entries are given one after the
 * other; each is checked on its own and against those before it.
 *
 * <p>Exceptions name the field by its path and, in a conflict, the other entry. Not thread safe.
 */
public final class Audit {
    private static final List<Ipv4Prefix> NO_HOSTS =
            List.of(
                    Ipv4Prefix.parse("0.0.0.0/8"),
                    Ipv4Prefix.parse("127.0.0.0/8"),
                    Ipv4Prefix.parse("224.0.0.0/3"));

    private final List<InstanceConfig> instances = new ArrayList<>();
    private final List<PoolSpec> pools = new ArrayList<>();
    private final Map<List<Object>, StaticBinding> static4 = new HashMap<>();
    private final Map<List<Object>, StaticBinding> static6 = new HashMap<>();
    private Eamt eamt = Eamt.EMPTY;

    /** Checks a configuration; entries of operators can be added after it. */
    public static Audit of(Nat64Config config) {
        Audit audit = new Audit();
        range("tos", config.tos, Limits.TOS);
        range("lowestIpv6Mtu", config.lowestIpv6Mtu, Limits.LOWEST_IPV6_MTU);
        range("puntRate", config.puntRate, Limits.PUNT_RATE);
        range("dataPlaneTimeout", config.dataPlaneTimeout, Limits.DATA_PLANE_TIMEOUT);
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

    /** An audit of state that was checked before. */
    public static Audit ofKnown(
            List<InstanceConfig> instances,
            List<PoolSpec> pools,
            Eamt eamt,
            Iterable<StaticBinding> staticBindings) {
        Audit audit = new Audit();
        audit.instances.addAll(instances);
        audit.pools.addAll(pools);
        audit.eamt = eamt;
        for (StaticBinding b : staticBindings) {
            audit.static4.put(side4(b), b);
            audit.static6.put(side6(b), b);
        }
        return audit;
    }

    /** The mappings so far. */
    public Eamt eamt() {
        return eamt;
    }

    private void instance(String path, InstanceConfig c) {
        name(path + "name", c.name);
        range(path + "id", c.id, Limits.INSTANCE_ID);
        if (!Rfc6052.isLength(c.prefix.length())) {
            throw new InvalidException(
                    path + "prefix", c.prefix + " is not of length 32, 40, 48, 56, 64 or 96");
        }
        if (c.prefix.low() >>> 56 != 0) {
            throw new InvalidException(
                    path + "prefix", "bits 64 to 71 of " + c.prefix + " are set");
        }
        for (InstanceConfig other : instances) {
            if (other.name.equals(c.name)) {
                throw new ConflictException(path + "name", c.name + " is there twice", other.name);
            }
            if (other.id == c.id) {
                throw new ConflictException(
                        path + "id", c.id + " is the id of another instance", other.name);
            }
            if (other.prefix.overlaps(c.prefix)) {
                throw new ConflictException(
                        path + "prefix",
                        c.prefix + " overlaps " + other.prefix,
                        "instance " + other.name);
            }
        }
        range(
                path + "subscriberPrefixLength",
                c.subscriberPrefixLength,
                Limits.SUBSCRIBER_PREFIX_LENGTH);
        range(path + "blockSize", c.blockSize, Limits.BLOCK_SIZE);
        if (Integer.bitCount(c.blockSize) != 1) {
            throw new InvalidException(path + "blockSize", c.blockSize + " is not a power of two");
        }
        range(path + "blocksPerSubscriber", c.blocksPerSubscriber, Limits.BLOCKS_PER_SUBSCRIBER);
        range(path + "bindingsPerSecond", c.bindingsPerSecond, Limits.BINDINGS_PER_SECOND);
        seconds(path + "udpTimeout", c.udpTimeout, Limits.UDP_TIMEOUT);
        seconds(path + "icmpTimeout", c.icmpTimeout, Limits.ICMP_TIMEOUT);
        seconds(
                path + "tcpEstablishedTimeout",
                c.tcpEstablishedTimeout,
                Limits.TCP_ESTABLISHED_TIMEOUT);
        seconds(
                path + "tcpTransitoryTimeout",
                c.tcpTransitoryTimeout,
                Limits.TCP_TRANSITORY_TIMEOUT);
        seconds(path + "portHold", c.portHold, Limits.PORT_HOLD);
        instances.add(c);
    }

    /**
     * @param path of the pool, with a final dot; empty if the pool is the whole request
     */
    public void pool(String path, PoolSpec spec) {
        name(path + "name", spec.name);
        InstanceConfig instance = known(path + "instance", spec.instance);
        if (spec.prefixes.isEmpty()) {
            throw new InvalidException(path + "prefixes", "there is none");
        }
        for (PoolSpec other : pools) {
            if (other.name.equals(spec.name)) {
                throw new ConflictException(
                        path + "name", spec.name + " is there twice", "pool " + other.name);
            }
        }
        for (int i = 0; i < spec.prefixes.size(); i++) {
            poolPrefix(path + "prefixes[" + i + "]", spec, i);
        }
        for (Protocol p : Protocol.values()) {
            int i = p.ordinal();
            if (spec.firstPort.length != 3 || spec.lastPort.length != 3) {
                throw new InvalidException(path + "firstPort", "not one port per protocol");
            }
            range(path + "firstPort[" + i + "]", spec.firstPort[i], 0, 65535);
            range(path + "lastPort[" + i + "]", spec.lastPort[i], spec.firstPort[i], 65535);
            int size = instance.blockSize;
            if ((spec.firstPort[i] + size - 1) / size >= (spec.lastPort[i] + 1) / size) {
                throw new InvalidException(
                        path + "lastPort[" + i + "]",
                        "the range holds no whole block of " + size + " ports");
            }
        }
        pools.add(spec);
    }

    private void poolPrefix(String path, PoolSpec spec, int index) {
        Ipv4Prefix prefix = spec.prefixes.get(index);
        for (Ipv4Prefix none : NO_HOSTS) {
            if (none.overlaps(prefix)) {
                throw new InvalidException(path, prefix + " holds no addresses of hosts");
            }
        }
        for (int i = 0; i < index; i++) {
            if (spec.prefixes.get(i).overlaps(prefix)) {
                throw new InvalidException(path, prefix + " overlaps " + spec.prefixes.get(i));
            }
        }
        for (PoolSpec other : pools) {
            for (Ipv4Prefix each : other.prefixes) {
                if (each.overlaps(prefix)) {
                    throw new ConflictException(
                            path, prefix + " overlaps " + each, "pool " + other.name);
                }
            }
        }
        Eam eam = eamt.overlap(prefix);
        if (eam != null) {
            throw new ConflictException(path, prefix + " overlaps " + eam.prefix4, "EAM " + eam);
        }
    }

    /**
     * @param path of the list
     */
    public void eams(String path, List<Eam> eams) {
        eams(
                path,
                eams,
                e -> {
                    throw e;
                });
    }

    /**
     * Continues after a fault unless the receiver throws it. The audit is invalid if there was a
     * fault.
     *
     * @param path of the list
     * @param wrong gets InvalidExceptions and ConflictExceptions
     */
    public void eams(String path, List<Eam> eams, Consumer<RuntimeException> wrong) {
        for (int i = 0; i < eams.size(); i++) {
            eam(path + "[" + i + "].", eams.get(i), wrong);
        }
        eamt = eamt.plus(eams, e -> wrong.accept(below(path, e)));
    }

    private static RuntimeException below(String path, RuntimeException e) {
        if (e instanceof InvalidException) {
            return new InvalidException(path + ((InvalidException) e).field(), e.getMessage());
        }
        ConflictException c = (ConflictException) e;
        return new ConflictException(path + c.field(), c.getMessage(), "EAM " + c.other());
    }

    private void eam(String at, Eam eam, Consumer<RuntimeException> wrong) {
        try {
            known(at + "instance", eam.instance);
        } catch (InvalidException e) {
            wrong.accept(e);
        }
        for (PoolSpec pool : pools) {
            for (Ipv4Prefix prefix : pool.prefixes) {
                if (prefix.overlaps(eam.prefix4)) {
                    wrong.accept(
                            new ConflictException(
                                    at + "prefix4",
                                    eam.prefix4 + " overlaps " + prefix,
                                    "pool " + pool.name));
                }
            }
        }
        for (InstanceConfig instance : instances) {
            if (instance.prefix.overlaps(eam.prefix6)) {
                wrong.accept(
                        new ConflictException(
                                at + "prefix6",
                                eam.prefix6 + " overlaps the NAT64 prefix " + instance.prefix,
                                "instance " + instance.name));
            }
        }
    }

    /**
     * @param path of the binding, with a final dot; empty if the binding is the whole request
     */
    public void staticBinding(String path, StaticBinding b) {
        InstanceConfig instance = known(path + "instance", b.instance);
        range(path + "port6", b.port6, Limits.port(b.protocol));
        range(path + "port4", b.port4, Limits.port(b.protocol));
        for (InstanceConfig each : instances) {
            if (each.prefix.contains(b.address6)) {
                throw new InvalidException(
                        path + "address6",
                        b.address6 + " is inside the NAT64 prefix of " + each.name);
            }
        }
        Eam eam = eamt.match(b.address6.high(), b.address6.low());
        if (eam != null) {
            throw new ConflictException(
                    path + "address6", b.address6 + " has an explicit mapping", "EAM " + eam);
        }
        boolean pooled = false;
        for (PoolSpec pool : pools) {
            for (Ipv4Prefix prefix : pool.prefixes) {
                pooled |= prefix.contains(b.address4.bits()) && pool.instance.equals(instance.name);
            }
        }
        if (!pooled) {
            throw new InvalidException(
                    path + "address4", b.address4 + " is in no pool of " + instance.name);
        }
        StaticBinding other = static4.putIfAbsent(side4(b), b);
        if (other != null) {
            throw new ConflictException(
                    path + "port4",
                    b.address4 + " port " + b.port4 + " is bound already",
                    "static binding of " + other.address6 + " port " + other.port6);
        }
        other = static6.putIfAbsent(side6(b), b);
        if (other != null) {
            throw new ConflictException(
                    path + "port6",
                    b.address6 + " port " + b.port6 + " is bound already",
                    "static binding of " + other.address4 + " port " + other.port4);
        }
    }

    private static List<Object> side4(StaticBinding b) {
        return List.of(b.protocol, b.address4, b.port4);
    }

    private static List<Object> side6(StaticBinding b) {
        return List.of(b.instance, b.protocol, b.address6, b.port6);
    }

    private InstanceConfig known(String path, String name) {
        for (InstanceConfig instance : instances) {
            if (instance.name.equals(name)) {
                return instance;
            }
        }
        throw new InvalidException(path, noInstance(name));
    }

    static String noInstance(String name) {
        return "there is no instance " + name;
    }

    private static void name(String path, String name) {
        if (!Limits.NAME.matcher(name).matches()) {
            throw new InvalidException(
                    path, "\"" + name + "\" is not 1 to 64 letters, digits, dots, - and _");
        }
    }

    private static void range(String path, int value, Limits.Range range) {
        range(path, value, range.min, range.max);
    }

    private static void range(String path, int value, int least, int most) {
        if (value < least || value > most) {
            throw new InvalidException(path, value + " is not between " + least + " and " + most);
        }
    }

    private static void seconds(String path, Duration value, Limits.Range range) {
        if (!range.contains(value.getSeconds())) {
            throw new InvalidException(
                    path,
                    value.getSeconds()
                            + " s is not between "
                            + range.min
                            + " s and "
                            + range.max
                            + " s");
        }
    }
}
