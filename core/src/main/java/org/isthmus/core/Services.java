// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.isthmus.core.binding.Bib;
import org.isthmus.core.eamt.Eamt;
import org.isthmus.core.model.Change;
import org.isthmus.core.model.DeviceId;
import org.isthmus.core.model.Eam;
import org.isthmus.core.model.InstanceConfig;
import org.isthmus.core.model.Intent;
import org.isthmus.core.model.Nat64Config;
import org.isthmus.core.model.PuntReason;
import org.isthmus.core.net.Ipv4Prefix;
import org.isthmus.core.net.Ipv6Prefix;
import org.isthmus.core.net.MacAddress;
import org.isthmus.core.net.Protocol;
import org.isthmus.core.net.Rfc6052;
import org.isthmus.core.pool.PortPool;
import org.isthmus.core.slowpath.Bindings;
import org.isthmus.core.slowpath.Transport4;
import org.isthmus.core.slowpath.Transport6;

/**
 * The instances, prefixes and mappings in force, what translators must know of them, and where
 * others look addresses up.
 */
final class Services implements Bindings {
    private final Brain brain;
    private final InstanceConfig[] byId = new InstanceConfig[256];
    private List<InstanceConfig> instances = List.of();
    private List<Intent> forAll = List.of();
    private List<Intent> beforeBindings = List.of();
    private List<Intent> afterBindings = List.of();
    private Map<DeviceId, MacAddress> macs = Map.of();
    private Eamt eamt = Eamt.EMPTY;
    private int lowestIpv6Mtu = 1280;

    Services(Brain brain) {
        this.brain = brain;
    }

    /** Puts instances into force; intents follow with {@link #refresh}. */
    void instances(List<InstanceConfig> configs) {
        instances.forEach(i -> byId[i.id] = null);
        instances = new ArrayList<>(configs);
        instances.sort(Comparator.comparingInt(i -> i.id));
        instances.forEach(i -> byId[i.id] = i);
        instances.forEach(brain.pools::instance);
    }

    void macs(Map<DeviceId, MacAddress> macs) {
        this.macs = macs;
    }

    /** The router MAC address of a device, or null. */
    MacAddress mac(DeviceId device) {
        return macs.get(device);
    }

    List<InstanceConfig> instances() {
        return instances;
    }

    InstanceConfig instance(int id) {
        return byId[id];
    }

    /** Or null. */
    InstanceConfig instance(String name) {
        for (InstanceConfig i : instances) {
            if (i.name.equals(name)) {
                return i;
            }
        }
        return null;
    }

    /** The instance whose NAT64 prefix holds an address, or null. */
    InstanceConfig instance(long high, long low) {
        for (int i = 0; i < instances.size(); i++) {
            if (instances.get(i).prefix.contains(high, low)) {
                return instances.get(i);
            }
        }
        return null;
    }

    /** Whether an instance must not translate to an address. */
    boolean isDenied(InstanceConfig instance, int address4) {
        List<Ipv4Prefix> denied = instance.denied;
        for (int i = 0; i < denied.size(); i++) {
            if (denied.get(i).contains(address4)) {
                return true;
            }
        }
        if (instance.prefix.equals(Rfc6052.WELL_KNOWN)) {
            List<Ipv4Prefix> local = Rfc6052.nonGlobal();
            for (int i = 0; i < local.size(); i++) {
                if (local.get(i).contains(address4)) {
                    return true;
                }
            }
        }
        return false;
    }

