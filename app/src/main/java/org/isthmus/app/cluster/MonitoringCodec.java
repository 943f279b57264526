// SPDX-License-Identifier: Apache-2.0
package org.isthmus.app.cluster;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.isthmus.core.api.Alarm;
import org.isthmus.core.api.Health;
import org.isthmus.core.api.Histogram;
import org.isthmus.core.api.Statistics;
import org.isthmus.proto.node.v1.ApiProto;

/**
 * What operators watch, between nodes: statistics, health and alarms; see {@link Wire}. Stateless.
 */
final class MonitoringCodec {
    private MonitoringCodec() {}

    static ApiProto.Statistics statistics(Statistics s) {
        ApiProto.Statistics.Builder to =
                ApiProto.Statistics.newBuilder().putAllCounters(s.counters).putAllGauges(s.gauges);
        s.histograms.forEach((name, h) -> to.putHistograms(name, histogram(h)));
        return to.build();
    }

    static Statistics statistics(ApiProto.Statistics m) {
        Wire.known(m);
        Map<String, Histogram> histograms = new TreeMap<>();
        m.getHistogramsMap().forEach((name, h) -> histograms.put(name, histogram(h)));
        return new Statistics(m.getCountersMap(), m.getGaugesMap(), histograms);
    }

    private static ApiProto.Histogram histogram(Histogram h) {
        return ApiProto.Histogram.newBuilder()
                .addAllBounds(Arrays.stream(h.bounds()).boxed().collect(Collectors.toList()))
                .addAllCounts(Arrays.stream(h.counts()).boxed().collect(Collectors.toList()))
                .setSum(h.sum())
                .build();
    }

    private static Histogram histogram(ApiProto.Histogram m) {
        Wire.known(m);
        return new Histogram(
                m.getBoundsList().stream().mapToDouble(d -> d).toArray(),
                m.getCountsList().stream().mapToLong(n -> n).toArray(),
                m.getSum());
    }

    static ApiProto.Health health(Health health) {
        return ApiProto.Health.newBuilder().addAllProblems(health.problems).build();
    }

    static Health health(ApiProto.Health m) {
        return new Health(Wire.known(m).getProblemsList());
    }

    static ApiProto.Alarms alarms(List<Alarm> alarms) {
        return ApiProto.Alarms.newBuilder()
                .addAllAlarms(Wire.list(alarms, MonitoringCodec::alarm))
                .build();
    }

    static List<Alarm> alarms(ApiProto.Alarms m) {
        return Wire.list(Wire.known(m).getAlarmsList(), MonitoringCodec::alarm);
    }

    private static ApiProto.Alarm alarm(Alarm a) {
        return ApiProto.Alarm.newBuilder()
                .setId(a.id)
                .setSeverity(severity(a.severity))
                .setSubject(a.subject)
                .setMessage(a.message)
                .setSinceEpochMillis(a.sinceEpochMillis)
                .build();
    }

    private static Alarm alarm(ApiProto.Alarm m) {
        Wire.known(m);
        return new Alarm(
                m.getId(), severity(m), m.getSubject(), m.getMessage(), m.getSinceEpochMillis());
    }

    private static ApiProto.Alarm.Severity severity(Alarm.Severity severity) {
        switch (severity) {
            case CRITICAL:
                return ApiProto.Alarm.Severity.SEVERITY_CRITICAL;
            case MAJOR:
                return ApiProto.Alarm.Severity.SEVERITY_MAJOR;
            case MINOR:
                return ApiProto.Alarm.Severity.SEVERITY_MINOR;
            case WARNING:
                return ApiProto.Alarm.Severity.SEVERITY_WARNING;
            default:
                throw new IllegalArgumentException("no message of severity " + severity);
        }
    }

    private static Alarm.Severity severity(ApiProto.Alarm m) {
        switch (m.getSeverity()) {
            case SEVERITY_CRITICAL:
                return Alarm.Severity.CRITICAL;
            case SEVERITY_MAJOR:
                return Alarm.Severity.MAJOR;
            case SEVERITY_MINOR:
                return Alarm.Severity.MINOR;
            case SEVERITY_WARNING:
                return Alarm.Severity.WARNING;
            default:
                throw Wire.unknown(m, "severity", m.getSeverityValue());
        }
    }
}
