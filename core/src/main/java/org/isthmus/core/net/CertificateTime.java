// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core.net;

import java.security.cert.CertificateExpiredException;
import java.security.cert.CertificateNotYetValidException;

/** Certificates outside the time they are valid in, which TLS reports as a bare date, or not. */
public final class CertificateTime {
    private CertificateTime() {}

    /** What is wrong, in words; null: the failure of a connection has another cause. */
    public static String fault(Throwable failure) {
        for (Throwable t = failure; t != null; t = t.getCause()) {
            if (t instanceof CertificateExpiredException) {
                return text("has expired", t);
            }
            if (t instanceof CertificateNotYetValidException) {
                return text("is not valid yet", t);
            }
        }
        return null;
    }

    private static String text(String what, Throwable date) {
        return "its certificate " + what + ", or the clock here is wrong: " + date.getMessage();
    }
}
