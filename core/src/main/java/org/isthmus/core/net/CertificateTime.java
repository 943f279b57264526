// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core.net;

import java.security.cert.Certificate;
import java.security.cert.CertificateExpiredException;
import java.security.cert.CertificateNotYetValidException;
import java.security.cert.X509Certificate;
import java.util.Collection;

/**
 * The time that all of some certificates are valid in. Outside of it TLS reports a bare date, or
 * not even that. Immutable.
 */
public final class CertificateTime {
    /** Of none. */
    public static final CertificateTime ALWAYS =
            new CertificateTime(Long.MIN_VALUE, Long.MAX_VALUE);

    /** When the last of them begins to be valid, epoch ms. */
    public final long from;

    /** When the first of them expires, epoch ms. */
    public final long until;

    public CertificateTime(long from, long until) {
        this.from = from;
        this.until = until;
    }

    /** Of those that are X.509. */
    public static CertificateTime of(Collection<? extends Certificate> certificates) {
        long from = ALWAYS.from;
        long until = ALWAYS.until;
        for (Certificate each : certificates) {
            if (each instanceof X509Certificate) {
                from = Math.max(from, ((X509Certificate) each).getNotBefore().getTime());
                until = Math.min(until, ((X509Certificate) each).getNotAfter().getTime());
            }
        }
        return new CertificateTime(from, until);
    }

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
