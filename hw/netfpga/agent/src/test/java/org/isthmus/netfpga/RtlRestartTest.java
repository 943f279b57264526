// SPDX-License-Identifier: Apache-2.0
package org.isthmus.netfpga;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.grpc.StatusRuntimeException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.isthmus.netfpga.rtl.Streaming;
import org.isthmus.target.Seeds;
import org.isthmus.target.api.Frame;
import org.isthmus.target.api.PortSink;
import org.isthmus.target.conformance.Artifacts;
import org.isthmus.target.conformance.Differential;
import org.isthmus.target.conformance.PacketGenerator;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import p4.config.v1.P4InfoOuterClass.P4Info;
import p4.v1.P4RuntimeOuterClass.Update;

/**
 * An agent that is killed amid a change of a row, and another one that starts on the same card,
 * while packets come in all the time: each fares as with the row of before or as with the new one.
 */
@Tag("rtl")
class RtlRestartTest {
    private static final Path BUILT = Path.of("../../../target/rtl/isthmus");
    private static final Path COMPILED = Path.of("../../../p4/compiled/netfpga");

    /** Accesses to registers from one packet to the next, while rows are read and written. */
    private static final int READING = 300;

    private static final int WRITING = 10;

    /** Bytes that the program carries where it is not in Verilog. */
    private static final int LONGEST = 1518;

    @TempDir Path directory;
    private final List<Frame> sent = new ArrayList<>();
    private final List<Frame> left = new ArrayList<>();
    private Streaming card;
    private PacketGenerator packets;
    private int accesses;

    /** What outlives its agent. */
    private final class RunningCard extends RtlUnderTest {
        RunningCard(boolean isInUse) throws Exception {
            super(BUILT, card, isInUse);
        }

        @Override
        public void onWires(PortSink sink) {
            // They are this test's.
        }

        @Override
        public void receive(int port, byte[] frame) {
            card.receive(port, frame);
        }

        @Override
        public void finish() {
            card.finish();
        }

        @Override
        public void close() {
            // It runs on.
        }
    }

    private void send() {
        Frame f;
        do {
            f = packets.next();
        } while (f.bytes.length > LONGEST || f.port == AgentUnderTest.CPU_PORT);
        sent.add(f);
        card.receive(f.port, f.bytes);
    }

    private void sendEvery(int n) {
        card.beforeAccess(
                () -> {
                    if (++accesses % n == 0) {
                        send();
                    }
                });
    }

    @Test
    void packetsFareOnWhileAnAgentEndsAndStarts() throws Exception {
        long seed = Seeds.of(1);
        Random random = new Random(seed);
        packets = new PacketGenerator(seed);
        P4Info p4info = Artifacts.p4info(COMPILED);
        ChangingRows rows = new ChangingRows(p4info, random);
        Path images = Files.createDirectory(directory.resolve("verilog"));
        card = new Streaming(BUILT.resolve("libisthmus_rtl.so"));
        card.onWires(
                (port, buf, off, len) ->
                        left.add(new Frame(port, Arrays.copyOfRange(buf, off, off + len))));
        try (AgentUnderTest embedded =
                AgentUnderTest.emulated(
                        COMPILED, Files.createDirectory(directory.resolve("embedded")))) {
            AgentUnderTest killed = new AgentUnderTest(new RunningCard(false), images);
            for (AgentUnderTest a : List.of(killed, embedded)) {
                a.control().push(p4info, Artifacts.config(COMPILED));
                a.control().write(rows.first());
            }
            card.finish();
            left.clear();
            Update change = rows.next();
            int end = 1 + random.nextInt(10);
            card.beforeAccess(
                    () -> {
                        if (accesses++ >= end) {
                            throw new IllegalStateException("the agent is dead");
                        }
                        send();
                    });
            try {
                killed.control().write(List.of(change));
            } catch (StatusRuntimeException e) {
                // It was killed amid it, and not behind it.
            }
            System.out.printf(
                    "killed at access %d of %s in table %x%n",
                    Math.min(accesses, end),
                    change.getType(),
                    change.getEntity().getTableEntry().getTableId());
            killed.close();

            sendEvery(READING);
            RunningCard again = new RunningCard(true);
            sendEvery(WRITING);
            try (AgentUnderTest agent = new AgentUnderTest(again, images)) {
                card.beforeAccess(() -> {});
                card.finish();
                List<List<Frame>> old = effects(embedded);
                List<String> before = embedded.entries();
                embedded.control().write(List.of(change));
                assertAllAreOneOf(old, effects(embedded));
                List<String> there = agent.entries();
                assertTrue(there.equals(before) || there.equals(embedded.entries()));
                assertEquals(0, agent.refill().written());
            }
        } finally {
            card.close();
        }
    }

    /** What leaves of each packet by the wires. */
    private List<List<Frame>> effects(AgentUnderTest embedded) {
        return embedded.exchange(sent).stream()
                .map(
                        frames ->
                                frames.stream()
                                        .filter(f -> f.port != AgentUnderTest.CPU_PORT)
                                        .collect(Collectors.toList()))
                .collect(Collectors.toList());
    }

    private void assertAllAreOneOf(List<List<Frame>> old, List<List<Frame>> now) {
        // Where in what left the effect of a packet may begin.
        Set<Integer> from = Set.of(0);
        for (int i = 0; i < sent.size(); i++) {
            Set<Integer> to = new TreeSet<>();
            for (int at : from) {
                for (List<Frame> expected : List.of(old.get(i), now.get(i))) {
                    int end = at + expected.size();
                    if (end <= left.size()
                            && Differential.same(sent.get(i), expected, left.subList(at, end))) {
                        to.add(end);
                    }
                }
            }
            String packet = i + " of " + sent.size() + ": " + sent.get(i);
            assertTrue(!to.isEmpty(), packet);
            from = to;
        }
        assertTrue(from.contains(left.size()));
    }
}
