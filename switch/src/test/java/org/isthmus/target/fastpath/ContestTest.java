// SPDX-License-Identifier: Apache-2.0
package org.isthmus.target.fastpath;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class ContestTest {
    private static final long SECOND = TimeUnit.SECONDS.toNanos(1);

    private final Contest contest = new Contest();

    private static FlowKey key(int number) {
        return new FlowKey(new byte[] {(byte) (number >> 8), (byte) number});
    }

    @Test
    void anIntervalIsBetweenTwoTimesOfAFlow() {
        assertEquals(Contest.UNKNOWN, contest.interval(key(1), 100));
        assertEquals(Contest.UNKNOWN, contest.interval(key(2), 150));
        assertEquals(70, contest.interval(key(1), 170));
        assertEquals(30, contest.interval(key(1), 200));
    }

    @Test
    void onlyWhoSendsMoreThanTwiceAsMuchWins() {
        // 64 packets in a second, beside 32 and 31.
        assertFalse(contest.win(key(1), SECOND, 32, 0));
        assertEquals(0, contest.winners());
        assertTrue(contest.win(key(1), SECOND, 31, 0));
        assertTrue(contest.hasWon(key(1)));
        assertFalse(contest.hasWon(key(2)));
        contest.forget(key(1));
        assertEquals(0, contest.winners());
    }

    @Test
    void aWinnerThatDoesNotComeLosesItsEntry() {
        contest.win(key(1), SECOND, 0, 0);
        contest.win(key(2), SECOND, 0, SECOND);
        contest.forgetBefore(10 * SECOND);
        assertEquals(2, contest.winners());
        contest.forgetBefore(10 * SECOND + 1);
        assertFalse(contest.hasWon(key(1)));
        assertTrue(contest.hasWon(key(2)));
    }

    @Test
    void whatItRemembersIsBounded() {
        for (int i = 0; i <= 4096; i++) {
            contest.interval(key(i), 0);
        }
        assertEquals(Contest.UNKNOWN, contest.interval(key(0), 1));
        assertEquals(1, contest.interval(key(4096), 1));
        for (int i = 0; i < 5000; i++) {
            contest.win(key(i), SECOND, 0, 0);
        }
        assertEquals(4096, contest.winners());
    }
}
