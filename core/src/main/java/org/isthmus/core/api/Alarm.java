// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core.api;

/** A condition an operator should know of, as long as it lasts (ITU-T X.733). Immutable. */
public final class Alarm {
    /** The worst first; names are those of X.733 section 8.1.2.3. */
    public enum Severity {
        CRITICAL,
        MAJOR,
        MINOR,
        /** The service is not affected. */
        WARNING
    }

    /** Kind and subject: stable while the condition lasts, and the same when it recurs. */
    public final String id;

    public final Severity severity;

    /** What it is about: a device, a link, a pool. */
    public final String subject;

    /** What is wrong, in one sentence; numbers in it are current values. */
    public final String message;

    /** When it was first seen. */
    public final long sinceEpochMillis;

    public Alarm(
            String id, Severity severity, String subject, String message, long sinceEpochMillis) {
        this.id = id;
        this.severity = severity;
        this.subject = subject;
        this.message = message;
        this.sinceEpochMillis = sinceEpochMillis;
    }

    @Override
    public String toString() {
        return severity + " " + id + ": " + message;
    }
}
