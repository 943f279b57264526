// SPDX-License-Identifier: Apache-2.0
package org.isthmus.target.process;

import java.nio.file.Path;
import java.util.Map;
import java.util.logging.Level;
import picocli.CommandLine;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.TypeConversionException;

/** Options of a program's log; a mixin of its command. */
public final class LogOptions {
    /** Those of simple_switch_grpc. */
    private static final Map<String, Level> LOG_LEVELS =
            Map.of(
                    "trace", Level.FINEST,
                    "debug", Level.FINE,
                    "info", Level.INFO,
                    "warn", Level.WARNING,
                    "error", Level.SEVERE,
                    "off", Level.OFF);

    @Option(
            names = {"-L", "--log-level"},
            paramLabel = "LEVEL",
            converter = LogLevel.class,
            description = "trace, debug, info, warn, error or off; default: info.")
    Level logLevel = Level.INFO;

    @Option(names = "--log-console", description = "Log to standard output.")
    boolean logConsole;

    /** Null: standard error or output. */
    @Option(names = "--log-file", paramLabel = "FILE", description = "Log to a file.")
    Path logFile;

    @Option(names = "--log-json", description = "Log one JSON object a line.")
    boolean logJson;

    /**
     * @param line of the command
     * @throws ParameterException options that do not go together
     */
    public void check(CommandLine line) {
        if (logConsole && logFile != null) {
            throw new ParameterException(line, "--log-console and --log-file exclude each other");
        }
    }

    static final class LogLevel implements ITypeConverter<Level> {
        @Override
        public Level convert(String text) {
            Level level = LOG_LEVELS.get(text);
            if (level == null) {
                throw new TypeConversionException("no level " + text);
            }
            return level;
        }
    }
}
