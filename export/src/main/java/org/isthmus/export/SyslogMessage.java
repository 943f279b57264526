// SPDX-License-Identifier: Apache-2.0
package org.isthmus.export;

import org.isthmus.mappinglog.LoggedEvent;

/** An event as a syslog message (RFC 5424 section 6), in US-ASCII. */
final class SyslogMessage {
    /** Of documentation (RFC 5612): the project has no enterprise number of its own. */
    private static final String ELEMENT = "mapping@32473";

    /** RFC 5424 section 6.2.1: informational. */
    private static final int SEVERITY = 6;

    /** RFC 5424 section 6.2.4. */
    private static final int HOSTNAME_LENGTH = 255;

    private SyslogMessage() {}

    /** What a machine's name may be in a message; {@code -}: there is none. */
    static String hostname(String name) {
        String graphic = name == null ? "" : name.replaceAll("[^\\x21-\\x7e]", "");
        return graphic.isEmpty()
                ? "-"
                : graphic.substring(0, Math.min(graphic.length(), HOSTNAME_LENGTH));
    }

    /**
     * @param facility 0 to 23
     * @param hostname see {@link #hostname}
     */
    static String of(LoggedEvent event, int facility, String hostname) {
        StringBuilder to = new StringBuilder(320);
        to.append('<').append(facility * 8 + SEVERITY).append(">1 ");
        to.append(EventFields.time(event.event)).append(' ').append(hostname);
        to.append(" isthmus - ").append(EventFields.kind(event.event));
        to.append(" [").append(ELEMENT);
        EventFields.visit(
                event,
                new EventFields.Visitor() {
                    @Override
                    public void text(String name, String value) {
                        to.append(' ').append(name).append("=\"").append(value).append('"');
                    }

                    @Override
                    public void number(String name, long value) {
                        text(name, Long.toString(value));
                    }
                });
        return to.append(']').toString();
    }
}
