// SPDX-License-Identifier: Apache-2.0
package org.isthmus.controller.p4rt;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class RehearsalTest {
    @Test
    void setsUpAsManyFlowsAsItIsTold() throws Exception {
        assertEquals(100, new Rehearsal(100, () -> true).rehearse());
    }

    @Test
    void endsWhenItIsNotAwaitedAnyMore() throws Exception {
        AtomicInteger batches = new AtomicInteger();
        // Of 1, 1 and 2 flows.
        assertEquals(4, new Rehearsal(100, () -> batches.incrementAndGet() <= 3).rehearse());
    }

    @Test
    void closingEndsIt() throws Exception {
        CountDownLatch begun = new CountDownLatch(1);
        CountDownLatch never = new CountDownLatch(1);
        Rehearsal r =
                new Rehearsal(
                        Rehearsal.FLOWS,
                        () -> {
                            begun.countDown();
                            try {
                                never.await();
                            } catch (InterruptedException e) {
                                Thread.currentThread().interrupt();
                            }
                            return true;
                        });
        r.start();
        begun.await();
        r.close();
        r.join();
    }
}
