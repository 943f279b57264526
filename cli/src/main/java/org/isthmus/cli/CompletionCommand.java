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
        zsh,
        fish
    }

    @Spec private CommandSpec spec;

    @Parameters(paramLabel = "SHELL", description = "${COMPLETION-CANDIDATES}")
    private Shell shell;

    /** One script serves bash and zsh, where it loads bashcompinit. */
    @Override
    public Integer call() {
        CommandSpec root = spec.root();
        String script =
                shell == Shell.fish
                        ? FishCompletion.of("nat64ctl", root)
                        : AutoComplete.bash("nat64ctl", root.commandLine());
        spec.commandLine().getOut().print(script);
        spec.commandLine().getOut().flush();
        return 0;
    }
}
