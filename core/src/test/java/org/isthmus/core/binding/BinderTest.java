// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core.binding;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;

import java.util.List;
import org.isthmus.core.SimulatedNetwork;
import org.isthmus.core.count.Counter;
import org.isthmus.core.model.Intent;
import org.isthmus.core.net.Protocol;
import org.junit.jupiter.api.Test;

/** Set-up and removal by what is asked of translators, journal and ports. */
class BinderTest {
    private final BindingRoom room = new BindingRoom();
    private final byte[] frame = SimulatedNetwork.udp("2001:db8::1", 1000, "198.51.100.1", 53);

    private void miss() {
        room.binder.miss(BindingRoom.DEVICE, 1, frame);
        room.binder.flush();
    }

    @Test
    void storesThenRepliesThenForwardsThenSends() {
        miss();
        assertEquals(List.of("store 1"), room.asked);
        room.answer();
        assertEquals(List.of("store 1", "SET Inbound"), room.asked);
        room.answer();
        assertEquals(List.of("store 1", "SET Inbound", "SET Outbound"), room.asked);
        room.answer();
        assertEquals(List.of("store 1", "SET Inbound", "SET Outbound", "submit"), room.asked);
        assertEquals(1, room.counters.get(Counter.BINDINGS_ADDED));
        assertEquals(0, room.bib.deadline(room.slotAtPort) - room.clock.seconds() - 300);
    }

    @Test
    void packetsOfTheFlowWaitAndFollow() {
        miss();
        miss();
        miss();
        room.answerAll();
        assertEquals(3, room.asked.stream().filter("submit"::equals).count());
        assertEquals(1, room.bib.size());
    }

    @Test
    void aRefusedReplySideLeavesNothing() {
        room.noRoomFor.add(Intent.Inbound.class);
        miss();
        room.answerAll();
        assertEquals(
                List.of(
                        "store 1",
                        "SET Inbound",
                        "REMOVE Outbound",
                        "REMOVE Inbound",
                        "store 1",
                        "release"),
                room.asked);
        assertSame(frame, room.refused.get(0));
        assertEquals(0, room.bib.size());
        assertEquals(1, room.counters.get(Counter.REFUSED_DEVICE));
    }

    @Test
    void aStoreThatFailsLeavesNothingOnASwitch() {
        room.storeFailure = new IllegalStateException("disk full");
        miss();
        room.answer();
        assertEquals(1, room.counters.get(Counter.REFUSED_STORE));
        // The port is taken until the store knows that it is not.
        assertEquals(1, room.bib.size());
        room.answer();
        room.storeFailure = null;
        room.deferred.run();
        room.answerAll();
        assertEquals(List.of("store 1", "store 1", "store 1", "release"), room.asked);
        assertEquals(0, room.bib.size());
    }

    @Test
    void noPortIsSaidToTheSender() {
        room.allocated = Ports.NO_PORTS;
        miss();
        assertSame(frame, room.refused.get(0));
        assertEquals(1, room.counters.get(Counter.REFUSED_NO_PORTS));
        assertEquals(List.of(), room.asked);
    }

    @Test
    void aDeviceThatMissesWhatIsThereGetsItAgain() {
        room.live();
        miss();
        room.answerAll();
        assertEquals(List.of("SET Inbound", "SET Outbound", "submit"), room.asked);
        assertEquals(1, room.counters.get(Counter.PUNTS_REPEATED));
    }

    @Test
    void packetsThatComeWhileItIsRemovedMakeANewOne() {
        int slot = room.live();
        room.remover.remove(new int[] {slot}, Counter.BINDINGS_EXPIRED, () -> {});
        miss();
        room.answerAll();
        assertEquals(1, room.counters.get(Counter.BINDINGS_EXPIRED));
        assertEquals(1, room.bib.size());
    }

    @Test
    void adoptsOnlyWhatHasAPlace() {
        Intent.Outbound here =
                new Intent.Outbound(1, Protocol.TCP, 1, 2, 3, BindingRoom.ADDRESS4, 4);
        Intent.Outbound gone =
                new Intent.Outbound(9, Protocol.TCP, 1, 2, 3, BindingRoom.ADDRESS4, 4);
        Adopter adopter =
                new Adopter(
                        room.bib, room.lifetimes, room, room.instances, room.clock, room.counters);
        int[] slots = adopter.adopt(List.of(gone, here, here));
        assertArrayEquals(new int[] {room.slotAtPort}, slots);
        assertEquals(TcpState.ESTABLISHED, room.bib.tcpState(slots[0]));
        assertEquals(Phase.LIVE, room.bib.phase(slots[0]));
    }
}
