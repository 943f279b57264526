// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core.query;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.isthmus.core.api.Alarm;
import org.isthmus.core.api.Alarm.Severity;
import org.isthmus.core.fabric.AddressConflicts.Foreign;
import org.isthmus.core.fabric.Fabric;
import org.isthmus.core.fabric.Location;
import org.isthmus.core.loop.StepClock;
import org.isthmus.core.mapping.Instances;
import org.isthmus.core.model.DeviceId;
import org.isthmus.core.model.Eam;
import org.isthmus.core.model.FabricConfig;
import org.isthmus.core.net.Ipv6Address;
import org.isthmus.core.net.V4Mapped;
import org.isthmus.core.pool.Pools;
import org.isthmus.core.pool.PortPool;
import org.isthmus.core.source.Conflict;
import org.isthmus.core.source.SourceBindings;

/**
 * Alarms of hosts with addresses that they may not have where they are.
 *
 * <p>Threading: the core's thread.
 */
final class HostAlarms {
    private final Instances instances;
    private final Pools pools;
    private final Fabric fabric;
    private final SourceBindings sources;
    private final StepClock clock;

    HostAlarms(
            Instances instances,
            Pools pools,
            Fabric fabric,
            SourceBindings sources,
            StepClock clock) {
        this.instances = instances;
        this.pools = pools;
        this.fabric = fabric;
        this.sources = sources;
        this.clock = clock;
    }

    /** Adds those of now. */
    void add(List<Alarm> to) {
        fabric.conflicts().all(clock.millis()).forEach((a, host) -> conflict(to, a, host));
        sources.conflicts().forEach((a, c) -> conflict(to, a, c));
        sources.edges().full().forEach(on -> full(to, on));
        fabric.conflicts().foreign(clock.millis()).forEach((on, host) -> foreign(to, on, host));
    }

    private void add(List<Alarm> to, String kind, Severity s, String subject, String message) {
        to.add(new Alarm(kind + "/" + subject, s, subject, message, clock.epochMillis()));
    }

    private void foreign(List<Alarm> to, FabricConfig.Interface on, Foreign host) {
        String networks =
                Stream.concat(on.networks4.stream(), on.networks6.stream())
                        .map(Object::toString)
                        .collect(Collectors.joining(", "));
        Location at = fabric.paths().locate(host.address);
        String of =
                at.kind == Location.Kind.ON_LINK
                        ? " It is of "
                                + at.interfaces.stream()
                                        .map(i -> i.port.toString())
                                        .collect(Collectors.joining(", "))
                                + "."
                        : "";
        String what =
                "Host "
                        + host.mac
                        + " at "
                        + on.port
                        + " has "
                        + V4Mapped.text(host.address)
                        + ", which is not of interface "
                        + on.name
                        + " ("
                        + networks
                        + "), and gets nothing through."
                        + of
                        + " Look at the host's address, the cable, and the interface's networks.";
        add(to, "foreign-host", Severity.WARNING, on.port + "/" + on.name, what);
    }

    private void conflict(List<Alarm> to, Ipv6Address a, Conflict c) {
        String address = V4Mapped.text(a);
        String what =
                "Host "
                        + c.mac
                        + " at "
                        + c.refused.port
                        + " wants "
                        + address
                        + ", and is refused it: a host at "
                        + c.holder.port
                        + " has it.";
        add(to, "address-conflict", Severity.MINOR, address, what);
    }

    private void full(List<Alarm> to, FabricConfig.Interface on) {
        String what =
                "Hosts at interface "
                        + on.name
                        + " at "
                        + on.port
                        + " have "
                        + on.learnedAddresses
                        + " addresses, as many as they may have: packets of others are dropped.";
        add(to, "source-limit", Severity.WARNING, on.port + "/" + on.name, what);
    }

    private void conflict(List<Alarm> to, Ipv6Address a, Fabric.Neighbor host) {
        boolean v4 = V4Mapped.isIpv4(a);
        String address = V4Mapped.text(a);
        String what =
                "Host "
                        + host.mac
                        + " at "
                        + host.on.port
                        + " has "
                        + address
                        + ", and gets none of its traffic: it is of "
                        + server(a, v4)
                        + ".";
        add(to, "address-conflict", Severity.MINOR, address, what);
    }

    /** Who has an address, or for what translators answer for it. */
    private String server(Ipv6Address a, boolean v4) {
        DeviceId owner = fabric.conflicts().owner(a);
        if (owner != null) {
            return owner.toString();
        }
        PortPool pool = v4 ? pools.poolOf(V4Mapped.toIpv4(a)) : null;
        if (pool != null) {
            return "pool " + pool.spec().name;
        }
        Eam eam =
                v4
                        ? instances.eamt().match(V4Mapped.toIpv4(a))
                        : instances.eamt().match(a.high(), a.low());
        return eam != null ? "EAM " + eam : "the prefix of a NAT64 instance";
    }
}
