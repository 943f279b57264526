// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core.sync;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.isthmus.core.fabric.Fabric;
import org.isthmus.core.mapping.Eamt;
import org.isthmus.core.mapping.Instances;
import org.isthmus.core.model.Capability;
import org.isthmus.core.model.Change;
import org.isthmus.core.model.DeniedService;
import org.isthmus.core.model.DeviceId;
import org.isthmus.core.model.Difference;
import org.isthmus.core.model.Eam;
import org.isthmus.core.model.FabricConfig;
import org.isthmus.core.model.InstanceConfig;
import org.isthmus.core.model.Intent;
import org.isthmus.core.model.IntentCounts;
import org.isthmus.core.model.Limits;
import org.isthmus.core.model.Nat64Config;
import org.isthmus.core.model.PoolSpec;
import org.isthmus.core.model.PuntReason;
import org.isthmus.core.model.SwitchIntent;
import org.isthmus.core.model.TranslationIntent;
import org.isthmus.core.net.Ipv4Prefix;
import org.isthmus.core.net.Ipv6Prefix;
import org.isthmus.core.net.V4Mapped;
import org.isthmus.core.pool.Pools;
import org.isthmus.core.pool.PortPool;

/**
 * The intents of devices that follow from instances, pools and the EAMT, without bindings and
 * routes; computed from the configuration in force and sent by difference.
 *
 * <p>Threading: the core's thread.
 */
public final class DesiredState {
    // Of intents that are only counted.
    private static final Ipv4Prefix ANY4 = Ipv4Prefix.of(0, 0);
    private static final Ipv6Prefix ANY6 = Ipv6Prefix.of(0, 0, 0);

    private final Instances instances;
    private final Pools pools;
    private final Fabric fabric;
    private final Devices devices;

    /** How much may come up, by what a device must be able to do to hold it. */
    private Map<Capability, List<Intent>> puntRates = Map.of();

    /** Of translators, without those of pools and EAMs. */
    private List<Intent> ofInstances = List.of();

    /** Of translators besides: the pools with the specifications that their intents are of. */
    private final Map<PortPool, PoolSpec> pooled = new LinkedHashMap<>();

    /** Of the instances by name, as in the intents of the mappings in force. */
    private Map<String, Integer> eamIds = Map.of();

    /** How many there are of both. */
    private final IntentCounts counts = new IntentCounts();

    public DesiredState(Instances instances, Pools pools, Fabric fabric, Devices devices) {
        this.instances = instances;
        this.pools = pools;
        this.fabric = fabric;
        this.devices = devices;
    }

    /** How much may come up from a device, as far as it meters that. */
    public List<Intent> puntRates(DeviceLink device) {
        List<Intent> all = new ArrayList<>();
        puntRates.forEach(
                (capability, rates) -> {
                    if (device.can(capability)) {
                        all.addAll(rates);
                    }
                });
        return all;
    }

    /** Adds how many intents a device has of these, without bindings. */
    public void count(DeviceLink device, IntentCounts to) {
        to.add(puntRates(device));
        if (device.translator) {
            to.add(counts);
            count(instances.eamt(), to);
        }
    }

    private static void count(Eamt eamt, IntentCounts to) {
        for (Eam.Host host : Eam.Host.values()) {
            to.add(new TranslationIntent.Eam(ANY4, ANY6, 0, host), eamt.size(host));
        }
    }

    /** How many more intents each device would be to hold with another table. */
    public Function<DeviceId, IntentCounts> ifEamt(Eamt table) {
        Eamt before = instances.eamt();
        Function<DeviceId, IntentCounts> routes =
                fabric.forecast()
                        .ifMapped(served(table.without(before)), served(before.without(table)));
        return ifEamt(table, routes);
    }

    /**
     * The same of whole tables, to be computed by any thread, beside the network as it is now. What
     * comes of it is to be asked on the core's.
     */
    public Function<Eamt, Function<DeviceId, IntentCounts>> ifWholeEamt() {
        Function<Collection<Ipv6Prefix>, Function<DeviceId, IntentCounts>> routes =
                fabric.forecast().ifAllMapped();
        return table -> ifEamt(table, routes.apply(served(table.list())));
    }

    private Function<DeviceId, IntentCounts> ifEamt(
            Eamt table, Function<DeviceId, IntentCounts> routes) {
        return device -> {
            IntentCounts counts = routes.apply(device);
            if (devices.isTranslator(device)) {
                IntentCounts eams = new IntentCounts();
                count(table, eams);
                IntentCounts old = new IntentCounts();
                count(instances.eamt(), old);
                counts.add(eams.subtract(old));
            }
            return counts;
        };
    }