    /**
     * Computes what devices must know from what is in force now, and sends the differences.
     *
     * @param done called when the translators that are ready have them
     */
    void refresh(Nat64Config config, Runnable done) {
        List<Intent> oldAll = forAll;
        List<Intent> old = new ArrayList<>(beforeBindings);
        old.addAll(afterBindings);
        compute(config);
        List<Intent> now = new ArrayList<>(beforeBindings);
        now.addAll(afterBindings);
        List<Change> toAll = differences(oldAll, forAll);
        for (DeviceLink link : brain.devices.all()) {
            if (link.accepting && !toAll.isEmpty()) {
                brain.devices.send(link, toAll, brain.devices::counted);
            }
        }
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
    void eamt(Eamt table, Runnable done) {
        List<Change> changes = new ArrayList<>();
        eamt.without(table).forEach(e -> changes.add(Change.remove(intent(e))));
        table.without(eamt).forEach(e -> changes.add(Change.set(intent(e))));
        eamt = table;
        advertise();
        send(changes, done);
    }

    private Intent intent(Eam eam) {
        return new Intent.Eam(eam.prefix4, eam.prefix6, instance(eam.instance).id, eam.host);
    }

    private void send(List<Change> changes, Runnable done) {
        if (changes.isEmpty()) {
            done.run();
            return;
        }
        brain.devices.broadcast(
                changes,
                refusals -> {
                    brain.count(Count.DEVICE_REFUSALS, refusals.size());
                    done.run();
                });
    }

    private void compute(Nat64Config config) {
        lowestIpv6Mtu = config.lowestIpv6Mtu;
        List<Intent> all = new ArrayList<>();
        for (PuntReason reason : PuntReason.values()) {
            all.add(new Intent.PuntRate(reason, config.puntRate, config.puntRate));
        }
        List<Intent> before = new ArrayList<>();
        List<Intent> after = new ArrayList<>();
        before.add(
                new Intent.Options(
                        config.tos, config.computeZeroUdpChecksum, config.lowestIpv6Mtu));
        for (InstanceConfig i : instances) {
            for (Ipv4Prefix prefix : i.denied) {
                before.add(new Intent.Denied(i.id, prefix));
            }
            if (i.prefix.equals(Rfc6052.WELL_KNOWN)) {
                for (Ipv4Prefix prefix : Rfc6052.nonGlobal()) {
                    if (!i.denied.contains(prefix)) {
                        before.add(new Intent.Denied(i.id, prefix));
                    }
                }
            }
        }
        for (PortPool pool : brain.pools.all()) {
            for (Ipv4Prefix prefix : pool.spec().prefixes) {
                after.add(new Intent.Pool4(prefix, pool.instance()));
            }
        }
        instances.forEach(i -> after.add(new Intent.NatPrefix(i.prefix, i.id)));
        forAll = all;
        beforeBindings = before;
        afterBindings = after;
    }

    /** Tells the fabric which prefixes lead to translators. */
    private void advertise() {
        List<Ipv4Prefix> v4 = new ArrayList<>();
        brain.pools.all().forEach(p -> v4.addAll(p.spec().prefixes));
        List<Ipv6Prefix> v6 = new ArrayList<>();
        for (Eam eam : eamt.list()) {
            // The other prefix is the one its hosts really have.
            if (eam.host == Eam.Host.IPV6) {
                v4.add(eam.prefix4);
            } else {
                v6.add(eam.prefix6);
            }
        }
        List<Ipv6Prefix> nat64 = new ArrayList<>();
        instances.forEach(i -> nat64.add(i.prefix));
        brain.fabric.services(v4, v6, nat64);
    }

    Eamt eamt() {
        return eamt;
    }

    /** What every device must know. */
    List<Intent> forAll() {
        return forAll;
    }

    /** What a translator must know before it has its bindings. */
    List<Intent> beforeBindings() {
        List<Intent> all = new ArrayList<>(beforeBindings);
        eamt.list().forEach(e -> all.add(intent(e)));
        return all;
    }

    /** What makes a translator translate: the last to be written. */
    List<Intent> afterBindings() {
        return afterBindings;
    }

    void fabricChange(DeviceId device, Change change) {
        DeviceLink link = brain.devices.get(device);
        if (link != null && link.accepting) {
            brain.devices.send(link, List.of(change), brain.devices::counted);
        }
    }

    void after(DeviceId device, Runnable action) {
        DeviceLink link = brain.devices.get(device);
        if (link != null && link.accepting) {
            brain.devices.send(
                    link,
                    List.of(),
                    (l, refusals) -> {
                        if (refusals != null) {
                            action.run();
                        }
                    });
        }
    }

    @Override
    public boolean toIpv6(Protocol protocol, int address4, int port4, Transport6 out) {
        int slot = brain.pools.find(protocol, address4, port4);
        if (slot == Bib.NONE) {
            return false;
        }
        out.high = brain.bib.high(slot);
        out.low = brain.bib.low(slot);
        out.port = brain.bib.port6(slot);
        out.instance = brain.bib.instance(slot);
        return true;
    }

    @Override
    public boolean toIpv4(
            int instance, Protocol protocol, long high, long low, int port6, Transport4 out) {
        int slot = brain.bib.find(instance, protocol, high, low, port6);
        if (slot == Bib.NONE) {
            return false;
        }
        out.address = brain.bib.address4(slot);
        out.port = brain.bib.port4(slot);
        out.instance = instance;
        return true;
    }

    @Override
    public boolean eamToIpv6(Eam.Host hosts, int address4, Transport6 out) {
        Eam eam = eamt.match(address4);
        if (eam == null || eam.host != hosts) {
            return false;
        }
        out.high = Eamt.toIpv6High(eam, address4);
        out.low = Eamt.toIpv6Low(eam, address4);
        out.instance = instance(eam.instance).id;
        return true;
    }

    @Override
    public boolean eamToIpv4(Eam.Host hosts, long high, long low, Transport4 out) {
        Eam eam = eamt.match(high, low);
        if (eam == null || eam.host != hosts) {
            return false;
        }
        out.address = Eamt.toIpv4(eam, high, low);
        out.instance = instance(eam.instance).id;
        return true;
    }

    @Override
    public int instanceOf(long high, long low) {
        InstanceConfig instance = instance(high, low);
        return instance == null ? 0 : instance.id;
    }

    @Override
    public Ipv6Prefix prefix(int instance) {
        return byId[instance].prefix;
    }

    @Override
    public boolean denied(int instance, int address4) {
        return isDenied(byId[instance], address4);
    }

    @Override
    public int lowestIpv6Mtu() {
        return lowestIpv6Mtu;
    }
}
