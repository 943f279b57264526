// SPDX-License-Identifier: Apache-2.0
package org.isthmus.target.fastpath;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.isthmus.target.api.Frame;
import org.isthmus.target.api.Hex;
import org.isthmus.target.bmv2.ProgramView;
import org.isthmus.target.conformance.EmbeddedSwitch;
import org.isthmus.target.conformance.VectorRunner;
import org.isthmus.target.fastpath.trace.Effects.Lookup;
import org.isthmus.target.fastpath.trace.Flow;
import org.isthmus.target.fastpath.trace.Layout;
import org.isthmus.target.fastpath.trace.Tracer;
import org.isthmus.target.fastpath.trace.Untraceable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class FlowIndexTest {
    private static final int FLOWS = 500;

    private final EmbeddedSwitch device = new EmbeddedSwitch();
    private final FlowIndex index = new FlowIndex();
    private final List<Flow> traced = new ArrayList<>();
    private final List<CachedFlow> flows = new ArrayList<>();

    /** Flows of one host to one other, of UDP, by their source ports. */
    @BeforeEach
    void trace() throws IOException, Untraceable {
        JsonNode suite = VectorRunner.read(VectorRunner.P4.resolve("vectors/eam.json"));
        new VectorRunner(device, VectorRunner.P4.resolve("compiled")).start(suite);
        JsonNode sent = null;
        for (JsonNode v : suite.get("vectors")) {
            if (v.get("name").asText().equals("udp host to4")) {
                sent = v.get("send").get(0);
            }
        }
        Frame f = new Frame(sent.get("port").asInt(), Hex.bytes(sent.get("packet").asText()));
        ProgramView view = device.view();
        Layout l = Layout.of(f.bytes);
        for (int i = 0; i < FLOWS; i++) {
            byte[] frame = f.bytes.clone();
            add(frame, l.transport, i);
            add(frame, l.checksum, -i);
            Flow flow = new Tracer(view.program, view.linkage).trace(f.port, frame);
            traced.add(flow);
            flows.add(CachedFlow.inKernel(flow, f.port, i + 1, 0));
        }
    }

    @AfterEach
    void close() {
        device.close();
    }

    /** In ones' complement. */
    private static void add(byte[] b, int at, int value) {
        int sum = ((b[at] & 0xff) << 8 | b[at + 1] & 0xff) + Math.floorMod(value, 0xffff);
        sum = (sum & 0xffff) + (sum >> 16);
        b[at] = (byte) (sum >> 8);
        b[at + 1] = (byte) sum;
    }

    private void add(int from, int to) {
        for (int i = from; i < to; i++) {
            index.add(flows.get(i), traced.get(i).effects.lookups());
        }
    }

    @Test
    void flowsOfOnePathShareWhatWasLookedUpForAll() {
        add(0, 1);
        int first = index.size();
        assertTrue(first > 5);
        add(1, FLOWS);
        int each = (index.size() - first) / (FLOWS - 1);
        assertTrue(each <= 2, () -> "lookups of each flow's own: " + each);
    }

    @Test
    void eachLookupLeadsToTheFlowsThatItWasMadeFor() {
        add(0, FLOWS);
        Collections.shuffle(flows, new Random(1));
        Set<CachedFlow> gone = Set.copyOf(flows.subList(0, FLOWS / 2));
        gone.forEach(index::remove);
        int found = 0;
        for (int i = 0; i < FLOWS; i++) {
            Flow flow = traced.get(i);
            int entry = i + 1;
            CachedFlow f = flows.stream().filter(x -> x.entry == entry).findFirst().orElseThrow();
            for (Lookup l : flow.effects.lookups()) {
                assertEquals(!gone.contains(f), index.of(l.table).contains(f));
                if (l.hit) {
                    found++;
                    assertEquals(!gone.contains(f), index.of(l.table, l.row).contains(f));
                }
            }
        }
        assertTrue(found > FLOWS);
    }

    @Test
    void nothingStaysOfFlowsThatWent() {
        add(0, FLOWS);
        Collections.shuffle(flows, new Random(2));
        flows.forEach(index::remove);
        assertEquals(0, index.size());
        for (Lookup l : traced.get(0).effects.lookups()) {
            assertTrue(index.of(l.table).isEmpty());
            assertFalse(l.hit && !index.of(l.table, l.row).isEmpty());
        }
    }
}
