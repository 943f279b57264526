// SPDX-License-Identifier: Apache-2.0
package org.isthmus.target.fastpath;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.isthmus.target.api.Frame;
import org.isthmus.target.fastpath.trace.Layout;
import org.isthmus.target.io.Offloading;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Frames of hosts that leave segmentation to their interfaces. */
@Tag("root")
class SuperFrameTest extends FastPathVectors {
    private static final List<String> SEGMENTED =
            List.of("checksums.json", "eam.json", "forwarding.json");

    private static final int ACK = 0x10;
    private static final int PSH = 0x08;
    private static final int CWR = 0x80;

    /** Of TCP, and of UDP: those that the kernel forwarded. */
    private final int[] segmented = new int[2];

    /** Frames that the kernel left to the program, or dropped. */
    private int refused;

    /** Lists of packets that left. */
    private int lists;

    private int cut;

    private interface Check {
        void of(FastSwitch device, Frame f) throws IOException;
    }

    /** Tries each frame of the suites, of which the kernel is to make nothing wrong. */
    private void each(Check check) throws Exception {
        try (FastSwitch device = newSwitch(PORTS, FastPath.FLOWS)) {
            for (String name : SEGMENTED) {
                for (Frame f : start(device, name)) {
                    check.of(device, f);
                }
            }
            device.fastPath.keepHouse();
            assertEquals(0, device.fastPath.wrong());
        }
    }

    /** What stands for several packets leaves as each of them would by itself. */
    @Test
    void segmentsLeaveAsTheProgramMakesThem() throws Exception {
        each(this::leavesAsTheProgramMakesIt);
        assertTrue(segmented[0] > 4 && refused > 4);
        assertEquals(Offloading.KNOWS_UDP, segmented[1] > 4);
    }

    private void leavesAsTheProgramMakesIt(FastSwitch device, Frame f) throws IOException {
        for (boolean isCut : new boolean[] {false, true}) {
            SuperFrame whole = SuperFrame.of(f, 3500, 1000);
            device.pass(60);
            if (whole == null || !device.cache(f)) {
                continue;
            }
            boolean counts = !becomesIpv4(device, f);
            List<Frame> made = segments(device, whole, f, isCut, counts);
            if (counts) {
                assertEquals(byProgram(device, whole).toString(), made.toString());
                segmented[whole.udp() ? 1 : 0]++;
            } else {
                refused++;
            }
        }
    }

    /**
     * What becomes IPv4 has identifications that count on from 0, if all segments have DF. Where
     * the last one of UDP is too short for it, the frame is for the program, and those after it are
     * forwarded as before.
     */
    @Test
    void segmentsThatAllHaveDontFragmentCountOn() throws Exception {
        each(this::countsOn);
        assertTrue(segmented[0] > 4);
        assertEquals(Offloading.KNOWS_UDP, segmented[1] > 4);
    }

    private void countsOn(FastSwitch device, Frame f) throws IOException {
        SuperFrame one = SuperFrame.of(f, 1, 1);
        if (one == null || !becomesIpv4(device, f)) {
            return;
        }
        int shortest = 1261 - headersOfIpv4(one);
        SuperFrame whole = SuperFrame.of(f, 3 * 1400 + shortest, 1400);
        SuperFrame tooShort = SuperFrame.of(f, 3 * 1400 + shortest - 1, 1400);
        Frame large = whole.segments().get(0);
        for (boolean isCut : new boolean[] {false, true}) {
            device.pass(60);
            assertTrue(device.cache(f) && device.cache(large));
            if (whole.udp()) {
                segments(device, tooShort, large, isCut, false);
            }
            List<Frame> made = segments(device, whole, large, isCut, true);
            for (int i = 0; i < 4; i++) {
                assertEquals(i, identification(made.get(i)));
            }
            segmented[whole.udp() ? 1 : 0]++;
        }
    }

    /** What stands for more packets than the port would cut it into is dropped there. */
    @Test
    void aFrameOfThousandsOfSegmentsIsNotForwarded() throws Exception {
        each(this::isOfTooMany);
        assertTrue(refused > 1);
    }

