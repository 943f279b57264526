// SPDX-License-Identifier: Apache-2.0
package org.isthmus.cli;

import java.util.List;

/** The end of a command, with what to tell the user and the process's exit code. */
final class CliException extends RuntimeException {
    /** The server refused. */
    static final int REFUSED = 1;

    /** The command line or a file it names is wrong, or the output cannot be written. */
    static final int USAGE = 2;

    /** There is no server, or it went away. */
    static final int UNREACHABLE = 3;

    private static final long serialVersionUID = 1;

    private final int exitCode;
    private final transient List<String> lines;

    CliException(int exitCode, List<String> lines) {
        super(String.join("\n", lines));
        this.exitCode = exitCode;
        this.lines = List.copyOf(lines);
    }

    CliException(int exitCode, String line) {
        this(exitCode, List.of(line));
    }

    int exitCode() {
        return exitCode;
    }

    List<String> lines() {
        return lines;
    }
}
