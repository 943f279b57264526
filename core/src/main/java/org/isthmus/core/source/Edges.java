// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core.source;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.isthmus.core.count.Counters;
import org.isthmus.core.fabric.Fabric;
import org.isthmus.core.fabric.Room;
import org.isthmus.core.loop.Recent;
import org.isthmus.core.loop.StepClock;
import org.isthmus.core.model.Change;
import org.isthmus.core.model.Counter;
import org.isthmus.core.model.DeviceId;
import org.isthmus.core.model.FabricConfig;
import org.isthmus.core.model.Intent;
import org.isthmus.core.model.IntentCounts;
import org.isthmus.core.model.SourceIntent;
import org.isthmus.core.net.Ipv6Address;

/**
 * The interfaces where addresses are learned: how many each has, which its device drops because
 * another one has them, and whether it has as many as it may have. Then its device drops what it
 * has no row for. Addresses are V4-mapped, times in milliseconds of the core's clock.
 *
 * <p>Threading: the core's thread.
 */
public final class Edges {
    private static final Logger LOG = System.getLogger(Edges.class.getName());

    private final Fabric fabric;
    private final Room room;
    private final SourceBindings.Output output;
    private final StepClock clock;
    private final Counters counters;
    private final Map<FabricConfig.Interface, Edge> edges = new LinkedHashMap<>();
    private final Recent<FabricConfig.Interface, Integer> full =
            new Recent<>(SourceBindings.MOST_NAMED);

    Edges(
            Fabric fabric,
            Room room,
            SourceBindings.Output output,
            StepClock clock,
            Counters counters) {
        this.fabric = fabric;
        this.room = room;
        this.output = output;
        this.clock = clock;
        this.counters = counters;
    }

    /** Follows a new configuration of the fabric; no address is counted yet. */
    void configure() {
        Map<FabricConfig.Interface, Edge> old = new LinkedHashMap<>(edges);
        edges.clear();
        fabric.interfaces().stream()
                .filter(i -> i.isLearned())
                .forEach(i -> edges.put(i, new Edge()));
        old.forEach(
                (was, edge) -> {
                    // They are refused again if they are still claimed.
                    edge.refused
                            .keySet()
                            .forEach(
                                    a ->
                                            output.change(
                                                    was.port.device,
                                                    Change.remove(row(was, a, true))));
                    if (now(was) == null) {
                        fabric.full(was, false);
                    }
                });
    }

    /** The interface at the same place where addresses are learned now; or null. */
    FabricConfig.Interface now(FabricConfig.Interface was) {
        FabricConfig.Interface on = fabric.interfaceAt(was.port.device, was.port.port, was.vlan);
        return on != null && on.isLearned() ? on : null;
    }

    Set<FabricConfig.Interface> interfaces() {
        return edges.keySet();
    }

    /** It has so many addresses more, or fewer. */
    void bound(FabricConfig.Interface on, int more) {
        edges.get(on).bound += more;
    }

    /** Its device drops an address for a while, if it has room. */
    void refuse(FabricConfig.Interface on, Ipv6Address address) {
        Intent row = row(on, address, true);
        if (room.hasRoom(on.port.device, row)) {
            edges.get(on).refused.put(address, clock.millis() + SourceBindings.REFUSED_MILLIS);
            output.change(on.port.device, Change.set(row));
            refresh(on);
        }
    }

    /** The row that drops an address becomes that of its host. */
    void replace(FabricConfig.Interface on, Ipv6Address address) {
        edges.get(on).refused.remove(address);
    }

    /** No device drops the address any more. */
    void admit(Ipv6Address address) {
        for (FabricConfig.Interface on : List.copyOf(edges.keySet())) {
            admit(on, address);
        }
    }

    /** Admits what was refused long enough ago. */
    void admitAgain(long now) {
        edges.forEach(
                (on, edge) -> {
                    if (!edge.refused.isEmpty()) {
                        Map<Ipv6Address, Long> over = new LinkedHashMap<>(edge.refused);
                        over.values().removeIf(until -> now < until);
                        over.keySet().forEach(a -> admit(on, a));
                    }
                });
    }

    /** An address that was refused at an interface may be asked for again. */
    private void admit(FabricConfig.Interface on, Ipv6Address address) {
        if (edges.get(on).refused.remove(address) != null) {
            output.change(on.port.device, Change.remove(row(on, address, true)));
            refresh(on);
        }
    }

    boolean isFull(FabricConfig.Interface on) {
        return edges.get(on).size() >= on.learnedAddresses;
    }

    void overLimit(FabricConfig.Interface on) {
        counters.add(Counter.SOURCES_OVER_LIMIT);
        refresh(on);
    }

    /** Lets the device drop what it has no row for, or not. */
    void refresh(FabricConfig.Interface on) {
        boolean isFull = isFull(on);
        if (isFull) {
            if (!full.all(clock.millis()).containsKey(on)) {
                LOG.log(
                        Level.WARNING,
                        "interface {0} at {1} has {2} addresses, as many as it may have",
                        on.name,
                        on.port,
                        on.learnedAddresses);
            }
            full.note(on, on.learnedAddresses, clock.millis());
        }
        fabric.full(on, isFull);
    }

    void refresh() {
        edges.keySet().forEach(this::refresh);
    }

    static Intent row(FabricConfig.Interface on, Ipv6Address a, boolean isRefused) {
        return new SourceIntent.SourceBinding(on.sourceGroup(), a, isRefused);
    }

    /** Adds the rows with which a device drops addresses. */
    void refused(DeviceId device, List<Intent> to) {
        edges.forEach(
                (on, edge) -> {
                    if (on.port.device.equals(device)) {
                        edge.refused.keySet().forEach(a -> to.add(row(on, a, true)));
                    }
                });
    }

    /** Adds how many intents a device is to hold, or may have to. */
    public void count(DeviceId device, IntentCounts to) {
        edges.forEach(
                (on, edge) -> {
                    if (edge.size() > 0 && on.port.device.equals(device)) {
                        to.add(row(on, Ipv6Address.of(0, 0), false), edge.size());
                    }
                });
    }

    /** Interfaces that have as many addresses as they may have, or had in the last ten minutes. */
    public List<FabricConfig.Interface> full() {
        Set<FabricConfig.Interface> lately = full.all(clock.millis()).keySet();
        return edges.keySet().stream()
                .filter(on -> isFull(on) || lately.contains(on))
                .limit(SourceBindings.MOST_NAMED)
                .collect(Collectors.toList());
    }
}
