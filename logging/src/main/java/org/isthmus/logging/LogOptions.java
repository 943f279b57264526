// SPDX-License-Identifier: Apache-2.0
package org.isthmus.logging;

import java.nio.file.Path;
import picocli.CommandLine;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.TypeConversionException;

/** Options of a program's log; a mixin of its command. */
public final class LogOptions {
    @Option(
            names = {"-L", "--log-level"},
            paramLabel = "LEVEL",
            converter = Converter.class,
            description = "trace, debug, info, warn, error or off; default: info.")
    LogLevel logLevel = LogLevel.INFO;

    @Option(names = "--log-console", description = "Log to standard output.")
    boolean logConsole;

    /** Null: standard error or output. */
    @Option(names = "--log-file", paramLabel = "FILE", description = "Log to a file.")
    Path logFile;

    @Option(names = "--log-json", description = "Log one JSON object a line.")
    boolean logJson;

    /** How much is logged from the start on. */
    public LogLevel level() {
        return logLevel;
    }

    /** Whether the log goes to standard output. */
    public boolean isConsole() {
        return logConsole;
    }

    /**
     * @param line of the command
     * @throws ParameterException options that do not go together
     */
    public void check(CommandLine line) {
        if (logConsole && logFile != null) {
            throw new ParameterException(line, "--log-console and --log-file exclude each other");
        }
    }

    static final class Converter implements ITypeConverter<LogLevel> {
        @Override
        public LogLevel convert(String text) {
            try {
                return LogLevel.parse(text);
            } catch (IllegalArgumentException e) {
                throw new TypeConversionException("no level " + text);
            }
        }
    }
}
