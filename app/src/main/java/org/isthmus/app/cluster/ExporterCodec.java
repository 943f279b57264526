// SPDX-License-Identifier: Apache-2.0
package org.isthmus.app.cluster;

import java.util.List;
import org.isthmus.core.api.Exporter;
import org.isthmus.core.model.ExporterConfig;
import org.isthmus.proto.node.v1.ApiProto;

/** How far exporters are, as messages of {@code isthmus.node.v1}, and back. */
final class ExporterCodec {
    private ExporterCodec() {}

    static ApiProto.Exporters exporters(List<Exporter> exporters) {
        return ApiProto.Exporters.newBuilder()
                .addAllExporters(Wire.list(exporters, ExporterCodec::exporter))
                .build();
    }

    static List<Exporter> exporters(ApiProto.Exporters m) {
        return Wire.list(Wire.known(m).getExportersList(), ExporterCodec::exporter);
    }

    private static ApiProto.Exporter exporter(Exporter e) {
        ApiProto.Exporter.Builder to =
                ApiProto.Exporter.newBuilder()
                        .setName(e.name)
                        .setType(type(e.type))
                        .setTarget(e.target)
                        .setState(state(e.state))
                        .setSinceEpochMillis(e.sinceEpochMillis)
                        .setPosition(e.position)
                        .setLagEvents(e.lagEvents)
                        .setLagSeconds(e.lagSeconds)
                        .setSent(e.sent)
                        .setLost(e.lost);
        if (e.problem != null) {
            to.setProblem(Wire.text(e.problem));
        }
        return to.build();
    }

    private static Exporter exporter(ApiProto.Exporter m) {
        Wire.known(m);
        return new Exporter(
                m.getName(),
                type(m),
                m.getTarget(),
                state(m),
                Wire.text(m.hasProblem(), m.getProblem()),
                m.getSinceEpochMillis(),
                m.getPosition(),
                m.getLagEvents(),
                m.getLagSeconds(),
                m.getSent(),
                m.getLost());
    }

    private static ApiProto.ExporterType type(ExporterConfig.Type type) {
        switch (type) {
            case JSON_LINES:
                return ApiProto.ExporterType.EXPORTER_TYPE_JSON_LINES;
            case SYSLOG:
                return ApiProto.ExporterType.EXPORTER_TYPE_SYSLOG;
            case IPFIX:
                return ApiProto.ExporterType.EXPORTER_TYPE_IPFIX;
            default:
                throw new IllegalArgumentException("no message of an exporter " + type);
        }
    }

    private static ExporterConfig.Type type(ApiProto.Exporter m) {
        switch (m.getType()) {
            case EXPORTER_TYPE_JSON_LINES:
                return ExporterConfig.Type.JSON_LINES;
            case EXPORTER_TYPE_SYSLOG:
                return ExporterConfig.Type.SYSLOG;
            case EXPORTER_TYPE_IPFIX:
                return ExporterConfig.Type.IPFIX;
            default:
                throw Wire.unknown(m, "type", m.getTypeValue());
        }
    }

    private static ApiProto.ExporterState state(Exporter.State state) {
        switch (state) {
            case CONNECTING:
                return ApiProto.ExporterState.EXPORTER_STATE_CONNECTING;
            case CONNECTED:
                return ApiProto.ExporterState.EXPORTER_STATE_CONNECTED;
            case STALLED:
                return ApiProto.ExporterState.EXPORTER_STATE_STALLED;
            case FAILED:
                return ApiProto.ExporterState.EXPORTER_STATE_FAILED;
            default:
                throw new IllegalArgumentException("no message of an exporter's state " + state);
        }
    }

    private static Exporter.State state(ApiProto.Exporter m) {
        switch (m.getState()) {
            case EXPORTER_STATE_CONNECTING:
                return Exporter.State.CONNECTING;
            case EXPORTER_STATE_CONNECTED:
                return Exporter.State.CONNECTED;
            case EXPORTER_STATE_STALLED:
                return Exporter.State.STALLED;
            case EXPORTER_STATE_FAILED:
                return Exporter.State.FAILED;
            default:
                throw Wire.unknown(m, "state", m.getStateValue());
        }
    }
}
