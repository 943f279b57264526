// SPDX-License-Identifier: Apache-2.0
package org.isthmus.pipeline;

import com.google.protobuf.ByteString;
import com.google.protobuf.UnsafeByteOperations;
import org.isthmus.core.model.PuntReason;
import p4.v1.P4RuntimeOuterClass.PacketIn;
import p4.v1.P4RuntimeOuterClass.PacketMetadata;
import p4.v1.P4RuntimeOuterClass.PacketOut;

/** Packets between switch and controller, and their headers. Stateless. */
public final class PacketIo {
    /** The switch's port to the controller. */
    public static final int CPU_PORT = P4.CPU_PORT;

    /** By which packets are copied to the controller. */
    public static final int CLONE_SESSION = P4.CPU_CLONE_SESSION;

    /** Ports are numbered below this. */
    public static final int PORTS = 1 << P4.PacketOut.EGRESS_PORT_BITS;

    /** The metadata of a packet-in that says by which port it came in. */
    public static final int INGRESS_PORT = P4.PacketIn.INGRESS_PORT;

    /** The metadata of a packet-in that says why it came up. */
    public static final int REASON = P4.PacketIn.REASON;

    private static final PuntReason[] REASONS = new PuntReason[P4.PuntReasons.limit()];

    static {
        for (PuntReason reason : PuntReason.values()) {
            REASONS[code(reason)] = reason;
        }
    }

    private static final PacketMetadata NO_PAD = metadata(P4.PacketOut.PAD, 0);
    private static final PacketMetadata NO_PORT = metadata(P4.PacketOut.EGRESS_PORT, 0);
    private static final PacketMetadata SUBMIT = metadata(P4.PacketOut.SUBMIT, 1);
    private static final PacketMetadata NO_SUBMIT = metadata(P4.PacketOut.SUBMIT, 0);

    private PacketIo() {}

    /** The number that stands for a reason in the packet-in header, and its meter's index. */
    public static int code(PuntReason reason) {
        for (int i = 0; i < P4.PuntReasons.limit(); i++) {
            if (reason.name().equals(P4.PuntReasons.name(i))) {
                return i;
            }
        }
        throw new IllegalStateException("the P4 program has no punt reason " + reason);
    }

    /** The reason a number stands for, or null. */
    public static PuntReason reason(int code) {
        return code >= 0 && code < REASONS.length ? REASONS[code] : null;
    }

    /** Why the packet came up, or null if the header does not say. */
    public static PuntReason reason(PacketIn packet) {
        return reason((int) field(packet, REASON));
    }

    /** The port by which the packet came in, or -1 if the header does not say. */
    public static int port(PacketIn packet) {
        return (int) field(packet, INGRESS_PORT);
    }

    private static long field(PacketIn packet, int id) {
        for (int i = 0; i < packet.getMetadataCount(); i++) {
            PacketMetadata m = packet.getMetadata(i);
            if (m.getMetadataId() == id) {
                return Bytes.low(m.getValue());
            }
        }
        return -1;
    }

    /**
     * A frame that leaves by a port as it is.
     *
     * @param frame must not change any more
     */
    public static PacketOut send(int port, byte[] frame) {
        return packet(frame, metadata(P4.PacketOut.EGRESS_PORT, port), NO_SUBMIT);
    }

    /**
     * A frame that goes through the pipeline as if it had come in by a port.
     *
     * @param frame must not change any more
     */
    public static PacketOut submit(byte[] frame) {
        return packet(frame, NO_PORT, SUBMIT);
    }

    private static PacketOut packet(byte[] frame, PacketMetadata port, PacketMetadata submit) {
        ByteString payload = UnsafeByteOperations.unsafeWrap(frame);
        return PacketOut.newBuilder()
                .setPayload(payload)
                .addMetadata(port)
                .addMetadata(submit)
                .addMetadata(NO_PAD)
                .build();
    }

    private static PacketMetadata metadata(int id, int value) {
        return PacketMetadata.newBuilder()
                .setMetadataId(id)
                .setValue(Bytes.of((long) value))
                .build();
    }
}
