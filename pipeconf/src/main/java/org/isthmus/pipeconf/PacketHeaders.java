// SPDX-License-Identifier: Apache-2.0
package org.isthmus.pipeconf;

import java.util.List;
import org.isthmus.pipeline.P4;
import org.isthmus.pipeline.Pipeline;
import org.onlab.util.ImmutableByteSequence;
import org.onosproject.net.pi.model.PiPacketMetadataId;
import org.onosproject.net.pi.model.PiPacketOperationType;
import org.onosproject.net.pi.runtime.PiPacketMetadata;
import org.onosproject.net.pi.runtime.PiPacketOperation;
import p4.config.v1.P4InfoOuterClass.ControllerPacketMetadata;

/** The headers between switch and controller, by ONOS's names. Immutable; any thread. */
final class PacketHeaders {
    /** Ports are numbered below this. */
    static final int PORTS = 1 << P4.PacketOut.EGRESS_PORT_BITS;

    final PiPacketMetadataId ingressPort;
    final PiPacketMetadataId reason;

    /** By number; a port's header is the same for every packet. */
    private final PiPacketMetadata[] egressPorts = new PiPacketMetadata[PORTS];

    private final PiPacketMetadata submit;
    private final PiPacketMetadata noSubmit;
    private final PiPacketMetadata pad;

    private PacketHeaders(ControllerPacketMetadata in, ControllerPacketMetadata out) {
        ingressPort = id(in, P4.PacketIn.INGRESS_PORT);
        reason = id(in, P4.PacketIn.REASON);
        PiPacketMetadataId egressPort = id(out, P4.PacketOut.EGRESS_PORT);
        for (int port = 0; port < PORTS; port++) {
            egressPorts[port] = value(egressPort, (byte) (port >> 8), (byte) port);
        }
        submit = value(id(out, P4.PacketOut.SUBMIT), (byte) 1);
        noSubmit = value(id(out, P4.PacketOut.SUBMIT), (byte) 0);
        pad = value(id(out, P4.PacketOut.PAD), (byte) 0);
    }

    static PacketHeaders of(Pipeline pipeline) {
        return new PacketHeaders(header(pipeline, "packet_in"), header(pipeline, "packet_out"));
    }

    /** The names are those of P4Runtime (section 16.1). */
    private static ControllerPacketMetadata header(Pipeline pipeline, String name) {
        for (ControllerPacketMetadata header :
                pipeline.p4Info().getControllerPacketMetadataList()) {
            if (header.getPreamble().getName().equals(name)) {
                return header;
            }
        }
        throw new IllegalStateException("the P4 program has no header " + name);
    }

    private static PiPacketMetadataId id(ControllerPacketMetadata header, int id) {
        for (ControllerPacketMetadata.Metadata metadata : header.getMetadataList()) {
            if (metadata.getId() == id) {
                return PiPacketMetadataId.of(metadata.getName());
            }
        }
        throw new IllegalStateException("no metadata has id " + id);
    }

    private static PiPacketMetadata value(PiPacketMetadataId id, byte... value) {
        return PiPacketMetadata.builder()
                .withId(id)
                .withValue(ImmutableByteSequence.copyFrom(value))
                .build();
    }

    /**
     * @param port below {@link #PORTS}
     * @param through whether the frame goes through the pipeline; the port counts for nothing then
     */
    PiPacketOperation packetOut(int port, boolean through, byte[] frame) {
        return PiPacketOperation.builder()
                .withType(PiPacketOperationType.PACKET_OUT)
                .withMetadatas(List.of(egressPorts[port], through ? submit : noSubmit, pad))
                .withData(ImmutableByteSequence.copyFrom(frame))
                .build();
    }
}