    /** How many more intents each device would be to hold with another pool. */
    public Function<DeviceId, IntentCounts> ifPool(PoolSpec spec) {
        Function<DeviceId, IntentCounts> routes = fabric.forecast().ifServed(spec.prefixes);
        return device -> {
            IntentCounts counts = routes.apply(device);
            if (devices.isTranslator(device)) {
                counts.add(new TranslationIntent.Pool4(ANY4, 0), spec.prefixes.size());
            }
            return counts;
        };
    }

    /**
     * How many intents each device would be to hold with another configuration, without bindings.
     *
     * @param allPools those of operators as well
     */
    public Function<DeviceId, IntentCounts> ifConfigured(
            Nat64Config config, FabricConfig network, Collection<PoolSpec> allPools, Eamt table) {
        List<Ipv4Prefix> pools4 = new ArrayList<>();
        allPools.forEach(p -> pools4.addAll(p.prefixes));
        List<Intent> served = new ArrayList<>();
        pools4.forEach(p -> served.add(new TranslationIntent.Pool4(p, 0)));
        List<Ipv6Prefix> nat64 = new ArrayList<>();
        config.instances.forEach(i -> nat64.add(i.prefix));
        Eamt before = instances.eamt();
        Function<DeviceId, IntentCounts> routes =
                fabric.forecast()
                        .ifConfigured(
                                network,
                                pools4,
                                nat64,
                                served(table.without(before)),
                                served(before.without(table)));
        IntentCounts translating =
                new IntentCounts().add(translating(config, config.instances, served));
        count(table, translating);
        Set<DeviceId> translators = new HashSet<>();
        for (FabricConfig.Device d : network.devices) {
            if (d.translator) {
                translators.add(d.id);
            }
        }
        return device -> {
            IntentCounts counts = routes.apply(device);
            return translators.contains(device) ? counts.add(translating) : counts;
        };
    }

    /** Further intents of every translator, without bindings. */
    public List<Intent> forTranslators() {
        List<Intent> all = new ArrayList<>(ofInstances);
        pooled.forEach((pool, spec) -> all.addAll(intents(pool, spec)));
        instances.eamt().list().forEach(e -> all.add(intent(e, eamIds)));
        return all;
    }

    /**
     * Computes the intents anew from the configuration in force, of pools as far as they are others
     * than before, and sends the differences.
     *
     * @param done called when the translators that are ready have them
     */
    public void refresh(Nat64Config config, Runnable done) {
        Map<Capability, List<Intent>> oldRates = puntRates;
        puntRates =
                Map.of(
                        Capability.PUNT_METER, puntRates(config),
                        Capability.SHARE_METER, puntShares(config));
        puntRates.forEach(
                (capability, rates) ->
                        devices.sendToAll(
                                capability,
                                new Difference(oldRates.getOrDefault(capability, List.of()), rates)
                                        .inOrder()));
        advertise();
        List<Intent> from = new ArrayList<>(ofInstances);
        ofInstances = translating(config, instances.all(), List.of());
        List<Intent> to = new ArrayList<>(ofInstances);
        refreshPools(from, to);
        counts.subtract(new IntentCounts().add(from)).add(new IntentCounts().add(to));
        send(new Difference(from, to).inOrder(), done);
    }

    /** Of thousands of pools, one may have changed. */
    private void refreshPools(List<Intent> from, List<Intent> to) {
        Set<PortPool> gone = new HashSet<>(pooled.keySet());
        for (PortPool pool : pools.all()) {
            gone.remove(pool);
            PoolSpec old = pooled.put(pool, pool.spec());
            if (old != pool.spec()) {
                from.addAll(old == null ? List.of() : intents(pool, old));
                to.addAll(intents(pool, pool.spec()));
            }
        }
        gone.forEach(pool -> from.addAll(intents(pool, pooled.remove(pool))));
    }

    private static List<Intent> intents(PortPool pool, PoolSpec spec) {
        List<Intent> all = new ArrayList<>();
        for (Ipv4Prefix prefix : spec.prefixes) {
            all.add(new TranslationIntent.Pool4(prefix, pool.instance(), spec.holdsSyns));
        }
        return all;
    }

