// SPDX-License-Identifier: Apache-2.0
package org.isthmus.target.process;

import java.io.IOException;
import org.isthmus.logging.Logs;

/**
 * A run that is there for the classes it loads, which the JVM archives: a switch on loopback that
 * rehearses, and ends. It is what {@code isthmus-switch --archive-classes} runs.
 */
public final class Training {
    private Training() {}

    public static void main(String[] args) {
        RunningProgram.main("isthmus-switch", Training::run);
    }

    private static RunningProgram run() throws IOException, InterruptedException {
        ProcessOptions options =
                ProcessOptions.parse(
                        "--no-p4", "--grpc-server-addr", "127.0.0.1:0", "--log-level", "warn");
        Logs.configure(options.log);
        try (SwitchProcess process = SwitchProcess.start(options)) {
            process.joinRehearsal();
        }
        return null;
    }
}
