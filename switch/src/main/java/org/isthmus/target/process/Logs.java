// SPDX-License-Identifier: Apache-2.0
package org.isthmus.target.process;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Instant;
import java.util.logging.FileHandler;
import java.util.logging.Formatter;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogManager;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.logging.StreamHandler;
import org.isthmus.logging.JsonLines;

/** Sends java.util.logging where the command line says: one line for each record, JSON or text. */
public final class Logs {
    /** Held here, because the log manager forgets loggers that nobody holds. */
    private static final Logger OURS = Logger.getLogger("org.isthmus");

    private static final Logger PROTOBUF = Logger.getLogger("com.google.protobuf");

    private Logs() {}

    /**
     * Without options the log goes to standard error.
     *
     * @throws IOException the file cannot be opened
     */
    public static void configure(LogOptions options) throws IOException {
        Formatter lines = options.logJson ? new JsonLines() : new Lines();
        Handler handler;
        if (options.logFile != null) {
            handler = new FileHandler(options.logFile.toString().replace("%", "%%"), true);
        } else {
            handler =
                    new StreamHandler(options.logConsole ? System.out : System.err, lines) {
                        @Override
                        public synchronized void publish(LogRecord record) {
                            super.publish(record);
                            flush();
                        }
                    };
        }
        handler.setFormatter(lines);
        handler.setLevel(options.logLevel);
        LogManager.getLogManager().reset();
        Logger root = Logger.getLogger("");
        root.addHandler(handler);
        root.setLevel(Level.WARNING);
        OURS.setLevel(options.logLevel);
        // It would warn of each field of a P4Info that came after our schema.
        PROTOBUF.setLevel(Level.SEVERE);
    }

    private static final class Lines extends Formatter {
        @Override
        public String format(LogRecord r) {
            StringWriter out = new StringWriter();
            out.append(Instant.ofEpochMilli(r.getMillis()).toString());
            out.append(' ').append(r.getLevel().getName());
            out.append(' ').append(formatMessage(r)).append('\n');
            if (r.getThrown() != null) {
                r.getThrown().printStackTrace(new PrintWriter(out, true));
            }
            return out.toString();
        }
    }
}
