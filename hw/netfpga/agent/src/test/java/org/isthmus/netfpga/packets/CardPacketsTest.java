// SPDX-License-Identifier: Apache-2.0
package org.isthmus.netfpga.packets;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.isthmus.core.model.PuntReason;
import org.isthmus.netfpga.card.Packets;
import org.isthmus.pipeline.PacketIo;
import org.isthmus.target.api.MeterArray;
import org.isthmus.target.api.MeterConfig;
import org.isthmus.target.bmv2.run.IndexedMeter;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class CardPacketsTest {
    private static final int BIB_MISS = 1;
    private static final byte[] PACKET = new byte[60];

    /** What was sent to the card. */
    private final List<byte[]> sent = new ArrayList<>();

    private final List<byte[]> up = new ArrayList<>();
    private Packets.FrameListener listener;
    private long nanos = 1_000_000_000;
    private final IndexedMeter meter = new IndexedMeter(64, false, 0);

    /** What the agent counted, by reason. */
    private final long[] drops = new long[64];

    private CardPackets packets;

    private final Packets card =
            new Packets() {
                @Override
                public void send(int nf, byte[] frame) {
                    sent.add(frame);
                }

                @Override
                public void onFrame(FrameListener l) {
                    listener = l;
                }
            };

    @BeforeEach
    void start() {
        packets = new CardPackets(card, () -> nanos);
        run(meter);
        packets.onPacketIn(up::add);
    }

    private void run(MeterArray configs) {
        packets.run(
                new PuntLimits(configs, (reason, n) -> drops[reason] += n, () -> nanos),
                i -> new Prefixes.Prefix(new byte[16], 96));
    }

    /** The frame by which a card gives a packet of port 1 up. */
    private static byte[] punt(int reason) {
        byte[] in = new byte[PacketIn.HEADER + PACKET.length];
        PacketIn.put(in, 1, reason);
        return DmaFrame.of(in);
    }

    /** Comes in the middle of a buffer. */
    private void come(byte[] frame) {
        byte[] buf = new byte[frame.length + 9];
        Arrays.fill(buf, (byte) 0x5a);
        System.arraycopy(frame, 0, buf, 4, frame.length);
        listener.frame(0, buf, 4, frame.length);
    }

    private void limit(int reason, long perSecond) {
        meter.configure(reason, new MeterConfig(perSecond, 1, perSecond, 1));
    }

    @Test
    void aPacketOutIsFramed() {
        packets.packetOut(new byte[] {0, (byte) 0xc0, 1, 2, 3});
        assertArrayEquals(
                new byte[] {
                    0,
                    0,
                    0,
                    0,
                    0,
                    0,
                    0,
                    0,
                    0,
                    0,
                    0,
                    0,
                    (byte) 0x88,
                    (byte) 0xb5,
                    0,
                    (byte) 0xc0,
                    1,
                    2,
                    3
                },
                sent.get(0));
    }

    @Test
    void aPuntComesUpBehindItsHeader() {
        come(punt(BIB_MISS));
        assertEquals(1, up.size());
        assertArrayEquals(
                Arrays.copyOfRange(punt(BIB_MISS), DmaFrame.HEADER, punt(BIB_MISS).length),
                up.get(0));
        assertEquals(0, packets.unknown());
    }

    @Test
    void aDigestComesUpAsAPacket() {
        come(Digests.tcp6(new byte[16], new byte[4], 1, 2, 3));
        assertEquals(1, up.size());
        assertEquals(Reasons.TCP_STATE, PacketIn.reason(up.get(0), 0));
    }

    @Test
    void whatIsNeitherIsCounted() {
        byte[] addressed = punt(BIB_MISS);
        addressed[5] = 1;
        byte[] otherType = punt(BIB_MISS);
        otherType[12] = 0x08;
        List<byte[]> strange =
                List.of(
                        new byte[0],
                        new byte[31],
                        Arrays.copyOf(punt(BIB_MISS), DmaFrame.HEADER + PacketIn.HEADER),
                        addressed,
                        otherType,
                        punt(0),
                        punt(64),
                        Digests.of(1, 1, 0, true, false, false, 0, new byte[16], new byte[4], 0));
        strange.forEach(this::come);
        assertEquals(List.of(), up);
        assertEquals(strange.size(), packets.unknown());
        assertEquals(0, drops[Reasons.PUNT_RATE]);
    }

    @Test
    void aPuntAboveItsRateIsLost() {
        limit(BIB_MISS, 10);
        come(punt(BIB_MISS));
        come(punt(BIB_MISS));
        come(punt(Reasons.LOCAL));
        assertEquals(2, up.size());
        assertEquals(1, drops[Reasons.PUNT_RATE]);
        // The card has counted two that the controller has.
        assertEquals(-1, drops[Reasons.PUNTED]);
        assertEquals(0, drops[Reasons.COPY_RATE]);
        nanos += 100_000_000;
        come(punt(BIB_MISS));
        assertEquals(3, up.size());
    }

    @Test
    void aDigestAboveItsRateIsACopyThatWasNotMade() {
        limit(Reasons.NEIGHBOR, 1);
        byte[] arp = Digests.of(6, 1, 0, false, false, false, 0, new byte[4], new byte[4], 1);
        come(arp);
        come(arp);
        come(punt(Reasons.NEIGHBOR));
        assertEquals(1, up.size());
        assertEquals(1, drops[Reasons.COPY_RATE]);
        assertEquals(1, drops[Reasons.PUNT_RATE]);
        assertEquals(-1, drops[Reasons.PUNTED]);
    }

    @Test
    void whatTheCardDroppedIsCountedByTheCardAlone() {
        for (int reason : new int[] {Reasons.REFUSED, Reasons.NEIGHBOR_REFUSED}) {
            limit(reason, 1);
            come(punt(reason));
            come(punt(reason));
        }
        assertEquals(2, up.size());
        for (int drop = 0; drop < 64; drop++) {
            assertEquals(0, drops[drop], "drop reason " + drop);
        }
    }

    @Test
    void anotherProgramHasItsOwnLimits() {
        limit(BIB_MISS, 1);
        come(punt(BIB_MISS));
        run(new IndexedMeter(64, false, 0));
        come(punt(BIB_MISS));
        assertEquals(2, up.size());
    }

    @Test
    void withoutAProgramNothingComesUpAndOwnPacketsAreTaken() {
        packets = new CardPackets(card, () -> nanos);
        packets.onPacketIn(up::add);
        List<Integer> reasons = new ArrayList<>();
        packets.onOwn((reason, buf, off, len) -> reasons.add(reason));
        come(punt(Reasons.LINK_DISCOVERY));
        packets.onOwn((reason, buf, off, len) -> false);
        come(punt(BIB_MISS));
        come(Digests.tcp6(new byte[16], new byte[4], 1, 2, 3));
        assertEquals(List.of(Reasons.LINK_DISCOVERY), reasons);
        assertEquals(List.of(), up);
        assertEquals(2, packets.early());
        assertEquals(0, packets.unknown() + packets.limited());
    }

    @Test
    void anotherRateIsInForceAtOnce() {
        limit(BIB_MISS, 1);
        come(punt(BIB_MISS));
        come(punt(BIB_MISS));
        assertEquals(1, up.size());
        assertEquals(1, packets.limited());
        limit(BIB_MISS, 2);
        come(punt(BIB_MISS));
        meter.configure(BIB_MISS, null);
        come(punt(BIB_MISS));
        come(punt(BIB_MISS));
        assertEquals(4, up.size());
    }

    @Test
    void ownPacketsAreNeitherLimitedNorCountedAsPunted() {
        limit(Reasons.LOCAL, 1);
        packets.onOwn(
                (reason, buf, off, len) ->
                        reason == Reasons.LOCAL && len == PACKET.length && buf[off] == 0);
        come(punt(Reasons.LOCAL));
        come(punt(Reasons.LOCAL));
        come(punt(BIB_MISS));
        assertEquals(1, up.size());
        assertEquals(-2, drops[Reasons.PUNTED]);
        assertEquals(0, drops[Reasons.PUNT_RATE]);
    }

    @Test
    void reasonsAreThoseOfTheProgram() throws Exception {
        assertEquals(Reasons.TCP_STATE, PacketIo.code(PuntReason.TCP_STATE));
        assertEquals(Reasons.NEIGHBOR, PacketIo.code(PuntReason.NEIGHBOR));
        assertEquals(Reasons.LOCAL, PacketIo.code(PuntReason.LOCAL));
        assertEquals(Reasons.REFUSED, PacketIo.code(PuntReason.REFUSED));
        assertEquals(Reasons.LINK_DISCOVERY, PacketIo.code(PuntReason.LINK_DISCOVERY));
        assertEquals(Reasons.NEIGHBOR_REFUSED, PacketIo.code(PuntReason.NEIGHBOR_REFUSED));
        assertEquals(Reasons.NO_ROUTE, PacketIo.code(PuntReason.NO_ROUTE));
        assertDropReason("PUNTED", Reasons.PUNTED);
        assertDropReason("PUNT_RATE", Reasons.PUNT_RATE);
        assertDropReason("COPY_RATE", Reasons.COPY_RATE);
    }

    private static void assertDropReason(String name, int value) throws Exception {
        String source = Files.readString(Path.of("../../../p4/include/reasons.p4"));
        Matcher m = Pattern.compile(" DROP_" + name + " = (\\d+);").matcher(source);
        assertTrue(m.find(), name);
        assertEquals(Integer.parseInt(m.group(1)), value, name);
    }
}
