// SPDX-License-Identifier: Apache-2.0
package org.isthmus.target.process;

import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The command line: that of simple_switch_grpc, several of them joined by {@code --and} for several
 * switches in one process. Options before and behind {@code --} may be mixed.
 */
public final class CommandLine {
    public static final String USAGE =
            "Usage: isthmus-switch [OPTIONS] [PROGRAM.json] [-- OPTIONS] [--and ...]\n"
                    + "\n"
                    + "One P4Runtime switch, or several in one process, separated by --and.\n"
                    + "\n"
                    + "Each switch:\n"
                    + "  -i, --interface PORT@NAME      a port on a network interface; repeatable\n"
                    + "  --device-id N                  P4Runtime device id (default 0)\n"
                    + "  --grpc-server-addr HOST:PORT   where it listens (127.0.0.1:9559)\n"
                    + "  --grpc-server-ssl              TLS, with the options that follow\n"
                    + "  --grpc-server-cert FILE        its certificate chain, PEM\n"
                    + "  --grpc-server-key FILE         its private key, PEM\n"
                    + "  --grpc-server-cacert FILE      who signs clients' certificates, PEM\n"
                    + "  --grpc-server-with-client-auth clients must have a certificate\n"
                    + "  --cpu-port N                   the port of packet-in and packet-out;\n"
                    + "                                 without it there are none\n"
                    + "  --drop-port N                  the port that drops (default 511)\n"
                    + "  --pcap[=DIR]                   capture NAME_in.pcap and NAME_out.pcap\n"
                    + "  --no-p4                        start without a program (the default)\n"
                    + "  --p4info FILE                  P4Info of PROGRAM.json, text or binary\n"
                    + "\n"
                    + "The process:\n"
                    + "  --threads N                    threads that process packets (default 2)\n"
                    + "  -L, --log-level LEVEL          trace, debug, info, warn, error or off\n"
                    + "  --log-console                  log to standard output\n"
                    + "  --log-file FILE                log to a file\n"
                    + "  -h, --help    -v, --version\n";

    /** Options of simple_switch_grpc without effect here, and whether they take a value. */
    private static final Map<String, Boolean> IGNORED =
            Map.ofEntries(
                    Map.entry("--thrift-port", true),
                    Map.entry("--nanolog", true),
                    Map.entry("--notifications-addr", true),
                    Map.entry("--debugger", false),
                    Map.entry("--debugger-addr", true),
                    Map.entry("--log-flush", false),
                    Map.entry("--log-file-max-size", true),
                    Map.entry("--log-file-max-files", true),
                    Map.entry("--dump-packet-data", true),
                    Map.entry("--max-port-count", true),
                    Map.entry("--disable-swap", false),
                    Map.entry("--priority-queues", true),
                    Map.entry("--max-mc-groups", true),
                    Map.entry("--max-l1-entries", true),
                    Map.entry("--max-l2-entries", true));

    private static final int DEFAULT_THREADS = 2;
    private static final int MAX_THREADS = 64;

    private final List<SwitchOptions> switches = new ArrayList<>();
    private final Set<String> ignored = new HashSet<>();
    private int threads = DEFAULT_THREADS;
    private String logLevel = "info";
    private boolean logConsole;
    private Path logFile;
    private boolean help;
    private boolean version;

    private final String[] args;
    private int next;

    private CommandLine(String[] args) {
        this.args = args;
    }

    public static CommandLine parse(String... args) throws UsageException {
        CommandLine line = new CommandLine(args);
        line.parse();
        return line;
    }

    private void parse() throws UsageException {
        SwitchOptions current = new SwitchOptions();
        switches.add(current);
        while (next < args.length) {
            String arg = args[next++];
            if (arg.equals("--and")) {
                current = new SwitchOptions();
                switches.add(current);
            } else if (!arg.equals("--")) {
                option(arg, current);
            }
        }
        Set<Long> ids = new HashSet<>();
        Set<InetSocketAddress> addresses = new HashSet<>();
        Set<String> names = new HashSet<>();
        for (SwitchOptions s : switches) {
            s.check();
            if (!ids.add(s.deviceId)) {
                throw new UsageException("two switches with device id " + s.deviceId);
            }
            if (s.grpcAddress.getPort() != 0 && !addresses.add(s.grpcAddress)) {
                throw new UsageException("two switches at " + text(s.grpcAddress));
            }
            for (String name : s.interfaces.values()) {
                if (!names.add(name)) {
                    throw new UsageException("interface " + name + " is given twice");
                }
            }
        }
        if (logConsole && logFile != null) {
            throw new UsageException("--log-console and --log-file exclude each other");
        }
    }

    private void option(String arg, SwitchOptions s) throws UsageException {
        if (!arg.startsWith("-")) {
            if (s.json != null) {
                throw new UsageException("two programs, " + s.json + " and " + arg);
            }
            s.json = Path.of(arg);
            return;
        }
        String name = arg;
        String value = null;
        int equals = arg.indexOf('=');
        if (arg.startsWith("--") && equals > 0) {
            name = arg.substring(0, equals);
            value = arg.substring(equals + 1);
        } else if (!arg.startsWith("--") && arg.length() > 2) {
            name = arg.substring(0, 2);
            value = arg.substring(2);
        }
        if (isFlag(name, s)) {
            if (value != null) {
                throw new UsageException(name + " takes no value");
            }
            return;
        }
        if (name.equals("--pcap")) {
            s.pcap = Path.of(value != null ? value : optionalValue("."));
        } else {
            withValue(name, value, s);
        }
    }

