// SPDX-License-Identifier: Apache-2.0
package org.isthmus.rest;

import io.prometheus.metrics.model.snapshots.CounterSnapshot;
import io.prometheus.metrics.model.snapshots.CounterSnapshot.CounterDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot.GaugeDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.isthmus.core.api.Device;
import org.isthmus.core.api.Exporter;
import org.isthmus.core.api.Nat64;
import org.isthmus.core.api.Pool;
import org.isthmus.core.api.Statistics;
import org.isthmus.core.api.TableUse;
import org.isthmus.core.net.Protocol;

/**
 * What Prometheus is told, all of it under {@code nat64_}: nothing per subscriber or binding, so
 * that the number of series does not grow with the traffic. Names are those of the core; one that
 * ends in a suffix that OpenMetrics reserves, such as {@code _created}, is refused. For one thread,
 * one use.
 */
final class Metrics {
    private final Map<String, CounterSnapshot.Builder> counters = new TreeMap<>();
    private final Map<String, GaugeSnapshot.Builder> gauges = new TreeMap<>();

    MetricSnapshots of(Nat64 nat64) {
        gauge("healthy", "1: the service can do its job", nat64.health().ok ? 1 : 0, Labels.EMPTY);
        Statistics statistics = nat64.statistics();
        statistics.counters.forEach(
                (name, n) -> counter(name, "Since the core started", n, Labels.EMPTY));
        statistics.gauges.forEach((name, n) -> gauge(name, "Now", n, Labels.EMPTY));
        nat64.pools().forEach(this::pool);
        nat64.devices().forEach(this::device);
        nat64.exporters().forEach(this::exporter);
        MetricSnapshots.Builder all = MetricSnapshots.builder();
        counters.values().forEach(b -> all.metricSnapshot(b.build()));
        gauges.values().forEach(b -> all.metricSnapshot(b.build()));
        return all.build();
    }

    private void pool(Pool pool) {
        for (Protocol p : Protocol.values()) {
            Labels labels =
                    Labels.of(
                            "pool",
                            pool.spec.name,
                            "instance_name",
                            pool.spec.instance,
                            "protocol",
                            Params.name(p));
            gauge("pool_blocks", "Port blocks", pool.blocks[p.ordinal()], labels);
            gauge(
                    "pool_blocks_in_use",
                    "Port blocks held by subscribers",
                    pool.blocksInUse[p.ordinal()],
                    labels);
            gauge("pool_bindings", "Bindings", pool.bindings[p.ordinal()], labels);
        }
    }

    private void device(Device d) {
        String id = d.id.toString();
        Labels device = Labels.of("device", id);
        for (Device.State state : Device.State.values()) {
            gauge(
                    "device_state",
                    "1 for the state the device is in",
                    state == d.state ? 1 : 0,
                    device.add("state", state.name().toLowerCase(Locale.ROOT)));
        }
        gauge(
                "device_intended_entries",
                "Entries the device is to hold",
                d.intendedEntries,
                device);
        gauge("device_refused_changes", "Changes refused and still due", d.refused, device);
        for (TableUse use : d.tables) {
            Labels table = device.add("table", use.table);
            gauge("device_table_size", "Entries a table has room for", use.size, table);
            gauge("device_table_used", "Entries a table is to hold", use.used, table);
        }
        if (d.statistics == null) {
            return;
        }
        counter(
                "device_punted_packets",
                "Packets not sent on because the controller has them",
                d.statistics.punted(),
                device);
        counter(
                "device_copies_not_made",
                "Copies for the controller above their rate; the packets went on",
                d.statistics.copiesNotMade(),
                device);
        d.statistics
                .drops()
                .forEach(
                        (reason, n) ->
                                counter(
                                        "device_dropped_packets",
                                        "Packets dropped",
                                        n,
                                        device.add("reason", reason)));
        d.statistics
                .translated()
                .forEach(
                        (table, n) ->
                                counter(
                                        "device_translated_packets",
                                        "Packets translated",
                                        n,
                                        device.add("table", table)));
        d.statistics.ports().forEach((port, n) -> port(device, port, n));
    }

    private void exporter(Exporter e) {
        Labels name = Labels.of("exporter", e.name);
        for (Exporter.State state : Exporter.State.values()) {
            gauge(
                    "exporter_state",
                    "1 for the state the exporter is in",
                    state == e.state ? 1 : 0,
                    name.add("state", state.name().toLowerCase(Locale.ROOT)));
        }
        gauge("exporter_position", "First event not known to be delivered", e.position, name);
        gauge("exporter_lag_events", "Events not known to be delivered", e.lagEvents, name);
        gauge("exporter_lag_seconds", "Age of the first of those", e.lagSeconds, name);
        counter("exporter_sent_events", "Events sent", e.sent, name);
        counter("exporter_lost_events", "Events lost before they were delivered", e.lost, name);
    }

    private void port(Labels device, int port, long[] n) {
        Labels in = device.merge(Labels.of("port", Integer.toString(port), "direction", "in"));
        Labels out = device.merge(Labels.of("port", Integer.toString(port), "direction", "out"));
        counter("device_port_packets", "Packets of a port", n[0], in);
        counter("device_port_bytes", "Bytes of a port", n[1], in);
        counter("device_port_packets", "Packets of a port", n[2], out);
        counter("device_port_bytes", "Bytes of a port", n[3], out);
    }

    private void counter(String name, String help, long value, Labels labels) {
        counters.computeIfAbsent("nat64_" + name, n -> CounterSnapshot.builder().name(n).help(help))
                .dataPoint(CounterDataPointSnapshot.builder().labels(labels).value(value).build());
    }

    private void gauge(String name, String help, long value, Labels labels) {
        gauges.computeIfAbsent("nat64_" + name, n -> GaugeSnapshot.builder().name(n).help(help))
                .dataPoint(GaugeDataPointSnapshot.builder().labels(labels).value(value).build());
    }
}
