// SPDX-License-Identifier: Apache-2.0
package org.isthmus.logging;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.channels.ClosedChannelException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;
import java.util.logging.ConsoleHandler;
import java.util.logging.ErrorManager;
import java.util.logging.FileHandler;
import java.util.logging.Formatter;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogManager;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.logging.SimpleFormatter;
import java.util.logging.StreamHandler;
import java.util.regex.Pattern;

/**
 * Sends java.util.logging where the command line says, one line for each record, JSON or text; and
 * changes levels while the program runs. Any thread.
 */
public final class Logs {
    /** The name that the logger above all others has here. */
    public static final String ROOT = "root";

    private static final String OURS = "org.isthmus";

    /** Nobody turns it off. */
    private static final String AUDIT = "org.isthmus.audit";

    /** It warns of every provider that is not there. */
    private static final String JERSEY = "org.glassfish.jersey";

    /** It tells of each client that hangs up amid an answer, with a stack. */
    private static final String RESPONDER = "org.glassfish.jersey.server.ServerRuntime$Responder";

    /**
     * It warns where there is loopback alone. The address would name channels in traces of Netty.
     */
    private static final String HARDWARE_ADDRESS = "io.netty.util.internal.MacAddressUtil";

    private static final Pattern NAME =
            Pattern.compile("(?=.{1,200}$)[A-Za-z0-9_$-]+(?:\\.[A-Za-z0-9_$-]+)*");
    private static final int HELD_MAX = 200;

    /** With a level of their own; held, because the log manager forgets those that nobody holds. */
    private static final Map<String, Logger> HELD = new TreeMap<>();

    /** With a filter; held as well. */
    private static final Map<String, Logger> FILTERED = new ConcurrentHashMap<>();

    private Logs() {}

    /**
     * From now on, leaves out of the log what a logger says with such an exception.
     *
     * @param thrown asked with null where there is none
     */
    public static void leaveOut(String logger, Predicate<Throwable> thrown) {
        FILTERED.computeIfAbsent(logger, Logger::getLogger)
                .setFilter(r -> !thrown.test(r.getThrown()));
    }

    /**
     * Without options the log goes to standard error, where the journal of systemd has each line
     * with its priority. A file of {@code java.util.logging.config.file} beats all options but the
     * format.
     *
     * @throws IOException the file cannot be opened
     */
    public static void configure(LogOptions options) throws IOException {
        Formatter lines = options.logJson ? new JsonLines() : new Lines();
        Logger root = Logger.getLogger("");
        if (System.getProperty("java.util.logging.config.file") != null) {
            for (Handler handler : root.getHandlers()) {
                if (options.logJson || handler.getFormatter() instanceof SimpleFormatter) {
                    handler.setFormatter(
                            handler instanceof ConsoleHandler ? printed(2, lines) : lines);
                }
            }
            quieten();
            return;
        }
        Handler handler;
        if (options.logFile != null) {
            handler = new FileHandler(options.logFile.toString().replace("%", "%%"), true);
            handler.setFormatter(lines);
            handler.setErrorManager(new Unwritten(options.logFile));
        } else {
            handler =
                    new StreamHandler(
                            options.logConsole ? System.out : System.err,
                            printed(options.logConsole ? 1 : 2, lines)) {
                        @Override
                        public synchronized void publish(LogRecord record) {
                            super.publish(record);
                            flush();
                        }

                        /** The stream is not ours. */
                        @Override
                        public synchronized void close() {
                            flush();
                        }
                    };
        }
        handler.setLevel(Level.ALL);
        LogManager.getLogManager().reset();
        root.addHandler(handler);
        int most = Math.max(LogLevel.WARN.ordinal(), options.logLevel.ordinal());
        set("", LogLevel.values()[most].level);
        set(OURS, options.logLevel.level);
        set(AUDIT, Level.INFO);
        // It would warn of each field of a P4Info that came after our schema.
        set("com.google.protobuf", Level.SEVERE);
        quieten();
    }

