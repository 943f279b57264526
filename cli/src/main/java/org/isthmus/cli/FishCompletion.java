// SPDX-License-Identifier: Apache-2.0
package org.isthmus.cli;

import java.io.File;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import picocli.CommandLine;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/** What fish completes, told by the model of a command line: picocli has this for bash alone. */
public final class FishCompletion {
    private static final Set<Class<?>> FILES = Set.of(File.class, Path.class);

    private final String name;
    private final StringBuilder out = new StringBuilder();

    private FishCompletion(String name) {
        this.name = name;
    }

    /** A script that fish reads from the standard input of {@code source}. */
    public static String of(String name, CommandSpec root) {
        FishCompletion completion = new FishCompletion(name);
        completion.out.append("# fish completion for ").append(name).append('\n');
        completion.out.append("complete -c ").append(name).append(" -f\n");
        completion.command(root, List.of());
        return completion.out.toString();
    }

    /** A command behind those of the path to it, and all commands below. */
    private void command(CommandSpec spec, List<String> path) {
        List<CommandLine> below =
                spec.subcommands().values().stream()
                        .filter(c -> !c.getCommandSpec().usageMessage().hidden())
                        .collect(Collectors.toList());
        String here = String.join("; and ", conditions(path));
        if (!below.isEmpty()) {
            List<String> only = conditions(path);
            only.add(
                    "not __fish_seen_subcommand_from "
                            + String.join(" ", spec.subcommands().keySet()));
            for (CommandLine line : below) {
                complete(
                        String.join("; and ", only),
                        "-a " + line.getCommandName(),
                        line.getCommandSpec().usageMessage().description());
            }
        }
        for (OptionSpec option : spec.options()) {
            if (!option.hidden() && !option.inherited()) {
                complete(here, option(option), option.description());
            }
        }
        for (PositionalParamSpec parameter : spec.positionalParameters()) {
            String values = values(parameter);
            if (!values.isEmpty()) {
                complete(here, values, parameter.description());
            }
        }
        for (CommandLine line : below) {
            List<String> longer = new ArrayList<>(path);
            longer.add(line.getCommandName());
            command(line.getCommandSpec(), longer);
        }
    }

    private static List<String> conditions(List<String> path) {
        return path.stream()
                .map(command -> "__fish_seen_subcommand_from " + command)
                .collect(Collectors.toCollection(ArrayList::new));
    }

    private static String option(OptionSpec option) {
        List<String> words = new ArrayList<>();
        for (String each : option.names()) {
            words.add(
                    each.startsWith("--") ? "-l " + each.substring(2) : "-s " + each.substring(1));
        }
        if (option.arity().max() > 0) {
            String values = values(option);
            words.add(values.isEmpty() ? "-x" : "-r " + values);
        }
        return String.join(" ", words);
    }

    /** What may stand for an argument; empty: nobody knows. */
    private static String values(ArgSpec arg) {
        if (arg.completionCandidates() != null) {
            return "-a '" + String.join(" ", arg.completionCandidates()) + "'";
        }
        return FILES.contains(arg.type()) ? "-F" : "";
    }

    private void complete(String condition, String what, String[] description) {
        out.append("complete -c ").append(name);
        if (!condition.isEmpty()) {
            out.append(" -n '").append(condition).append('\'');
        }
        String text =
                CommandLine.Help.Ansi.OFF
                        .string(String.join(" ", description))
                        .replace("\\", "\\\\")
                        .replace("'", "\\'");
        out.append(' ').append(what).append(" -d '").append(text).append("'\n");
    }
}
