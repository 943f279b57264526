// SPDX-License-Identifier: Apache-2.0
package org.isthmus.target.process;

import java.io.PrintStream;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.isthmus.logging.LogOptions;
import picocli.CommandLine;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/**
 * The command line: that of simple_switch_grpc, several of them joined by {@code --and} for several
 * switches in one process. Options before and behind {@code --} may be mixed; those declared here
 * are for the whole process, wherever they stand.
 */
final class ProcessOptions {
    private static final String AND = "--and";

    /** Options of simple_switch_grpc without effect here. */
    private static final Set<String> IGNORED_FLAGS =
            Set.of("--debugger", "--log-flush", "--disable-swap");

    private static final Set<String> IGNORED_WITH_VALUE =
            Set.of(
                    "--thrift-port",
                    "--nanolog",
                    "--notifications-addr",
                    "--debugger-addr",
                    "--log-file-max-size",
                    "--log-file-max-files",
                    "--dump-packet-data",
                    "--max-port-count",
                    "--priority-queues",
                    "--max-mc-groups",
                    "--max-l1-entries",
                    "--max-l2-entries");

    private static final int MAX_THREADS = 64;

    @Option(
            names = "--threads",
            paramLabel = "N",
            converter = ThreadCount.class,
            description = "Threads that process packets; default: ${DEFAULT-VALUE}.")
    int threads = 2;

    @Option(
            names = "--no-rehearsal",
            description =
                    "Do not set up dummy flows while the switch waits for its first controller,"
                            + " by which the JVM has compiled what a set-up runs.")
    boolean noRehearsal;

    @Mixin final MetricsOptions metrics = new MetricsOptions();

    @Mixin final LogOptions log = new LogOptions();

    @Option(
            names = {"-h", "--help"},
            usageHelp = true,
            description = "Print this.")
    boolean help;

    @Option(
            names = {"-v", "--version"},
            versionHelp = true,
            description = "Print the version.")
    boolean version;

    /** In the order of the command line. */
    final List<SwitchOptions> switches = new ArrayList<>();

    /** Options that were given and have no effect. */
    final Set<String> ignored = new TreeSet<>();

    /**
     * @throws ParameterException an option is unknown, malformed or contradicts another one; the
     *     message names it
     */
    static ProcessOptions parse(String... args) {
        ProcessOptions process = new ProcessOptions();
        List<String> ofSwitch = new ArrayList<>();
        for (String arg : args) {
            if (arg.equals(AND)) {
                process.addSwitch(ofSwitch);
                ofSwitch.clear();
            } else if (!arg.equals("--")) {
                ofSwitch.add(arg);
            }
        }
        CommandLine line = process.addSwitch(ofSwitch);
        if (!process.help && !process.version) {
            process.check(line);
        }
        return process;
    }

    private CommandLine addSwitch(List<String> args) {
        SwitchOptions options = new SwitchOptions();
        CommandLine line = commandLine(options);
        line.parseArgs(args.toArray(new String[0])).matchedOptions().stream()
                .map(OptionSpec::longestName)
                .filter(name -> IGNORED_FLAGS.contains(name) || IGNORED_WITH_VALUE.contains(name))
                .forEach(ignored::add);
        switches.add(options);
        return line;
    }

    private CommandLine commandLine(SwitchOptions options) {
        CommandLine line = new CommandLine(options).addMixin("process", this);
        line.setExpandAtFiles(false);
        for (String name : IGNORED_FLAGS) {
            line.getCommandSpec().addOption(ignored(name, boolean.class));
        }
        for (String name : IGNORED_WITH_VALUE) {
            line.getCommandSpec().addOption(ignored(name, String.class));
        }
        return line;
    }

    private static OptionSpec ignored(String name, Class<?> type) {
        return OptionSpec.builder(name).type(type).hidden(true).build();
    }

    private void check(CommandLine line) {
        Set<Long> ids = new HashSet<>();
        Set<InetSocketAddress> addresses = new HashSet<>();
        Set<String> interfaces = new HashSet<>();
        for (SwitchOptions s : switches) {
            s.check();
            if (!ids.add(s.server.deviceId)) {
                throw new ParameterException(
                        line, "two switches with device id " + s.server.deviceId);
            }
            if (s.server.grpcAddress.getPort() != 0 && !addresses.add(s.server.grpcAddress)) {
                throw new ParameterException(
                        line, "two switches at " + ServerOptions.text(s.server.grpcAddress));
            }
            for (PortInterface i : s.interfaces) {
                if (!interfaces.add(i.name)) {
                    throw new ParameterException(line, "interface " + i.name + " is given twice");
                }
            }
        }
        log.check(line);
    }

    /** The options of a process with one switch. */
    static CommandLine commandLine() {
        return new ProcessOptions().commandLine(new SwitchOptions());
    }

    static void usage(PrintStream out) {
        commandLine().usage(out);
    }

    static final class ThreadCount implements ITypeConverter<Integer> {
        @Override
        public Integer convert(String text) {
            return (int) Numbers.parse(text, 1, MAX_THREADS);
        }
    }
}
