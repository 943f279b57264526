// SPDX-License-Identifier: Apache-2.0
package org.isthmus.rest;

import io.prometheus.metrics.model.snapshots.ClassicHistogramBuckets;
import io.prometheus.metrics.model.snapshots.CounterSnapshot;
import io.prometheus.metrics.model.snapshots.CounterSnapshot.CounterDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot.GaugeDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.HistogramSnapshot;
import io.prometheus.metrics.model.snapshots.HistogramSnapshot.HistogramDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.InfoSnapshot;
import io.prometheus.metrics.model.snapshots.InfoSnapshot.InfoDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricSnapshot;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.isthmus.core.api.Alarm;
import org.isthmus.core.api.Device;
import org.isthmus.core.api.Exporter;
import org.isthmus.core.api.Histogram;
import org.isthmus.core.api.Nat64;
import org.isthmus.core.api.Pool;
import org.isthmus.core.api.Statistics;
import org.isthmus.core.api.TableUse;
import org.isthmus.core.model.Gauge;
import org.isthmus.core.net.Protocol;

/**
 * What Prometheus is told: numbers of the NAT64, all of them under {@code nat64_}, with nothing per
 * subscriber or binding, so that the number of series does not grow with the traffic; and those of
 * the process. Numbers of the core are called as {@link Glossary} says; a name that ends in a
 * suffix that OpenMetrics reserves, such as {@code _created}, is refused. For one thread, one use.
 */
final class Metrics {
    private static final Metric BUILD =
            Metric.info("build", "1, with the version of the controller", "version");
    private static final Metric HEALTHY =
            Metric.gauge("healthy", "1: the service can do its job; 0: GET /health says why not");
    private static final Metric ALARMS =
            Metric.gauge("alarms", "Alarms that are raised; GET /alarms has them", "severity");
    private static final String[] OF_POOL = {"pool", "instance_name", "protocol"};
    private static final Metric POOL_BLOCKS =
            Metric.gauge("pool_blocks", "Port blocks of a pool", OF_POOL);
    private static final Metric POOL_BLOCKS_IN_USE =
            Metric.gauge("pool_blocks_in_use", "Of those, held by subscribers", OF_POOL);
    private static final Metric POOL_BINDINGS =
            Metric.gauge("pool_bindings", "Bindings of a pool", OF_POOL);
    private static final Metric POOL_DRAINING =
            Metric.gauge(
                    "pool_draining", "1: the pool is to become empty", "pool", "instance_name");
    private static final Metric DEVICE_STATE =
            Metric.gauge("device_state", "1 for the state the device is in", "device", "state");
    private static final Metric INTENDED_ENTRIES =
            Metric.gauge("device_intended_entries", "Entries the device is to hold", "device");
    private static final Metric REFUSED_CHANGES =
            Metric.gauge("device_refused_changes", "Changes refused and still due", "device");
    private static final Metric TABLE_SIZE =
            Metric.gauge("device_table_size", "Entries a table has room for", "device", "table");
    private static final Metric TABLE_USED =
            Metric.gauge("device_table_used", "Entries a table is to hold", "device", "table");
    static final Metric DROPPED =
            Metric.counter(
                    "device_dropped_packets",
                    "Packets a device dropped; GET /glossary explains each reason",
                    "device",
                    "reason");
    static final Metric PUNTED =
            Metric.counter(
                    "device_punted_packets",
                    "Packets a device did not send on because the controller has them",
                    "device");
    static final Metric COPIES_NOT_MADE =
            Metric.counter(
                    "device_copies_not_made",
                    "Copies for the controller above their rate; the packets went on",
                    "device");
    private static final Metric TRANSLATED =
            Metric.counter(
                    "device_translated_packets",
                    "Packets a device translated by entries of a table",
                    "device",
                    "table");
    private static final Metric PORT_PACKETS =
            Metric.counter(
                    "device_port_packets", "Packets of a port", "device", "port", "direction");
    private static final Metric PORT_BYTES =
            Metric.counter("device_port_bytes", "Bytes of a port", "device", "port", "direction");
    private static final Metric EXPORTER_STATE =
            Metric.gauge(
                    "exporter_state", "1 for the state the exporter is in", "exporter", "state");
    private static final Metric EXPORTER_POSITION =
            Metric.gauge("exporter_position", "First event not known to be delivered", "exporter");
    private static final Metric EXPORTER_LAG_EVENTS =
            Metric.gauge("exporter_lag_events", "Events not known to be delivered", "exporter");
    private static final Metric EXPORTER_LAG_SECONDS =
            Metric.gauge("exporter_lag_seconds", "Age of the first of those", "exporter");
    private static final Metric EXPORTER_SENT =
            Metric.counter("exporter_sent_events", "Events sent", "exporter");
    private static final Metric EXPORTER_LOST =
            Metric.counter(
                    "exporter_lost_events", "Events lost before they were delivered", "exporter");

