// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core.sync;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.isthmus.core.fabric.Fabric;
import org.isthmus.core.mapping.Eamt;
import org.isthmus.core.mapping.Instances;
import org.isthmus.core.model.Change;
import org.isthmus.core.model.Difference;
import org.isthmus.core.model.Eam;
import org.isthmus.core.model.InstanceConfig;
import org.isthmus.core.model.Intent;
import org.isthmus.core.model.Nat64Config;
import org.isthmus.core.model.PuntReason;
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
    private final Instances instances;
    private final Pools pools;
    private final Fabric fabric;
    private final Devices devices;
    private List<Intent> forAll = List.of();
    private List<Intent> forTranslators = List.of();

    public DesiredState(Instances instances, Pools pools, Fabric fabric, Devices devices) {
        this.instances = instances;
        this.pools = pools;
        this.fabric = fabric;
        this.devices = devices;
    }

    /** Intents of every device. */
    public List<Intent> forAll() {
        return forAll;
    }

    /** Further intents of every translator, without bindings. */
    public List<Intent> forTranslators() {
        List<Intent> all = new ArrayList<>(forTranslators);
        instances.eamt().list().forEach(e -> all.add(intent(e)));
        return all;
    }

    /**
     * Computes the intents anew from the configuration in force, and sends the differences.
     *
     * @param done called when the translators that are ready have them
     */
    public void refresh(Nat64Config config, Runnable done) {
        List<Intent> oldForAll = forAll;
        List<Intent> oldForTranslators = forTranslators;
        compute(config);
        devices.sendToAll(new Difference(oldForAll, forAll).inOrder());
        advertise();
        send(new Difference(oldForTranslators, forTranslators).inOrder(), done);
    }

    /**
     * Puts another table into force and sends the differences.
     *
     * @param done called when the translators that are ready have them
     */
    public void eamt(Eamt table, Runnable done) {
        Eamt before = instances.eamt();
        List<Change> changes = new ArrayList<>();
        // A removed instance has no id; the removal needs none.
        // Removals first: the two rows of an EAM are found by one prefix each, which may live on.
        before.without(table).forEach(e -> changes.add(Change.remove(intent(e, 0))));
        table.without(before).forEach(e -> changes.add(Change.set(intent(e))));
        instances.eamt(table);
        fabric.mapped(served(table.without(before)), served(before.without(table)));
        send(changes, done);
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

    private Intent intent(Eam eam) {
        return intent(eam, instances.get(eam.instance).id);
    }

    private static Intent intent(Eam eam, int instance) {
        return new Intent.Eam(eam.prefix4, eam.prefix6, instance, eam.host);
    }

    private void send(List<Change> changes, Runnable done) {
        if (changes.isEmpty()) {
            done.run();
            return;
        }
        devices.spread(changes, refusals -> done.run());
    }

    private void compute(Nat64Config config) {
        List<Intent> all = new ArrayList<>();
        for (PuntReason reason : PuntReason.values()) {
            all.add(new Intent.PuntRate(reason, config.puntRate, config.puntRate));
        }
        List<Intent> translators = new ArrayList<>();
        translators.add(
                new Intent.Options(
                        config.tos, config.computeZeroUdpChecksum, config.lowestIpv6Mtu));
        for (InstanceConfig i : instances.all()) {
            Instances.denied(i).forEach(prefix -> translators.add(new Intent.Denied(i.id, prefix)));
        }
        for (PortPool pool : pools.all()) {
            for (Ipv4Prefix prefix : pool.spec().prefixes) {
                translators.add(new Intent.Pool4(prefix, pool.instance()));
            }
        }
        instances.all().forEach(i -> translators.add(new Intent.NatPrefix(i.prefix, i.id)));
        forAll = all;
        forTranslators = translators;
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
