// SPDX-License-Identifier: Apache-2.0
package org.isthmus.netfpga;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.protobuf.ByteString;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.isthmus.core.packet.Checksum;
import org.isthmus.netfpga.rtl.Streaming;
import org.isthmus.target.Seeds;
import org.isthmus.target.api.Frame;
import org.isthmus.target.conformance.Artifacts;
import org.isthmus.target.conformance.Scenario;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import p4.config.v1.P4InfoOuterClass.P4Info;
import p4.v1.P4RuntimeOuterClass.Update;

/**
 * What the whole card takes, in cycles of its clock, with frames back to back: as many cycles as a
 * frame has beats, before or after its translation. Prints a table.
 */
@Tag("rtl")
class RtlRateTest {
    private static final Path BUILT = Path.of("../../../target/rtl/isthmus");
    private static final Path COMPILED = Path.of("../../../p4/compiled/netfpga");
    private static final Path DOCS = Path.of("../../../docs/rtl.md");
    private static final Pattern DOCUMENTED =
            Pattern.compile("^\\| (IPv[^|]*) \\| (\\d+) \\|( [0-9.]+ \\|){5}$", Pattern.MULTILINE);

    private static final int FRAMES = 1000;
    private static final int BEAT = 32;
    private static final int JUMBO = 2000;

    /** Of the reference pipeline, in MHz. */
    private static final int CLOCK = 200;

    /** What four 10G ports bring, in Gbit/s. */
    private static final double FOUR_PORTS = 40;

    /** An Ethernet frame's checksum, preamble and gap. */
    private static final int ON_WIRE = 24;

    /** What was measured last, as it is documented. */
    private static String row;

    @TempDir static Path directory;
    private static Streaming card;
    private static AgentUnderTest agent;

    @BeforeAll
    static void start() throws Exception {
        card = new Streaming(BUILT.resolve("libisthmus_rtl.so"));
        agent = new AgentUnderTest(RtlUnderTest.streaming(BUILT, card), directory);
        P4Info p4info = Artifacts.p4info(COMPILED);
        agent.control().push(p4info, Artifacts.config(COMPILED));
        agent.control()
                .write(
                        Scenario.rows(p4info).stream()
                                .map(u -> plain(p4info, u))
                                .collect(Collectors.toList()));
        System.out.println(
                "card in Verilog, frames back to back (bytes without checksum), "
                        + CLOCK
                        + " MHz\n                        in    out  cycles each  M packets/s  Gbit/s in"
                        + "  latency in cycles");
    }

    @AfterAll
    static void stop() {
        agent.close();
    }

    /** Next hops without VLAN, that take frames of any length. */
    private static Update plain(P4Info p4info, Update update) {
        Update.Builder u = update.toBuilder();
        p4.v1.P4RuntimeOuterClass.Action.Builder call =
                u.getEntityBuilder().getTableEntryBuilder().getActionBuilder().getActionBuilder();
        p4info.getActionsList().stream()
                .filter(a -> a.getPreamble().getAlias().equals("forward"))
                .filter(a -> a.getPreamble().getId() == call.getActionId())
                .forEach(
                        a -> {
                            for (int i = 0; i < a.getParamsCount(); i++) {
                                String name = a.getParams(i).getName();
                                if (name.startsWith("vlan")) {
                                    call.getParamsBuilder(i).setValue(number(0));
                                } else if (name.equals("mtu")) {
                                    call.getParamsBuilder(i).setValue(number(9000));
                                }
                            }
                        });
        return u.build();
    }

    private static ByteString number(int n) {
        return ByteString.copyFrom(BigInteger.valueOf(n).toByteArray());
    }

    private static int beats(int bytes) {
        return (bytes + BEAT - 1) / BEAT;
    }

    /** An UDP packet for a host with a binding, or from it. */
    private enum Kind {
        ROUTED("IPv4, routed", 0x0800),
        TO_IPV6("IPv4 to IPv6", 0x0800),
        TO_IPV4("IPv6 to IPv4", 0x86dd);

        final String text;
        final int etherType;

        Kind(String text, int etherType) {
            this.text = text;
            this.etherType = etherType;
        }

        Frame of(int length) {
            ByteBuffer b = ByteBuffer.allocate(length);
            b.put(hex("020000000001" + "020000002001")).putShort((short) etherType);
            int udp;
            long pseudo;
            if (etherType == 0x0800) {
                int to = this == ROUTED ? 0x08010101 : 0xcb007101; // 8.1.1.1, 203.0.113.1
                int from = 0x08080808;
                udp = 14 + 20;
                b.putShort((short) 0x4500)
                        .putShort((short) (length - 14))
                        .putInt(1 << 30 | 1 << 14);
                b.put((byte) 64).put((byte) 17).putShort((short) 0).putInt(from).putInt(to);
                b.putShort(24, (short) Checksum.finish(Checksum.sum(b.array(), 14, udp)));
                pseudo = Checksum.pseudo4(from, to, 17, length - udp);
            } else {
                udp = 14 + 40;
                b.putInt(6 << 28).putShort((short) (length - udp)).put((byte) 17).put((byte) 64);
                b.put(hex("20010d00000100000000000000000010")); // 2001:d00:1::10
                b.put(hex("20010dbd0122034400000000" + "08080808"));
                pseudo = Checksum.sum(b.array(), 22, udp) + 17 + length - udp;
            }
            b.putShort((short) (etherType == 0x0800 ? 53 : 1));
            b.putShort((short) (etherType == 0x0800 ? 1024 : 53));
            b.putShort((short) (length - udp)).putShort((short) 0);
            for (int i = b.position(); i < length; i++) {
                b.put((byte) i);
            }
            long sum = pseudo + Checksum.sum(b.array(), udp, length);
            b.putShort(udp + 6, (short) Checksum.finish(sum));
            return new Frame(this == TO_IPV4 ? 1 : 2, b.array());
        }
    }