    private final Map<String, CounterSnapshot.Builder> counters = new TreeMap<>();
    private final Map<String, GaugeSnapshot.Builder> gauges = new TreeMap<>();

    /** All there may be of the NAT64 itself, in the order in which people read them. */
    static List<Metric> all() {
        Set<Metric> all = new LinkedHashSet<>(List.of(BUILD, HEALTHY, ALARMS));
        Glossary.entries().forEach(e -> all.add(e.metric));
        all.addAll(
                List.of(
                        POOL_BLOCKS,
                        POOL_BLOCKS_IN_USE,
                        POOL_BINDINGS,
                        POOL_DRAINING,
                        DEVICE_STATE,
                        INTENDED_ENTRIES,
                        REFUSED_CHANGES,
                        TABLE_SIZE,
                        TABLE_USED,
                        DROPPED,
                        PUNTED,
                        COPIES_NOT_MADE,
                        TRANSLATED,
                        PORT_PACKETS,
                        PORT_BYTES,
                        EXPORTER_STATE,
                        EXPORTER_POSITION,
                        EXPORTER_LAG_EVENTS,
                        EXPORTER_LAG_SECONDS,
                        EXPORTER_SENT,
                        EXPORTER_LOST));
        return new ArrayList<>(all);
    }

    MetricSnapshots of(Nat64 nat64) {
        gauge(HEALTHY, nat64.health().ok ? 1 : 0);
        alarms(nat64);
        Statistics statistics = nat64.statistics();
        statistics.counters.forEach(this::counterOfCore);
        statistics.gauges.forEach(this::gaugeOfCore);
        nat64.pools().forEach(this::pool);
        nat64.devices().forEach(this::device);
        nat64.exporters().forEach(this::exporter);
        MetricSnapshots.Builder all = MetricSnapshots.builder();
        all.metricSnapshot(build());
        counters.values().forEach(b -> all.metricSnapshot(b.build()));
        gauges.values().forEach(b -> all.metricSnapshot(b.build()));
        statistics.histograms.forEach((name, h) -> all.metricSnapshot(histogram(name, h)));
        ProcessNumbers.now().forEach(all::metricSnapshot);
        return all.build();
    }

    private static MetricSnapshot build() {
        return InfoSnapshot.builder()
                .name(BUILD.name)
                .help(BUILD.help)
                .dataPoint(
                        InfoDataPointSnapshot.builder()
                                .labels(Labels.of("version", Build.VERSION))
                                .build())
                .build();
    }

    private void counterOfCore(String name, long n) {
        Glossary.Entry entry = Glossary.statistic(name);
        if (entry == null) {
            counter(Metric.counter(name, "Of another release"), n);
        } else if (entry.value == null) {
            counter(entry.metric, n);
        } else {
            counter(entry.metric, n, entry.value);
        }
    }

    private void gaugeOfCore(String name, long n) {
        Glossary.Entry entry = Glossary.statistic(name);
        if (entry == null) {
            gauge(Metric.gauge(name, "Of another release"), n);
        } else if (entry.value != null) {
            gauge(entry.metric, n, entry.value);
        } else if (!name.equals(Gauge.BINDINGS.id())) {
            gauge(entry.metric, n);
        }
    }

    private static MetricSnapshot histogram(String name, Histogram h) {
        Glossary.Entry entry = Glossary.statistic(name);
        Metric metric = entry == null ? Metric.histogram(name, "Of another release") : entry.metric;
        ClassicHistogramBuckets.Builder buckets = ClassicHistogramBuckets.builder();
        double[] bounds = h.bounds();
        long[] counts = h.counts();
        for (int i = 0; i < counts.length; i++) {
            buckets.bucket(i < bounds.length ? bounds[i] : Double.POSITIVE_INFINITY, counts[i]);
        }
        return HistogramSnapshot.builder()
                .name(metric.name)
                .help(metric.help)
                .dataPoint(
                        HistogramDataPointSnapshot.builder()
                                .classicHistogramBuckets(buckets.build())
                                .sum(h.sum())
                                .build())
                .build();
    }

