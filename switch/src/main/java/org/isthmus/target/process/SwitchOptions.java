// SPDX-License-Identifier: Apache-2.0
package org.isthmus.target.process;

import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import picocli.CommandLine.TypeConversionException;

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
    /** A port on a network interface. */
    static final class PortInterface {
        final int port;
        final String name;

        PortInterface(int port, String name) {
            this.port = port;
            this.name = name;
        }
    }

    @Spec private CommandSpec spec;

    @Option(
            names = {"-i", "--interface"},
            paramLabel = "PORT@NAME",
            converter = PortInterfaceText.class,
            description = "A port on a network interface; repeatable.")
    List<PortInterface> interfaces = new ArrayList<>();

    @Option(
            names = "--device-id",
            paramLabel = "N",
            converter = DeviceId.class,
            description = "P4Runtime device id; default: ${DEFAULT-VALUE}.")
    long deviceId;

    /** Loopback: whoever reaches the server controls the switch. */
    @Option(
            names = "--grpc-server-addr",
            paramLabel = "HOST:PORT",
            converter = Address.class,
            defaultValue = "127.0.0.1:9559",
            description = "Where it listens; default: ${DEFAULT-VALUE}.")
    InetSocketAddress grpcAddress;

    @Option(names = "--grpc-server-ssl", description = "TLS, with the options that follow.")
    boolean tls;

    @Option(
            names = "--grpc-server-cert",
            paramLabel = "FILE",
            description = "Its certificate chain, PEM.")
    Path certificate;

    @Option(names = "--grpc-server-key", paramLabel = "FILE", description = "Its private key, PEM.")
    Path key;

    @Option(
            names = "--grpc-server-cacert",
            paramLabel = "FILE",
            description = "Who signs clients' certificates, PEM.")
    Path caCertificate;

    @Option(
            names = "--grpc-server-with-client-auth",
            description = "Clients must have a certificate.")
    boolean clientAuth;

    @Option(
            names = "--insecure-grpc",
            description = "Allow a P4Runtime server without TLS beyond this machine.")
    private boolean insecureGrpc;

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

    /**
     * @throws ParameterException options that do not go together
     */
    void check() {
        if (tls && (certificate == null || key == null)) {
            throw wrong("--grpc-server-ssl needs --grpc-server-cert and --grpc-server-key");
        }
        if (!tls && (clientAuth || certificate != null || key != null || caCertificate != null)) {
            throw wrong("certificates, but no --grpc-server-ssl");
        }
        if (clientAuth && caCertificate == null) {
            throw wrong("--grpc-server-with-client-auth needs --grpc-server-cacert");
        }
        if (!tls && !insecureGrpc && !grpcAddress.getAddress().isLoopbackAddress()) {
            throw wrong(
                    "--grpc-server-addr "
                            + text(grpcAddress)
                            + " is not a loopback address: it needs --grpc-server-ssl, or"
                            + " --insecure-grpc where nobody else reaches it");
        }
        Set<Integer> ports = new HashSet<>();
        for (PortInterface i : interfaces) {
            if (!ports.add(i.port)) {
                throw wrong("port " + i.port + " is given twice");
            }
        }
        if (cpuPort != 0 && (ports.contains(cpuPort) || cpuPort == dropPort)) {
            throw wrong("the CPU port " + cpuPort + " has another use too");
        }
        if (ports.contains(dropPort)) {
            throw wrong("the drop port " + dropPort + " has an interface");
        }
        if ((json == null) != (p4info == null)) {
            throw wrong(
                    "a program needs both its JSON file and --p4info; without them it comes by"
                            + " P4Runtime");
        }
    }

    private ParameterException wrong(String what) {
        return new ParameterException(
                spec.commandLine(),
                "switch with device id " + Long.toUnsignedString(deviceId) + ": " + what);
    }

    static String text(InetSocketAddress a) {
        String host = a.getAddress().getHostAddress();
        return (host.indexOf(':') >= 0 ? "[" + host + "]" : host) + ":" + a.getPort();
    }

    /** Decimal, or hexadecimal behind 0x. */
    static long number(String text, long min, long max) {
        try {
            long n = Long.decode(text);
            if (n >= min && n <= max) {
                return n;
            }
        } catch (NumberFormatException e) {
            // Reported below, with the range.
        }
        throw new TypeConversionException(text + " is no number from " + min + " to " + max);
    }

    static final class DeviceId implements ITypeConverter<Long> {
        @Override
        public Long convert(String text) {
            return number(text, 0, Long.MAX_VALUE);
        }
    }

    static final class PortNumber implements ITypeConverter<Integer> {
        @Override
        public Integer convert(String text) {
            return (int) number(text, 0, Integer.MAX_VALUE);
        }
    }

    static final class CpuPort implements ITypeConverter<Integer> {
        @Override
        public Integer convert(String text) {
            return (int) number(text, 1, Integer.MAX_VALUE);
        }
    }

    static final class PortInterfaceText implements ITypeConverter<PortInterface> {
        @Override
        public PortInterface convert(String text) {
            int at = text.indexOf('@');
            if (at < 1 || at == text.length() - 1) {
                throw new TypeConversionException(text + " is not PORT@NAME");
            }
            int port = (int) number(text.substring(0, at), 0, Integer.MAX_VALUE);
            return new PortInterface(port, text.substring(at + 1));
        }
    }

    static final class Address implements ITypeConverter<InetSocketAddress> {
        @Override
        public InetSocketAddress convert(String text) {
            int colon = text.lastIndexOf(':');
            if (colon < 1) {
                throw new TypeConversionException(text + " is not HOST:PORT");
            }
            String host = text.substring(0, colon);
            if (host.startsWith("[") && host.endsWith("]")) {
                host = host.substring(1, host.length() - 1);
            }
            int port = (int) number(text.substring(colon + 1), 0, 65535);
            InetSocketAddress address = new InetSocketAddress(host, port);
            if (address.isUnresolved()) {
                throw new TypeConversionException("there is no host " + host);
            }
            return address;
        }
    }
}
