// SPDX-License-Identifier: Apache-2.0
package org.isthmus.bench;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** TCP segments of the flows of {@link Flows}, without payload; checksums are not looked at. */
final class Frames {
    static final long STATION = 0x02_00_00_00_00_01L;
    static final int PEER4 = 0xc000_0221; // 192.0.2.33
    static final long NATIVE_HIGH = 0x2001_0d01_0000_0000L;
    static final long PREFIX_HIGH = 0x2001_0db8_0064_0000L;
    static final int POOL4 = 0xc612_0000; // 198.18.0.0
    private static final int PORTS = 32768;

    private static final VarHandle LONG =
            MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);
    private static final VarHandle INT =
            MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN);
    private static final VarHandle SHORT =
            MethodHandles.byteArrayViewVarHandle(short[].class, ByteOrder.BIG_ENDIAN);

    private Frames() {}

    static int address4(int flow) {
        return POOL4 + flow / PORTS;
    }

    static int port4(int flow) {
        return PORTS + flow % PORTS;
    }

    static byte[] ipv6(boolean translated) {
        ByteBuffer b = ethernet(0x86dd, 60);
        b.putInt(6 << 28).putShort((short) 20).put((byte) 6).put((byte) 64);
        b.putLong(Flows.high(0)).putLong(Flows.low(0));
        b.putLong(translated ? PREFIX_HIGH : NATIVE_HIGH).putLong(PEER4 & 0xffff_ffffL);
        b.putShort((short) Flows.port(0));
        return tcp(b);
    }

    /** The first segment of a flow. */
    static byte[] syn6() {
        byte[] frame = ipv6(true);
        SHORT.set(frame, 14 + 40 + 12, (short) 0x5002);
        return frame;
    }

    static byte[] ipv4() {
        ByteBuffer b = ethernet(0x0800, 40);
        b.putInt(0x4500_0028).putInt(0x0001_4000).put((byte) 64).put((byte) 6);
        b.putShort((short) 0).putInt(PEER4).putInt(POOL4).putShort((short) 80);
        return tcp(b);
    }

    private static ByteBuffer ethernet(int type, int length) {
        ByteBuffer b = ByteBuffer.allocate(14 + length);
        b.putShort((short) (STATION >>> 32)).putInt((int) STATION);
        return b.putShort((short) 0x0200).putInt(0x2000).putShort((short) type);
    }

    private static byte[] tcp(ByteBuffer b) {
        int at = b.position() - 2;
        b.putShort(at + 12, (short) 0x5010);
        b.putShort(at + 16, (short) 0x1234);
        return b.array();
    }

    /** Makes it a packet from the host of a flow. */
    static void source(byte[] frame, int flow) {
        source(frame, Flows.high(flow), Flows.low(flow));
        SHORT.set(frame, 14 + 40, (short) Flows.port(flow));
    }

    static void source(byte[] frame, long high, long low) {
        LONG.set(frame, 14 + 8, high);
        LONG.set(frame, 14 + 16, low);
    }

    static void destination(byte[] frame, long high) {
        LONG.set(frame, 14 + 24, high);
    }

    /** Makes it a packet from IPv6 to another IPv4 peer; 0 is that of all others. */
    static void peer(byte[] frame, int number) {
        INT.set(frame, 14 + 24 + 12, PEER4 + number);
    }

    /** Makes it a packet to the pool address and port of a flow. */
    static void destination(byte[] frame, int flow) {
        SHORT.set(frame, 14 + 20 + 2, (short) port4(flow));
        destination4(frame, address4(flow));
    }

    static void destination4(byte[] frame, int address) {
        INT.set(frame, 14 + 16, address);
        SHORT.set(frame, 14 + 10, (short) 0);
        int sum = 0;
        for (int i = 14; i < 34; i += 2) {
            sum += (short) SHORT.get(frame, i) & 0xffff;
        }
        sum = (sum & 0xffff) + (sum >>> 16);
        sum = (sum & 0xffff) + (sum >>> 16);
        SHORT.set(frame, 14 + 10, (short) ~sum);
    }
}
