// SPDX-License-Identifier: Apache-2.0
package org.isthmus.netfpga;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.function.BiFunction;
import org.isthmus.netfpga.rtl.Streaming;
import org.isthmus.target.Seeds;
import org.isthmus.target.api.Frame;
import org.isthmus.target.conformance.Artifacts;
import org.isthmus.target.conformance.Differential;
import org.isthmus.target.conformance.PacketGenerator;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import p4.config.v1.P4InfoOuterClass.P4Info;
import p4.v1.P4RuntimeOuterClass.Update;

/**
 * The program in Verilog and on the embedded switch, each a card behind an agent: of the same
 * packets and changes of rows they make the same frames, packet-ins and counts. Rows change while
 * packets come in with every cycle: there is one packet from which on the new row is met, and the
 * old one by all before it.
 */
@Tag("rtl")
class RtlDifferentialTest {
    private static final Path BUILT = Path.of("../../../target/rtl/isthmus");
    private static final Path COMPILED = Path.of("../../../p4/compiled/netfpga");

    /** {@code -Disthmus.packets=N} sends more or fewer. */
    private static final int PACKETS = Integer.getInteger("isthmus.packets", 20_000);

    /** Before a change begins, and after it ended. */
    private static final int AROUND = 40;

    /** Bytes that the program carries where it is not in Verilog. */
    private static final int LONGEST = 1518;

    /** During a change, at most. */
    private static final int DURING = 200;

    @TempDir Path directory;

    private PacketGenerator packets;
    private Random random;
    private RowChanges rows;
    private Streaming card;
    private AgentUnderTest verilog;
    private AgentUnderTest embedded;

    /** Of this round. */
    private final List<Frame> sent = new ArrayList<>();

    private int all;
    private int met;

    /** What became of packets, and what was counted, with each. */
    private static final class Effects {
        final List<List<Frame>> frames = new ArrayList<>();
        final List<int[]> counts = new ArrayList<>();
    }

    @Test
    void packetsFareAsOnTheEmbeddedSwitch() throws Exception {
        compare(Seeds.of(1), 5, ChangingRows::new);
    }

    /** Also what no controller writes, which many packets do not come to. */
    @Test
    void packetsFareSoWhateverTheRows() throws Exception {
        compare(Seeds.of(2), 0, RandomRows::new);
    }

    /**
     * @param least as many changes are met by packets, and more
     */
    private void compare(long seed, int least, BiFunction<P4Info, Random, RowChanges> of)
            throws Exception {
        packets = new PacketGenerator(seed);
        random = new Random(seed);
        P4Info p4info = Artifacts.p4info(COMPILED);
        rows = of.apply(p4info, random);
        card = new Streaming(BUILT.resolve("libisthmus_rtl.so"));
        Files.createDirectories(directory.resolve("verilog"));
        Files.createDirectories(directory.resolve("embedded"));
        try (AgentUnderTest one =
                        new AgentUnderTest(
                                RtlUnderTest.streaming(BUILT, card), directory.resolve("verilog"));
                AgentUnderTest other =
                        AgentUnderTest.emulated(COMPILED, directory.resolve("embedded"))) {
            verilog = one;
            embedded = other;
            for (AgentUnderTest a : List.of(verilog, embedded)) {
                a.control().push(p4info, Artifacts.config(COMPILED));
                a.control().write(rows.first());
            }
            int rounds = 0;
            while (all < PACKETS) {
                // Some with gaps between beats, and stalls.
                boolean smooth = random.nextBoolean();
                card.shake(
                        random.nextInt(),
                        smooth ? 0 : random.nextInt(50),
                        smooth ? 0 : random.nextInt(50));
                round();
                rounds++;
            }
            System.out.printf(
                    "%d packets, %d changes of rows, %d of them met by packets on their way%n",
                    all, rounds, met);
            assertTrue(met > least, met + " of " + rounds);
            assertEquals(embedded.entries(), verilog.entries());
            assertEquals(0, verilog.refill().written());
        }
    }

    private void send() {
        Frame f;
        do {
            f = packets.next();
        } while (f.bytes.length > LONGEST);
        sent.add(f);
        verilog.enter(f);
    }

    private void round() {
        sent.clear();
        Update change = rows.next();
        int[] before = verilog.cells("drops");
        for (int i = 0; i < AROUND; i++) {
            send();
        }
        card.beforeAccess(
                () -> {
                    if (sent.size() < AROUND + DURING) {
                        send();
                    }
                });
        verilog.control().write(List.of(change));
        card.beforeAccess(() -> {});
        for (int i = 0; i < AROUND; i++) {
            send();
        }
        List<Frame> left = verilog.left();
        int[] counts = minus(verilog.cells("drops"), before);
        Effects old = effects();
        embedded.control().write(List.of(change));
        Effects now = effects();
        all += sent.size();
        compare(change, left, counts, old, now);
    }

    private Effects effects() {
        Effects e = new Effects();
        int[] before = embedded.cells("drops");
        for (Frame f : sent) {
            e.frames.addAll(embedded.exchange(List.of(f)));
            int[] after = embedded.cells("drops");
            e.counts.add(minus(after, before));
            before = after;
        }
        return e;
    }

    private static int[] minus(int[] a, int[] b) {
        int[] d = new int[a.length];
        Arrays.setAll(d, i -> a[i] - b[i]);
        return d;
    }

    private boolean same(int packet, Effects e, List<Frame> left, int at) {
        List<Frame> expected = e.frames.get(packet);
        int end = at + expected.size();
        return at >= 0
                && end <= left.size()
                && Differential.same(sent.get(packet), expected, left.subList(at, end));
    }

    /** There is one packet before which all are as with the old row, and then as with the new. */
    private void compare(Update change, List<Frame> left, int[] counts, Effects old, Effects now) {
        int n = sent.size();
        // Where in what left the effect of a packet begins, if all before are as they were.
        int[] from = new int[n + 1];
        int first = 0;
        while (first < n && same(first, old, left, from[first])) {
            from[first + 1] = from[first] + old.frames.get(first).size();
            first++;
        }
        int[] sum = new int[counts.length];
        for (int i = 0; i < first; i++) {
            add(sum, old.counts.get(i));
        }
        // From packet k on as they are; back to the first of which that can be said.
        int at = left.size();
        String nearly = "no such packet";
        boolean differ = false;
        for (int k = n; k >= 0; k--) {
            if (k < n) {
                at -= now.frames.get(k).size();
                if (!same(k, now, left, at)) {
                    break;
                }
                differ |= !same(k, old, left, at);
                if (k < first) {
                    add(sum, minus(now.counts.get(k), old.counts.get(k)));
                } else {
                    add(sum, now.counts.get(k));
                }
            }
            if (k <= first && from[k] == at) {
                if (Arrays.equals(sum, counts)) {
                    met += differ ? 1 : 0;
                    return;
                }
                nearly = "counts " + Arrays.toString(counts) + ", not " + Arrays.toString(sum);
            }
        }
        int end = Math.min(from[first] + 4, left.size());
        fail(
                change
                        + nearly
                        + "\nof "
                        + n
                        + " packets, first of another effect is "
                        + first
                        + ": "
                        + (first < n
                                ? sent.get(first)
                                        + "\nbefore the change "
                                        + old.frames.get(first)
                                        + "\nafter it "
                                        + now.frames.get(first)
                                        + "\nin Verilog "
                                        + left.subList(from[first], end)
                                : "none"));
    }

    private static void add(int[] sum, int[] more) {
        Arrays.setAll(sum, i -> sum[i] + more[i]);
    }
}
