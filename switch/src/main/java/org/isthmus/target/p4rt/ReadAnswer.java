// SPDX-License-Identifier: Apache-2.0
package org.isthmus.target.p4rt;

import io.grpc.Status;
import io.grpc.stub.ServerCallStreamObserver;
import java.util.List;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import p4.v1.P4RuntimeOuterClass.Entity;
import p4.v1.P4RuntimeOuterClass.ReadResponse;

/**
 * Sends what a read found, in messages of limited size, each made when the client is ready for it.
 * A client that takes nothing for long loses its read. Any thread.
 */
final class ReadAnswer {
    /** Bytes; clients commonly accept 4 MiB. */
    static final int MESSAGE_SIZE = 1 << 20;

    /** Tag and length in front of an entity. */
    static final int ENTITY_OVERHEAD = 6;

    static final int STALLED_SECONDS = 60;

    private final List<Snapshot> found;
    private final BatchErrors errors;
    private final Reads.Read read;
    private final ServerCallStreamObserver<ReadResponse> out;
    private final Runnable cutOff = OpenCalls.cutOff();
    private final Future<?> watch;
    private int snapshot;
    private int index;

    /** Whether a message was sent since the watch last looked. */
    private boolean progress;

    private boolean done;

    /**
     * @param read closed at the end, whichever
     */
    ReadAnswer(
            List<Snapshot> found,
            BatchErrors errors,
            Reads.Read read,
            ServerCallStreamObserver<ReadResponse> out,
            ScheduledExecutorService timer) {
        this.found = found;
        this.errors = errors;
        this.read = read;
        this.out = out;
        out.setOnCancelHandler(this::end);
        out.setOnReadyHandler(this::pump);
        watch =
                timer.scheduleWithFixedDelay(
                        this::look, STALLED_SECONDS, STALLED_SECONDS, TimeUnit.SECONDS);
    }

    /** Sends as much as the client takes now. */
    synchronized void pump() {
        while (!done && out.isReady()) {
            ReadResponse message = next();
            progress = true;
            if (message.getEntitiesCount() > 0) {
                out.onNext(message);
            } else if (!done) {
                end();
                if (errors.isEmpty()) {
                    out.onCompleted();
                } else {
                    out.onError(errors.toStatus());
                }
            }
        }
    }

    private synchronized void look() {
        if (!done && !progress) {
            end();
            out.onError(
                    Status.ABORTED
                            .withDescription("nothing was taken for " + STALLED_SECONDS + " s")
                            .asRuntimeException());
            cutOff.run();
        }
        progress = false;
    }

    private synchronized void end() {
        done = true;
        watch.cancel(false);
        read.close();
    }

    /** Without entities at the end of all, and of a call that was cancelled. */
    private ReadResponse next() {
        ReadResponse.Builder b = ReadResponse.newBuilder();
        int size = 0;
        for (; snapshot < found.size(); snapshot++, index = 0) {
            Snapshot s = found.get(snapshot);
            for (; index < s.size(); index++) {
                Entity e = s.get(index);
                if (e == null) {
                    if (out.isCancelled()) {
                        end();
                        return ReadResponse.getDefaultInstance();
                    }
                    continue;
                }
                size += e.getSerializedSize() + ENTITY_OVERHEAD;
                if (size > MESSAGE_SIZE && b.getEntitiesCount() > 0) {
                    return b.build();
                }
                b.addEntities(e);
            }
            found.set(snapshot, null);
        }
        return b.build();
    }
}
