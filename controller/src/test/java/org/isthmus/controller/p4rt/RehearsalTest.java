// SPDX-License-Identifier: Apache-2.0
package org.isthmus.controller.p4rt;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class RehearsalTest {
    @Test
    void setsUpAsManyFlowsAsItIsTold() throws Exception {
        assertEquals(100, new Rehearsal(100).rehearse());
    }

    @Test
    void endsWhenItsTimeIsOver() {
        Rehearsal rehearsal = new Rehearsal(Integer.MAX_VALUE);
        rehearsal.start();
        rehearsal.await(1);
    }

    @Test
    void nobodyWaitsForOneThatDidNotStart() {
        new Rehearsal(1).await(0);
    }
}
