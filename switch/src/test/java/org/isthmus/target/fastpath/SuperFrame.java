// SPDX-License-Identifier: Apache-2.0
package org.isthmus.target.fastpath;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.isthmus.target.api.Frame;
import org.isthmus.target.fastpath.trace.Layout;
import org.isthmus.target.io.Offloading;

/** A frame of TCP or UDP that stands for several, whose segmentation is left to offload. */
final class SuperFrame {
    private static final int FIN_PSH = 0x09;

    final int port;
    private final Layout like;
    private final byte[] headers;
    private final byte[] payload;
    private final int size;

    private SuperFrame(int port, Layout like, byte[] headers, int payload, int size) {
        this.port = port;
        this.like = like;
        this.headers = headers;
        this.payload = new byte[payload];
        this.size = size;
        for (int i = 0; i < payload; i++) {
            this.payload[i] = (byte) (i * 7 + i / 251);
        }
    }

    /** Null: of such flows there is none, or the kernel takes none. */
    static SuperFrame of(Frame f, int payload, int size) {
        Layout l = Layout.of(f.bytes);
        if (l == null || l.tagged() || l.protocol != Layout.TCP && l.protocol != Layout.UDP) {
            return null;
        }
        if (l.protocol == Layout.UDP && !Offloading.KNOWS_UDP) {
            return null;
        }
        int header = l.protocol == Layout.UDP ? 8 : (f.bytes[l.transport + 12] >> 4 & 15) * 4;
        byte[] headers = Arrays.copyOf(f.bytes, l.transport + header);
        return new SuperFrame(f.port, l, headers, payload, size);
    }

    static boolean ipv4(byte[] frame) {
        return frame[12] == 8 && frame[13] == 0;
    }

    boolean udp() {
        return like.protocol == Layout.UDP;
    }

    /** The headers with so many bytes of payload; the checksum is the sum of the pseudo-header. */
    private byte[] frame(int from, int bytes) {
        byte[] frame = Arrays.copyOf(headers, headers.length + bytes);
        System.arraycopy(payload, from, frame, headers.length, bytes);
        ByteBuffer b = ByteBuffer.wrap(frame);
        int upper = frame.length - like.transport;
        if (like.ipv6) {
            b.putShort(like.ip + 4, (short) upper);
        } else {
            b.putShort(like.ip + 2, (short) (frame.length - like.ip));
            b.putShort(like.ip + 4, (short) (b.getShort(like.ip + 4) + from / size));
            b.putShort(like.ip + 10, (short) 0);
            b.putShort(like.ip + 10, (short) ~sum(frame, like.ip, like.transport, 0));
        }
        if (udp()) {
            b.putShort(like.transport + 4, (short) upper);
        }
        int addresses = like.ip + (like.ipv6 ? 8 : 12);
        int pseudo = sum(frame, addresses, like.transport, upper + like.protocol);
        b.putShort(like.checksum, (short) pseudo);
        return frame;
    }

    /**
     * A one's complement sum of 16-bit words, folded.
     *
     * @param more is added to it
     */
    static int sum(byte[] b, int from, int to, int more) {
        int sum = more;
        for (int i = from; i < to; i++) {
            sum += (b[i] & 0xff) << ((i - from) % 2 == 0 ? 8 : 0);
        }
        sum = (sum >>> 16) + (sum & 0xffff);
        return (sum >>> 16) + (sum & 0xffff);
    }

    void send(Offloading host) {
        int type = udp() ? Offloading.UDP : like.ipv6 ? Offloading.TCP_IPV6 : Offloading.TCP_IPV4;
        host.send(
                frame(0, payload.length),
                type,
                headers.length,
                size,
                like.transport,
                like.checksum - like.transport);
    }

    /**
     * Sends packets of UDP with this payload by themselves, whose checksums are left to offload.
     */
    void sendParts(Offloading host) {
        for (int at = 0; at < payload.length; at += size) {
            byte[] part = frame(at, Math.min(size, payload.length - at));
            host.send(part, 0, 0, 0, like.transport, like.checksum - like.transport);
        }
    }

    /** What it stands for. */
    List<Frame> segments() {
        List<Frame> segments = new ArrayList<>();
        for (int at = 0; at < payload.length; at += size) {
            int bytes = Math.min(size, payload.length - at);
            byte[] f = frame(at, bytes);
            ByteBuffer b = ByteBuffer.wrap(f);
            if (!udp()) {
                int sequence = b.getInt(like.transport + 4);
                b.putInt(like.transport + 4, sequence + at);
                if (at + bytes < payload.length) {
                    f[like.transport + 13] &= ~FIN_PSH;
                }
            }
            int sum = ~sum(f, like.transport, f.length, 0) & 0xffff;
            b.putShort(like.checksum, (short) (sum == 0 && udp() ? 0xffff : sum));
            segments.add(new Frame(port, f));
        }
        return segments;
    }
}
