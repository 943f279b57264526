// SPDX-License-Identifier: Apache-2.0
package org.isthmus.fuzz;

import java.nio.ByteBuffer;
import org.isthmus.target.api.Frame;

/** The hosts and routers around the switch, as far as they say where they are. */
final class Neighbors {
    /** What a neighbour answers to a frame that reaches it; null: nothing. */
    byte[] answer(Frame f) {
        int l3 = Packet.networkAt(f.bytes);
        if (l3 < 0) {
            return arp(f);
        }
        Packet p = Packet.of(f.bytes);
        boolean asks = p.isNeighborDiscovery() && p.u8(p.l4) == 135 && p.end() - p.l4 >= 24;
        return asks && p.state == Packet.State.RIGHT ? advertisement(f, p) : null;
    }

    private static byte[] arp(Frame f) {
        int at = f.bytes[12] == (byte) 0x81 ? 18 : 14;
        ByteBuffer in = ByteBuffer.wrap(f.bytes);
        if (f.bytes.length < at + 28
                || in.getShort(at - 2) != 0x0806
                || in.getShort(at + 6) != 1
                || (in.getInt(at + 24) & 0xfffffff0) == Addresses.SILENT) {
            return null;
        }
        byte[] b = f.bytes.clone();
        ByteBuffer answer = ByteBuffer.wrap(b);
        System.arraycopy(f.bytes, 6, b, 0, 6);
        mac(answer, 6, f.port);
        answer.putShort(at + 6, (short) 2);
        mac(answer, at + 8, f.port);
        answer.putInt(at + 14, in.getInt(at + 24));
        System.arraycopy(f.bytes, at + 8, b, at + 18, 10);
        return b;
    }

    private static byte[] advertisement(Frame f, Packet asked) {
        int l3 = asked.l3;
        byte[] b = new byte[l3 + 40 + 32];
        ByteBuffer answer = ByteBuffer.wrap(b);
        System.arraycopy(f.bytes, 0, b, 0, l3);
        System.arraycopy(f.bytes, 6, b, 0, 6);
        mac(answer, 6, f.port);
        answer.putInt(l3, 6 << 28).putShort(l3 + 4, (short) 32).putShort(l3 + 6, (short) 0x3aff);
        System.arraycopy(f.bytes, asked.l4 + 8, b, l3 + 8, 16);
        System.arraycopy(f.bytes, l3 + 8, b, l3 + 24, 16);
        answer.putInt(l3 + 40, 136 << 24).putInt(l3 + 44, 0x60000000);
        System.arraycopy(f.bytes, asked.l4 + 8, b, l3 + 48, 16);
        answer.putShort(l3 + 64, (short) 0x0201);
        mac(answer, l3 + 66, f.port);
        Packet.of(b).writeChecksum();
        return b;
    }

    /** 02:00:00:00:02:0n behind port n, as in the packet vectors. */
    private static void mac(ByteBuffer b, int at, int port) {
        b.putShort(at, (short) 0x0200).putInt(at + 2, 0x0200 + port);
    }
}
