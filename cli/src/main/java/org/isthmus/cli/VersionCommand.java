// SPDX-License-Identifier: Apache-2.0
package org.isthmus.cli;

import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code version}. */
@Command(name = "version", description = "Shows the version.")
final class VersionCommand implements Callable<Integer> {
    @Spec private CommandSpec spec;

    @Override
    public Integer call() {
        spec.root().commandLine().printVersionHelp(spec.commandLine().getOut());
        return 0;
    }
}
