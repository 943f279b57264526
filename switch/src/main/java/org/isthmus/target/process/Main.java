// SPDX-License-Identifier: Apache-2.0
package org.isthmus.target.process;

import java.io.IOException;
import org.isthmus.logging.Logs;
import picocli.CommandLine;

/** The switch as a program. Its options are those of simple_switch_grpc. */
public final class Main {
    static final String NAME = "isthmus-switch";

    private Main() {}

    public static void main(String[] args) {
        if (RunningProgram.main(NAME, () -> start(args))) {
            CompilerDirectives.apply();
        }
    }

    /** For those who describe it. */
    public static CommandLine commandLine() {
        return ProcessOptions.commandLine();
    }

    private static RunningProgram start(String[] args) throws IOException {
        ProcessOptions options = ProcessOptions.parse(args);
        if (options.help) {
            ProcessOptions.usage(System.out);
            return null;
        }
        if (options.version) {
            System.out.println(RunningProgram.version(NAME, Main.class));
            return null;
        }
        Logs.configure(options.log);
        return SwitchProcess.start(options);
    }
}
