// SPDX-License-Identifier: Apache-2.0
package org.isthmus.cli;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.isthmus.listing.JsonReader;
import org.isthmus.listing.Listing;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code eamt}. */
@Command(
        name = "eamt",
        description = "Explicit address mappings (RFC 7757).",
        synopsisSubcommandLabel = "COMMAND",
        subcommands = {
            EamtCommand.ListEams.class,
            EamtCommand.Add.class,
            EamtCommand.Delete.class,
            EamtCommand.Import.class,
            EamtCommand.Export.class,
            EamtCommand.Replace.class,
            EamtCommand.Check.class
        })
final class EamtCommand {
    /** Formats of a table in a file; the names are those of the option. */
    enum Format {
        csv("text/csv"),
        json("application/json");

        private final String type;

        Format(String type) {
            this.type = type;
        }
    }

    @Command(name = "list", description = "Lists the mappings.")
    static final class ListEams extends Watching {
        @Override
        int run(Client client) throws IOException {
            if (json()) {
                return list(client, "/eamt", Listing.EAMT);
            }
            Set<Object> configured = new HashSet<>();
            Map<String, Object> only = Map.of("configured", true);
            Listing.EAMT.read(client.get("/eamt", only), row -> configured.add(row.get("ipv4")));
            Printer printer = new Printer(Listing.EAMT);
            Listing.EAMT.read(
                    client.get("/eamt", Map.of()),
                    row -> {
                        row.put("configured", configured.contains(row.get("ipv4")));
                        printer.row(row);
                    });
            printer.end();
            return 0;
        }
    }

    @Command(name = "add", description = "Adds one mapping.")
    static final class Add extends Action {
        @Parameters(index = "0", paramLabel = "IPV4-PREFIX")
        private String ipv4;

        @Parameters(index = "1", paramLabel = "IPV6-PREFIX")
        private String ipv6;

        @Mixin private InstanceOption instance;

        @Option(
                names = "--host",
                paramLabel = "FAMILY",
                defaultValue = "ipv6",
                description =
                        "Address family of its hosts, ipv6 or ipv4. Default: ${DEFAULT-VALUE}")
        private String host;

        @Override
        int run(Client client) throws IOException {
            byte[] body =
                    JsonWriter.bytes(
                            g -> {
                                g.writeStartObject();
                                g.writeStringField("ipv4", ipv4);
                                g.writeStringField("ipv6", ipv6);
                                instance.write(g);
                                g.writeStringField("host", host);
                                g.writeEndObject();
                            });
            return done(client.post("/eamt", body), "ipv4", "Added " + ipv4 + " <-> " + ipv6 + ".");
        }
    }

    @Command(name = "delete", description = "Removes one mapping.")
    static final class Delete extends Action {
        @Parameters(paramLabel = "IPV4-PREFIX")
        private String ipv4;

        @Override
        int run(Client client) {
            int slash = ipv4.indexOf('/');
            String address = slash < 0 ? ipv4 : ipv4.substring(0, slash);
            String length = slash < 0 ? "32" : ipv4.substring(slash + 1);
            client.delete("/eamt" + Client.path(address, length));
            return say("Removed " + ipv4 + ".");
        }
    }

    /** What import and replace share: a file in one request. */
    abstract static class Sending extends Action {
        @Parameters(paramLabel = "FILE", description = "CSV or JSON; - is the standard input.")
        private Path file;

        @Option(
                names = "--format",
                paramLabel = "FORMAT",
                description =
                        "${COMPLETION-CANDIDATES}; without it, what the file is called after.")
        private Format format;

        @Option(
                names = "--instance",
                paramLabel = "NAME",
                description = "NAT64 instance of mappings that name none.")
        private String instance;