    private void isOfTooMany(FastSwitch device, Frame f) throws IOException {
        // Segments of 8 bytes are the shortest that all kernels leave as they are.
        SuperFrame most = SuperFrame.of(f, 1365 * 8, 8);
        if (most == null || most.udp() || !device.cache(f) || becomesIpv4(device, f)) {
            return;
        }
        int entry = device.fastPath.entry(f.port, f.bytes);
        long counted = device.fastPath.counted(entry);
        device.wire(most);
        assertEquals(counted + 1365, device.fastPath.counted(entry), f::toString);
        device.wire(SuperFrame.of(f, 1366 * 8, 8));
        assertEquals(counted + 1365, device.fastPath.counted(entry), f::toString);
        refused++;
    }

    /**
     * A frame of TCP whose last segment is too short for DF is cut by the kernel, as soon as it has
     * an entry for either kind; each packet is what the program makes of it, and in order.
     */
    @Test
    void whatIsTreatedInAnotherWayAtTheEndIsCutOff() throws Exception {
        each(this::isCutOff);
        assertTrue(cut > 1, () -> "both entries may come first");
    }

    private void isCutOff(FastSwitch device, Frame f) throws IOException {
        SuperFrame one = SuperFrame.of(f, 1, 1);
        if (one == null || one.udp() || !becomesIpv4(device, f)) {
            return;
        }
        int headers = headersOfIpv4(one);
        device.pass(60);
        // The entry that comes first is found first.
        Frame large = SuperFrame.of(f, 1400, 1400).segments().get(0);
        boolean shortFirst = cut % 2 == 0;
        assertTrue(device.cache(shortFirst ? f : large));
        assertTrue(device.cache(shortFirst ? large : f));
        for (int packets : new int[] {2, 3, 45}) {
            for (int tail : new int[] {1, 1260 - headers}) {
                for (int flags : new int[] {ACK, ACK | PSH}) {
                    cutOff(
                            device,
                            SuperFrame.of(flags(f, flags), (packets - 1) * 1400 + tail, 1400),
                            large,
                            f);
                }
            }
        }
        // CWR is for the first packet alone.
        SuperFrame reduced = SuperFrame.of(flags(f, ACK | CWR), 1401, 1400);
        int entry = device.fastPath.entry(large.port, large.bytes);
        long before = device.fastPath.counted(entry);
        assertEquals(2, device.wire(reduced).size());
        assertEquals(before, device.fastPath.counted(entry));
        cut++;
    }

    /** A program that keeps identifications, and treats long packets by themselves. */
    @Test
    void whatIsCutOffCountsTheSendersIdentificationOn() throws Exception {
        try (FastSwitch device = newSwitch(PORTS, FastPath.FLOWS)) {
            Router.start(device, 600);
            Frame small = Router.tcp(1, 0x12fe, 1);
            Frame large = Router.tcp(1, 0x12fe, 1400);
            assertTrue(device.cache(small));
            assertTrue(device.cache(large));
            cutOff(device, SuperFrame.of(small, 4 * 1400 + 1, 1400), large, small);
        }
    }

    /**
     * What the kernel puts together as a list of whole packets is for the program, as it was sent.
     */
    @Test
    void aListOfPacketsLeavesAsTheProgramMakesThem() throws Exception {
        try (FastSwitch device = newSwitch(PORTS, FastPath.FLOWS)) {
            for (Frame f : start(device, "forwarding.json")) {
                leavesAsAList(device, f);
            }
        }
        assertEquals(Offloading.KNOWS_UDP, lists > 4);
    }

    private void leavesAsAList(FastSwitch device, Frame f) throws IOException {
        SuperFrame three = SuperFrame.of(f, 30, 10);
        if (three == null || !three.udp()) {
            return;
        }
        for (int round = 0; round < 4; round++) {
            boolean cached = round % 2 > 0;
            device.pass(60);
            device.fastPath.keepHouse();
            assertEquals(cached, cached && device.cache(f));
            long before = device.counters(f.port).rxSegmented();
            List<Frame> made = device.wireTogether(three, round > 1);
            assertEquals(text(byProgram(device, three)), text(made), f::toString);
            assertEquals(before + 1, device.counters(f.port).rxSegmented(), f::toString);
            device.fastPath.keepHouse();
            assertFalse(device.fastPath.forwards(f.port, f.bytes), "none is to overtake another");
            lists++;
        }
    }

