// SPDX-License-Identifier: Apache-2.0
package org.isthmus.controller.p4rt;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.grpc.CallOptions;
import io.grpc.ClientCall;
import io.grpc.Metadata;
import io.grpc.Status;
import org.junit.jupiter.api.Test;
import p4.v1.P4RuntimeGrpc;
import p4.v1.P4RuntimeOuterClass.ReadRequest;
import p4.v1.P4RuntimeOuterClass.ReadResponse;

class PulseTest {
    private final Pulse pulse = new Pulse(0);
    private final FakeChannel device = new FakeChannel();
    private long now;

    private ClientCall.Listener<ReadResponse> call() {
        ClientCall<ReadRequest, ReadResponse> call =
                pulse.interceptCall(P4RuntimeGrpc.getReadMethod(), CallOptions.DEFAULT, device);
        call.start(new ClientCall.Listener<ReadResponse>() {}, new Metadata());
        return device.last().listener();
    }

    /** Whether it lives after so many periods. */
    private boolean lives(int periods, long seconds) {
        boolean lives = true;
        for (int i = 0; i < periods; i++) {
            now += seconds * 1_000_000_000L;
            lives = pulse.beats(now);
        }
        return lives;
    }

    @Test
    void oneThatSaysNothingIsGivenUp() {
        assertTrue(lives(Pulse.SILENT_PERIODS - 1, Pulse.PERIOD_SECONDS));
        assertFalse(lives(1, Pulse.PERIOD_SECONDS));
    }

    @Test
    void everyPartOfALongAnswerIsASign() {
        ClientCall.Listener<ReadResponse> answer = call();
        for (int i = 0; i < 100; i++) {
            assertTrue(lives(Pulse.SILENT_PERIODS - 1, Pulse.PERIOD_SECONDS));
            answer.onMessage(ReadResponse.getDefaultInstance());
        }
    }

    @Test
    void aRefusalIsASign() {
        lives(Pulse.SILENT_PERIODS - 1, Pulse.PERIOD_SECONDS);
        call().onClose(Status.UNKNOWN, new Metadata());
        assertTrue(lives(Pulse.SILENT_PERIODS - 1, Pulse.PERIOD_SECONDS));
    }

    @Test
    void theEndOfACallOnThisSideIsNone() {
        lives(Pulse.SILENT_PERIODS - 1, Pulse.PERIOD_SECONDS);
        call().onClose(Status.DEADLINE_EXCEEDED, new Metadata());
        call().onClose(Status.UNAVAILABLE, new Metadata());
        call().onClose(Status.CANCELLED, new Metadata());
        assertFalse(lives(1, Pulse.PERIOD_SECONDS));
    }

    @Test
    void timeInWhichNobodyListenedDoesNotCount() {
        assertTrue(lives(1000, 2 * Pulse.PERIOD_SECONDS));
        assertEquals(0, pulse.listened());
        assertTrue(lives(Pulse.SILENT_PERIODS - 1, Pulse.PERIOD_SECONDS));
        assertFalse(lives(1, Pulse.PERIOD_SECONDS));
    }
}
