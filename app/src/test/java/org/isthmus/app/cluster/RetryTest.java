// SPDX-License-Identifier: Apache-2.0
package org.isthmus.app.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import org.isthmus.app.onos.TestScheduler;
import org.junit.jupiter.api.Test;

class RetryTest {
    private final TestScheduler scheduler = new TestScheduler();
    private final List<String> reported = new ArrayList<>();
    private final List<Long> tried = new ArrayList<>();
    private final Retry retry = new Retry(scheduler, e -> reported.add(e.getMessage()));
    private String reason;
    private boolean wanted = true;

    private void attempt() {
        tried.add(scheduler.millis() / 1000);
        if (reason != null) {
            throw new IllegalStateException(reason);
        }
    }

    @Test
    void pausesGrowAndEachReasonIsToldOnce() {
        reason = "no core";
        retry.run(this::attempt, () -> wanted);
        assertEquals(List.of("no core"), reported);
        scheduler.advance(300_000);
        assertEquals(List.of(0L, 1L, 3L, 7L, 15L, 31L, 63L, 123L, 183L, 243L), tried);
        assertEquals(List.of("no core"), reported);
        reason = "no store";
        scheduler.advance(120_000);
        reason = "no core";
        scheduler.advance(120_000);
        assertEquals(List.of("no core", "no store"), reported);
    }

    @Test
    void aSuccessEndsIt() {
        reason = "no core";
        retry.run(this::attempt, () -> wanted);
        reason = null;
        scheduler.advance(600_000);
        assertEquals(List.of(0L, 1L), tried);
        // What fails later is news.
        reason = "no core";
        retry.run(this::attempt, () -> wanted);
        assertEquals(List.of("no core", "no core"), reported);
    }

    @Test
    void whatIsNotWantedAnyMoreIsGivenUpInSilence() {
        reason = "over";
        wanted = false;
        retry.run(this::attempt, () -> wanted);
        scheduler.advance(600_000);
        assertEquals(List.of(0L), tried);
        assertEquals(List.of(), reported);
    }

    @Test
    void aNewAttemptReplacesTheOneThatWaits() {
        reason = "no core";
        retry.run(this::attempt, () -> wanted);
        scheduler.advance(2_000);
        retry.run(() -> {}, () -> wanted);
        scheduler.advance(600_000);
        assertEquals(List.of(0L, 1L), tried);
    }
}
