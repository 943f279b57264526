// SPDX-License-Identifier: Apache-2.0
package org.isthmus.pipeconf;

import com.google.protobuf.ByteString;
import org.isthmus.core.model.PuntReason;
import org.isthmus.pipeline.PacketIo;
import org.onosproject.net.DeviceId;
import p4.v1.P4RuntimeOuterClass.PacketIn;
import p4.v1.P4RuntimeOuterClass.PacketMetadata;

/** Packets that come up over a connection which is a {@link PacketInTap}. */
public final class TapOf {
    private TapOf() {}

    /** False: it went on to ONOS. */
    public static boolean packetIn(DeviceId device, int port, PuntReason reason, byte[] frame) {
        return new PacketInTap(device, null)
                .take(
                        PacketIn.newBuilder()
                                .addMetadata(metadata(PacketIo.INGRESS_PORT, port))
                                .addMetadata(metadata(PacketIo.REASON, PacketIo.code(reason)))
                                .setPayload(ByteString.copyFrom(frame))
                                .build());
    }

    private static PacketMetadata metadata(int id, int value) {
        byte[] bytes = {(byte) (value >> 8), (byte) value};
        return PacketMetadata.newBuilder()
                .setMetadataId(id)
                .setValue(ByteString.copyFrom(bytes))
                .build();
    }
}
