// SPDX-License-Identifier: Apache-2.0
package org.isthmus.target.fastpath;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.isthmus.target.api.Frame;
import org.isthmus.target.conformance.EmbeddedSwitch;
import org.isthmus.target.conformance.P4RuntimeClient;
import org.isthmus.target.conformance.PacketEditor;
import org.isthmus.target.conformance.SwitchUnderTest;
import org.isthmus.target.conformance.VectorRunner;
import org.isthmus.target.fastpath.trace.Flow;
import org.isthmus.target.fastpath.trace.Layout;
import org.isthmus.target.fastpath.trace.Tracer;
import org.isthmus.target.fastpath.trace.Untraceable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * What the kernel makes of packets by an entry is what the compiled pipeline makes of them, or
 * nothing: for all flows of the vectors, with other lengths and contents, and with each byte of the
 * headers changed.
 */
@Tag("root")
class KernelEqualityTest {
    /** The kernel's test facility has a page for a frame. */
    private static final int MOST_TO_TRY = 3000;

    /** The compiled pipeline, and the kernel beside it. */
    private static final class Both implements SwitchUnderTest {
        private final EmbeddedSwitch device = new EmbeddedSwitch();
        private final Programs kernel;
        private final List<String> wrong = new ArrayList<>();
        private int flows;
        private int same;
        private int missed;

        Both() throws IOException {
            kernel = new Programs(16);
        }

        @Override
        public String name() {
            return "both";
        }

        @Override
        public P4RuntimeClient control() {
            return device.control();
        }

        @Override
        public List<List<Frame>> exchange(List<Frame> frames) {
            List<List<Frame>> results = new ArrayList<>();
            for (Frame f : frames) {
                results.addAll(device.exchange(List.of(f)));
                try {
                    Flow flow =
                            new Tracer(device.view().program, device.view().linkage)
                                    .trace(f.port, f.bytes);
                    if (!flow.layout.tagged()) {
                        others(flow, f);
                    }
                } catch (Untraceable e) {
                    continue;
                } catch (IOException e) {
                    throw new IllegalStateException(e);
                }
            }
            return results;
        }

        private void others(Flow flow, Frame f) throws IOException {
            flows++;
            byte[] key = KernelEntry.key(0, f.bytes, flow.layout);
            kernel.fill(1, key, KernelEntry.flow(flow.layout, flow.rewrite, 1, 0xffff));
            kernel.open(1);
            kernel.add(1);
            boolean random = (KernelEntry.flow(flow.layout, flow.rewrite, 1, 0)[16] & 32) != 0;
            int before = same;
            compare(f.port, f.bytes, flow.egressPort, random);
            assertTrue(same > before || f.bytes.length > MOST_TO_TRY, () -> "missed " + f);
            for (int more : new int[] {1, 2, 500, 1219, 1220, 1221, 1459}) {
                byte[] longer = Arrays.copyOf(f.bytes, f.bytes.length + more);
                PacketEditor.lengthen(flow.layout, longer, more);
                compare(f.port, longer, flow.egressPort, random);
            }
            compare(f.port, zero(flow, f.bytes), flow.egressPort, random);
            int headers = flow.layout.transport + (flow.layout.protocol == Layout.TCP ? 20 : 8);
            for (int bit = 0; bit < 8 * headers; bit++) {
                byte[] changed = f.bytes.clone();
                changed[bit / 8] ^= (byte) (0x80 >> bit % 8);
                compare(f.port, changed, flow.egressPort, random);
                if (!flow.layout.ipv6 && bit / 8 >= 14 && bit / 8 < 34) {
                    // With a right header checksum as well.
                    repair(changed);
                    compare(f.port, changed, flow.egressPort, random);
                }
            }
            kernel.remove(1);
        }

        /** A packet whose transport checksum would become 0. */
        private static byte[] zero(Flow flow, byte[] frame) {
            int sum =
                    flow.rewrite.pseudo
                            + flow.rewrite.rest
                            + flow.rewrite.lengths * flow.layout.length;
            sum = Math.floorMod(sum, 0xffff);
            byte[] changed = frame.clone();
            changed[flow.layout.checksum] = (byte) (sum >> 8);
            changed[flow.layout.checksum + 1] = (byte) sum;
            return changed;
        }

        private static void repair(byte[] frame) {
            frame[24] = 0;
            frame[25] = 0;
            int sum = ~SuperFrame.sum(frame, 14, 34, 0);
            frame[24] = (byte) (sum >> 8);
            frame[25] = (byte) sum;
        }

        /**
         * Where what is left of a frame begins after skb_change_proto, which keeps the sum right.
         */
        private static int removed(byte[] in, byte[] made) {
            boolean toIpv4 = in[12] != made[12] && in[12] == (byte) 0x86;
            return Layout.ETHERNET + (toIpv4 ? Layout.IPV6 - Layout.IPV4 : 0);
        }

        private void compare(int port, byte[] in, int egress, boolean random) throws IOException {
            byte[] made;
            if (in.length > MOST_TO_TRY) {
                return;
            }
            made = kernel.attempt(in);
            if (made == null) {
                missed++;
                return;
            }
            int expected = SuperFrame.sum(made, Layout.ETHERNET, made.length, 0) % 0xffff;
            int added = Integer.remainderUnsigned(kernel.sum(), 0xffff);
            int sum = SuperFrame.sum(in, removed(in, made), in.length, added) % 0xffff;
            if (sum != expected) {
                wrong.add("sum " + sum + " not " + expected + "\nof " + new Frame(port, in));
            }
            List<Frame> out = device.exchange(List.of(new Frame(port, in))).get(0);
            if (out.size() == 1
                    && out.get(0).port == egress
                    && Candidate.sameButId(made, Candidate.untagged(out.get(0).bytes), random)) {
                same++;
            } else {
                wrong.add(new Frame(egress, made) + "\nnot " + out + "\nof " + new Frame(port, in));
            }
        }

        @Override
        public void close() {
            device.close();
            kernel.close();
        }
    }

    @Test
    void kernelAndPipelineMakeTheSame() throws IOException {
        try (Both both = new Both()) {
            VectorRunner runner = new VectorRunner(both, VectorRunner.P4.resolve("compiled"));
            for (Path file : VectorRunner.suites()) {
                JsonNode suite = VectorRunner.read(file);
                runner.start(suite);
                for (JsonNode vector : suite.get("vectors")) {
                    if (runner.lacking(vector).isEmpty()) {
                        runner.run(vector);
                    }
                }
            }
            assertEquals(List.of(), both.wrong.subList(0, Math.min(3, both.wrong.size())));
            assertTrue(both.flows > 100, () -> "flows " + both.flows);
        }
    }
}
