// SPDX-License-Identifier: Apache-2.0
package org.isthmus.app.cluster;

import org.isthmus.core.api.Diagnosis;
import org.isthmus.proto.net.NetCodec;
import org.isthmus.proto.node.v1.ApiProto;

/** What is asked and found of a flow, between nodes; see {@link Wire}. Stateless. */
final class DiagnosisCodec {
    private DiagnosisCodec() {}

    static ApiProto.Flow flow(Diagnosis.Flow flow) {
        ApiProto.Flow.Builder to =
                ApiProto.Flow.newBuilder()
                        .setHost(NetCodec.address6(flow.host))
                        .setHostPort(flow.hostPort)
                        .setPort(flow.port);
        if (flow.peer != null) {
            to.setPeer(NetCodec.address6(flow.peer));
        }
        if (flow.protocol != null) {
            to.setProtocol(NetCodec.protocol(flow.protocol));
        }
        if (flow.instance != null) {
            to.setInstance(Wire.text(flow.instance));
        }
        return to.build();
    }

    static Diagnosis.Flow flow(ApiProto.Flow m) {
        Wire.known(m);
        return new Diagnosis.Flow(
                NetCodec.address6(m.getHost()),
                m.getHostPort(),
                m.getPeer().isEmpty() ? null : NetCodec.address6(m.getPeer()),
                m.getProtocolValue() == 0 ? null : NetCodec.protocol(m.getProtocol()),
                m.getPort(),
                Wire.text(m.hasInstance(), m.getInstance()));
    }

    static ApiProto.Diagnosis diagnosis(Diagnosis diagnosis) {
        return ApiProto.Diagnosis.newBuilder()
                .addAllFindings(Wire.list(diagnosis.findings, DiagnosisCodec::finding))
                .build();
    }

    static Diagnosis diagnosis(ApiProto.Diagnosis m) {
        return new Diagnosis(Wire.list(Wire.known(m).getFindingsList(), DiagnosisCodec::finding));
    }

    private static ApiProto.Finding finding(Diagnosis.Finding f) {
        return ApiProto.Finding.newBuilder()
                .setCheck(ApiProto.Finding.Check.valueOf("CHECK_" + f.check))
                .setResult(ApiProto.Finding.Result.valueOf("RESULT_" + f.result))
                .setMessage(f.message)
                .build();
    }

    private static Diagnosis.Finding finding(ApiProto.Finding m) {
        Wire.known(m);
        return new Diagnosis.Finding(check(m), result(m), m.getMessage());
    }

    private static Diagnosis.Check check(ApiProto.Finding m) {
        switch (m.getCheck()) {
            case CHECK_BINDING:
                return Diagnosis.Check.BINDING;
            case CHECK_HOST:
                return Diagnosis.Check.HOST;
            case CHECK_SOURCE:
                return Diagnosis.Check.SOURCE;
            case CHECK_DESTINATION:
                return Diagnosis.Check.DESTINATION;
            case CHECK_DEVICES:
                return Diagnosis.Check.DEVICES;
            case CHECK_PORTS:
                return Diagnosis.Check.PORTS;
            case CHECK_PEER:
                return Diagnosis.Check.PEER;
            case CHECK_SERVICE:
                return Diagnosis.Check.SERVICE;
            default:
                throw Wire.unknown(m, "check", m.getCheckValue());
        }
    }

    private static Diagnosis.Result result(ApiProto.Finding m) {
        switch (m.getResult()) {
            case RESULT_OK:
                return Diagnosis.Result.OK;
            case RESULT_NOTE:
                return Diagnosis.Result.NOTE;
            case RESULT_PROBLEM:
                return Diagnosis.Result.PROBLEM;
            default:
                throw Wire.unknown(m, "result", m.getResultValue());
        }
    }
}
