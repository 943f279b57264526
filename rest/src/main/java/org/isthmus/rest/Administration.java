// SPDX-License-Identifier: Apache-2.0
package org.isthmus.rest;

import java.io.IOException;
import java.io.OutputStream;
import java.util.List;
import org.isthmus.core.api.InvalidException;

/** What a host can do beside the NAT64, where the process is its own. Any thread. */
public interface Administration {
    /** A backup that is ready to be written. */
    interface Archive {
        /**
         * @param to stays open
         * @throws IOException something cannot be read or written; what was written is no backup
         */
        void write(OutputStream to) throws IOException;
    }

    /**
     * Readies a backup of the state.
     *
     * @throws IOException it cannot be made
     */
    Archive backup() throws IOException;

    /** Loggers with a level of their own, ordered by name. */
    List<LogLevel> logLevels();

    /**
     * Gives a logger a level, until the process ends.
     *
     * @throws InvalidException it cannot have it
     */
    void setLogLevel(LogLevel level);

    /** How much a logger logs. Immutable. */
    final class LogLevel {
        public final String logger;

        /** Null: as much as the logger above it. */
        public final String level;

        public LogLevel(String logger, String level) {
            this.logger = logger;
            this.level = level;
        }
    }
}
