// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core.binding;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.isthmus.core.HostFrames;
import org.isthmus.core.MemoryStore;
import org.isthmus.core.Nat64Configs;
import org.isthmus.core.model.BibIntent;
import org.isthmus.core.model.Counter;
import org.isthmus.core.model.Filtering;
import org.isthmus.core.net.Protocol;
import org.isthmus.core.packet.Bytes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Set-up and removal by what is asked of translators, journal and ports. */
class BinderTest {
    private final BindingFixture fixture = new BindingFixture();
    private final byte[] frame = HostFrames.udp("2001:db8::1", 1000, "198.51.100.1", 53);

    private void miss() {
        fixture.binder.miss(BindingFixture.DEVICE, 1, frame);
        fixture.binder.flush();
    }

    @Test
    void storesThenRepliesThenForwardsThenSends() {
        miss();
        assertEquals(List.of("store 1"), fixture.asked);
        fixture.answer();
        assertEquals(List.of("store 1", "SET Inbound"), fixture.asked);
        fixture.answer();
        assertEquals(List.of("store 1", "SET Inbound", "SET Outbound"), fixture.asked);
        fixture.answer();
        assertEquals(List.of("store 1", "SET Inbound", "SET Outbound", "submit"), fixture.asked);
        assertEquals(1, fixture.counters.get(Counter.BINDINGS_ADDED));
        assertEquals(0, fixture.bib.deadline(fixture.slotAtPort) - fixture.clock.seconds() - 300);
    }

    /** RFC 1858: its flags and checksum may be in the next one, which is translated after it. */
    @Test
    void aTinyFragmentOpensNothing() {
        byte[] syn = HostFrames.tcp("2001:db8::1", 1000, "198.51.100.1", 80, 2);
        byte[] f = Arrays.copyOf(syn, 54 + 8 + 20);
        System.arraycopy(syn, 54, f, 62, 20);
        Bytes.put16(f, 18, 8 + 20);
        Bytes.put8(f, 20, 44);
        Bytes.put64(f, 54, 6L << 56 | 1L << 32);
        assertTrue(fixture.binder.opens(f));
        Bytes.put16(f, 18, 8 + 16);
        assertFalse(fixture.binder.opens(f));
    }

    @Test
    void bothSidesGoTogetherWhereTheirOrderIsKept() {
        fixture.ordered = true;
        miss();
        fixture.answer();
        assertEquals(List.of("store 1", "SET Inbound", "SET Outbound"), fixture.asked);
        fixture.answer();
        assertEquals(List.of("store 1", "SET Inbound", "SET Outbound", "submit"), fixture.asked);
        assertEquals(1, fixture.counters.get(Counter.BINDINGS_ADDED));
    }

    @Test
    void packetsGoRightBehindTheirEntriesWhereTheOrderIsKept() {
        fixture.ordered = true;
        fixture.frames = true;
        miss();
        miss();
        fixture.answer();
        assertEquals(
                List.of("store 1", "SET Inbound", "SET Outbound", "submit", "submit"),
                fixture.asked);
        // Comes too late for that, or a packet was ahead of its entries.
        miss();
        assertEquals(5, fixture.asked.size());
        fixture.answer();
        assertEquals(6, fixture.asked.size());
        assertEquals("submit", fixture.asked.get(5));
        assertEquals(3, fixture.bib.packets(fixture.slotAtPort));
    }

    @Test
    void theSenderHearsOfOneThatWasSentAndRefused() {
        fixture.ordered = true;
        fixture.frames = true;
        fixture.noRoomFor.add(BibIntent.Inbound.class);
        miss();
        fixture.answerAll();
        assertSame(frame, fixture.refused.get(0));
        assertEquals(0, fixture.bib.size());
    }

    @Test
    void packetsOfAFilteredPoolWaitForTheAnswer() {
        fixture.ordered = true;
        fixture.frames = true;
        fixture.filtering = Filtering.ADDRESS_DEPENDENT;
        miss();
        fixture.answer();
        assertEquals(0, fixture.asked.stream().filter("submit"::equals).count());
        fixture.answer();
        assertEquals(1, fixture.asked.stream().filter("submit"::equals).count());
    }

    @Test
    void packetsOfTheFlowWaitAndFollow() {
        miss();
        miss();
        miss();
        fixture.answerAll();
        assertEquals(3, fixture.asked.stream().filter("submit"::equals).count());
        assertEquals(1, fixture.bib.size());
    }

