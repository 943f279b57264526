// SPDX-License-Identifier: Apache-2.0
package org.isthmus.app.cluster;

import org.isthmus.app.api.NotReadyException;
import org.isthmus.core.api.ConflictException;
import org.isthmus.core.api.ExhaustedException;
import org.isthmus.core.api.InvalidException;
import org.isthmus.core.api.LostException;
import org.isthmus.core.api.NotFoundException;
import org.isthmus.core.spi.Stages;
import org.isthmus.proto.node.v1.NodeProto.Failure;
import org.isthmus.proto.node.v1.NodeProto.Failure.Kind;

/** Exceptions on their way to another node. Those of the API arrive as what they are. */
final class FailureCodec {
    private FailureCodec() {}

    static Failure of(Throwable thrown) {
        Throwable e = Stages.cause(thrown);
        Failure.Builder to = Failure.newBuilder();
        String message = e.getMessage();
        if (e instanceof InvalidException) {
            to.setKind(Kind.KIND_INVALID);
            field(to, ((InvalidException) e).field());
        } else if (e instanceof ConflictException) {
            to.setKind(Kind.KIND_CONFLICT);
            field(to, ((ConflictException) e).field());
            String other = ((ConflictException) e).other();
            if (other != null) {
                to.setOther(Wire.text(other));
            }
        } else if (e instanceof NotFoundException) {
            to.setKind(Kind.KIND_NOT_FOUND);
        } else if (e instanceof LostException) {
            to.setKind(Kind.KIND_LOST);
        } else if (e instanceof ExhaustedException) {
            to.setKind(Kind.KIND_EXHAUSTED);
        } else if (e instanceof NotReadyException) {
            to.setKind(Kind.KIND_NOT_READY);
        } else if (e instanceof UnreadableException) {
            to.setKind(Kind.KIND_UNREADABLE);
        } else if (e.getClass() == IllegalArgumentException.class) {
            to.setKind(Kind.KIND_ARGUMENT);
        } else {
            to.setKind(Kind.KIND_UNEXPECTED);
            message = e.getClass().getSimpleName() + ": " + message;
        }
        if (message != null) {
            to.setMessage(Wire.text(message));
        }
        return to.build();
    }

    private static void field(Failure.Builder to, String field) {
        if (field != null) {
            to.setField(Wire.text(field));
        }
    }

    /**
     * @param node where it happened
     * @throws IllegalArgumentException names what this release would not have answered
     */
    static RuntimeException exception(Failure failure, String node) {
        Wire.known(failure);
        String message = Wire.text(failure.hasMessage(), failure.getMessage());
        String field = Wire.text(failure.hasField(), failure.getField());
        String other = Wire.text(failure.hasOther(), failure.getOther());
        switch (failure.getKind()) {
            case KIND_INVALID:
                return new InvalidException(field, message);
            case KIND_CONFLICT:
                return new ConflictException(field, message, other);
            case KIND_NOT_FOUND:
                return new NotFoundException(message);
            case KIND_LOST:
                return new LostException(message);
            case KIND_EXHAUSTED:
                return new ExhaustedException(message);
            case KIND_NOT_READY:
                return new NotReadyException(message);
            case KIND_ARGUMENT:
                return new IllegalArgumentException(message);
            case KIND_UNEXPECTED:
                return new IllegalStateException("on " + node + ": " + message);
            case KIND_UNREADABLE:
                return new IllegalStateException("node " + node + " cannot read it: " + message);
            default:
                throw Wire.unknown(failure, "kind", failure.getKindValue());
        }
    }
}
