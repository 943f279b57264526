// SPDX-License-Identifier: Apache-2.0
package org.isthmus.target.metrics;

import io.prometheus.metrics.config.EscapingScheme;
import io.prometheus.metrics.core.metrics.CounterWithCallback;
import io.prometheus.metrics.core.metrics.GaugeWithCallback;
import io.prometheus.metrics.core.metrics.Info;
import io.prometheus.metrics.expositionformats.PrometheusTextFormatWriter;
import io.prometheus.metrics.instrumentation.jvm.JvmGarbageCollectorMetrics;
import io.prometheus.metrics.instrumentation.jvm.JvmMemoryMetrics;
import io.prometheus.metrics.instrumentation.jvm.JvmRuntimeInfoMetric;
import io.prometheus.metrics.instrumentation.jvm.ProcessMetrics;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.function.Consumer;

/**
 * Numbers of a program, each with where it comes from, under {@code nat64_switch_} where every
 * switch of ours has them, and those of the process. Filled, then read by one thread at a time.
 */
public final class Metrics {
    static final String CONTENT_TYPE = PrometheusTextFormatWriter.CONTENT_TYPE;

    /** Gets the values of a metric. */
    @FunctionalInterface
    public interface Values {
        /**
         * @param labels values, in the order of their names
         */
        void value(double n, String... labels);
    }

    private final PrometheusRegistry registry = new PrometheusRegistry();
    private final PrometheusTextFormatWriter writer = PrometheusTextFormatWriter.create();

    /**
     * @param program its name
     * @param version null: unpackaged
     */
    public Metrics(String program, String version) {
        Info.builder()
                .name("nat64_switch_build")
                .help("1, with the program and its version")
                .labelNames("program", "version")
                .register(registry)
                .setLabelValues(program, version == null ? "unpackaged" : version);
        ProcessMetrics.builder().register(registry);
        JvmMemoryMetrics.builder().register(registry);
        JvmGarbageCollectorMetrics.builder().register(registry);
        // Not those of threads: a look for deadlocks stops the threads of the packets.
        JvmRuntimeInfoMetric.builder().register(registry);
    }

    /**
     * @param name without {@code _total}
     * @param values asked at each scrape, and waits for nothing
     */
    public void counter(String name, String help, Consumer<Values> values, String... labels) {
        CounterWithCallback.builder()
                .name(name)
                .help(help)
                .labelNames(labels)
                .callback(c -> values.accept(c::call))
                .register(registry);
    }

    /** The same of a number that may fall. */
    public void gauge(String name, String help, Consumer<Values> values, String... labels) {
        GaugeWithCallback.builder()
                .name(name)
                .help(help)
                .labelNames(labels)
                .callback(c -> values.accept(c::call))
                .register(registry);
    }

    MetricSnapshots now() {
        return registry.scrape();
    }

    byte[] text() throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        writer.write(out, now(), EscapingScheme.UNDERSCORE_ESCAPING);
        return out.toByteArray();
    }
}
