// SPDX-License-Identifier: Apache-2.0
package org.isthmus.logging;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

class EndingTest {
    private static final long PATIENCE_MILLIS = 60_000;

    private final List<Integer> halted = new ArrayList<>();

    @Test
    void whatEndsIsAwaited() {
        Thread closing = new Thread(() -> {});
        closing.start();
        new Ending("isthmus-test", PATIENCE_MILLIS, halted::add).await(closing);
        assertEquals(List.of(), halted);
    }

    @Test
    void whatDoesNotEndIsNamedAndLeft() throws Exception {
        CountDownLatch never = new CountDownLatch(1);
        Thread closing =
                new Thread(
                        () -> {
                            try {
                                never.await();
                            } catch (InterruptedException e) {
                                Thread.currentThread().interrupt();
                            }
                        });
        closing.start();
        PrintStream stderr = System.err;
        ByteArrayOutputStream told = new ByteArrayOutputStream();
        System.setErr(new PrintStream(told, true, StandardCharsets.UTF_8));
        try {
            new Ending("isthmus-test", 1, halted::add).await(closing);
        } finally {
            System.setErr(stderr);
            closing.interrupt();
            closing.join();
        }
        assertEquals(List.of(1), halted);
        String text = told.toString(StandardCharsets.UTF_8);
        assertTrue(text.startsWith("isthmus-test: did not end in order within 0 s\n\tat "), text);
        assertTrue(text.contains("EndingTest"), text);
    }
}
