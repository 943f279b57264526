// SPDX-License-Identifier: Apache-2.0
package org.isthmus.cli;

import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code help}. */
@Command(name = "help", description = "Shows what there is, or what a command does.")
final class HelpCommand implements Callable<Integer> {
    @Spec private CommandSpec spec;

    @Parameters(
            arity = "0..*",
            paramLabel = "COMMAND",
            description = "Such as pools add; without it, all of them.")
    private List<String> words = List.of();

    @Override
    public Integer call() {
        CommandLine line = spec.root().commandLine();
        for (String word : words) {
            CommandLine below = line.getSubcommands().get(word);
            if (below == null) {
                throw new ParameterException(
                        spec.root().commandLine(),
                        line.getCommandSpec().qualifiedName() + " has no command " + word);
            }
            line = below;
        }
        line.usage(spec.commandLine().getOut());
        return 0;
    }
}