    private void alarms(Nat64 nat64) {
        Map<Alarm.Severity, Long> raised = new TreeMap<>();
        for (Alarm.Severity s : Alarm.Severity.values()) {
            raised.put(s, 0L);
        }
        nat64.alarms().forEach(a -> raised.merge(a.severity, 1L, Long::sum));
        raised.forEach((severity, n) -> gauge(ALARMS, n, lower(severity)));
    }

    private void pool(Pool pool) {
        for (Protocol p : Protocol.values()) {
            String[] labels = {pool.spec.name, pool.spec.instance, Params.name(p)};
            gauge(POOL_BLOCKS, pool.blocks[p.ordinal()], labels);
            gauge(POOL_BLOCKS_IN_USE, pool.blocksInUse[p.ordinal()], labels);
            gauge(POOL_BINDINGS, pool.bindings[p.ordinal()], labels);
        }
        gauge(POOL_DRAINING, pool.spec.drains ? 1 : 0, pool.spec.name, pool.spec.instance);
    }

    private void device(Device d) {
        String id = d.id.toString();
        for (Device.State state : Device.State.values()) {
            gauge(DEVICE_STATE, state == d.state ? 1 : 0, id, lower(state));
        }
        gauge(INTENDED_ENTRIES, d.intendedEntries, id);
        gauge(REFUSED_CHANGES, d.refused, id);
        for (TableUse use : d.tables) {
            gauge(TABLE_SIZE, use.size, id, use.table);
            gauge(TABLE_USED, use.used, id, use.table);
        }
        if (d.statistics == null) {
            return;
        }
        d.statistics.drops().forEach((reason, n) -> counter(DROPPED, n, id, reason));
        counter(PUNTED, d.statistics.punted(), id);
        counter(COPIES_NOT_MADE, d.statistics.copiesNotMade(), id);
        d.statistics.translated().forEach((table, n) -> counter(TRANSLATED, n, id, table));
        d.statistics.ports().forEach((port, n) -> port(id, Integer.toString(port), n));
    }

    private void port(String device, String port, long[] n) {
        counter(PORT_PACKETS, n[0], device, port, "in");
        counter(PORT_BYTES, n[1], device, port, "in");
        counter(PORT_PACKETS, n[2], device, port, "out");
        counter(PORT_BYTES, n[3], device, port, "out");
    }

    private void exporter(Exporter e) {
        for (Exporter.State state : Exporter.State.values()) {
            gauge(EXPORTER_STATE, state == e.state ? 1 : 0, e.name, lower(state));
        }
        gauge(EXPORTER_POSITION, e.position, e.name);
        gauge(EXPORTER_LAG_EVENTS, e.lagEvents, e.name);
        gauge(EXPORTER_LAG_SECONDS, e.lagSeconds, e.name);
        counter(EXPORTER_SENT, e.sent, e.name);
        counter(EXPORTER_LOST, e.lost, e.name);
    }

    private static String lower(Enum<?> value) {
        return value.name().toLowerCase(Locale.ROOT);
    }

    private static Labels labels(Metric metric, String[] values) {
        return Labels.of(metric.labels.toArray(new String[0]), values);
    }

    /**
     * @param values of the metric's labels
     */
    private void counter(Metric metric, long n, String... values) {
        counters.computeIfAbsent(
                        metric.name, name -> CounterSnapshot.builder().name(name).help(metric.help))
                .dataPoint(
                        CounterDataPointSnapshot.builder()
                                .labels(labels(metric, values))
                                .value(n)
                                .build());
    }

    /**
     * @param values of the metric's labels
     */
    private void gauge(Metric metric, long n, String... values) {
        gauges.computeIfAbsent(
                        metric.name, name -> GaugeSnapshot.builder().name(name).help(metric.help))
                .dataPoint(
                        GaugeDataPointSnapshot.builder()
                                .labels(labels(metric, values))
                                .value(n)
                                .build());
    }
}