    /** A port drops packets that are longer than its MTU, and so does the kernel. */
    @Test
    void segmentsAboveTheMtuOfThePortAreDroppedWhereTheyCome() throws Exception {
        try (FastSwitch device = newSwitch(PORTS, FastPath.FLOWS)) {
            Router.start(device, 0xffff);
            device.mtu(1, 1500);
            Frame f = Router.tcp(1, 1, 1);
            assertTrue(device.cache(f));
            assertEquals(List.of(), device.wire(SuperFrame.of(f, 6000, 3000)));
            assertEquals(1, device.counters(1).rxOversize());
            int entry = device.fastPath.entry(f.port, f.bytes);
            assertEquals(2, device.wire(SuperFrame.of(f, 2 * 1460, 1460)).size());
            assertEquals(2, device.fastPath.counted(entry));
        }
    }

    private static Frame flags(Frame f, int flags) {
        byte[] bytes = f.bytes.clone();
        bytes[Layout.of(f.bytes).transport + 13] = (byte) flags;
        return new Frame(f.port, bytes);
    }

    private static void cutOff(FastSwitch device, SuperFrame whole, Frame large, Frame small)
            throws IOException {
        int first = device.fastPath.entry(large.port, large.bytes);
        int last = device.fastPath.entry(small.port, small.bytes);
        long[] before = {device.fastPath.counted(first), device.fastPath.counted(last)};
        long bytes = device.fastPath.countedBytes(last);
        List<Frame> made = device.wire(whole);
        List<Frame> wanted = byProgram(device, whole);
        assertEquals(text(wanted), text(made), large::toString);
        int packets = wanted.size();
        assertEquals(before[0] + packets - 1, device.fastPath.counted(first), large::toString);
        assertEquals(before[1] + 1, device.fastPath.counted(last), large::toString);
        int tail = whole.segments().get(packets - 1).bytes.length;
        assertEquals(bytes + tail, device.fastPath.countedBytes(last), large::toString);
    }

    /** Bytes of the headers of an IPv4 packet that was this one of IPv6, with a byte of payload. */
    private static int headersOfIpv4(SuperFrame one) {
        return one.segments().get(0).bytes.length - 1 - Layout.ETHERNET - Layout.IPV6 + 20;
    }

    private static boolean becomesIpv4(FastSwitch device, Frame f) {
        return !SuperFrame.ipv4(f.bytes)
                && SuperFrame.ipv4(Candidate.untagged(device.inject(f).get(0).bytes));
    }

    private static int identification(Frame f) {
        byte[] bytes = Candidate.untagged(f.bytes);
        return (bytes[18] & 0xff) << 8 | bytes[19] & 0xff;
    }

    private static List<Frame> byProgram(FastSwitch device, SuperFrame whole) {
        List<Frame> made = new ArrayList<>();
        for (Frame segment : whole.segments()) {
            made.addAll(device.inject(segment));
        }
        return made;
    }

    /**
     * What leaves for a frame of four segments, which is what the program makes of each.
     *
     * @param like a frame whose entry is the one for it
     * @param cut by the kernel before it leaves; else the host gets it whole
     * @param kernel whether the kernel forwards it
     */
    private static List<Frame> segments(
            FastSwitch device, SuperFrame whole, Frame like, boolean cut, boolean kernel)
            throws IOException {
        device.cuts(cut);
        int entry = device.fastPath.entry(like.port, like.bytes);
        long counted = device.fastPath.counted(entry);
        long before = device.whole();
        List<Frame> made = device.wire(whole);
        List<Frame> wanted = byProgram(device, whole);
        assertEquals(4, wanted.size());
        boolean fromIpv6 = !SuperFrame.ipv4(like.bytes);
        assertEquals(text(wanted, fromIpv6), text(made, fromIpv6), like::toString);
        assertEquals(counted + (kernel ? 4 : 0), device.fastPath.counted(entry), like::toString);
        assertEquals(kernel && !cut ? 1 : 0, device.whole() - before);
        return made;
    }
}
