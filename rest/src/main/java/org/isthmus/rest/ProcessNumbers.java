// SPDX-License-Identifier: Apache-2.0
package org.isthmus.rest;

import io.prometheus.metrics.instrumentation.jvm.JvmGarbageCollectorMetrics;
import io.prometheus.metrics.instrumentation.jvm.JvmMemoryMetrics;
import io.prometheus.metrics.instrumentation.jvm.JvmRuntimeInfoMetric;
import io.prometheus.metrics.instrumentation.jvm.JvmThreadsMetrics;
import io.prometheus.metrics.instrumentation.jvm.ProcessMetrics;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;

/** Numbers of the process and its JVM, as Prometheus's client library names them. Any thread. */
final class ProcessNumbers {
    private static final PrometheusRegistry REGISTRY = new PrometheusRegistry();

    static {
        ProcessMetrics.builder().register(REGISTRY);
        JvmMemoryMetrics.builder().register(REGISTRY);
        JvmGarbageCollectorMetrics.builder().register(REGISTRY);
        JvmThreadsMetrics.builder().register(REGISTRY);
        JvmRuntimeInfoMetric.builder().register(REGISTRY);
    }

    private ProcessNumbers() {}

    static MetricSnapshots now() {
        return REGISTRY.scrape();
    }
}
