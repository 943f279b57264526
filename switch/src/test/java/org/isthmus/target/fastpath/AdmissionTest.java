// SPDX-License-Identifier: Apache-2.0
package org.isthmus.target.fastpath;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import org.isthmus.target.api.Frame;
import org.isthmus.target.fastpath.trace.Layout;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** When the kernel begins to forward a flow. */
@Tag("root")
class AdmissionTest extends FastPathVectors {
    /** A packet of the first flow to IPv4, with so much payload. */
    private static Frame toIpv4(FastSwitch device, int payload) throws IOException {
        for (Frame f : frames(device, suite("checksums.json"))) {
            SuperFrame one = SuperFrame.of(f, payload, payload);
            if (one != null && Layout.of(f.bytes).ipv6) {
                return one.segments().get(0);
            }
        }
        throw new AssertionError("no such flow");
    }

    /** A packet of a flow that the kernel has an entry for, while its port is not known as idle. */
    private static Frame admitted(FastSwitch device) throws IOException {
        start(device, "checksums.json");
        Frame f = toIpv4(device, 100);
        for (int i = 0; i < 3; i++) {
            device.inject(f);
        }
        device.fastPath.work();
        assertTrue(device.fastPath.forwards(f.port, f.bytes));
        return f;
    }

    private static long counted(FastSwitch device, Frame f) {
        return device.fastPath.counted(device.fastPath.entry(f.port, f.bytes));
    }

    /** Which of its packets make it to the kernel: the third, and the third of another length. */
    @Test
    void longAndShortPacketsOfAFlowAreAdmittedApart() throws Exception {
        try (FastSwitch device = newSwitch(PORTS, FastPath.FLOWS)) {
            start(device, "checksums.json");
            Frame small = toIpv4(device, 100);
            Frame large = toIpv4(device, 1300);
            device.send(small, 2);
            device.send(large, 2);
            assertFalse(device.fastPath.forwards(large.port, large.bytes));
            device.send(large, 1);
            assertTrue(device.fastPath.forwards(large.port, large.bytes));
            assertFalse(device.fastPath.forwards(small.port, small.bytes));
            device.send(small, 1);
            assertTrue(device.fastPath.forwards(small.port, small.bytes));
            assertNotEquals(
                    device.fastPath.entry(small.port, small.bytes),
                    device.fastPath.entry(large.port, large.bytes));
            device.wire(small);
            device.wire(large);
            assertEquals(1, counted(device, small));
            assertEquals(1, counted(device, large));
        }
    }

    /** A flow that the kernel is to forward is left to the program while its port has frames. */
    @Test
    void framesThatWaitAreNotOvertaken() throws Exception {
        try (FastSwitch device = newSwitch(PORTS, FastPath.FLOWS)) {
            Frame f = admitted(device);
            // Both leave by the program, which had a frame of the port each time.
            assertEquals(1, device.wire(f).size());
            assertEquals(1, device.wire(f).size());
            assertEquals(0, counted(device, f));
            device.serve();
            assertEquals(1, device.wire(f).size());
            assertEquals(1, counted(device, f));
        }
    }

    @Test
    void aPortThatAlwaysHasFramesDoesNotKeepItsFlowsForLong() throws Exception {
        try (FastSwitch device = newSwitch(PORTS, FastPath.FLOWS)) {
            Frame f = admitted(device);
            device.wire(f);
            assertEquals(0, counted(device, f));
            device.pass(1);
            device.fastPath.openLate();
            device.wire(f);
            assertEquals(1, counted(device, f));
        }
    }
}