    private static byte[] hex(String digits) {
        byte[] b = new BigInteger("1" + digits, 16).toByteArray();
        return Arrays.copyOfRange(b, 1, b.length);
    }

    /** Cycles until all have left. */
    private static long run(List<Frame> in, List<Frame> out) {
        in.forEach(agent::enter);
        long cycles = card.finish();
        out.addAll(agent.left());
        return cycles;
    }

    /** From the first beat's entry to the last one's exit. */
    private static int latency(Frame f) {
        agent.enter(f);
        int cycles = 0;
        while (card.step() == 0) {
            cycles++;
        }
        agent.left();
        return cycles;
    }

    /** Returns cycles per frame. */
    private static double rate(Kind kind, int length, int count) {
        Frame f = kind.of(length);
        int latency = latency(f);
        List<Frame> out = new ArrayList<>();
        long one = run(List.of(f), out);
        long all = run(Collections.nCopies(count, f), out);
        assertEquals(1 + count, out.size());
        int left = out.get(0).bytes.length;
        assertTrue(out.get(0).port < 5, () -> kind + " " + f + " became " + out.get(0));
        assertEquals(
                kind == Kind.ROUTED ? 0 : kind == Kind.TO_IPV4 ? -20 : 20,
                left - length,
                () -> kind + " " + f + " became " + out.get(0));
        double each = (all - one) / (count - 1.0);
        double gigabits = CLOCK / each * (length + ON_WIRE) * 8 / 1000;
        System.out.printf(
                "  %-18s  %6d %6d %12.2f %12.1f %11.1f %12d%n",
                kind.text, length, left, each, CLOCK / each, gigabits, latency);
        row =
                String.format(
                        Locale.ROOT,
                        "| %s | %d | %d | %.0f | %.1f | %.1f | %d |",
                        kind.text,
                        length,
                        left,
                        each,
                        CLOCK / each,
                        gigabits,
                        latency);
        assertTrue(gigabits > FOUR_PORTS);
        assertEquals(Math.max(beats(length), beats(left)), each, kind + " " + length);
        return each;
    }

    @Test
    void smallPacketsTakeThreeCyclesAtMost() {
        assertEquals(2, rate(Kind.ROUTED, 60, FRAMES));
        assertEquals(2, rate(Kind.ROUTED, 64, FRAMES));
        assertEquals(3, rate(Kind.TO_IPV6, 60, FRAMES));
        assertEquals(3, rate(Kind.TO_IPV6, 64, FRAMES));
        assertEquals(3, rate(Kind.TO_IPV4, 80, FRAMES));
        assertEquals(3, rate(Kind.TO_IPV4, 84, FRAMES));
    }

    @Test
    void aFrameTakesAsManyCyclesAsItHasBeats() {
        for (int length :
                new int[] {65, 96, 97, 128, 129, 130, 160, 161, 256, 512, 1024, 1500, 4096, 8980}) {
            for (Kind kind : Kind.values()) {
                rate(kind, length, length < JUMBO ? 64 : 16);
            }
        }
    }

    @Test
    void theFiguresThatAreDocumentedAreThese() throws Exception {
        Matcher documented = DOCUMENTED.matcher(Files.readString(DOCS));
        int rows = 0;
        while (documented.find()) {
            Kind kind =
                    Arrays.stream(Kind.values())
                            .filter(k -> k.text.equals(documented.group(1)))
                            .findAny()
                            .orElseThrow();
            rate(kind, Integer.parseInt(documented.group(2)), 16);
            assertEquals(documented.group(), row);
            rows++;
        }
        assertTrue(rows > 5, rows + " rows");
    }

    @Test
    void framesOfAllKindsAndLengthsTakeNoMoreThanTheirBeats() {
        Random random = new Random(Seeds.of(1));
        List<Frame> in = new ArrayList<>();
        long before = 0;
        for (int i = 0; i < FRAMES; i++) {
            Kind kind = Kind.values()[random.nextInt(3)];
            int length =
                    random.nextInt(3) == 0 ? 60 + random.nextInt(1200) : 60 + random.nextInt(70);
            in.add(kind.of(kind == Kind.TO_IPV4 ? length + 20 : length));
            before += beats(in.get(i).bytes.length);
        }
        List<Frame> out = new ArrayList<>();
        int latency = latency(in.get(0));
        long cycles = run(in, out);
        assertEquals(in.size(), out.size());
        long after = out.stream().mapToLong(f -> beats(f.bytes.length)).sum();
        System.out.printf(
                "  mixed: %d beats in, %d out, in %d cycles with a latency of %d%n",
                before, after, cycles, latency);
        assertTrue(cycles < Math.max(before, after) + 2 * latency, cycles + " cycles");
    }
}
