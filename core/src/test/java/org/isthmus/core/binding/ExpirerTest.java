// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core.binding;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.isthmus.core.count.Counter;
import org.junit.jupiter.api.Test;

/** Expiry by what translators say they counted. */
class ExpirerTest {
    private static final int UDP_SECONDS = 300;

    private final BindingRoom room = new BindingRoom();
    private final int slot = room.live();

    private void pass(int seconds) {
        room.now += seconds * 1000L;
        room.clock.step();
        room.expirer.tick();
    }

    @Test
    void nobodyIsAskedBeforeItsTime() {
        pass(UDP_SECONDS - 1);
        assertEquals(List.of(), room.asked);
        pass(1);
        assertEquals(List.of("count 1"), room.asked);
    }

    @Test
    void whatMovedLivesOn() {
        pass(UDP_SECONDS);
        room.counted = new long[] {room.bib.packets(slot) + 1};
        room.answerAll();
        assertTrue(room.bib.isUsed(slot));
        assertEquals(room.clock.seconds() + UDP_SECONDS, room.bib.deadline(slot));
    }

    @Test
    void whatDidNotMoveEndsForwardSideFirst() {
        pass(UDP_SECONDS);
        room.counted = new long[] {room.bib.packets(slot)};
        room.answerAll();
        assertEquals(
                List.of("count 1", "REMOVE Outbound", "REMOVE Inbound", "store 1", "release"),
                room.asked);
        assertEquals(1, room.counters.get(Counter.BINDINGS_EXPIRED));
    }

    @Test
    void nothingEndsWhileATranslatorDoesNotAnswer() {
        pass(UDP_SECONDS);
        room.counted = null;
        room.answerAll();
        assertTrue(room.bib.isUsed(slot));
        assertEquals(room.clock.seconds() + 10, room.bib.deadline(slot));
    }

    @Test
    void anAnswerThatIsTooLateChangesNothing() {
        pass(UDP_SECONDS);
        pass(11);
        assertEquals(room.clock.seconds() + 10, room.bib.deadline(slot));
        room.counted = new long[] {room.bib.packets(slot)};
        room.answerAll();
        assertTrue(room.bib.isUsed(slot));
    }
}