        final InputStream send(Client client, String method, String path, String... headers) {
            String type = type();
            Upload upload = new Upload(file, root().stdin, root().progress ? err() : null);
            try {
                String query = Client.query(Collections.singletonMap("instance", instance));
                return client.sendFile(method, path + query, upload, type, headers);
            } finally {
                upload.end();
            }
        }

        private String type() {
            if (format != null) {
                return format.type;
            }
            String name = file.toString().toLowerCase(Locale.ROOT);
            for (Format f : Format.values()) {
                if (name.endsWith("." + f)) {
                    return f.type;
                }
            }
            throw new CliException(
                    CliException.USAGE, file + " is not called .csv or .json: give its --format");
        }

        final int report(InputStream answer, String field, String sentence) throws IOException {
            return done(answer, field, n -> String.format(sentence, n));
        }
    }

    @Command(name = "import", description = "Adds the mappings of a file, all or none.")
    static final class Import extends Sending {
        @Override
        int run(Client client) throws IOException {
            return report(send(client, "POST", "/eamt/import"), "added", "Mappings added: %s.");
        }
    }

    @Command(name = "replace", description = "Makes the table exactly that of a file, in one step.")
    static final class Replace extends Sending {
        @Option(
                names = "--tag-file",
                paramLabel = "FILE",
                description = "Written by export: replaces only the table that was exported.")
        private Path tagFile;

        @Override
        int run(Client client) throws IOException {
            String[] headers = tagFile == null ? new String[0] : new String[] {"If-Match", tag()};
            InputStream answer = send(client, "PUT", "/eamt", headers);
            return report(answer, "entries", "Mappings in the table: %s.");
        }

        private String tag() {
            byte[] content = FileFault.content("--tag-file: ", tagFile);
            String tag = new String(content, StandardCharsets.UTF_8).trim();
            if (!tag.matches("[ -~]+")) {
                throw new CliException(
                        CliException.USAGE, "--tag-file: " + tagFile + " holds no tag of export");
            }
            return tag;
        }
    }

    @Command(
            name = "check",
            description = "Says what replace would refuse of a file; exits 1 if anything.")
    static final class Check extends Sending {
        @Override
        int run(Client client) throws IOException {
            return done(
                    send(client, "POST", "/eamt/check"),
                    "problems",
                    problems -> {
                        List<String> lines = Client.lines(JsonReader.list(problems), true, "");
                        if (!lines.isEmpty()) {
                            throw new CliException(CliException.REFUSED, lines);
                        }
                        return "The table can be put into force.";
                    });
        }
    }

    @Command(name = "export", description = "Prints the table as import and replace read it.")
    static final class Export extends Action {
        @Option(
                names = "--format",
                paramLabel = "FORMAT",
                defaultValue = "csv",
                description = "${COMPLETION-CANDIDATES}. Default: ${DEFAULT-VALUE}")
        private Format format;

        @Option(
                names = "--tag-file",
                paramLabel = "FILE",
                description = "Where to keep what replace needs to lose no change made since.")
        private Path tagFile;

        @Override
        int run(Client client) throws IOException {
            // A tag without its table would have replace take away what is missing.
            tag(null);
            Client.Answer answer = client.get("/eamt", Map.of(), format.type);
            try (InputStream in = answer.body) {
                byte[] buffer = new byte[8192];
                // Addresses and names are ASCII.
                for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
                    out().print(new String(buffer, 0, n, StandardCharsets.US_ASCII));
                }
            }
            written();
            tag(answer.header("ETag"));
            return 0;
        }

        /**
         * Keeps a tag, where one is to be kept.
         *
         * @param tag null: none, nor one of before
         */
        private void tag(String tag) {
            if (tagFile == null) {
                return;
            }
            try {
                if (tag != null) {
                    Files.writeString(tagFile, tag + "\n");
                } else if (Files.isRegularFile(tagFile)) {
                    Files.delete(tagFile);
                }
            } catch (IOException e) {
                throw FileFault.unwritten("--tag-file: ", tagFile, e);
            }
        }
    }
}
