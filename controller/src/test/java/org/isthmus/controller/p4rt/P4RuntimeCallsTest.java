// SPDX-License-Identifier: Apache-2.0
package org.isthmus.controller.p4rt;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.grpc.ClientCall;
import io.grpc.Metadata;
import io.grpc.Status;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import p4.v1.P4RuntimeOuterClass.Entity;
import p4.v1.P4RuntimeOuterClass.ReadResponse;
import p4.v1.P4RuntimeOuterClass.Uint128;

/** Reads, with a clock that a test turns. */
class P4RuntimeCallsTest {
    private final FakeChannel device = new FakeChannel();
    private final List<Runnable> due = new ArrayList<>();
    private final ScheduledThreadPoolExecutor timer =
            new ScheduledThreadPoolExecutor(1) {
                @Override
                public ScheduledFuture<?> scheduleAtFixedRate(
                        Runnable task, long first, long period, TimeUnit unit) {
                    assertEquals(P4RuntimeCalls.READ_SECONDS, unit.toSeconds(period));
                    due.add(task);
                    return super.scheduleAtFixedRate(task, 1000, 1000, TimeUnit.DAYS);
                }
            };
    private final P4RuntimeCalls calls =
            new P4RuntimeCalls(device, 1, Uint128.getDefaultInstance(), Runnable::run, timer);
    private final List<Entity> read = new ArrayList<>();

    @AfterEach
    void close() {
        timer.shutdownNow();
    }

    private CompletableFuture<Void> read() {
        return calls.read(List.of(Entity.getDefaultInstance()), 1, read::add);
    }

    @Test
    void aReadMayTakeAsLongAsItGoesOn() {
        CompletableFuture<Void> reading = read();
        ClientCall.Listener<ReadResponse> answer = device.last().listener();
        for (int i = 0; i < 100; i++) {
            answer.onMessage(
                    ReadResponse.newBuilder().addEntities(Entity.getDefaultInstance()).build());
            due.get(0).run();
        }
        assertFalse(reading.isDone());
        answer.onClose(Status.OK, new Metadata());
        assertTrue(reading.isDone());
        assertEquals(100, read.size());
        assertEquals(0, timer.getQueue().stream().filter(t -> !isCancelled(t)).count());
    }

    private static boolean isCancelled(Runnable task) {
        return ((ScheduledFuture<?>) task).isCancelled();
    }

    @Test
    void oneThatStopsIsCutOff() {
        CompletableFuture<Void> reading = read();
        ClientCall.Listener<ReadResponse> answer = device.last().listener();
        answer.onMessage(ReadResponse.getDefaultInstance());
        due.get(0).run();
        assertFalse(reading.isDone());
        due.get(0).run();
        assertTrue(device.last().isOver());
        assertTrue(reading.isCompletedExceptionally());
    }
}
