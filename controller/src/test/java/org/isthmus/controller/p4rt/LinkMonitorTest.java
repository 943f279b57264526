// SPDX-License-Identifier: Apache-2.0
package org.isthmus.controller.p4rt;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.isthmus.core.model.DeviceId;
import org.isthmus.core.model.FabricConfig.Link;
import org.isthmus.core.model.FabricConfig.Port;
import org.isthmus.core.model.PuntReason;
import org.isthmus.core.spi.DataPlane;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class LinkMonitorTest implements DataPlane.Listener {
    private static final DeviceId LEAF = DeviceId.of("device:leaf");
    private static final DeviceId SPINE = DeviceId.of("device:spine");
    private static final Port A = new Port(LEAF, 1);
    private static final Port B = new Port(SPINE, 7);
    private static final Link LINK = new Link(A, B, 1500);

    private final List<String> told = new ArrayList<>();

    /** Ports whose frames get lost on the way. */
    private final Set<Port> cut = new HashSet<>();

    private final List<Runnable> wire = new ArrayList<>();
    private final LinkMonitor monitor = new LinkMonitor(this, this::sent);

    private void sent(DeviceId device, int port, byte[] frame) {
        Port from = new Port(device, port);
        Port to = from.equals(A) ? B : A;
        if (!cut.contains(from)) {
            wire.add(
                    () ->
                            monitor.packetIn(
                                    to.device, to.port, PuntReason.LINK_DISCOVERY, frame.clone()));
        }
    }

    private void ticks(int n) {
        for (int i = 0; i < n; i++) {
            monitor.tick();
            List<Runnable> frames = List.copyOf(wire);
            wire.clear();
            frames.forEach(Runnable::run);
        }
    }

    private List<String> told() {
        List<String> all = List.copyOf(told);
        told.clear();
        return all;
    }

    @BeforeEach
    void connect() {
        monitor.links(List.of(LINK));
        monitor.deviceUp(LEAF);
        monitor.deviceUp(SPINE);
        told.clear();
    }

    @Test
    void aLinkThatWorksIsUp() {
        ticks(100);
        assertEquals(List.of(), told());
    }

    @Test
    void theEndThatHearsNothingIsDownUntilItHearsAgain() {
        cut.add(A);
        ticks(LinkMonitor.MISSES);
        assertEquals(List.of(), told());
        ticks(1);
        assertEquals(List.of(B + " down"), told());
        ticks(100);
        assertEquals(List.of(), told());
        cut.clear();
        ticks(1);
        assertEquals(List.of(B + " up"), told());
    }

    @Test
    void probesThatGetLostNowAndThenAreNoMatter() {
        for (int i = 0; i < 20; i++) {
            cut.add(A);
            ticks(LinkMonitor.MISSES - 1);
            cut.clear();
            ticks(1);
        }
        assertEquals(List.of(), told());
    }

    @Test
    void aLinkToADeviceThatIsNotConnectedIsNotJudged() {
        cut.add(A);
        monitor.deviceDown(LEAF);
        ticks(100);
        assertEquals(List.of("device:leaf down"), told());
        monitor.deviceUp(LEAF);
        ticks(LinkMonitor.MISSES);
        assertEquals(List.of("device:leaf up"), told());
    }

    @Test
    void framesOfOthersCountForNothing() {
        cut.add(A);
        for (int i = 0; i <= LinkMonitor.MISSES; i++) {
            monitor.tick();
            monitor.packetIn(SPINE, 7, PuntReason.LINK_DISCOVERY, new byte[60]);
            // Its own probe, mirrored by a loop.
            monitor.packetIn(LEAF, 1, PuntReason.LINK_DISCOVERY, new byte[60]);
        }
        assertEquals(Set.of(B + " down", A + " down"), Set.copyOf(told()));
    }

    @Test
    void aLinkThatIsTakenAwayLeavesItsPortsUp() {
        cut.add(A);
        ticks(LinkMonitor.MISSES + 1);
        told.clear();
        monitor.links(List.of(LINK));
        assertEquals(List.of(), told());
        monitor.links(List.of());
        assertEquals(List.of(B + " up"), told());
    }

    @Test
    void everythingElseIsPassedOn() {
        monitor.packetIn(LEAF, 1, PuntReason.NEIGHBOR, new byte[60]);
        monitor.portState(LEAF, 3, false);
        assertEquals(List.of("NEIGHBOR", "device:leaf/3 down"), told());
    }

    @Override
    public void deviceUp(DeviceId device) {
        told.add(device + " up");
    }

    @Override
    public void deviceDown(DeviceId device) {
        told.add(device + " down");
    }

    @Override
    public void packetIn(DeviceId device, int port, PuntReason reason, byte[] frame) {
        told.add(reason.name());
    }

    @Override
    public void portState(DeviceId device, int port, boolean up) {
        told.add(new Port(device, port) + (up ? " up" : " down"));
    }
}
