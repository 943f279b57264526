// SPDX-License-Identifier: Apache-2.0
package org.isthmus.netfpga.health;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.isthmus.core.packet.Checksum;
import org.isthmus.core.packet.FrameTuple;
import org.isthmus.netfpga.card.CardException;
import org.junit.jupiter.api.Test;

class HealthTest {
    private static final int LOCAL = 8;
    private static final int LINK_DISCOVERY = 15;
    private static final int PACKET_OUT = 2;
    private static final byte[] MAC = {2, 0, 0, 0, 0, 1};

    /** Why it was out of service each time, and null when it was back. */
    private final List<String> service = new ArrayList<>();

    /** Packets that the card got in this round, without packet_out. */
    private final List<byte[]> got = new ArrayList<>();

    private OwnAddress own;
    private int punted;
    private boolean isReadable = true;
    private final Health health =
            new Health(
                    0x1122_3344_5566_7788L,
                    LOCAL,
                    p -> got.add(Arrays.copyOfRange(p, PACKET_OUT, p.length)),
                    () -> own,
                    () -> {
                        if (!isReadable) {
                            throw new CardException("read register 19: ioctl failed");
                        }
                        return punted;
                    },
                    Runnable::run,
                    service::add);

    private static boolean isLldp(byte[] packet) {
        return packet[12] == (byte) 0x88 && packet[13] == (byte) 0xcc;
    }

    /** A round, after which the card gives these back. */
    private void round(boolean frames, boolean tables) {
        got.clear();
        health.round();
        for (byte[] p : got) {
            if (isLldp(p) ? frames : tables) {
                punted++;
                assertTrue(health.came(isLldp(p) ? LINK_DISCOVERY : LOCAL, p, 0, p.length));
            }
        }
    }

    private void rounds(int n, boolean frames, boolean tables) {
        for (int i = 0; i < n; i++) {
            round(frames, tables);
        }
    }

    @Test
    void aCardThatAnswersIsInService() {
        rounds(100, true, true);
        assertEquals(List.of(), service);
    }

    @Test
    void anEmptyCardIsNotADeadOne() {
        rounds(100, true, false);
        assertEquals(List.of(), service);
        assertEquals(1, got.size());
    }

    @Test
    void aCardThatDiesIsOutOfServiceWithinTwoSecondsAndBackWhenItAnswers() {
        rounds(4, true, true);
        int rounds = 0;
        while (service.isEmpty()) {
            round(false, false);
            rounds++;
        }
        assertTrue(rounds * Health.ROUND_MILLIS <= 2000, rounds + " rounds");
        assertEquals(List.of("no frame comes back, and its counters stand still"), service);
        rounds(20, false, false);
        assertEquals(1, service.size());
        rounds(Health.ANSWERS, true, true);
        assertEquals(1, service.size());
        round(true, true);
        assertEquals(2, service.size());
        assertEquals(null, service.get(1));
    }

    @Test
    void singleLossesAreNone() {
        for (int i = 0; i < 20; i++) {
            rounds(Health.MISSES - 1, false, false);
            round(true, true);
        }
        assertEquals(List.of(), service);
    }

    @Test
    void lateAnswersAreAnswers() {
        for (int i = 0; i < 20; i++) {
            byte[] before = got.isEmpty() ? null : got.get(0);
            round(false, false);
            if (before != null) {
                health.came(LINK_DISCOVERY, before, 0, before.length);
            }
        }
        assertEquals(List.of(), service);
    }

    @Test
    void aCardThatLostItsRowsIsOutOfServiceUntilItHasThem() {
        own = new OwnAddress(MAC, new byte[16]);
        rounds(10, true, true);
        rounds(Health.MISSES + 10, true, false);
        assertEquals(List.of("it finds no row: it may want a refill"), service);
        rounds(Health.ANSWERS + 1, true, true);
        assertEquals(2, service.size());
    }

    @Test
    void whereRowsAreTakenAwayNothingIsMissed() {
        own = new OwnAddress(MAC, new byte[16]);
        rounds(Health.MISSES, true, false);
        own = null;
        rounds(10, true, false);
        own = new OwnAddress(MAC, new byte[16]);
        rounds(10, true, true);
        assertEquals(List.of(), service);
    }

    @Test
    void theReasonSaysWhetherCountersGoOn() {
        rounds(2, true, true);
        for (int i = 0; i < Health.MISSES + 1; i++) {
            punted++;
            round(false, false);
        }
        assertEquals(List.of("no frame comes back by DMA, and its counters go on"), service);
    }

    @Test
    void theReasonSaysWhetherRegistersCanBeRead() {
        rounds(2, true, true);
        isReadable = false;
        rounds(Health.MISSES + 1, false, false);
        assertEquals(List.of("no frame comes back, and its registers cannot be read"), service);
    }

    @Test
    void packetsOfOthersAreNotTaken() {
        round(false, false);
        byte[] other = got.get(0).clone();
        other[other.length - 1] ^= 1;
        assertFalse(health.came(LINK_DISCOVERY, other, 0, other.length));
        assertFalse(health.came(LINK_DISCOVERY, new byte[0], 0, 0));
        byte[] inTheMiddle = Arrays.copyOf(got.get(0), got.get(0).length + 1);
        assertFalse(health.came(LINK_DISCOVERY, inTheMiddle, 0, inTheMiddle.length));
        assertTrue(health.came(LINK_DISCOVERY, inTheMiddle, 0, inTheMiddle.length - 1));
    }

    @Test
    void aProbeInTablesIsAPacketOfTheRouterToItself() {
        byte[] address = new byte[16];
        address[0] = (byte) 0xfe;
        address[1] = (byte) 0x80;
        address[15] = 1;
        own = new OwnAddress(MAC, address);
        round(true, true);
        byte[] p = got.get(1);
        FrameTuple t = new FrameTuple();
        assertTrue(t.parse(p));
        assertArrayRange(MAC, p, 0);
        assertArrayRange(address, p, 14 + 24);
        assertEquals(129, t.icmpType);
        assertEquals(p.length, t.end);
        assertTrue(
                Checksum.valid(
                        Checksum.pseudo6(
                                        t.sourceHigh,
                                        t.sourceLow,
                                        t.destinationHigh,
                                        t.destinationLow,
                                        FrameTuple.ICMP6,
                                        t.end - t.l4Offset)
                                + Checksum.sum(p, t.l4Offset, t.end)));
    }

    private static void assertArrayRange(byte[] expected, byte[] in, int at) {
        assertTrue(Arrays.equals(expected, Arrays.copyOfRange(in, at, at + expected.length)));
    }
}
