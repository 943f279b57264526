// SPDX-License-Identifier: Apache-2.0
package org.isthmus.target.p4rt;

import java.util.List;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.isthmus.target.api.Table;
import p4.v1.P4RuntimeOuterClass.IdleTimeoutNotification;
import p4.v1.P4RuntimeOuterClass.StreamMessageResponse;
import p4.v1.P4RuntimeOuterClass.TableEntry;

/** Sends idle timeout notifications to the primary controllers, many entries in one message. */
final class IdleTimeoutNotifier {
    /** Called for each idle entry of a pipeline. */
    interface Listener {
        void idle(ForwardingPipeline pipeline, int tableId, Table.Entry entry);
    }

    private static final long DELAY_MILLIS = 10;
    private static final int MAX_ROWS = 1000;

    private final Supplier<List<ControllerStream>> primaries;
    private final Supplier<ForwardingPipeline> running;
    private final ScheduledExecutorService timer;
    private final LongSupplier epochNanos;

    private IdleTimeoutNotification.Builder rows = IdleTimeoutNotification.newBuilder();

    /** Of the rows, which may have keys and metadata of any length. */
    private int bytes;

    /**
     * @param epochNanos wall clock, nanoseconds since 1970
     */
    IdleTimeoutNotifier(
            Supplier<List<ControllerStream>> primaries,
            Supplier<ForwardingPipeline> running,
            ScheduledExecutorService timer,
            LongSupplier epochNanos) {
        this.primaries = primaries;
        this.running = running;
        this.timer = timer;
        this.epochNanos = epochNanos;
    }

    /** Called by threads of the target. */
    void idle(ForwardingPipeline pipeline, int tableId, Table.Entry entry) {
        if (pipeline != running.get() || primaries.get().isEmpty()) {
            return;
        }
        synchronized (this) {
            TableEntry row = pipeline.tables.idle(tableId, entry);
            int size = row.getSerializedSize() + ReadAnswer.ENTITY_OVERHEAD;
            if (bytes + size > ReadAnswer.MESSAGE_SIZE) {
                flush();
            }
            bytes += size;
            rows.addTableEntry(row);
            if (rows.getTableEntryCount() == 1) {
                timer.schedule(this::flush, DELAY_MILLIS, TimeUnit.MILLISECONDS);
            } else if (rows.getTableEntryCount() == MAX_ROWS) {
                flush();
            }
        }
    }

    private synchronized void flush() {
        if (rows.getTableEntryCount() == 0) {
            return;
        }
        rows.setTimestamp(epochNanos.getAsLong());
        StreamMessageResponse message =
                StreamMessageResponse.newBuilder().setIdleTimeoutNotification(rows).build();
        rows = IdleTimeoutNotification.newBuilder();
        bytes = 0;
        for (ControllerStream to : primaries.get()) {
            // An entry that stays idle is reported again, so a slow controller misses nothing.
            if (to.isReady()) {
                to.send(message);
            }
        }
    }
}
