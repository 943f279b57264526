// SPDX-License-Identifier: Apache-2.0
package org.isthmus.cli;

import java.io.IOException;
import picocli.CommandLine.Option;

/** An {@link Action} that only shows something, and may do so again and again. */
abstract class Watching extends Action {
    /** Home, and clear to the end of the screen (ECMA-48). */
    private static final String CLEAR = "\u001b[H\u001b[2J";

    @Option(
            names = "--watch",
            paramLabel = "SECONDS",
            arity = "0..1",
            fallbackValue = "2",
            description = "Shows it again after so many seconds, 2 unless given, until Ctrl-C.")
    private Integer seconds;

    @Override
    int run() throws IOException {
        if (seconds == null) {
            return super.run();
        }
        if (seconds < 1) {
            throw new CliException(CliException.USAGE, "--watch: must be at least 1");
        }
        int code;
        do {
            if (root().columns > 0) {
                out().print(CLEAR);
            }
            try {
                code = super.run();
            } catch (CliException e) {
                // A server that is away may come back, and one that is not well may recover.
                if (e.exitCode() == CliException.USAGE) {
                    throw e;
                }
                Nat64Ctl.print(err(), e.lines());
                code = e.exitCode();
            }
            written();
        } while (root().pause.again(seconds));
        return code;
    }
}
