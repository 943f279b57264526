// SPDX-License-Identifier: Apache-2.0
package org.isthmus.cli;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.isthmus.cli.setup.Draft;
import org.isthmus.cli.setup.NewNetwork;
import org.isthmus.cli.setup.Questions;
import org.isthmus.cli.setup.SetupException;
import org.isthmus.listing.TextTable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code init}. */
@Command(
        name = "init",
        description =
                "Writes netcfg and the options of the switches of a new network; without --port it"
                        + " asks for those of one box. The netcfg is checked as the controller"
                        + " does. Asks no server.",
        sortOptions = false)
final class InitCommand extends Printing {
    @Option(
            names = "--port",
            paramLabel = "INTERFACE=ADDRESSES",
            description =
                    "Where hosts or routers are, with our addresses there, IPv6 or IPv4:"
                            + " eth1=2001:db8:1::1/64,192.0.2.1/24. In a network of several"
                            + " switches SWITCH/INTERFACE=ADDRESSES. May be repeated.")
    private List<String> ports = List.of();

    @Option(
            names = "--pool",
            paramLabel = "IPV4",
            split = ",",
            description =
                    "What hosts share, a prefix or FIRST-LAST, also several with commas. May be"
                            + " repeated.")
    private List<String> pool = List.of();

    @Option(
            names = "--prefix",
            paramLabel = "PREFIX",
            description = "NAT64 prefix. Default: 64:ff9b::/96")
    private String prefix;

    @Option(
            names = "--gateway",
            paramLabel = "ADDRESS",
            description = "Router of a default route, of IPv4 or IPv6. May be repeated.")
    private List<String> gateways = List.of();

    @Option(
            names = "--route",
            paramLabel = "PREFIX=ROUTER",
            description = "Another route. May be repeated.")
    private List<String> routes = List.of();

    @Option(
            names = "--dns",
            paramLabel = "IPV6",
            split = ",",
            description =
                    "DNS server that router advertisements tell hosts of, also several with"
                            + " commas. May be repeated.")
    private List<String> dns = List.of();

    @Option(
            names = "--switch",
            paramLabel = "NAME=HOST:PORT",
            description =
                    "A switch and where it listens, over TLS if that is not this machine. Repeated"
                            + " for several. Default: box=127.0.0.1:9559")
    private List<String> switches = List.of();

    @Option(
            names = "--link",
            paramLabel = "SWITCH/INTERFACE=SWITCH/INTERFACE",
            description = "Between two switches. May be repeated.")
    private List<String> links = List.of();

    @Option(
            names = "--link-mtu",
            paramLabel = "BYTES",
            description = "Of IP packets on links. Default: 1500")
    private Integer linkMtu;

    @Option(
            names = "--to",
            paramLabel = "DIR",
            defaultValue = "/etc/isthmus",
            description = "Where netcfg.json and switch/NAME.conf go. Default: ${DEFAULT-VALUE}")
    private Path to;

    @Option(names = "--force", description = "Replaces files that are there.")
    private boolean force;

    @Override
    int run() throws IOException {
        try {
            NewNetwork network = NewNetwork.of(draft());
            write(network.files());
            out().println(network.counts() + ".");
            network.warnings().forEach(w -> out().println(TextTable.printable("warning: " + w)));
            network.next().forEach(line -> out().println(TextTable.printable(line)));
            return 0;
        } catch (SetupException e) {
            throw new CliException(CliException.USAGE, e.lines());
        }
    }

    private Draft draft() throws IOException, SetupException {
        if (ports.isEmpty()) {
            if (Stream.of(pool, switches, links, gateways, routes, dns).anyMatch(o -> !o.isEmpty())
                    || prefix != null
                    || linkMtu != null) {
                throw new CliException(CliException.USAGE, "--port is missing");
            }
            try {
                return new Questions(
                                new BufferedReader(
                                        new InputStreamReader(
                                                root().stdin, StandardCharsets.UTF_8)),
                                err())
                        .ask();
            } catch (IOException e) {
                throw FileFault.unread("", Path.of("the standard input"), e);
            }
        }
        if (pool.isEmpty()) {
            throw new CliException(CliException.USAGE, "--pool is missing");
        }
        if (linkMtu != null && links.isEmpty()) {
            throw new CliException(CliException.USAGE, "--link-mtu: there is no --link");
        }
        Draft draft = new Draft();
        draft.switches.addAll(switches);
        draft.ports.addAll(ports);
        draft.links.addAll(links);
        draft.gateways.addAll(gateways);
        draft.routes.addAll(routes);
        draft.pool.addAll(pool);
        draft.dns.addAll(dns);
        draft.prefix = prefix == null ? draft.prefix : prefix;
        draft.linkMtu = linkMtu == null ? draft.linkMtu : linkMtu;
        return draft;
    }

    private void write(Map<Path, byte[]> files) {
        if (to.toString().isEmpty()) {
            throw new CliException(CliException.USAGE, "--to: the name is empty");
        }
        List<String> there = new ArrayList<>();
        for (Path file : files.keySet()) {
            if (!force && Files.exists(to.resolve(file))) {
                there.add(to.resolve(file) + ": is there already; --force replaces it");
            }
        }
        if (!there.isEmpty()) {
            throw new CliException(CliException.USAGE, there);
        }
        // All have a place before one is written.
        files.keySet().forEach(file -> place(to.resolve(file)));
        files.forEach(
                (file, content) -> {
                    Path whole = to.resolve(file);
                    try {
                        // The controller, which is not root, is to read it; no secret is in it.
                        WholeFile.write(
                                whole, content, PosixFilePermissions.fromString("rw-r--r--"));
                    } catch (IOException e) {
                        throw FileFault.unwritten("", whole, e);
                    }
                    String wrote = "Wrote " + whole + ".";
                    out().println(wrote);
                    root().done = root().done == null ? wrote : root().done + " " + wrote;
                });
    }

    private static void place(Path file) {
        try {
            Files.createDirectories(file.getParent());
            FileFault.requireNoDirectory(file);
        } catch (FileAlreadyExistsException e) {
            String why = e.getFile() + " is no directory";
            throw FileFault.unwritten("", file, new FileSystemException(e.getFile(), null, why));
        } catch (IOException e) {
            throw FileFault.unwritten("", file, e);
        }
    }
}
