// SPDX-License-Identifier: Apache-2.0
package org.isthmus.cli;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.isthmus.cli.migration.Draft;
import org.isthmus.cli.migration.ImportException;
import org.isthmus.cli.migration.IosXe;
import org.isthmus.cli.migration.Join;
import org.isthmus.cli.migration.Jool;
import org.isthmus.cli.migration.Tayga;
import org.isthmus.cli.migration.Vpp;
import org.isthmus.core.net.Ipv6Prefix;
import org.isthmus.listing.TextTable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code import}. */
@Command(
        name = "import",
        description =
                "Makes netcfg of the configuration of another translator; asks no server. What is"
                        + " dropped or changed is said on the error stream, with place and reason.",
        synopsisSubcommandLabel = "COMMAND",
        subcommands = {
            ImportCommand.FromJool.class,
            ImportCommand.FromTayga.class,
            ImportCommand.FromVpp.class,
            ImportCommand.FromIosXe.class
        })
final class ImportCommand {
    /** What all formats share. */
    abstract static class From extends Printing {
        @Parameters(arity = "1..*", paramLabel = "FILE", description = "- is the standard input.")
        private List<Path> files;

        @Option(
                names = "--netcfg",
                paramLabel = "FILE",
                description =
                        "What is imported is added to this netcfg, and checked with it; without it,"
                                + " a netcfg without devices is printed.")
        private Path netcfg;

        @Option(
                names = "--to",
                paramLabel = "FILE",
                description = "Where the netcfg goes; without it, to the standard output.")
        private Path to;

        @Option(
                names = "--eamt",
                paramLabel = "FILE",
                description = "Mappings go to this file for eamt import, and not to the netcfg.")
        private Path eamt;

        @Option(
                names = "--instance",
                paramLabel = "NAME",
                description = "NAT64 instance, where the files name none or another name is to be.")
        private String instance;

        @Option(
                names = "--prefix",
                paramLabel = "PREFIX",
                converter = PlanCommand.Ipv6Converter.class,
                description = "NAT64 prefix of an instance that the files give none.")
        private Ipv6Prefix prefix;

        /** Reads what is to be imported. */
        abstract void read(Draft draft) throws IOException;

        final List<Path> files() {
            return files;
        }

        /** What is in a file that may be empty. */
        final byte[] content(Path file) {
            return FileFault.content(file, root().stdin);
        }

        /** What is in one that is to be imported: an empty one is of a command that failed. */
        final byte[] source(Path file) {
            byte[] content = content(file);
            if (content.length == 0) {
                throw new CliException(CliException.USAGE, file + ": is empty");
            }
            return content;
        }

        @Override
        final int run() throws IOException {
            Draft draft = new Draft(instance, prefix);
            read(draft);
            Join join;
            try {
                byte[] base = netcfg == null ? null : content(netcfg);
                join = Join.of(draft, base, String.valueOf(netcfg));
            } catch (ImportException e) {
                draft.notes().lines().forEach(this::tell);
                throw new CliException(CliException.USAGE, e.lines());
            }
            draft.notes().lines().forEach(this::tell);
            join.warnings().forEach(w -> tell("warning: " + w));
            if (eamt != null) {
                write(eamt, join.takeEams().getBytes(StandardCharsets.US_ASCII));
            }
            if (to != null) {
                write(to, join.netcfg());
            } else {
                out().print(new String(join.netcfg(), StandardCharsets.UTF_8));
                written();
            }
            tell(
                    String.format(
                            "Taken over: %s. Changed: %d. Dropped: %d.",
                            join.counts(), draft.notes().changed(), draft.notes().dropped()));
            return 0;
        }

        private void tell(String line) {
            err().println(TextTable.printable(line));
            err().flush();
        }

        private void write(Path file, byte[] content) {
            try {
                WholeFile.write(file, content, null);
            } catch (IOException e) {
                throw FileFault.unwritten("", file, e);
            }
        }
    }

    @Command(
            name = "jool",
            description =
                    "Reads Jool's atomic configuration (JSON, of one instance or several), and what"
                            + " eamt, pool4 and bib display --csv print.")
    static final class FromJool extends From {
        @Override
        void read(Draft draft) throws IOException {
            Jool jool = new Jool(draft);
            for (Path file : files()) {
                jool.read(file.toString(), source(file));
            }
            jool.end();
        }
    }

    @Command(name = "vpp", description = "Reads commands of VPP's NAT64 plugin.")
    static final class FromVpp extends From {
        @Override
        void read(Draft draft) throws IOException {
            Vpp vpp = new Vpp(draft);
            for (Path file : files()) {
                vpp.read(file.toString(), source(file));
            }
            vpp.end();
        }
    }

    @Command(
            name = "ios-xe",
            description = "Reads the NAT64 of a running-config of Cisco IOS or IOS XE.")
    static final class FromIosXe extends From {
        @Override
        void read(Draft draft) throws IOException {
            IosXe iosXe = new IosXe(draft);
            for (Path file : files()) {
                iosXe.read(file.toString(), source(file));
            }
            iosXe.end();
        }
    }

    @Command(name = "tayga", description = "Reads tayga.conf and files of maps.")
    static final class FromTayga extends From {
        @Option(
                names = "--dynamic-map",
                paramLabel = "FILE",
                description = "dynamic.map in Tayga's data-dir: an EAM for each host in it.")
        private Path dynamicMap;

        @Override
        void read(Draft draft) throws IOException {
            Tayga tayga = new Tayga(draft);
            for (Path file : files()) {
                tayga.read(file.toString(), source(file));
            }
            if (dynamicMap != null) {
                tayga.readDynamicMap(dynamicMap.toString(), content(dynamicMap));
            }
            tayga.end();
        }
    }
}
