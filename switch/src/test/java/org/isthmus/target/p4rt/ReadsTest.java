// SPDX-License-Identifier: Apache-2.0
package org.isthmus.target.p4rt;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.grpc.Status;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.function.IntFunction;
import org.junit.jupiter.api.Test;
import p4.config.v1.P4InfoOuterClass.P4Info;
import p4.v1.P4RuntimeOuterClass.Entity;
import p4.v1.P4RuntimeOuterClass.ReadRequest;
import p4.v1.P4RuntimeOuterClass.SetForwardingPipelineConfigRequest;

/** What reads hold that nobody takes. */
class ReadsTest {
    private static final int COUNTER = 302055425;

    /** All cells of an array; no two are equal of those with different numbers. */
    static Entity counters(int number) {
        return Rig.entity(
                "counter_entry { counter_id: "
                        + COUNTER
                        + " data { byte_count: "
                        + number
                        + " } }");
    }

    static ReadRequest request(int entities, IntFunction<Entity> entity) {
        ReadRequest.Builder b = ReadRequest.newBuilder().setDeviceId(Rig.DEVICE);
        for (int i = 0; i < entities; i++) {
            b.addEntities(entity.apply(i));
        }
        return b.build();
    }

    @Test
    void anAnswerThatNobodyTakesEnds() {
        try (Rig rig = Rig.ready()) {
            BlockingQueue<Status> ends = new LinkedBlockingQueue<>();
            rig.readWithoutTaking(request(1, i -> counters(0)), ends);
            assertEquals(1, rig.service.reads());
            rig.timer.firePeriods();
            rig.timer.firePeriods();
            assertEquals(Status.Code.ABORTED, ends.remove().getCode());
            assertEquals(0, rig.service.reads());
        }
    }

    private static Rig withCounters(int cells) {
        Rig rig = new Rig();
        rig.connect(1);
        P4Info.Builder info = Rig.P4INFO.toBuilder();
        info.getCountersBuilderList().stream()
                .filter(c -> c.getPreamble().getId() == COUNTER)
                .forEach(c -> c.setSize(cells));
        rig.setPipeline(
                SetForwardingPipelineConfigRequest.Action.VERIFY_AND_COMMIT,
                Rig.config().toBuilder().setP4Info(info).build());
        return rig;
    }

    @Test
    void anArrayThatIsAskedForOftenIsCopiedOnce() {
        try (Rig rig = withCounters(8)) {
            rig.readWithoutTaking(request(200, i -> counters(i)), new LinkedBlockingQueue<>());
            assertEquals(1, rig.service.reads());
            assertEquals(8, rig.target.running.counter(COUNTER).looks.get());
        }
    }

    /** As rows are, with all that reads under way hold. */
    @Test
    void arraysThatAReadWouldHoldAreLimited() {
        // 16 bytes each.
        int cells = (int) (Reads.MAX_BYTES / 16);
        try (Rig rig = withCounters(cells + 1)) {
            BlockingQueue<Status> ends = new LinkedBlockingQueue<>();
            rig.readWithoutTaking(request(1, i -> counters(i)), ends);
            assertEquals(Status.Code.RESOURCE_EXHAUSTED, ends.remove().getCode());
            assertEquals(0, rig.target.running.counter(COUNTER).looks.get());
            assertEquals(0, rig.service.reads());
        }
    }
}
