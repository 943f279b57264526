// SPDX-License-Identifier: Apache-2.0
package org.isthmus.logging;

import java.nio.file.Files;
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
     * @throws ParameterException options that do not go together, or a file that cannot be one
     */
    public void check(CommandLine line) {
        if (logFile == null) {
            return;
        }
        if (logConsole) {
            throw new ParameterException(line, "--log-console and --log-file exclude each other");
        }
        Path directory = logFile.toAbsolutePath().getParent();
        if (logFile.toString().isEmpty()) {
            throw new ParameterException(line, "--log-file: the name is empty");
        }
        if (Files.isDirectory(logFile)) {
            throw new ParameterException(line, "--log-file: " + logFile + " is a directory");
        }
        if (!Files.isDirectory(directory)) {
            throw new ParameterException(line, "--log-file: there is no directory " + directory);
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
