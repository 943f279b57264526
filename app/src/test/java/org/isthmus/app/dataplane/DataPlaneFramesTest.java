// SPDX-License-Identifier: Apache-2.0
package org.isthmus.app.dataplane;

import static org.isthmus.app.dataplane.PlaneSamples.LEAF;
import static org.isthmus.app.dataplane.PlaneSamples.LEAF_ID;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.isthmus.app.onos.FakeOnos;
import org.isthmus.app.onos.FakeSwitch;
import org.isthmus.core.model.DeviceId;
import org.isthmus.core.model.PuntReason;
import org.isthmus.pipeconf.IsthmusInterpreter;
import org.isthmus.pipeconf.TapOf;
import org.isthmus.pipeline.PacketIo;
import org.junit.jupiter.api.Test;
import org.onlab.packet.Ethernet;
import org.onosproject.net.packet.PacketContext;
import org.onosproject.net.pi.runtime.PiCloneSessionEntry;

/** Frames from and to devices of ONOS. */
class DataPlaneFramesTest {
    private final LocalPlane local = new LocalPlane();
    private final FakeOnos onos = local.onos;
    private final List<String> heard = local.heard;

    private PacketContext packetIn(PuntReason reason, Ethernet parsed, byte[] frame) {
        return onos.packetIn(LEAF_ID, 3, (long) PacketIo.code(reason), parsed, frame);
    }

    @Test
    void framesComeInAndAreKeptFromOthersWhereTheyAreOursAlone() {
        local.up();
        heard.clear();
        byte[] frame = new byte[60];
        assertTrue(packetIn(PuntReason.BIB_MISS, null, frame).isHandled());
        assertSame(frame, local.lastFrame);
        assertFalse(packetIn(PuntReason.NEIGHBOR, new Ethernet(), frame).isHandled());
        assertFalse(packetIn(PuntReason.LINK_DISCOVERY, new Ethernet(), frame).isHandled());
        assertFalse(onos.packetIn(LEAF_ID, 3, null, new Ethernet(), frame).isHandled());
        assertEquals(List.of("device:leaf1/3 BIB_MISS", "device:leaf1/3 NEIGHBOR"), heard);
        onos.master(LEAF_ID, false);
        onos.scheduler.run();
        heard.clear();
        assertFalse(packetIn(PuntReason.BIB_MISS, null, frame).isHandled());
        assertEquals(List.of(), heard);
        assertEquals(0, local.plane.framesDropped(), "it is for the node that is master");
    }

    @Test
    void framesThatAreOursAloneComeStraightFromTheConnection() {
        // What other tests began takes the frames of their devices.
        org.onosproject.net.DeviceId id = org.onosproject.net.DeviceId.deviceId("device:connected");
        onos.add("device:connected");
        byte[] frame = new byte[60];
        local.plane.start();
        assertFalse(TapOf.packetIn(id, 3, PuntReason.BIB_MISS, frame));
        onos.scheduler.run();
        heard.clear();
        assertTrue(TapOf.packetIn(id, 3, PuntReason.BIB_MISS, frame));
        assertArrayEquals(frame, local.lastFrame);
        assertFalse(TapOf.packetIn(id, 3, PuntReason.NEIGHBOR, frame), "ONOS finds hosts by it");
        assertEquals(List.of("device:connected/3 BIB_MISS"), heard);
        onos.master(id, false);
        onos.scheduler.run();
        assertFalse(TapOf.packetIn(id, 3, PuntReason.BIB_MISS, frame));
        onos.master(id, true);
        onos.scheduler.run();
        local.plane.close();
        assertFalse(TapOf.packetIn(id, 3, PuntReason.BIB_MISS, frame));
    }

    @Test
    void framesOfADeviceThatIsNotUpYetAreCounted() {
        FakeSwitch leaf = onos.add("device:leaf1");
        leaf.refuses = (type, entity) -> entity instanceof PiCloneSessionEntry;
        local.plane.start();
        onos.scheduler.run();
        packetIn(PuntReason.BIB_MISS, null, new byte[60]);
        packetIn(PuntReason.LINK_DISCOVERY, new Ethernet(), new byte[60]);
        assertEquals(List.of(), heard);
        assertEquals(1, local.plane.framesDropped());
    }

    @Test
    void framesGoOutAtAPortAndThroughThePipeline() {
        FakeSwitch leaf = local.up();
        byte[] frame = new byte[60];
        local.plane.send(LEAF, 7, frame);
        local.plane.submit(LEAF, frame);
        local.plane.send(DeviceId.of("device:none"), 7, frame);
        onos.scheduler.run();
        assertEquals(
                List.of(IsthmusInterpreter.send(7, frame), IsthmusInterpreter.submit(frame)),
                leaf.sent);

        for (int i = 0; i < PacketPath.MAX_WAITING + 5; i++) {
            local.plane.send(LEAF, 7, frame);
        }
        onos.scheduler.run();
        // And the one for a device that is not there.
        assertEquals(6L, (long) local.plane.counters().get("packets-out-dropped"));
        assertEquals(6, local.plane.framesDropped());
    }
}
