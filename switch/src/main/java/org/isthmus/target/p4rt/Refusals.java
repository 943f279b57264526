// SPDX-License-Identifier: Apache-2.0
package org.isthmus.target.p4rt;

import com.google.rpc.Code;
import org.isthmus.target.api.RefusedException;

/** Refusals by canonical code. */
final class Refusals {
    private Refusals() {}

    static RefusedException invalid(String message) {
        return new RefusedException(Code.INVALID_ARGUMENT, message);
    }

    static RefusedException notFound(String message) {
        return new RefusedException(Code.NOT_FOUND, message);
    }

    static RefusedException exists(String message) {
        return new RefusedException(Code.ALREADY_EXISTS, message);
    }

    static RefusedException denied(String message) {
        return new RefusedException(Code.PERMISSION_DENIED, message);
    }

    static RefusedException outOfRange(String message) {
        return new RefusedException(Code.OUT_OF_RANGE, message);
    }

    static RefusedException exhausted(String message) {
        return new RefusedException(Code.RESOURCE_EXHAUSTED, message);
    }

    static RefusedException precondition(String message) {
        return new RefusedException(Code.FAILED_PRECONDITION, message);
    }

    static RefusedException unavailable(String message) {
        return new RefusedException(Code.UNAVAILABLE, message);
    }

    static RefusedException unimplemented(String message) {
        return new RefusedException(Code.UNIMPLEMENTED, message);
    }
}