    /**
     * Puts another table into force and sends the differences.
     *
     * @param done called when the translators that are ready have them
     */
    public void eamt(Eamt table, Runnable done) {
        Eamt before = instances.eamt();
        Map<String, Integer> oldIds = eamIds;
        eamIds = new HashMap<>();
        instances.all().forEach(i -> eamIds.put(i.name, i.id));
        Collection<Eam> added = table.without(before);
        Collection<Eam> removed = before.without(table);
        Collection<Eam> renumbered = renumbered(before, table, oldIds);
        List<Change> changes = new ArrayList<>();
        // Removals first: the two rows of an EAM are found by one prefix each, which may live on.
        removed.forEach(e -> changes.add(Change.remove(intent(e, oldIds))));
        renumbered.forEach(e -> changes.add(Change.remove(intent(e, oldIds))));
        added.forEach(e -> changes.add(Change.set(intent(e, eamIds))));
        renumbered.forEach(e -> changes.add(Change.set(intent(e, eamIds))));
        instances.eamt(table);
        fabric.mapped(served(added), served(removed));
        send(changes, done);
    }

    /** Those in both tables of which the instance has another id now. */
    private Collection<Eam> renumbered(Eamt before, Eamt table, Map<String, Integer> oldIds) {
        Set<String> names = new HashSet<>(oldIds.keySet());
        names.retainAll(eamIds.keySet());
        names.removeIf(name -> oldIds.get(name).equals(eamIds.get(name)));
        if (names.isEmpty()) {
            return List.of();
        }
        return table.list().stream()
                .filter(e -> names.contains(e.instance) && e.equals(before.get(e.prefix4)))
                .collect(Collectors.toList());
    }

    /**
     * Where the other family reaches hosts of EAMs; their other prefix holds their own addresses.
     */
    private static List<Ipv6Prefix> served(Collection<Eam> eams) {
        List<Ipv6Prefix> all = new ArrayList<>(eams.size());
        for (Eam e : eams) {
            all.add(e.host == Eam.Host.IPV6 ? V4Mapped.of(e.prefix4) : e.prefix6);
        }
        return all;
    }

    private static Intent intent(Eam eam, Map<String, Integer> ids) {
        return new TranslationIntent.Eam(eam.prefix4, eam.prefix6, ids.get(eam.instance), eam.host);
    }

    private void send(List<Change> changes, Runnable done) {
        if (changes.isEmpty()) {
            done.run();
            return;
        }
        devices.spread(changes, refusals -> done.run());
    }

    private static List<Intent> puntRates(Nat64Config config) {
        List<Intent> all = new ArrayList<>();
        for (PuntReason reason : PuntReason.values()) {
            int rate = config.puntRate;
            if (reason == PuntReason.ICMP_ERROR) {
                // One that is translated costs no write, and many come at once when a path changes.
                rate *= 2;
            } else if (reason == PuntReason.UNSOLICITED_SYN) {
                // Anyone may send them: those of a scan are not to be what the controller does.
                rate = Math.max(1, rate / 10);
            }
            all.add(new SwitchIntent.PuntRate(reason, rate, rate));
        }
        return all;
    }

    private static List<Intent> puntShares(Nat64Config config) {
        List<Intent> all = new ArrayList<>();
        all.add(new SwitchIntent.Subscriber(config.subscriberPrefixLength()));
        for (int share = 0; share < SwitchIntent.PuntShare.SHARES; share++) {
            int rate = config.subscriberPuntRate;
            all.add(new SwitchIntent.PuntShare(share, rate, rate));
        }
        return all;
    }

    private static List<Intent> translating(
            Nat64Config config, List<InstanceConfig> instances, List<Intent> pools) {
        List<Intent> all = new ArrayList<>();
        all.add(
                new TranslationIntent.Options(
                        config.tos, config.computeZeroUdpChecksum, config.lowestIpv6Mtu));
        for (InstanceConfig i : instances) {
            Instances.denied(i)
                    .forEach(prefix -> all.add(new TranslationIntent.Denied(i.id, prefix)));
            all.addAll(DeniedService.intents(i.id, i.deniedServices));
            if (i.mssClamp != Limits.MSS_CLAMP.byDefault) {
                all.add(new TranslationIntent.MssClamp(i.id));
            }
        }
        all.addAll(pools);
        instances.forEach(i -> all.add(new TranslationIntent.NatPrefix(i.prefix, i.id)));
        return all;
    }

    /** Tells the fabric which prefixes lead to translators. */
    private void advertise() {
        List<Ipv4Prefix> v4 = new ArrayList<>();
        pools.all().forEach(p -> v4.addAll(p.spec().prefixes));
        List<Ipv6Prefix> nat64 = new ArrayList<>();
        instances.all().forEach(i -> nat64.add(i.prefix));
        fabric.services(v4, nat64);
    }
}
