// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core.policy;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.isthmus.core.api.ConflictException;
import org.isthmus.core.api.InvalidException;
import org.isthmus.core.mapping.Eamt;
import org.isthmus.core.model.Eam;
import org.isthmus.core.model.PoolSpec;
import org.isthmus.core.model.StaticBinding;
import org.isthmus.core.net.Ipv4Address;
import org.isthmus.core.net.Ipv4Prefix;
import org.isthmus.core.net.Ipv6Prefix;
import org.isthmus.core.net.PrefixMap;
import org.isthmus.core.net.V4Mapped;

/**
 * Pools, EAMs and static bindings that stand beside each other: says where one that is added
 * contradicts them, and nothing else of it. {@link Audit} says what is wrong with it alone.
 *
 * <p>Not thread safe.
 */
final class Entries {
    private final Consumer<RuntimeException> wrong;
    private final FieldChecks fields;
    private final List<PoolSpec> pools = new ArrayList<>();
    private final Set<String> poolNames = new HashSet<>();

    /** Pools by their prefixes, which are {@link V4Mapped}. */
    private final PrefixMap<PoolSpec> pooled = new PrefixMap<>();

    /** Deterministic pools of each instance by their subscribers. */
    private final Map<String, PrefixMap<PoolSpec>> subscribers = new HashMap<>();

    private final Map<List<Object>, StaticBinding> static4 = new HashMap<>();
    private final Map<List<Object>, StaticBinding> static6 = new HashMap<>();
    private Eamt eamt;

    /**
     * Entries that were checked before.
     *
     * @param wrong gets a ConflictException, or an InvalidException of an EAM; if it returns,
     *     checks continue
     */
    Entries(
            List<PoolSpec> pools,
            Eamt eamt,
            List<StaticBinding> staticBindings,
            Consumer<RuntimeException> wrong) {
        this.wrong = wrong;
        fields = new FieldChecks(wrong);
        pools.forEach(this::add);
        this.eamt = eamt;
        for (StaticBinding b : staticBindings) {
            static4.put(side4(b), b);
            static6.put(side6(b), b);
        }
    }

    /** The same, with another receiver; what is added to one is not in the other. */
    Entries beside(Consumer<RuntimeException> receiver) {
        return new Entries(pools, eamt, List.copyOf(static4.values()), receiver);
    }

    /** Whether an address is in a pool of an instance. */
    boolean isPooled(Ipv4Address address4, String instance) {
        boolean[] found = {false};
        pooled.overlapping(
                V4Mapped.host(V4Mapped.of(address4)),
                (prefix, pool) -> found[0] |= pool.instance.equals(instance));
        return found[0];
    }

    Eamt eamt() {
        return eamt;
    }

    /**
     * @param path of the pool, with a final dot; empty if the pool is the whole request
     */
    void add(String path, PoolSpec spec) {
        if (poolNames.contains(spec.name)) {
            fields.conflict(path + "name", spec.name + " is there twice", "pool " + spec.name);
        }
        for (int i = 0; i < spec.prefixes.size(); i++) {
            prefix(path + "prefixes[" + i + "]", spec.prefixes.get(i));
        }
        if (spec.deterministic != null) {
            subscribers(path + "deterministic.subscribers", spec);
        }
        add(spec);
    }

    private void add(PoolSpec spec) {
        pools.add(spec);
        poolNames.add(spec.name);
        spec.prefixes.forEach(p -> pooled.add(V4Mapped.of(p), spec));
        if (spec.deterministic != null) {
            subscribersOf(spec.instance).add(spec.deterministic.subscribers, spec);
        }
    }

    private PrefixMap<PoolSpec> subscribersOf(String instance) {
        return subscribers.computeIfAbsent(instance, i -> new PrefixMap<>());
    }

    private void prefix(String path, Ipv4Prefix prefix) {
        inNoPool(path, prefix);
        Eam eam = eamt.overlap(prefix);
        if (eam != null) {
            fields.conflict(path, prefix + " overlaps " + eam.prefix4, "EAM " + eam);
        }
    }

    private void inNoPool(String path, Ipv4Prefix prefix) {
        pooled.overlapping(
                V4Mapped.of(prefix),
                (each, pool) ->
                        fields.conflict(
                                path,
                                prefix + " overlaps " + V4Mapped.text(each),
                                "pool " + pool.name));
    }

    private void subscribers(String path, PoolSpec spec) {
        Ipv6Prefix prefix = spec.deterministic.subscribers;
        subscribersOf(spec.instance)
                .overlapping(
                        prefix,
                        (each, other) ->
                                fields.conflict(
                                        path, prefix + " overlaps " + each, "pool " + other.name));
    }

    /**
     * @param path of the list
     */
    void add(String path, List<Eam> eams) {
        for (int i = 0; i < eams.size(); i++) {
            inNoPool(path + "[" + i + "].prefix4", eams.get(i).prefix4);
        }
        Eamt table = eamt.plus(eams, e -> wrong.accept(below(path, e)));
        for (StaticBinding b : static6.values()) {
            Eam eam = inPlaceOf(table, b);
            int at = eam == null ? -1 : eams.indexOf(eam);
            if (at >= 0) {
                fields.conflict(
                        path + "[" + at + "].prefix6",
                        b.address6 + " has a static binding",
                        "static binding of " + b.address6 + " port " + b.port6);
            }
        }
        eamt = table;
    }

    /** Visits those of a table of mappings that share an address with an entry. */
    void meeting(Eamt table, Consumer<Eam> visitor) {
        for (PoolSpec pool : pools) {
            pool.prefixes.forEach(p -> table.overlapping(p, visitor));
        }
        for (Eam e : eamt.list()) {
            table.overlapping(e.prefix4, visitor);
            table.overlapping(e.prefix6, visitor);
        }
        for (StaticBinding b : static6.values()) {
            table.around(b.address6.high(), b.address6.low(), visitor);
        }
    }

    /**
     * Adds a table of mappings of which none contradicts an entry.
     *
     * @param others the mappings so far that are not of the table
     */
    void add(Eamt table, List<Eam> others) {
        eamt = table.plus(others);
    }

    /** The mapping of the host of a static binding, which leaves that without use; null: none. */
    private static Eam inPlaceOf(Eamt table, StaticBinding b) {
        Eam eam = table.match(b.address6.high(), b.address6.low());
        // Of its own instance; as a host of another it may have bindings.
        return eam == null || eam.host == Eam.Host.IPV4
                ? eam
                : table.match(b.instance, b.address6.high(), b.address6.low());
    }

    private static RuntimeException below(String path, RuntimeException e) {
        if (e instanceof InvalidException) {
            return new InvalidException(path + ((InvalidException) e).field(), e.getMessage());
        }
        ConflictException c = (ConflictException) e;
        return new ConflictException(path + c.field(), c.getMessage(), "EAM " + c.other());
    }

    /**
     * @param path of the binding, with a final dot; empty if the binding is the whole request
     */
    void add(String path, StaticBinding b) {
        Eam eam = inPlaceOf(eamt, b);
        if (eam != null) {
            fields.conflict(
                    path + "address6", b.address6 + " has an explicit mapping", "EAM " + eam);
        }
        StaticBinding other = static4.putIfAbsent(side4(b), b);
        if (other != null) {
            fields.conflict(
                    path + "port4",
                    b.address4 + " port " + b.port4 + " is bound already",
                    "static binding of " + other.address6 + " port " + other.port6);
        }
        other = static6.putIfAbsent(side6(b), b);
        if (other != null) {
            fields.conflict(
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
}
