// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core.net;

import java.security.cert.Certificate;
import java.security.cert.CertificateExpiredException;
import java.security.cert.CertificateNotYetValidException;
import java.security.cert.X509Certificate;
import java.util.Collection;

/**
 * The time that certificates are valid in. Outside of it TLS reports a bare date, or not even that.
 * Stateless.
 */
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

    /** When the first of some certificates expires, epoch ms; {@link Long#MAX_VALUE}: none does. */
    public static long validUntil(Collection<? extends Certificate> certificates) {
        return certificates.stream()
                .filter(X509Certificate.class::isInstance)
                .mapToLong(c -> ((X509Certificate) c).getNotAfter().getTime())
                .min()
                .orElse(Long.MAX_VALUE);
    }

    private static String text(String what, Throwable date) {
        return "its certificate " + what + ", or the clock here is wrong: " + date.getMessage();
    }
}
