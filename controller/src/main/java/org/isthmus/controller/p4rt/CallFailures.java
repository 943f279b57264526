// SPDX-License-Identifier: Apache-2.0
package org.isthmus.controller.p4rt;

import io.grpc.Status;
import javax.net.ssl.SSLException;
import org.isthmus.core.net.CertificateTime;

/** What the failure of a call says of the device. Any thread. */
final class CallFailures {
    private CallFailures() {}

    /**
     * Whether a call failed on its way, or for want of time or room: our program may well run, and
     * to load it would empty its tables. What answers otherwise has none, as BMv2
     * (FAILED_PRECONDITION), or does not know the call.
     */
    static boolean saysNothing(Throwable failure) {
        switch (Status.fromThrowable(failure).getCode()) {
            case RESOURCE_EXHAUSTED:
            case ABORTED:
                return true;
            default:
                return isLost(failure);
        }
    }

    /** Whether nobody knows what became of a call. */
    static boolean isLost(Throwable failure) {
        switch (Status.fromThrowable(failure).getCode()) {
            case CANCELLED:
            case DEADLINE_EXCEEDED:
            case UNAVAILABLE:
                return true;
            default:
                return false;
        }
    }

    /**
     * One line: the status's text alone would have the stack trace of its cause. Of TLS what is
     * behind that is told as well, since only that says what is wrong with a certificate.
     */
    static String reason(Throwable failure) {
        Status status = Status.fromThrowable(failure);
        StringBuilder text = new StringBuilder(status.getCode().toString());
        if (status.getDescription() != null) {
            text.append(": ").append(status.getDescription().lines().findFirst().orElse(""));
        }
        Throwable cause = status.getCause();
        if (cause != null) {
            String message = String.valueOf(cause.getMessage());
            String alert = TlsAlert.explain(message);
            text.append(": ").append(alert == null ? message : alert);
            Throwable first = cause;
            while (first.getCause() != null) {
                first = first.getCause();
            }
            if (cause instanceof SSLException && first != cause) {
                String time = CertificateTime.fault(cause);
                text.append(": ").append(time == null ? first.getMessage() : time);
            }
        }
        return text.toString();
    }
}
