// SPDX-License-Identifier: Apache-2.0
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.isthmus.cli.FishCompletion;
import picocli.AutoComplete;
import picocli.CommandLine;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/**
 * Writes the manual page and the completions of a program, from what --help shows of it.
 *
 * <p>A page is the text of NAME.SECTION beside this file, in man(7), where lines {@code .\" SYNOPSIS}, {@code .\" OPTIONS}
 * and {@code .\" COMMANDS} are replaced.
 *
 * <p>Run by the file {@code build} beside it: {@code java -cp JARS Manual.java NAME.SECTION CLASS VERSION DATE DIRECTORY}, where the
 * class has a static method {@code commandLine}.
 */
public final class Manual {
    private static final int WIDTH = 200;

    private Manual() {}

    public static void main(String[] args) throws IOException, ReflectiveOperationException {
        String page = args[0];
        CommandLine line = (CommandLine) Class.forName(args[1]).getMethod("commandLine").invoke(null);
        Path out = Path.of(args[4]);
        String text =
                Files.readString(Path.of("deploy/manual", page))
                        .replace("@VERSION@", args[2])
                        .replace("@DATE@", args[3])
                        .replace(".\\\" SYNOPSIS\n", synopsis(line.getCommandSpec()))
                        .replace(".\\\" OPTIONS\n", arguments(line.getCommandSpec()))
                        .replace(".\\\" COMMANDS\n", commands(line.getCommandSpec()));
        write(out.resolve("man").resolve(page), text);
        String name = page.substring(0, page.indexOf('.'));
        String bash = AutoComplete.bash(name, line);
        write(out.resolve("bash").resolve(name), bash);
        // Loaded as a function at the first completion, which it then has to do itself; aliases have no effect in it.
        write(
                out.resolve("zsh").resolve("_" + name),
                "#compdef " + name + "\ncompopt() { :; }\n" + bash + "_bash_complete -o default -F _complete_" + name + "\n");
        write(out.resolve("fish").resolve(name + ".fish"), FishCompletion.of(name, line.getCommandSpec()));
    }

    private static void write(Path file, String text) throws IOException {
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
    }

    private static String synopsis(CommandSpec spec) {
        spec.usageMessage().width(WIDTH);
        CommandLine.Help help = spec.commandLine().getHelp();
        String text = help.fullSynopsis().replaceFirst("^Usage: ", "").trim().replaceAll("\\s+", " ");
        for (OptionSpec option : spec.options()) {
            if (option.inherited() || option.usageHelp()) {
                String value = option.arity().max() == 0 ? "" : "=" + option.paramLabel();
                for (String name : option.names()) {
                    text = text.replace("[" + name + value + "]", "");
                }
            }
        }
        text = text.replaceAll(" +", " ");
        return ".B " + roff(spec.qualifiedName()) + "\n" + roff(text.substring(spec.qualifiedName().length()).trim()) + "\n";
    }

    /** Options and parameters but for those that a command has of those above it. */
    private static String arguments(CommandSpec spec) {
        StringBuilder out = new StringBuilder();
        for (PositionalParamSpec parameter : spec.positionalParameters()) {
            if (!parameter.hidden()) {
                out.append(".TP\n").append(".I ").append(roff(parameter.paramLabel())).append('\n');
                out.append(description(parameter));
            }
        }
        for (OptionSpec option : spec.options()) {
            if (!option.hidden() && !option.inherited()) {
                List<String> names = new ArrayList<>();
                for (String name : option.names()) {
                    names.add("\\fB" + roff(name) + "\\fR");
                }
                String value = option.arity().max() == 0 ? "" : " \\fI" + roff(option.paramLabel()) + "\\fR";
                out.append(".TP\n").append(String.join(", ", names)).append(value).append('\n');
                out.append(description(option));
            }
        }
        return out.toString();
    }

    private static String description(ArgSpec arg) {
        return roff(String.join(" ", arg.description())) + "\n";
    }

    private static String commands(CommandSpec spec) {
        StringBuilder out = new StringBuilder();
        for (CommandLine line : spec.subcommands().values()) {
            CommandSpec command = line.getCommandSpec();
            if (command.usageMessage().hidden()) {
                continue;
            }
            out.append(".SS ").append(roff(command.qualifiedName())).append('\n');
            out.append(synopsis(command)).append(".PP\n");
            out.append(roff(String.join(" ", command.usageMessage().description()))).append('\n');
            out.append(arguments(command));
            out.append(commands(command));
        }
        return out.toString();
    }

    /** Text as roff takes it, without picocli's markup. */
    private static String roff(String text) {
        String plain = Ansi.OFF.string(text).replace("%n", " ").trim();
        String escaped = plain.replace("\\", "\\e").replace("-", "\\-");
        return escaped.startsWith(".") || escaped.startsWith("'") ? "\\&" + escaped : escaped;
    }
}
