// SPDX-License-Identifier: Apache-2.0
package org.isthmus.target.p4rt;

import com.google.protobuf.Any;
import com.google.rpc.Code;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.protobuf.StatusProto;
import org.isthmus.target.api.RefusedException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import p4.v1.P4RuntimeOuterClass.Error;

/** What went wrong with the elements of one batch. */
final class BatchErrors {
    /** The error space of P4Runtime's Error and StreamError messages. */
    static final String SPACE = "isthmus";

    private static final Logger LOG = LoggerFactory.getLogger(BatchErrors.class);

    private final Error[] errors;
    private int count;
    private String first;

    BatchErrors(int batch) {
        errors = new Error[batch];
    }

    boolean isEmpty() {
        return count == 0;
    }

    /**
     * @param e a refusal, or a bug of this server or of the target
     * @return what it is
     */
    Code add(int index, Throwable e) {
        Code code = Code.INTERNAL;
        if (e instanceof RefusedException) {
            code = ((RefusedException) e).code();
        } else {
            LOG.error("element {} of a batch", index, e);
        }
        String message = String.valueOf(e.getMessage());
        if (count++ == 0) {
            first = message;
        }
        errors[index] =
                Error.newBuilder()
                        .setCanonicalCode(code.getNumber())
                        .setMessage(message)
                        .setSpace(SPACE)
                        .setCode(code.getNumber())
                        .build();
        return code;
    }

    /** The element has what another one has, which may be nothing. */
    void repeat(int other, int index) {
        errors[index] = errors[other];
        if (errors[index] != null) {
            count++;
        }
    }

    /** Status UNKNOWN with one p4.v1.Error for each element of the batch. */
    StatusRuntimeException toStatus() {
        com.google.rpc.Status.Builder status =
                com.google.rpc.Status.newBuilder()
                        .setCode(Code.UNKNOWN_VALUE)
                        .setMessage(count + " of " + errors.length + " failed, first: " + first);
        for (Error e : errors) {
            status.addDetails(Any.pack(e != null ? e : Error.getDefaultInstance()));
        }
        return StatusProto.toStatusRuntimeException(status.build());
    }

    static Status status(RefusedException e) {
        return Status.fromCodeValue(e.code().getNumber()).withDescription(e.getMessage());
    }
}
