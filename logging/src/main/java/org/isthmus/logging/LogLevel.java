// SPDX-License-Identifier: Apache-2.0
package org.isthmus.logging;

import java.util.Arrays;
import java.util.Locale;
import java.util.logging.Level;
import java.util.stream.Collectors;

/** How much is logged. The names are those of simple_switch_grpc, and slf4j's. */
public enum LogLevel {
    TRACE(Level.FINEST),
    DEBUG(Level.FINE),
    INFO(Level.INFO),
    WARN(Level.WARNING),
    ERROR(Level.SEVERE),
    OFF(Level.OFF);

    final Level level;

    LogLevel(Level level) {
        this.level = level;
    }

    /** Its name on command lines and in the API. */
    public String text() {
        return name().toLowerCase(Locale.ROOT);
    }

    /**
     * @throws IllegalArgumentException there is no such level; names those that there are
     */
    public static LogLevel parse(String text) {
        for (LogLevel each : values()) {
            if (each.text().equals(text)) {
                return each;
            }
        }
        throw new IllegalArgumentException(
                "must be "
                        + Arrays.stream(values())
                                .map(LogLevel::text)
                                .collect(Collectors.joining(", ")));
    }

    /** The one that a level of java.util.logging is, or comes next below it. */
    static LogLevel of(Level level) {
        LogLevel found = TRACE;
        for (LogLevel each : values()) {
            if (each.level.intValue() <= level.intValue()) {
                found = each;
            }
        }
        return found;
    }
}
