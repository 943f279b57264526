// SPDX-License-Identifier: Apache-2.0
package org.isthmus.export;

import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import org.isthmus.core.model.MappingEvent;
import org.isthmus.mappinglog.LoggedEvent;

/**
 * The fields of an event in text, by the names that REST gives to the holders of a port. No value
 * has a character that JSON or syslog would have to escape.
 */
final class EventFields {
    /** RFC 3339 in UTC, with milliseconds. */
    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSS'Z'", Locale.ROOT)
                    .withZone(ZoneOffset.UTC);

    /** Told of each field in order. */
    interface Visitor {
        void text(String name, String value);

        void number(String name, long value);
    }

    private EventFields() {}

    static String time(MappingEvent e) {
        return TIME.format(Instant.ofEpochMilli(e.epochMillis));
    }

    /** {@code assigned}, {@code released} or {@code adopted}. */
    static String kind(MappingEvent e) {
        return e.kind.name().toLowerCase(Locale.ROOT);
    }

    static String protocol(MappingEvent e) {
        return e.protocol.name().toLowerCase(Locale.ROOT);
    }

    /** All but the time. */
    static void visit(LoggedEvent logged, Visitor to) {
        MappingEvent e = logged.event;
        to.number("number", logged.number);
        to.text("event", kind(e));
        to.text("protocol", protocol(e));
        to.text("ipv6", e.subscriber.toString());
        to.text("ipv4", e.address.toString());
        to.number("firstPort", e.firstPort);
        to.number("lastPort", e.lastPort);
    }
}
