// SPDX-License-Identifier: Apache-2.0
package org.isthmus.netfpga.process;

import java.io.PrintStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;
import org.isthmus.logging.LogOptions;
import org.isthmus.target.process.MetricsOptions;
import org.isthmus.target.process.PortInterface;
import org.isthmus.target.process.ServerOptions;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.TypeConversionException;

/** The command line of the agent. Filled, then only read. */
@Command(
        name = "isthmus-agent",
        sortOptions = false,
        customSynopsis = "Usage: isthmus-agent [refill] [OPTIONS]",
        synopsisHeading = "",
        description = {
            "A P4Runtime server over a NetFPGA SUME, or over an emulated or simulated one. With refill"
                    + " it makes the card hold what its image has, verifies that, and ends.",
            ""
        })
final class AgentOptions {
    /** Interfaces of the card, and its ports. */
    static final int INTERFACES = 4;

    /** What a controller may allow as well. */
    private static final int MAX_PUNT_RATE = 10_000_000;

    /** What else than to serve. */
    enum Task {
        REFILL
    }

    /** Null: to serve. */
    @Parameters(arity = "0..1", hidden = true, converter = TaskName.class)
    Task task;

    @Mixin final ServerOptions server = new ServerOptions();

    @Option(
            names = "--image",
            paramLabel = "FILE",
            description = "What the card shall hold, kept by the agent; made if it is not there.")
    Path image;

    @Option(
            names = "--card",
            paramLabel = "FOLDER",
            description =
                    "What make bitstream made of the card's program, by SDNet or of our own"
                            + " Verilog.")
    Path card;

    @Option(
            names = "--libsume",
            paramLabel = "FILE",
            defaultValue = "${env:SUME_FOLDER}/lib/sw/std/hwtestlib/libsume.so",
            description =
                    "NetFPGA's library for registers; default:"
                            + " $SUME_FOLDER/lib/sw/std/hwtestlib/libsume.so.")
    Path libsume;

    @Option(
            names = "--nf",
            paramLabel = "NAME",
            split = ",",
            description = "The card's interfaces on this machine; default: nf0,nf1,nf2,nf3.")
    List<String> nf = List.of("nf0", "nf1", "nf2", "nf3");

    @Option(
            names = "--punt-rate",
            paramLabel = "N",
            defaultValue = "5000",
            description =
                    "Frames a second that a card of our own Verilog gives up for each reason, and as"
                            + " many at once, where its controller says nothing, 1 to 10000000;"
                            + " default: 5000.")
    int puntRate;

    @Option(
            names = "--flash",
            paramLabel = "COMMAND",
            description = "Run this first to program the card; sh -c runs it.")
    String flash;

    @Option(
            names = "--emulated",
            paramLabel = "FOLDER",
            description =
                    "Instead of a card: isthmus.json and isthmus.p4info.txtpb of the program in its"
                            + " shell.")
    Path emulated;

    @Option(
            names = "--rtl",
            paramLabel = "FOLDER",
            description =
                    "Instead of a card: its program in Verilog, simulated cycle by cycle; what make"
                            + " rtl made of it.")
    Path rtl;

    @Option(
            names = {"-i", "--interface"},
            paramLabel = "PORT@NAME",
            converter = PortInterface.Text.class,
            description =
                    "A port of the emulated or simulated card on a network interface; repeatable.")
    List<PortInterface> interfaces = new ArrayList<>();

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

    /**
     * @throws ParameterException an option is unknown, malformed or contradicts another one; the
     *     message names it
     */
    static AgentOptions parse(String... args) {
        AgentOptions options = new AgentOptions();
        CommandLine line = options.commandLine();
        line.parseArgs(args);
        if (!options.help && !options.version) {
            options.check(line);
        }
        return options;
    }

    private CommandLine commandLine() {
        return new CommandLine(this).setExpandAtFiles(false);
    }

    private void check(CommandLine line) {
        server.check();
        log.check(line);
        if (Stream.of(card, emulated, rtl).filter(Objects::nonNull).count() != 1) {
            throw server.wrong("one of --card, --emulated and --rtl is needed, and no other");
        }
        if (image == null) {
            throw server.wrong("--image is needed");
        }
        if (puntRate < 1 || puntRate > MAX_PUNT_RATE) {
            throw server.wrong("--punt-rate is 1 to " + MAX_PUNT_RATE + ", not " + puntRate);
        }
        if (card != null && !interfaces.isEmpty()) {
            throw server.wrong("-i is for a card without ports of its own");
        }
        if (card == null && (flash != null || task == Task.REFILL)) {
            throw server.wrong(
                    "a card in this process is empty when it begins, and is filled then");
        }
        if (nf.size() != INTERFACES) {
            throw server.wrong("--nf has " + nf.size() + " interfaces, not " + INTERFACES);
        }
        if (new HashSet<>(nf).size() != INTERFACES) {
            throw server.wrong("--nf has an interface twice");
        }
        Set<Integer> ports = new HashSet<>();
        for (PortInterface i : interfaces) {
            if (i.port < 1 || i.port > INTERFACES) {
                throw server.wrong("a card has no port " + i.port);
            }
            if (!ports.add(i.port)) {
                throw server.wrong("port " + i.port + " is given twice");
            }
        }
    }

    static void usage(PrintStream out) {
        new AgentOptions().commandLine().usage(out);
    }

    static final class TaskName implements ITypeConverter<Task> {
        @Override
        public Task convert(String text) {
            if (text.equals("refill")) {
                return Task.REFILL;
            }
            throw new TypeConversionException(text + " is nothing that an agent does");
        }
    }
}
