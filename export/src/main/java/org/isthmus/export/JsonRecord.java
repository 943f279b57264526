// SPDX-License-Identifier: Apache-2.0
package org.isthmus.export;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.isthmus.mappinglog.LoggedEvent;

/** An event as a line of JSON, which ends with a newline. */
final class JsonRecord {
    private static final Pattern NUMBER = Pattern.compile("\"number\":([0-9]{1,18})[,}]");

    private JsonRecord() {}

    static void append(LoggedEvent event, StringBuilder to) {
        to.append("{\"time\":\"").append(EventFields.time(event.event)).append('"');
        EventFields.visit(
                event,
                new EventFields.Visitor() {
                    @Override
                    public void text(String name, String value) {
                        name(name).append('"').append(value).append('"');
                    }

                    @Override
                    public void number(String name, long value) {
                        name(name).append(value);
                    }

                    private StringBuilder name(String name) {
                        return to.append(",\"").append(name).append("\":");
                    }
                });
        to.append("}\n");
    }

    /** The number in a line; 0: it is no line of ours. */
    static long number(String line) {
        Matcher found = NUMBER.matcher(line);
        return line.startsWith("{") && line.endsWith("}") && found.find()
                ? Long.parseLong(found.group(1))
                : 0;
    }
}