    private boolean isFlag(String name, SwitchOptions s) {
        switch (name) {
            case "-h":
            case "--help":
                help = true;
                return true;
            case "-v":
            case "--version":
                version = true;
                return true;
            case "--no-p4":
                return true;
            case "--log-console":
                logConsole = true;
                return true;
            case "--grpc-server-ssl":
                s.tls = true;
                return true;
            case "--grpc-server-with-client-auth":
                s.clientAuth = true;
                return true;
            default:
                if (IGNORED.getOrDefault(name, true)) {
                    return false;
                }
                ignored.add(name);
                return true;
        }
    }

    private String optionalValue(String absent) {
        return next < args.length && !args[next].startsWith("-") ? args[next++] : absent;
    }

    private void withValue(String name, String attached, SwitchOptions s) throws UsageException {
        switch (name) {
            case "-i":
            case "--interface":
                addInterface(value(name, attached), s);
                break;
            case "--device-id":
                s.deviceId = number(name, value(name, attached), 0, Long.MAX_VALUE);
                break;
            case "--grpc-server-addr":
                s.grpcAddress = address(name, value(name, attached));
                break;
            case "--grpc-server-cacert":
                s.caCertificate = Path.of(value(name, attached));
                break;
            case "--grpc-server-cert":
                s.certificate = Path.of(value(name, attached));
                break;
            case "--grpc-server-key":
                s.key = Path.of(value(name, attached));
                break;
            case "--cpu-port":
                s.cpuPort = (int) number(name, value(name, attached), 1, Integer.MAX_VALUE);
                break;
            case "--drop-port":
                s.dropPort = (int) number(name, value(name, attached), 0, Integer.MAX_VALUE);
                break;
            case "--p4info":
                s.p4info = Path.of(value(name, attached));
                break;
            case "--threads":
                threads = (int) number(name, value(name, attached), 1, MAX_THREADS);
                break;
            case "-L":
            case "--log-level":
                logLevel = value(name, attached);
                if (!Logs.LEVELS.containsKey(logLevel)) {
                    throw new UsageException(name + ": no level " + logLevel);
                }
                break;
            case "--log-file":
                logFile = Path.of(value(name, attached));
                break;
            default:
                if (!IGNORED.containsKey(name)) {
                    throw new UsageException("unknown option " + name);
                }
                value(name, attached);
                ignored.add(name);
        }
    }

    private String value(String name, String attached) throws UsageException {
        if (attached != null) {
            return attached;
        }
        if (next == args.length || args[next].startsWith("-")) {
            throw new UsageException(name + " needs a value");
        }
        return args[next++];
    }

    private static long number(String name, String text, long min, long max) throws UsageException {
        try {
            long n = Long.decode(text);
            if (n >= min && n <= max) {
                return n;
            }
        } catch (NumberFormatException e) {
            // Reported below, with the range.
        }
        throw new UsageException(name + ": " + text + " is no number from " + min + " to " + max);
    }

    private static void addInterface(String text, SwitchOptions s) throws UsageException {
        int at = text.indexOf('@');
        if (at < 1 || at == text.length() - 1) {
            throw new UsageException("--interface: " + text + " is not PORT@NAME");
        }
        int port = (int) number("--interface", text.substring(0, at), 0, Integer.MAX_VALUE);
        if (s.interfaces.put(port, text.substring(at + 1)) != null) {
            throw new UsageException("--interface: port " + port + " is given twice");
        }
    }

    private static InetSocketAddress address(String name, String text) throws UsageException {
        int colon = text.lastIndexOf(':');
        if (colon < 1) {
            throw new UsageException(name + ": " + text + " is not HOST:PORT");
        }
        String host = text.substring(0, colon);
        if (host.startsWith("[") && host.endsWith("]")) {
            host = host.substring(1, host.length() - 1);
        }
        int port = (int) number(name, text.substring(colon + 1), 0, 65535);
        InetSocketAddress address = new InetSocketAddress(host, port);
        if (address.isUnresolved()) {
            throw new UsageException(name + ": there is no host " + host);
        }
        return address;
    }

    static String text(InetSocketAddress a) {
        String host = a.getAddress().getHostAddress();
        return (host.indexOf(':') >= 0 ? "[" + host + "]" : host) + ":" + a.getPort();
    }

    public boolean help() {
        return help;
    }

    public boolean version() {
        return version;
    }

    List<SwitchOptions> switches() {
        return Collections.unmodifiableList(switches);
    }

    /** Options that were given and have no effect. */
    Set<String> ignored() {
        return Collections.unmodifiableSet(ignored);
    }

    int threads() {
        return threads;
    }

    String logLevel() {
        return logLevel;
    }

    boolean logConsole() {
        return logConsole;
    }

    /** Or null. */
    Path logFile() {
        return logFile;
    }
}
