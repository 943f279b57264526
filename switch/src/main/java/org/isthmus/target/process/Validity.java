// SPDX-License-Identifier: Apache-2.0
package org.isthmus.target.process;

import java.security.cert.Certificate;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;

/** The time that a chain of certificates is valid in. Stateless. */
final class Validity {
    /** As long before the controller, whose modules this program does not use, has its alarm. */
    private static final Duration SOON = Duration.ofDays(30);

    private Validity() {}

    /** What is wrong with it, or soon will be, to be said behind its name; null: nothing. */
    static String fault(Collection<? extends Certificate> chain, Instant now) {
        Instant from = Instant.MIN;
        Instant until = Instant.MAX;
        for (Certificate each : chain) {
            Instant begin = ((X509Certificate) each).getNotBefore().toInstant();
            Instant end = ((X509Certificate) each).getNotAfter().toInstant();
            from = begin.isAfter(from) ? begin : from;
            until = end.isBefore(until) ? end : until;
        }
        if (now.isAfter(until)) {
            return "has expired, at " + until + ", or the clock here is wrong";
        }
        if (now.isBefore(from)) {
            return "is not valid before " + from + ", or the clock here is wrong";
        }
        return now.plus(SOON).isAfter(until) ? "expires at " + until : null;
    }
}
