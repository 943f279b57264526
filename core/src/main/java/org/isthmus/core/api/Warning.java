// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core.api;

/** What was accepted and is yet unlikely to be meant. Immutable; equal by value. */
public final class Warning {
    /** What is odd, in the form of an alarm's kind: {@code unused-instance}. */
    public final String kind;

    /** That of its alarm. */
    public final Alarm.Severity severity;

    /** What it is about: an instance, a link, a route. */
    public final String subject;

    /** In one sentence. */
    public final String message;

    public Warning(String kind, Alarm.Severity severity, String subject, String message) {
        this.kind = kind;
        this.severity = severity;
        this.subject = subject;
        this.message = message;
    }

    @Override
    public boolean equals(Object o) {
        return o instanceof Warning
                && ((Warning) o).kind.equals(kind)
                && ((Warning) o).severity == severity
                && ((Warning) o).subject.equals(subject)
                && ((Warning) o).message.equals(message);
    }

    @Override
    public int hashCode() {
        return message.hashCode();
    }

    @Override
    public String toString() {
        return message;
    }
}
