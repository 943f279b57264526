// SPDX-License-Identifier: Apache-2.0
package org.isthmus.cli;

import java.util.concurrent.Callable;
import picocli.AutoComplete;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code completion}. */
@Command(
        name = "completion",
        description = "Prints a script for the shell: source <(nat64ctl completion bash).")
final class CompletionCommand implements Callable<Integer> {
    /** The names are those of the parameter. */
    enum Shell {
        bash,
        zsh
    }

    @Spec private CommandSpec spec;

    @Parameters(paramLabel = "SHELL", description = "${COMPLETION-CANDIDATES}")
    private Shell shell;

    /** One script serves both: under zsh it loads bashcompinit. */
    @Override
    public Integer call() {
        spec.commandLine().getOut().print(AutoComplete.bash("nat64ctl", spec.root().commandLine()));
        spec.commandLine().getOut().flush();
        return 0;
    }
}
