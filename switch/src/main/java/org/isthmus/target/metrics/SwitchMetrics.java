// SPDX-License-Identifier: Apache-2.0
package org.isthmus.target.metrics;

import com.google.rpc.Code;
import java.net.InetAddress;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.ToLongFunction;
import org.isthmus.target.fastpath.FastPathNumbers;
import org.isthmus.target.io.PortCounters;
import org.isthmus.target.metrics.Metrics.Values;
import org.isthmus.target.p4rt.P4RuntimeServer;
import org.isthmus.target.p4rt.ServerCounters.Loss;

/** Metrics that every device behind our P4Runtime server has, and those of a fast path. */
public final class SwitchMetrics {
    public static final String DEVICE = "device_id";

    private static final String[] OF_PORT = {DEVICE, "port", "interface"};
    private static final String[] OF_PORT_AND_DIRECTION = {
        DEVICE, "port", "interface", "direction"
    };

    private final Metrics metrics;
    private final List<MeteredDevice> devices;

    private SwitchMetrics(Metrics metrics, List<MeteredDevice> devices) {
        this.metrics = metrics;
        this.devices = devices;
    }

    /** Adds them for the devices of a process. */
    public static void add(Metrics metrics, List<MeteredDevice> devices) {
        SwitchMetrics m = new SwitchMetrics(metrics, devices);
        m.server();
        m.packetIns();
        m.writes();
        m.ports();
        if (devices.stream().anyMatch(MeteredDevice::wantsFastPath)) {
            m.fastPaths();
        }
    }

    private Consumer<Values> ofServers(ToLongFunction<P4RuntimeServer> n) {
        return v -> devices.forEach(d -> v.value(n.applyAsLong(d.server), d.id));
    }

    private void server() {
        metrics.gauge(
                "nat64_switch_program_loaded",
                "1: a P4 program runs; 0: the switch waits for a controller that brings one",
                ofServers(s -> s.hasProgram() ? 1 : 0),
                DEVICE);
        metrics.gauge(
                "nat64_switch_connections",
                "Connections of P4Runtime clients",
                ofServers(P4RuntimeServer::connections),
                DEVICE);
        metrics.gauge(
                "nat64_switch_controllers",
                "Controllers with an open stream, primary or not",
                ofServers(P4RuntimeServer::controllers),
                DEVICE);
        metrics.gauge(
                "nat64_switch_primaries",
                "Roles that have a primary controller; 0: nobody may write or gets packets",
                ofServers(s -> s.primaries().size()),
                DEVICE);
        metrics.gauge(
                "nat64_switch_primary_roles",
                "Roles of which a controller at this address is primary",
                v -> devices.forEach(d -> primaries(d, v)),
                DEVICE,
                "client");
    }

    private static void primaries(MeteredDevice d, Values v) {
        Map<String, Integer> roles = new TreeMap<>();
        for (InetAddress at : d.server.primaries()) {
            roles.merge(at == null ? "unknown" : at.getHostAddress(), 1, Integer::sum);
        }
        roles.forEach((client, n) -> v.value(n, d.id, client));
    }

    private void packetIns() {
        metrics.counter(
                "nat64_switch_packet_ins",
                "Packets that were sent to a controller",
                ofServers(s -> s.counters().packetIns()),
                DEVICE);
        metrics.counter(
                "nat64_switch_packet_ins_dropped",
                "Packets for the controller that were dropped. no_primary: there was none;"
                        + " queue_full: 4096 waited, as more come up than the controller takes;"
                        + " primary_slow: one of several primaries read too slowly; no_header: no"
                        + " program runs, or it has no such packets",
                v -> devices.forEach(d -> lost(d, v)),
                DEVICE,
                "reason");
    }

    private static void lost(MeteredDevice d, Values v) {
        for (Loss why : Loss.values()) {
            v.value(d.server.counters().lostPacketIns(why), d.id, lower(why));
        }
    }

    private void writes() {
        metrics.counter(
                "nat64_switch_writes",
                "Write requests that were carried out, also where some of their updates failed",
                ofServers(s -> s.counters().writes()),
                DEVICE);
        metrics.counter(
                "nat64_switch_writes_refused",
                "Write requests of which nothing was done: not of a primary, or not now",
                ofServers(s -> s.counters().refusedWrites()),
                DEVICE);
        metrics.counter(
                "nat64_switch_updates",
                "Updates of Write requests, failed ones included",
                ofServers(s -> s.counters().updates()),
                DEVICE);
        metrics.counter(
                "nat64_switch_updates_failed",
                "Updates that failed, by their status: resource_exhausted is a full table,"
                        + " internal a fault of the switch, which its log has",
                v -> devices.forEach(d -> failed(d, v)),
                DEVICE,
                "code");
    }

