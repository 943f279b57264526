// SPDX-License-Identifier: Apache-2.0
package org.isthmus.target.process;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.isthmus.target.fastpath.FastPath;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;

/** What one switch of the process is to be. Filled from the command line, then only read. */
@Command(
        name = "isthmus-switch",
        sortOptions = false,
        customSynopsis = "Usage: isthmus-switch [OPTIONS] [PROGRAM.json] [-- OPTIONS] [--and ...]",
        synopsisHeading = "",
        description = {
            "One P4Runtime switch, or several in one process, separated by --and. Threads and log"
                    + " are those of the process.",
            ""
        })
final class SwitchOptions {
    @Option(
            names = {"-i", "--interface"},
            paramLabel = "PORT@NAME",
            converter = PortInterface.Text.class,
            description = "A port on a network interface; repeatable.")
    List<PortInterface> interfaces = new ArrayList<>();

    @Mixin final ServerOptions server = new ServerOptions();

    /** 0: none, so no packets to or from controllers. */
    @Option(
            names = "--cpu-port",
            paramLabel = "N",
            converter = CpuPort.class,
            description = "The port of packet-in and packet-out; without it there are none.")
    int cpuPort;

    @Option(
            names = "--drop-port",
            paramLabel = "N",
            converter = PortNumber.class,
            description = "The port that drops; default: ${DEFAULT-VALUE}.")
    int dropPort = 511;

    /** Directory for captures, or null. */
    @Option(
            names = "--pcap",
            paramLabel = "DIR",
            arity = "0..1",
            fallbackValue = ".",
            description = "Capture NAME_in.pcap and NAME_out.pcap; without DIR: here.")
    Path pcap;

    @Option(
            names = "--fast-path",
            description =
                    "Have the kernel forward the packets of established flows, as the program would;"
                            + " it needs CAP_BPF, CAP_PERFMON and Linux 5.15.")
    boolean fastPath;

    /** Entries of the kernel's cache; of some flows it takes two. Null: {@link FastPath#FLOWS}. */
    @Option(
            names = "--fast-path-flows",
            paramLabel = "N",
            converter = FlowCount.class,
            description =
                    "How many flows the kernel has room for, 1 to "
                            + FastPath.MOST_FLOWS
                            + "; default: "
                            + FastPath.FLOWS
                            + ".")
    Integer fastPathFlows;

    @Option(names = "--no-p4", description = "Start without a program, as it does by default.")
    private boolean noP4;

    @Option(
            names = "--p4info",
            paramLabel = "FILE",
            description = "P4Info of PROGRAM.json, text or binary.")
    Path p4info;

    /** Null: start without a program. */
    @Parameters(arity = "0..1", paramLabel = "PROGRAM.json", hidden = true)
    Path json;

    int fastPathFlows() {
        return fastPathFlows == null ? FastPath.FLOWS : fastPathFlows;
    }

    /**
     * @throws ParameterException options that do not go together
     */
    void check() {
        server.check();
        Set<Integer> ports = new HashSet<>();
        for (PortInterface i : interfaces) {
            if (!ports.add(i.port)) {
                throw server.wrong("port " + i.port + " is given twice");
            }
        }
        if (cpuPort != 0 && (ports.contains(cpuPort) || cpuPort == dropPort)) {
            throw server.wrong("the CPU port " + cpuPort + " has another use too");
        }
        if (ports.contains(dropPort)) {
            throw server.wrong("the drop port " + dropPort + " has an interface");
        }
        if (fastPathFlows != null && !fastPath) {
            throw server.wrong("--fast-path-flows is for --fast-path, which is off");
        }
        if (fastPath && pcap != null) {
            throw server.wrong(
                    "--pcap captures what the switch sees, which with --fast-path is not all");
        }
        if ((json == null) != (p4info == null)) {
            throw server.wrong(
                    "a program needs both its JSON file and --p4info; without them it comes by"
                            + " P4Runtime");
        }
    }

    static final class PortNumber implements ITypeConverter<Integer> {
        @Override
        public Integer convert(String text) {
            return (int) Numbers.parse(text, 0, Integer.MAX_VALUE);
        }
    }

    static final class FlowCount implements ITypeConverter<Integer> {
        @Override
        public Integer convert(String text) {
            return (int) Numbers.parse(text, 1, FastPath.MOST_FLOWS);
        }
    }

    static final class CpuPort implements ITypeConverter<Integer> {
        @Override
        public Integer convert(String text) {
            return (int) Numbers.parse(text, 1, Integer.MAX_VALUE);
        }
    }
}
