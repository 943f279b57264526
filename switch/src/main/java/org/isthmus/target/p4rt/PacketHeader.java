// SPDX-License-Identifier: Apache-2.0
package org.isthmus.target.p4rt;

import com.google.protobuf.ByteString;
import com.google.protobuf.UnsafeByteOperations;
import java.util.List;
import org.isthmus.target.api.RefusedException;
import p4.config.v1.P4InfoOuterClass.ControllerPacketMetadata;
import p4.v1.P4RuntimeOuterClass.PacketIn;
import p4.v1.P4RuntimeOuterClass.PacketMetadata;
import p4.v1.P4RuntimeOuterClass.PacketOut;

/** The header between switch and controller: fields one after another, the first bit first. */
final class PacketHeader {
    private final int[] ids;
    private final String[] names;
    private final int[] widths;
    private final boolean[] padding;
    private final int bytes;

    PacketHeader(ControllerPacketMetadata m) throws RefusedException {
        int n = m.getMetadataCount();
        ids = new int[n];
        names = new String[n];
        widths = new int[n];
        padding = new boolean[n];
        int bits = 0;
        for (int i = 0; i < n; i++) {
            ControllerPacketMetadata.Metadata f = m.getMetadata(i);
            ids[i] = f.getId();
            names[i] = m.getPreamble().getName() + " field " + f.getName();
            widths[i] = ByteStrings.width(names[i], f.getBitwidth());
            padding[i] = isPadding(f.getName(), f.getAnnotationsList());
            bits = ByteStrings.width(m.getPreamble().getName(), bits + widths[i]);
        }
        bytes = ByteStrings.bytes(bits);
    }

    // P4Info lists padding like other fields, and controllers commonly leave it out.
    private static boolean isPadding(String name, List<String> annotations) {
        return name.startsWith("_")
                || name.startsWith("pad")
                || annotations.stream().anyMatch(a -> a.startsWith("@padding"));
    }

    int bytes() {
        return bytes;
    }

    /**
     * The frame for the pipeline: header, then payload.
     *
     * @throws RefusedException INVALID_ARGUMENT: a field is unknown, missing, double or too wide
     */
    byte[] pack(PacketOut out) throws RefusedException {
        byte[][] values = new byte[ids.length][];
        for (int i = 0; i < out.getMetadataCount(); i++) {
            PacketMetadata m = out.getMetadata(i);
            int at = indexOf(m.getMetadataId());
            if (at < 0) {
                throw Refusals.invalid(
                        "packet_out has no field with metadata id " + m.getMetadataId());
            }
            if (values[at] != null) {
                throw Refusals.invalid(names[at] + ": given twice");
            }
            values[at] = ByteStrings.decode(names[at], m.getValue(), widths[at]);
        }
        ByteString payload = out.getPayload();
        byte[] frame = new byte[bytes + payload.size()];
        int bit = 0;
        for (int i = 0; i < ids.length; i++) {
            if (values[i] != null) {
                put(frame, bit, widths[i], values[i]);
            } else if (!padding[i]) {
                throw Refusals.invalid(names[i] + ": missing");
            }
            bit += widths[i];
        }
        payload.copyTo(frame, bytes);
        return frame;
    }

    private int indexOf(int id) {
        for (int i = 0; i < ids.length; i++) {
            if (ids[i] == id) {
                return i;
            }
        }
        return -1;
    }

    /** The message for a frame of the pipeline, which it shares; null: shorter than the header. */
    PacketIn unpack(byte[] frame) {
        if (frame.length < bytes) {
            return null;
        }
        PacketIn.Builder b = PacketIn.newBuilder();
        int bit = 0;
        for (int i = 0; i < ids.length; i++) {
            byte[] v = get(frame, bit, widths[i]);
            b.addMetadata(
                    PacketMetadata.newBuilder()
                            .setMetadataId(ids[i])
                            .setValue(ByteStrings.encode(v)));
            bit += widths[i];
        }
        return b.setPayload(UnsafeByteOperations.unsafeWrap(frame, bytes, frame.length - bytes))
                .build();
    }

    /** Writes a value into zeroed bits of the frame. */
    private static void put(byte[] frame, int bit, int width, byte[] value) {
        int end = bit + width;
        int shift = -end & 7;
        int at = (end - 1) >> 3;
        for (int i = value.length - 1; i >= 0; i--, at--) {
            int v = (value[i] & 0xff) << shift;
            frame[at] |= (byte) v;
            if (v >> 8 != 0) {
                frame[at - 1] |= (byte) (v >> 8);
            }
        }
    }

    private static byte[] get(byte[] frame, int bit, int width) {
        byte[] value = new byte[ByteStrings.bytes(width)];
        int end = bit + width;
        int shift = -end & 7;
        int at = (end - 1) >> 3;
        for (int i = value.length - 1; i >= 0; i--, at--) {
            int low = (frame[at] & 0xff) >> shift;
            int high = shift > 0 && at > 0 ? (frame[at - 1] & 0xff) << (8 - shift) : 0;
            value[i] = (byte) (low | high);
        }
        value[0] &= (byte) (0xff >>> (-width & 7));
        return value;
    }
}
