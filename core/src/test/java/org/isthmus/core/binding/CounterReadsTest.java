// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core.binding;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class CounterReadsTest {
    private final BindingFixture fixture = new BindingFixture();
    private final CounterReads reads = new CounterReads(fixture, fixture.clock, () -> {});
    private final List<String> answers = new ArrayList<>();

    private void late() {
        fixture.now += 11_000;
        fixture.clock.step();
        reads.tick();
    }

    @Test
    void eachIsAnsweredOnceThoughOneAnswerBringsAnother() {
        fixture.counted = new long[0];
        reads.read(
                List.of(),
                sums -> {
                    answers.add("first " + (sums != null));
                    fixture.answerAll();
                });
        reads.read(List.of(), sums -> answers.add("second " + (sums != null)));
        late();
        assertEquals(List.of("first false", "second true"), answers);
    }

    @Test
    void whoIsAnsweredMayAskForMore() {
        reads.read(
                List.of(), sums -> reads.read(List.of(), more -> answers.add("" + (more != null))));
        late();
        assertEquals(List.of(), answers);
        late();
        assertEquals(List.of("false"), answers);
    }
}
