// SPDX-License-Identifier: Apache-2.0
package org.isthmus.target.fastpath;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class SamplerTest {
    private static final int PORT = 3;
    private static final int TCP = 6;
    private static final int UDP = 17;
    private static final int ICMPV6 = 58;

    private static final int FIN = 1;
    private static final int SYN = 2;
    private static final int RST = 4;
    private static final int ACK = 16;

    private final Sampler sampler = new Sampler();

    /** IPv6, from one of many ports of a host, with or without a VLAN tag. */
    private static byte[] packet(int protocol, int flow, int flags, boolean tag) {
        ByteBuffer b = ByteBuffer.allocate(tag ? 78 : 74);
        int ip = tag ? 18 : 14;
        if (tag) {
            b.putInt(12, 0x8100_0007);
        }
        b.putShort(ip - 2, (short) 0x86dd).put(ip, (byte) 0x60).put(ip + 6, (byte) protocol);
        b.putInt(ip + 20, flow >>> 16).putInt(ip + 36, 9);
        int transport = ip + 40;
        if (protocol == ICMPV6) {
            b.put(transport, (byte) 128).putShort(transport + 4, (short) flow);
        } else {
            b.putShort(transport, (short) flow).putShort(transport + 2, (short) 80);
        }
        if (protocol == TCP) {
            b.put(transport + 13, (byte) flags);
        }
        return b.array();
    }

    private boolean take(byte[] frame) {
        byte[] shifted = new byte[frame.length + 9];
        System.arraycopy(frame, 0, shifted, 9, frame.length);
        return sampler.isSample(PORT, shifted, 9, frame.length);
    }

    /** Which of so many equal packets are samples, from 1 on. */
    private List<Integer> samples(byte[] frame, int count) {
        List<Integer> samples = new ArrayList<>();
        for (int i = 1; i <= count; i++) {
            if (take(frame)) {
                samples.add(i);
            }
        }
        return samples;
    }

    @Test
    void theSecondAndThirdPacketAreSamplesAndTwoOfEachSixtyFourThen() {
        for (int protocol : new int[] {TCP, UDP, ICMPV6}) {
            for (boolean tag : new boolean[] {false, true}) {
                assertEquals(
                        List.of(2, 3, 64, 65, 128, 129, 192, 193),
                        samples(packet(protocol, protocol + (tag ? 1 : 0), ACK, tag), 255));
            }
        }
    }

    @Test
    void longPacketsAreCountedApartFromShortOnes() {
        byte[] small = Arrays.copyOf(packet(TCP, 3, ACK, false), 14 + 1280);
        byte[] large = Arrays.copyOf(small, 14 + 1281);
        assertEquals(List.of(2, 3, 64, 65), samples(large, 70));
        assertEquals(List.of(2, 3), samples(small, 10));
        assertEquals(List.of(58, 59), samples(large, 60));
        assertEquals(List.of(54, 55), samples(small, 60));
    }

    @Test
    void flowsOfOnePacketEachAreNone() {
        for (int flow = 0; flow < 1 << 20; flow++) {
            int number = flow;
            assertFalse(take(packet(UDP, flow, 0, false)), () -> "flow " + number);
        }
        // Nor do they keep others from being samples for long.
        assertTrue(samples(packet(UDP, 1 << 20, 0, false), 12).size() >= 2);
    }

    @Test
    void ofMoreFlowsThanAreKnownSomeAreSamples() {
        int samples = 0;
        for (int round = 0; round < 8; round++) {
            for (int flow = 0; flow < 1 << 17; flow++) {
                samples += take(packet(UDP, flow, 0, false)) ? 1 : 0;
            }
        }
        int all = samples;
        assertTrue(samples > 1000, () -> "samples " + all);
    }

    @Test
    void connectionsThatBeginAndEndAreNone() {
        for (int end : new int[] {FIN | ACK, RST}) {
            for (int flags : new int[] {SYN, SYN | ACK, ACK, end, ACK, SYN, ACK, end, ACK}) {
                assertFalse(take(packet(TCP, 5, flags, false)), () -> "flags " + flags);
            }
            assertFalse(take(packet(TCP, 5, end, false)));
        }
    }

    @Test
    void flowsAreToldApartByAllThatTheirPacketsHaveInCommon() {
        byte[] one = packet(UDP, 7, 0, false);
        for (int at : new int[] {14 + 8, 14 + 23, 14 + 24, 14 + 39, 54, 55, 56, 57}) {
            byte[] other = one.clone();
            other[at]++;
            assertFalse(take(one));
            assertFalse(take(other), () -> "byte " + at);
            // Both begin again.
            Arrays.fill(sampler.known, 0);
        }
        assertFalse(take(one));
        assertFalse(sampler.isSample(PORT + 1, one, 0, one.length));
        Arrays.fill(sampler.known, 0);
        assertFalse(take(packet(TCP, 7, ACK, false)));
        assertFalse(take(one));
    }

    @Test
    void whatIsTooShortIsNone() {
        byte[] whole = packet(TCP, 9, ACK, true);
        for (int length = 0; length <= whole.length; length++) {
            byte[] cut = Arrays.copyOf(whole, length);
            for (int i = 0; i < 3; i++) {
                boolean sample = sampler.isSample(PORT, cut, 0, length);
                assertTrue(!sample || length >= 18 + 40 + 8, () -> "bytes " + cut.length);
            }
        }
        byte[] arp = new byte[60];
        arp[12] = 8;
        arp[13] = 6;
        assertEquals(List.of(), samples(arp, 10));
    }
}
