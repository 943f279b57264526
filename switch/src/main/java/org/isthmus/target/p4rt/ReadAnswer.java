// SPDX-License-Identifier: Apache-2.0
package org.isthmus.target.p4rt;

import io.grpc.stub.ServerCallStreamObserver;
import java.util.List;
import p4.v1.P4RuntimeOuterClass.Entity;
import p4.v1.P4RuntimeOuterClass.ReadResponse;

/** Sends what a read found, in messages of limited size, as fast as the client takes them. */
final class ReadAnswer {
    /** Bytes; clients commonly accept 4 MiB. */
    private static final int MESSAGE_SIZE = 1 << 20;

    /** Tag and length in front of an entity. */
    private static final int ENTITY_OVERHEAD = 6;

    private final List<Snapshot> found;
    private final BatchErrors errors;
    private final ServerCallStreamObserver<ReadResponse> out;
    private int snapshot;
    private int index;
    private boolean done;

    ReadAnswer(
            List<Snapshot> found, BatchErrors errors, ServerCallStreamObserver<ReadResponse> out) {
        this.found = found;
        this.errors = errors;
        this.out = out;
    }

    /** Called by the thread of the call, whenever the client can take more. */
    void pump() {
        while (!done && !out.isCancelled() && out.isReady()) {
            ReadResponse message = next();
            if (message.getEntitiesCount() > 0) {
                out.onNext(message);
            } else {
                done = true;
                if (errors.isEmpty()) {
                    out.onCompleted();
                } else {
                    out.onError(errors.toStatus());
                }
            }
        }
    }

    private ReadResponse next() {
        ReadResponse.Builder b = ReadResponse.newBuilder();
        int size = 0;
        for (; snapshot < found.size(); snapshot++, index = 0) {
            Snapshot s = found.get(snapshot);
            for (; index < s.size(); index++) {
                Entity e = s.get(index);
                size += e.getSerializedSize() + ENTITY_OVERHEAD;
                if (size > MESSAGE_SIZE && b.getEntitiesCount() > 0) {
                    return b.build();
                }
                b.addEntities(e);
            }
        }
        return b.build();
    }
}
