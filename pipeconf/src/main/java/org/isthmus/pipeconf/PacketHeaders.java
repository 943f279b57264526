// SPDX-License-Identifier: Apache-2.0
package org.isthmus.pipeconf;

import java.util.ArrayList;
import java.util.List;
import org.isthmus.pipeline.PacketIo;
import org.isthmus.pipeline.Pipeline;
import org.onlab.util.ImmutableByteSequence;
import org.onosproject.net.pi.model.PiPacketMetadataId;
import org.onosproject.net.pi.model.PiPacketOperationType;
import org.onosproject.net.pi.runtime.PiPacketMetadata;
import org.onosproject.net.pi.runtime.PiPacketOperation;
import p4.config.v1.P4InfoOuterClass.ControllerPacketMetadata;
import p4.v1.P4RuntimeOuterClass.PacketMetadata;
import p4.v1.P4RuntimeOuterClass.PacketOut;

/** The headers between switch and controller, by ONOS's names. Immutable; any thread. */
final class PacketHeaders {
    private static final byte[] NO_FRAME = {};

    final PiPacketMetadataId ingressPort;
    final PiPacketMetadataId reason;

    /** By port; a port's header is the same for every packet. */
    private final List<List<PiPacketMetadata>> send = new ArrayList<>(PacketIo.PORTS);

    private final List<PiPacketMetadata> submit;

    private PacketHeaders(ControllerPacketMetadata in, ControllerPacketMetadata out) {
        ingressPort = PiPacketMetadataId.of(metadata(in, PacketIo.INGRESS_PORT).getName());
        reason = PiPacketMetadataId.of(metadata(in, PacketIo.REASON).getName());
        for (int port = 0; port < PacketIo.PORTS; port++) {
            send.add(header(out, PacketIo.send(port, NO_FRAME)));
        }
        submit = header(out, PacketIo.submit(NO_FRAME));
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

    private static ControllerPacketMetadata.Metadata metadata(
            ControllerPacketMetadata header, int id) {
        for (ControllerPacketMetadata.Metadata metadata : header.getMetadataList()) {
            if (metadata.getId() == id) {
                return metadata;
            }
        }
        throw new IllegalStateException("no metadata has id " + id);
    }

    private static List<PiPacketMetadata> header(ControllerPacketMetadata out, PacketOut packet) {
        List<PiPacketMetadata> header = new ArrayList<>();
        for (PacketMetadata value : packet.getMetadataList()) {
            ControllerPacketMetadata.Metadata metadata = metadata(out, value.getMetadataId());
            header.add(
                    PiPacketMetadata.builder()
                            .withId(PiPacketMetadataId.of(metadata.getName()))
                            .withValue(
                                    PiValues.fit(
                                            value.getValue(), Schema.bytes(metadata.getBitwidth())))
                            .build());
        }
        return List.copyOf(header);
    }

    /** A frame that leaves by a port, below {@link PacketIo#PORTS}, as it is. */
    PiPacketOperation send(int port, byte[] frame) {
        return packetOut(send.get(port), frame);
    }

    /** A frame that goes through the pipeline as if it had come in by a port. */
    PiPacketOperation submit(byte[] frame) {
        return packetOut(submit, frame);
    }

    private static PiPacketOperation packetOut(List<PiPacketMetadata> header, byte[] frame) {
        return PiPacketOperation.builder()
                .withType(PiPacketOperationType.PACKET_OUT)
                .withMetadatas(header)
                .withData(ImmutableByteSequence.copyFrom(frame))
                .build();
    }
}
