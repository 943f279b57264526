// SPDX-License-Identifier: Apache-2.0
package org.isthmus.target.conformance;

import java.nio.ByteBuffer;
import org.isthmus.target.api.Frame;

/** Frames that surely leave by a certain port of a switch with the {@link Scenario}. */
final class Sentinels {
    private Sentinels() {}

    static Frame leavingBy(int port) {
        return port == SwitchUnderTest.CPU_PORT ? punted() : sent(port);
    }

    /** {@code packet_out_t} of p4/include/packet_io.p4 with submit = 0, then anything. */
    private static Frame sent(int port) {
        byte[] f = new byte[2 + 60];
        f[0] = (byte) (port >>> 1);
        f[1] = (byte) (port << 7);
        return new Frame(SwitchUnderTest.CPU_PORT, f);
    }

    /** TCP to the switch itself: the controller's. */
    private static Frame punted() {
        ByteBuffer b = ByteBuffer.allocate(54);
        b.putShort((short) (Scenario.STATION >>> 32)).putInt((int) Scenario.STATION);
        b.putShort((short) 0x0200).putInt(0x2001).putShort((short) 0x0800);
        b.putShort((short) 0x4500).putShort((short) 40).putInt(0).put((byte) 64).put((byte) 6);
        b.putShort((short) 0).put(PacketGenerator.bytes(Scenario.PEERS[0]));
        b.put(PacketGenerator.bytes(Scenario.LOCAL4));
        b.putShort(24, (short) ~PacketGenerator.sum(0, b.array(), 14, 34));
        b.put(34 + 12, (byte) 0x50);
        return new Frame(1, b.array());
    }
}
