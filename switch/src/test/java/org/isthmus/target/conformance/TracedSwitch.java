// SPDX-License-Identifier: Apache-2.0
package org.isthmus.target.conformance;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.isthmus.target.api.Frame;
import org.isthmus.target.fastpath.trace.Flow;
import org.isthmus.target.fastpath.trace.Layout;
import org.isthmus.target.fastpath.trace.Tracer;
import org.isthmus.target.fastpath.trace.Untraceable;

/** Our own switch, whose packets are traced besides, and compared with what became of them. */
public final class TracedSwitch implements SwitchUnderTest {
    private final EmbeddedSwitch device = new EmbeddedSwitch();

    /** What the tracer says otherwise than the pipeline, a line each. */
    public final List<String> wrong = new ArrayList<>();

    /** Why packets are not for the fast path, and how many. */
    public final Map<String, Integer> refused = new TreeMap<>();

    public int traced;

    @Override
    public String name() {
        return "traced";
    }

    @Override
    public P4RuntimeClient control() {
        return device.control();
    }

    @Override
    public List<List<Frame>> exchange(List<Frame> frames) {
        List<List<Frame>> results = new ArrayList<>();
        for (Frame f : frames) {
            Flow flow = null;
            try {
                flow =
                        new Tracer(device.view().program, device.view().linkage)
                                .trace(f.port, f.bytes);
            } catch (Untraceable e) {
                refused.merge(e.getMessage(), 1, Integer::sum);
            }
            List<Frame> out = device.exchange(List.of(f)).get(0);
            results.add(out);
            if (flow != null) {
                traced++;
                compare(flow, f.bytes, out);
                others(flow, f);
            }
        }
        return results;
    }

    private void compare(Flow flow, byte[] in, List<Frame> out) {
        Layout layout = Layout.of(in);
        if (out.size() != 1) {
            byte[] predicted = flow.rewrite.apply(layout, 0);
            if (predicted != null) {
                wrong.add("not one packet: " + out + " of " + new Frame(0, in));
            }
            return;
        }
        byte[] predicted = flow.rewrite.apply(layout, identification(out.get(0).bytes));
        if (predicted == null) {
            return;
        }
        Frame wanted = new Frame(flow.egressPort, predicted);
        if (!wanted.equals(out.get(0))) {
            wrong.add(wanted + "\nnot " + out.get(0) + "\nof " + new Frame(0, in));
        }
    }

    /** Of the frame that leaves, for those that are random. */
    private static int identification(byte[] out) {
        int ip = out[12] == (byte) 0x81 ? 18 : 14;
        return (out[ip + 4] & 0xff) << 8 | out[ip + 5] & 0xff;
    }

    /** Packets of the same flow with other lengths and other contents. */
    private void others(Flow flow, Frame f) {
        for (int more : new int[] {1, 100, 500, 1000, 1200, 1220, 1250, 1400, 4000}) {
            byte[] longer = Arrays.copyOf(f.bytes, f.bytes.length + more);
            Layout l = PacketEditor.lengthen(flow.layout, longer, more);
            if (l == null) {
                wrong.add("no layout of a longer packet");
                continue;
            }
            compare(flow, longer, device.exchange(List.of(new Frame(f.port, longer))).get(0));
        }
    }

    @Override
    public void close() {
        device.close();
    }
}
