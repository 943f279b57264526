// SPDX-License-Identifier: Apache-2.0
package org.isthmus.controller.p4rt;

import com.google.protobuf.Any;
import com.google.protobuf.InvalidProtocolBufferException;
import io.grpc.Status;
import io.grpc.protobuf.StatusProto;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import p4.v1.P4RuntimeOuterClass;

/** What a device says of a write that failed (P4Runtime section 12.3). Stateless. */
final class WriteErrors {
    private WriteErrors() {}

    /**
     * The error of each update, in order.
     *
     * @param updates how many there were
     * @return null when the write as a whole did not get through, so that nobody knows how much of
     *     it was done
     */
    static List<P4RuntimeOuterClass.Error> of(Throwable failure, int updates) {
        Status status = Status.fromThrowable(failure);
        com.google.rpc.Status details = StatusProto.fromThrowable(failure);
        if (details != null && details.getDetailsCount() == updates) {
            List<P4RuntimeOuterClass.Error> errors = new ArrayList<>(updates);
            try {
                for (Any any : details.getDetailsList()) {
                    errors.add(any.unpack(P4RuntimeOuterClass.Error.class));
                }
                return errors;
            } catch (InvalidProtocolBufferException e) {
                return null;
            }
        }
        switch (status.getCode()) {
            // Without details, NOT_FOUND is of the device, and not of what was to be removed.
            case INVALID_ARGUMENT:
            case ALREADY_EXISTS:
            case OUT_OF_RANGE:
            case UNIMPLEMENTED:
                // The request was wrong as a whole and nothing of it was done.
                return Collections.nCopies(
                        updates,
                        P4RuntimeOuterClass.Error.newBuilder()
                                .setCanonicalCode(status.getCode().value())
                                .setMessage(String.valueOf(status.getDescription()))
                                .build());
            default:
                return null;
        }
    }
}
