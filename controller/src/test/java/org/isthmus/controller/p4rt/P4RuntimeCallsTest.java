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
import org.junit.jupiter.api.Test;
import p4.v1.P4RuntimeOuterClass.Entity;
import p4.v1.P4RuntimeOuterClass.ReadResponse;
import p4.v1.P4RuntimeOuterClass.Uint128;

/** Reads, with a clock that a test turns. */
class P4RuntimeCallsTest {
    private final FakeChannel device = new FakeChannel();
    private final Periods timer = new Periods();
    private final P4RuntimeCalls calls =
            new P4RuntimeCalls(
                    device, 1, Uint128.getDefaultInstance(), Runnable::run, Runnable::run, timer);
    private final List<Entity> read = new ArrayList<>();

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
            timer.pass(P4RuntimeCalls.READ_SECONDS);
        }
        assertFalse(reading.isDone());
        answer.onClose(Status.OK, new Metadata());
        assertTrue(reading.isDone());
        assertEquals(100, read.size());
        assertEquals(0, timer.repeated());
    }

    @Test
    void oneThatStopsIsCutOff() {
        CompletableFuture<Void> reading = read();
        ClientCall.Listener<ReadResponse> answer = device.last().listener();
        answer.onMessage(ReadResponse.getDefaultInstance());
        timer.pass(P4RuntimeCalls.READ_SECONDS);
        assertFalse(reading.isDone());
        timer.pass(P4RuntimeCalls.READ_SECONDS);
        assertTrue(device.last().isOver());
        assertTrue(reading.isCompletedExceptionally());
    }
}
