// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core.sync;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.isthmus.core.fabric.Fabric;
import org.isthmus.core.mapping.Eamt;
import org.isthmus.core.mapping.Instances;
import org.isthmus.core.model.Change;
import org.isthmus.core.model.Eam;
import org.isthmus.core.model.InstanceConfig;
import org.isthmus.core.model.Intent;
import org.isthmus.core.model.Nat64Config;
import org.isthmus.core.model.PuntReason;
import org.isthmus.core.net.Ipv4Prefix;
import org.isthmus.core.net.Ipv6Prefix;
import org.isthmus.core.pool.Pools;
import org.isthmus.core.pool.PortPool;

/**
 * What devices must know of instances, pools and mappings, beside bindings and routes; computed
 * from what is in force, and sent by difference.
 *
 * <p>Threading: the core's thread.
 */
public final class DesiredState {
    private final Instances instances;
    private final Pools pools;
    private final Fabric fabric;
    private final Devices devices;
    private List<Intent> forAll = List.of();
    private List<Intent> beforeBindings = List.of();
    private List<Intent> afterBindings = List.of();

    public DesiredState(Instances instances, Pools pools, Fabric fabric, Devices devices) {
        this.instances = instances;
        this.pools = pools;
        this.fabric = fabric;
        this.devices = devices;
    }

    /** What every device must know. */
    public List<Intent> forAll() {
        return forAll;
    }

    /** What a translator must know before it has its bindings. */
    public List<Intent> beforeBindings() {
        List<Intent> all = new ArrayList<>(beforeBindings);
        instances.eamt().list().forEach(e -> all.add(intent(e)));
        return all;
    }

    /** What makes a translator translate: the last to be written. */
    public List<Intent> afterBindings() {
        return afterBindings;
    }

    /**
     * Computes what devices must know from what is in force now, and sends the differences.
     *
     * @param done called when the translators that are ready have them
     */
    public void refresh(Nat64Config config, Runnable done) {
        List<Intent> oldAll = forAll;
        List<Intent> old = new ArrayList<>(beforeBindings);
        old.addAll(afterBindings);
        compute(config);
        List<Intent> now = new ArrayList<>(beforeBindings);
        now.addAll(afterBindings);
        devices.sendToAll(differences(oldAll, forAll));
        advertise();
        send(differences(old, now), done);
    }

    /** Removals first: an EAM's two rows are found by one prefix each, which may live on. */
    private static List<Change> differences(List<Intent> old, List<Intent> now) {
        Map<Object, Intent> before = new LinkedHashMap<>();
        old.forEach(i -> before.put(i.key(), i));
        List<Change> sets = new ArrayList<>();
        for (Intent intent : now) {
            if (!intent.equals(before.remove(intent.key()))) {
                sets.add(Change.set(intent));
            }
        }
        List<Change> changes = new ArrayList<>();
        before.values().forEach(i -> changes.add(Change.remove(i)));
        changes.addAll(sets);
        return changes;
    }

    /**
     * Puts another table into force and sends the differences.
     *
     * @param done called when the translators that are ready have them
     */
    public void eamt(Eamt table, Runnable done) {
        Eamt before = instances.eamt();
        List<Change> changes = new ArrayList<>();
        // An instance that is gone has no id any more; a removal needs none.
        before.without(table).forEach(e -> changes.add(Change.remove(intent(e, 0))));
        table.without(before).forEach(e -> changes.add(Change.set(intent(e))));
        instances.eamt(table);
        advertise();
        send(changes, done);
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
        List<Intent> before = new ArrayList<>();
        List<Intent> after = new ArrayList<>();
        before.add(
                new Intent.Options(
                        config.tos, config.computeZeroUdpChecksum, config.lowestIpv6Mtu));
        for (InstanceConfig i : instances.all()) {
            Instances.denied(i).forEach(prefix -> before.add(new Intent.Denied(i.id, prefix)));
        }
        for (PortPool pool : pools.all()) {
            for (Ipv4Prefix prefix : pool.spec().prefixes) {
                after.add(new Intent.Pool4(prefix, pool.instance()));
            }
        }
        instances.all().forEach(i -> after.add(new Intent.NatPrefix(i.prefix, i.id)));
        forAll = all;
        beforeBindings = before;
        afterBindings = after;
    }

    /** Tells the fabric which prefixes lead to translators. */
    private void advertise() {
        List<Ipv4Prefix> v4 = new ArrayList<>();
        pools.all().forEach(p -> v4.addAll(p.spec().prefixes));
        List<Ipv6Prefix> v6 = new ArrayList<>();
        for (Eam eam : instances.eamt().list()) {
            // The other prefix is the one its hosts really have.
            if (eam.host == Eam.Host.IPV6) {
                v4.add(eam.prefix4);
            } else {
                v6.add(eam.prefix6);
            }
        }
        List<Ipv6Prefix> nat64 = new ArrayList<>();
        instances.all().forEach(i -> nat64.add(i.prefix));
        fabric.services(v4, v6, nat64);
    }
}