    private static void failed(MeteredDevice d, Values v) {
        for (Code code : Code.values()) {
            if (code != Code.OK && code != Code.UNRECOGNIZED) {
                v.value(d.server.counters().failedUpdates(code), d.id, lower(code));
            }
        }
    }

    private static String lower(Enum<?> value) {
        return value.name().toLowerCase(Locale.ROOT);
    }

    private void ports() {
        bothWays(
                "nat64_switch_port_frames",
                "Frames of a port; those of the fast path as of the controller's last reading",
                PortCounters::rxFrames,
                PortCounters::txFrames);
        bothWays(
                "nat64_switch_port_bytes",
                "Bytes of a port; those of the fast path as of the controller's last reading",
                PortCounters::rxBytes,
                PortCounters::txBytes);
        bothWays(
                "nat64_switch_port_frames_dropped",
                "Frames that a port dropped. in: the receive ring was full, as more came than the"
                        + " switch takes; out: the interface took no more, or was down",
                PortCounters::rxDropped,
                PortCounters::txDropped);
        bothWays(
                "nat64_switch_port_frames_oversize",
                "Frames above the MTU of the interface, which were dropped",
                PortCounters::rxOversize,
                PortCounters::txOversize);
        metrics.counter(
                "nat64_switch_port_frames_segmented",
                "Frames that came in one piece from an offload, and were cut into segments",
                v -> eachPort((c, of) -> v.value(c.rxSegmented(), of)),
                OF_PORT);
    }

    private interface OfPort {
        void accept(PortCounters counters, String... labels);
    }

    private void eachPort(OfPort each) {
        devices.forEach(
                d ->
                        d.ports.forEach(
                                p ->
                                        each.accept(
                                                p.counters(),
                                                d.id,
                                                Integer.toUnsignedString(p.number()),
                                                p.name())));
    }

    private void bothWays(
            String name,
            String help,
            ToLongFunction<PortCounters> in,
            ToLongFunction<PortCounters> out) {
        metrics.counter(
                name,
                help,
                v ->
                        eachPort(
                                (c, of) -> {
                                    v.value(in.applyAsLong(c), of[0], of[1], of[2], "in");
                                    v.value(out.applyAsLong(c), of[0], of[1], of[2], "out");
                                }),
                OF_PORT_AND_DIRECTION);
    }

    private Consumer<Values> ofFastPaths(ToLongFunction<FastPathNumbers> n) {
        return v ->
                devices.stream()
                        .filter(MeteredDevice::hasFastPath)
                        .forEach(d -> v.value(n.applyAsLong(d.fastPath.get()), d.id));
    }

    private void fastPaths() {
        metrics.gauge(
                "nat64_switch_fast_path_works",
                "1: the kernel may forward flows; 0: --fast-path was given, and the kernel refuses",
                v ->
                        devices.stream()
                                .filter(MeteredDevice::wantsFastPath)
                                .forEach(d -> v.value(d.hasFastPath() ? 1 : 0, d.id)),
                DEVICE);
        metrics.gauge(
                "nat64_switch_fast_path_flows",
                "Flows that the kernel forwards",
                ofFastPaths(n -> n.flows),
                DEVICE);
        metrics.gauge(
                "nat64_switch_fast_path_room",
                "For how many flows there is room: --fast-path-flows",
                ofFastPaths(n -> n.room),
                DEVICE);
        metrics.counter(
                "nat64_switch_fast_path_packets",
                "Packets that the kernel forwarded, of each flow as of some seconds ago",
                ofFastPaths(n -> n.packets),
                DEVICE);
        metrics.counter(
                "nat64_switch_fast_path_packets_lost",
                "Packets of its flows that the kernel could not send",
                ofFastPaths(n -> n.lost),
                DEVICE);
        metrics.counter(
                "nat64_switch_fast_path_flows_admitted",
                "Flows that got into the kernel",
                ofFastPaths(n -> n.admitted),
                DEVICE);
        metrics.counter(
                "nat64_switch_fast_path_flows_evicted",
                "Of those, that had to make room for busier ones: --fast-path-flows is too low",
                ofFastPaths(n -> n.evicted),
                DEVICE);
        metrics.counter(
                "nat64_switch_fast_path_flows_refused",
                "How often a flow was left to the program; the reasons are printed at the end",
                ofFastPaths(n -> n.refused),
                DEVICE);
        metrics.counter(
                "nat64_switch_fast_path_faults",
                "Packets of which the kernel would have made something else than the program. Their"
                        + " flows stay with the program; it is a fault of the switch, which its log"
                        + " has",
                ofFastPaths(n -> n.wrong),
                DEVICE);
    }
}
