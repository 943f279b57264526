// SPDX-License-Identifier: Apache-2.0
package org.isthmus.logging;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class RepeatedTest {
    private final List<String> told = new ArrayList<>();
    private Throwable wrong;
    private final Repeated repeated = new Repeated(this::task, e -> told.add(e.getMessage()));

    private void task() {
        if (wrong instanceof Error) {
            throw (Error) wrong;
        }
        if (wrong != null) {
            throw (RuntimeException) wrong;
        }
    }

    private void run(Throwable next) {
        wrong = next;
        repeated.run();
    }

    @Test
    void theFirstFailureInARowIsTold() {
        run(null);
        assertEquals(List.of(), told);
        run(new IllegalStateException("one"));
        run(new IllegalStateException("two"));
        assertEquals(List.of("one"), told);
        run(null);
        run(new LinkageError("three"));
        assertEquals(List.of("one", "three"), told);
    }

    @Test
    void anExecutorGoesOnAfterAFailure() throws Exception {
        ScheduledExecutorService executor = Executors.newSingleThreadScheduledExecutor();
        CountDownLatch times = new CountDownLatch(3);
        Runnable task =
                () -> {
                    times.countDown();
                    throw new IllegalStateException("once more");
                };
        executor.scheduleWithFixedDelay(new Repeated(task, e -> {}), 0, 1, TimeUnit.NANOSECONDS);
        assertTrue(times.await(60, TimeUnit.SECONDS));
        executor.shutdownNow();
    }
}
