// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core.binding;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.isthmus.core.model.Counter;
import org.isthmus.core.net.Protocol;
import org.junit.jupiter.api.Test;

/** Expiry by the counts of translators. */
class ExpirerTest {
    private static final int UDP_SECONDS = 300;

    private final BindingFixture fixture = new BindingFixture();
    private final int slot = fixture.live();

    private void pass(int seconds) {
        fixture.now += seconds * 1000L;
        fixture.clock.step();
        fixture.expirer.tick();
    }

    @Test
    void nobodyIsAskedBeforeItsTime() {
        pass(UDP_SECONDS - 1);
        assertEquals(List.of(), fixture.asked);
        pass(1);
        assertEquals(List.of("count 1"), fixture.asked);
    }

    @Test
    void whatMovedLivesOn() {
        pass(UDP_SECONDS);
        fixture.counted = new long[] {fixture.bib.packets(slot) + 1};
        fixture.answerAll();
        assertTrue(fixture.bib.isUsed(slot));
        assertEquals(fixture.clock.seconds() + UDP_SECONDS, fixture.bib.deadline(slot));
        // As long as it moves: the same count again is none.
        pass(UDP_SECONDS);
        fixture.answerAll();
        assertEquals(0, fixture.bib.size());
    }

    @Test
    void whatDidNotMoveEndsForwardSideFirst() {
        pass(UDP_SECONDS);
        fixture.counted = new long[] {fixture.bib.packets(slot)};
        fixture.answerAll();
        assertEquals(
                List.of("count 1", "REMOVE Outbound", "REMOVE Inbound", "store 1", "release"),
                fixture.asked);
        assertEquals(1, fixture.counters.get(Counter.BINDINGS_EXPIRED));
    }

    @Test
    void nothingEndsWhileATranslatorDoesNotAnswer() {
        pass(UDP_SECONDS);
        fixture.counted = null;
        fixture.answerAll();
        assertTrue(fixture.bib.isUsed(slot));
        assertEquals(fixture.clock.seconds() + 10, fixture.bib.deadline(slot));
    }

    @Test
    void anAnswerThatIsTooLateChangesNothing() {
        pass(UDP_SECONDS);
        pass(11);
        assertEquals(fixture.clock.seconds() + 10, fixture.bib.deadline(slot));
        fixture.counted = new long[] {fixture.bib.packets(slot)};
        fixture.answerAll();
        assertTrue(fixture.bib.isUsed(slot));
    }

    @Test
    void manyAreAskedAfterSomeAtATime() {
        for (int i = 0; i < DueRows.CHUNK; i++) {
            int more = fixture.bib.add(1, Protocol.UDP, i, 0, 1, i, 1, 1);
            fixture.bib.phase(more, Phase.LIVE);
            fixture.bib.wheel().schedule(more, fixture.clock.seconds() + UDP_SECONDS);
        }
        pass(UDP_SECONDS);
        assertEquals(List.of("count 128"), fixture.asked);
        fixture.counted = new long[DueRows.CHUNK];
        while (fixture.answers.size() > 0 && !fixture.asked.contains("count 1")) {
            fixture.answer();
        }
        assertEquals(1, fixture.bib.size(), "before the next are asked after they are gone");
        fixture.counted[0] = fixture.bib.packets(slot);
        fixture.answerAll();
        assertEquals(0, fixture.bib.size());
    }
}