    /**
     * @param ordered whether both sides go in one Write
     */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aRefusedReplySideLeavesNothing(boolean ordered) {
        fixture.ordered = ordered;
        fixture.noRoomFor.add(BibIntent.Inbound.class);
        miss();
        fixture.answerAll();
        List<String> asked = new ArrayList<>(List.of("store 1", "SET Inbound"));
        if (ordered) {
            asked.add("SET Outbound");
        }
        asked.addAll(List.of("REMOVE Outbound", "REMOVE Inbound", "store 1", "release"));
        assertEquals(asked, fixture.asked);
        assertSame(frame, fixture.refused.get(0));
        assertEquals(0, fixture.bib.size());
        assertEquals(1, fixture.counters.get(Counter.REFUSED_DEVICE));
        assertEquals(0, fixture.counters.get(Counter.BINDINGS_ADDED));
    }

    @Test
    void aStoreThatFailsLeavesNothingOnASwitch() {
        fixture.storeFailure = new IllegalStateException("disk full");
        miss();
        fixture.answer();
        assertEquals(1, fixture.counters.get(Counter.REFUSED_STORE));
        // The port stays in use until the record is removed.
        assertEquals(1, fixture.bib.size());
        fixture.answer();
        fixture.storeFailure = null;
        fixture.deferred.run();
        fixture.answerAll();
        assertEquals(List.of("store 1", "store 1", "store 1", "release"), fixture.asked);
        assertEquals(0, fixture.bib.size());
    }

    @Test
    void noPortIsSaidToTheSenderAndToTheTranslators() {
        fixture.allocated = Ports.NO_PORTS;
        miss();
        assertSame(frame, fixture.refused.get(0));
        assertEquals(1, fixture.counters.get(Counter.REFUSED_NO_PORTS));
        assertEquals(List.of("SET SubscriberLimit"), fixture.asked);
    }

    @Test
    void whatIsNeverAllowedIsProhibited() {
        fixture.instances.set(
                List.of(Nat64Configs.instance("2001:db8:64::/96", "198.51.100.0/24")),
                1280,
                -1,
                true);
        miss();
        assertSame(frame, fixture.prohibited.get(0));
        assertEquals(List.of(), fixture.refused);
        assertEquals(1, fixture.counters.get(Counter.REFUSED_DENIED));
    }

    @Test
    void aDeviceThatMissesWhatIsThereGetsItAgain() {
        fixture.live();
        miss();
        fixture.answerAll();
        assertEquals(List.of("SET Inbound", "SET Outbound", "submit"), fixture.asked);
        assertEquals(1, fixture.counters.get(Counter.PUNTS_REPEATED));
    }

    @Test
    void packetsThatComeWhileItIsRemovedMakeANewOne() {
        int slot = fixture.live();
        fixture.remover.remove(new int[] {slot}, Counter.BINDINGS_EXPIRED, () -> {});
        miss();
        fixture.answerAll();
        assertEquals(1, fixture.counters.get(Counter.BINDINGS_EXPIRED));
        assertEquals(1, fixture.bib.size());
    }

    @Test
    void adoptsOnlyWhatHasAPlace() {
        BibIntent.Outbound here =
                new BibIntent.Outbound(1, Protocol.TCP, 1, 2, 3, BindingFixture.ADDRESS4, 4);
        BibIntent.Outbound gone =
                new BibIntent.Outbound(9, Protocol.TCP, 1, 2, 3, BindingFixture.ADDRESS4, 4);
        Adopter adopter =
                new Adopter(
                        fixture.bib,
                        fixture.lifetimes,
                        fixture,
                        fixture.instances,
                        fixture.deletions,
                        fixture.clock,
                        fixture.counters);
        fixture.deletions.read(new MemoryStore());
        BibIntent.Outbound taken =
                new BibIntent.Outbound(1, Protocol.TCP, 1, 2, 9, BindingFixture.ADDRESS4, 4);
        int[] slots = adopter.adopt(List.of(gone, here, here, taken));
        assertArrayEquals(new int[] {fixture.slotAtPort}, slots);
        assertEquals(TcpState.ESTABLISHED, fixture.bib.tcpState(slots[0]));
        assertEquals(Phase.LIVE, fixture.bib.phase(slots[0]));
        assertEquals(1, fixture.bib.size());
    }
}