    private static Formatter printed(int descriptor, Formatter lines) {
        return Journal.takes(descriptor) ? new Journal(lines) : lines;
    }

    /**
     * Prints lines that are none of the log to standard error, as why the program does not start;
     * the journal of systemd has them with this level.
     */
    public static void print(LogLevel level, String text) {
        String lines = text + "\n";
        System.err.print(Journal.takes(2) ? Journal.text(level.level, lines) : lines);
    }

    private static void quieten() {
        set(JERSEY, Level.SEVERE);
        leaveOut(RESPONDER, Logs::isOfConnection);
        leaveOut(HARDWARE_ADDRESS, thrown -> true);
        leaveOut("io.grpc.netty.shaded." + HARDWARE_ADDRESS, thrown -> true);
    }

    /** Whether a client was the cause; what goes wrong in an answer has classes of its own. */
    private static boolean isOfConnection(Throwable thrown) {
        Throwable cause = thrown;
        while (cause != null && cause.getCause() != null) {
            cause = cause.getCause();
        }
        return cause instanceof ClosedChannelException
                || cause != null && cause.getClass() == IOException.class;
    }

    private static void set(String name, Level level) {
        synchronized (HELD) {
            Logger logger = Logger.getLogger(name);
            logger.setLevel(level);
            HELD.put(name, logger);
        }
    }

    /** Loggers with a level of their own; those below them have the same. */
    public static Map<String, LogLevel> levels() {
        Map<String, LogLevel> levels = new TreeMap<>();
        LogManager manager = LogManager.getLogManager();
        for (String name : Collections.list(manager.getLoggerNames())) {
            Logger logger = manager.getLogger(name);
            if (logger != null && logger.getLevel() != null) {
                levels.put(name.isEmpty() ? ROOT : name, LogLevel.of(logger.getLevel()));
            }
        }
        return levels;
    }

    /**
     * Gives a logger a level, until the program ends.
     *
     * @param level null: that of the logger above it
     * @throws IllegalArgumentException it cannot have it; says why
     */
    public static void level(String name, LogLevel level) {
        if (!NAME.matcher(name).matches()) {
            throw new IllegalArgumentException("is no name of a logger");
        }
        if (name.equals(AUDIT)) {
            throw new IllegalArgumentException("says who changed what, and stays as it is");
        }
        if (name.equals(ROOT) && level == null) {
            throw new IllegalArgumentException("has no logger above it");
        }
        synchronized (HELD) {
            if (HELD.size() >= HELD_MAX && !HELD.containsKey(name)) {
                throw new IllegalArgumentException(
                        "would be one more than the " + HELD_MAX + " that may have a level");
            }
            set(name.equals(ROOT) ? "" : name, level == null ? null : level.level);
            if (level == null) {
                HELD.remove(name);
            }
        }
    }

    /** What a full disk does to a log, in a line in place of a stack that names no file. */
    private static final class Unwritten extends ErrorManager {
        private final Path file;
        private boolean isSaid;

        Unwritten(Path file) {
            this.file = file;
        }

        /** Once: a disk that is full is so for each line. */
        @Override
        public synchronized void error(String message, Exception e, int code) {
            if (!isSaid) {
                isSaid = true;
                String why = e == null ? message : e.getMessage();
                print(LogLevel.ERROR, "--log-file: cannot write " + file + ": " + why);
            }
        }
    }

    static final class Lines extends Formatter {
        @Override
        public String format(LogRecord r) {
            StringWriter out = new StringWriter();
            out.append(Instant.ofEpochMilli(r.getMillis()).toString());
            out.append(' ').append(r.getLevel().getName());
            out.append(' ').append(r.getLoggerName());
            out.append(": ").append(formatMessage(r)).append('\n');
            if (r.getThrown() != null) {
                r.getThrown().printStackTrace(new PrintWriter(out, true));
            }
            return out.toString();
        }
    }
}
