// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core.binding;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.Consumer;
import org.isthmus.core.loop.StepClock;
import org.isthmus.core.model.Intent;

/**
 * Reads of packet counters that are under way. Each is answered once, at the latest when it is
 * given up.
 *
 * <p>Threading: the core's thread.
 */
final class CounterReads {
    /** Until those whose counters could not be read are asked after again. */
    static final int RETRY_SECONDS = 10;

    private static final long PATIENCE_MILLIS = 10_000;

    private static final class Read {
        final Consumer<long[]> answer;
        final long since;
        boolean over;

        Read(Consumer<long[]> answer, long since) {
            this.answer = answer;
            this.since = since;
        }

        void finish(long[] sums) {
            over = true;
            answer.accept(sums);
        }
    }

    private final Translators translators;
    private final StepClock clock;
    private final Runnable anew;
    private final List<Read> reads = new ArrayList<>();
    private int countersLost;

    /**
     * @param anew run before a read that tells nothing of any row, as counters were lost
     */
    CounterReads(Translators translators, StepClock clock, Runnable anew) {
        this.translators = translators;
        this.clock = clock;
        this.anew = anew;
    }

    /**
     * @param answer gets the sums as {@link Translators#count} has them; null: not known
     */
    void read(List<Intent> rows, Consumer<long[]> answer) {
        int lost = translators.countersLost();
        if (lost != countersLost) {
            countersLost = lost;
            anew.run();
        }
        Read read = new Read(answer, clock.millis());
        reads.add(read);
        translators.count(
                Collections.unmodifiableList(rows),
                sums -> {
                    if (!read.over) {
                        read.finish(sums);
                    }
                });
    }

    /** Gives up those that take too long. Called about once a second. */
    void tick() {
        reads.removeIf(read -> read.over);
        // Who is answered may ask for more, and others may be answered by that.
        for (Read read : List.copyOf(reads)) {
            if (!read.over && clock.millis() - read.since > PATIENCE_MILLIS) {
                read.finish(null);
            }
        }
    }
}
