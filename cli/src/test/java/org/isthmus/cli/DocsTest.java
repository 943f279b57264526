// SPDX-License-Identifier: Apache-2.0
package org.isthmus.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Runs the console examples of the documentation and compares what they print. With {@code
 * -Ddocs.write=true} the documentation is given what they print instead.
 */
class DocsTest {
    /** The pool of docs/netcfg.md. */
    static final String HOMES =
            ("{'devices': {'device:leaf1': {'basic': {'managementAddress':"
                            + " 'grpc://127.0.0.1:50001?device_id=1'}, 'isthmus': {'mac':"
                            + " '00:00:5e:00:53:01'}}}, 'apps': {'org.isthmus': {'nat64': {'instances':"
                            + " [{'name': 'n', 'prefix': '2001:db8:64::/96', 'blocksPerSubscriber': 64}],"
                            + " 'pools': [{'name': 'homes', 'prefixes': ['203.0.113.0/26'],"
                            + " 'deterministic': {'subscribers': '2001:db8:4000::/54',"
                            + " 'portsPerSubscriber': 2048}}]}}}}")
                    .replace('\'', '"');

    /** A fence with the name of a file, and what is in it. */
    private static final Pattern FILE =
            Pattern.compile("```[a-z]+ ([a-z0-9.-]+)\n(.*?)```\n", Pattern.DOTALL);

    private final Ctl ctl = new Ctl();

    @TempDir Path dir;

    @AfterEach
    void close() {
        ctl.close();
    }

    @Test
    void curlExamplesPrintWhatTheySay() throws IOException {
        check(Path.of("../docs/rest.md"), this::curl);
    }

    @Test
    void nat64ctlExamplesPrintWhatTheySay() throws IOException {
        Files.writeString(dir.resolve("bad.csv"), "ipv4,ipv6\n192.0.2.1,x\n192.0.2.1/24,::1\n");
        Files.writeString(dir.resolve("eamt.csv"), "ipv4,ipv6\n192.0.2.9,2001:db8:e::9\n");
        Files.writeString(
                dir.resolve("twice.csv"),
                "ipv4,ipv6\n192.0.2.1,2001:db8::1\n192.0.2.1,2001:db8::2\n");
        Files.writeString(
                dir.resolve("taken.csv"),
                "192.0.2.9,2001:db8:f::1\n192.0.2.1,2001:db8:f::2\n192.0.2.1,2001:db8:f::3\n");
        Files.writeString(dir.resolve("homes.json"), HOMES);
        check(Path.of("../docs/nat64ctl.md"), this::nat64ctl);
    }

    /** Files stand on these pages, behind their names. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "from-jool.md",
                "from-tayga.md",
                "from-vpp.md",
                "from-ios-xe.md",
                "sizing.md",
                "single-box.md",
                "fabric.md"
            })
    void examplesWithFilesPrintWhatTheySay(String page) throws IOException {
        Path file = Path.of("../docs", page);
        Matcher files = FILE.matcher(Files.readString(file));
        while (files.find()) {
            Files.writeString(dir.resolve(files.group(1)), files.group(2));
        }
        check(file, 1, this::nat64ctl);
    }

    private static void check(Path file, Function<List<String>, String> run) throws IOException {
        check(file, 11, run);
    }

    private static void check(Path file, int least, Function<List<String>, String> run)
            throws IOException {
        String before = Files.readString(file);
        StringBuilder after = new StringBuilder();
        boolean inside = false;
        StringBuilder command = new StringBuilder();
        int examples = 0;
        for (String line : before.split("\n")) {
            if (line.startsWith("```")) {
                inside = line.equals("```console");
            }
            if (inside && (command.length() > 0 || line.startsWith("$ "))) {
                after.append(line).append('\n');
                boolean goesOn = line.endsWith(" \\");
                command.append(
                        goesOn
                                ? line.substring(0, line.length() - 1).stripLeading()
                                : line.stripLeading());
                if (!goesOn) {
                    after.append(run.apply(words(command.substring(2))));
                    command.setLength(0);
                    examples++;
                }
            } else if (!inside || line.startsWith("```")) {
                after.append(line).append('\n');
            }
        }
        assertTrue(examples >= least, file + " has " + examples + " examples");
        if (Boolean.getBoolean("docs.write")) {
            Files.writeString(file, after);
            return;
        }
        assertEquals(after.toString(), before, "run with -Ddocs.write=true");
    }

    /** Splits as a shell does, as far as the examples need it. */
    private static List<String> words(String line) {
        List<String> words = new ArrayList<>();
        StringBuilder word = new StringBuilder();
        char quote = 0;
        boolean escapes = false;
        for (char c : (line + " ").toCharArray()) {
            if (quote == 0 && (c == '\'' || c == '"')) {
                escapes = c == '\'' && word.toString().equals("$");
                if (escapes) {
                    word.setLength(0);
                }
                quote = c;
            } else if (quote != 0 && c == quote) {
                quote = 0;
                if (escapes) {
                    String text = word.toString().replace("\\n", "\n");
                    word.setLength(0);
                    word.append(text);
                }
            } else if (quote == 0 && c == ' ') {
                words.add(word.toString());
                word.setLength(0);
            } else {
                word.append(c);
            }
        }
        return words;
    }

    private static String line(String text) {
        return text.isEmpty() || text.endsWith("\n") ? text : text + "\n";
    }

    private String nat64ctl(List<String> words) {
        List<String> args = new ArrayList<>();
        for (String word : words.subList(1, words.size())) {
            boolean file = word.matches(".*\\.(csv|tag|json|conf|map|backup)");
            args.add(file ? dir.resolve(word).toString() : word);
        }
        if (args.get(0).equals("init")) {
            args.addAll(List.of("--to", dir.resolve("etc/isthmus").toString()));
        }
        ctl.columns = 100;
        ctl.run(args.toArray(new String[0]));
        return (line(ctl.out) + ctl.err)
                .replace("\r\n", "\n")
                .replace(dir + "/etc/isthmus", "/etc/isthmus")
                .replace(dir + "/", "");
    }

    /** The options of curl that the examples use. */
    private String curl(List<String> words) {
        if (words.get(0).startsWith("NAT64=")) {
            return "";
        }
        assertEquals("curl", words.get(0));
        HttpRequest.Builder request = HttpRequest.newBuilder();
        String method = null;
        String body = null;
        String format = null;
        boolean discard = false;
        for (int i = 1; i < words.size(); i++) {
            String word = words.get(i);
            switch (word) {
                case "-s":
                    break;
                case "-X":
                    method = words.get(++i);
                    break;
                case "-o":
                    discard = words.get(++i).equals("/dev/null");
                    break;
                case "-w":
                    format = words.get(++i);
                    break;
                case "-H":
                    String[] header = words.get(++i).split(": ", 2);
                    request.header(header[0], header[1]);
                    break;
                case "-d":
                case "--data-binary":
                    body = words.get(++i);
                    break;
                default:
                    assertFalse(word.startsWith("-"), word);
                    request.uri(URI.create(word.replace("$NAT64", ctl.url)));
            }
        }
        request.method(
                method != null ? method : body != null ? "POST" : "GET",
                body == null
                        ? HttpRequest.BodyPublishers.noBody()
                        : HttpRequest.BodyPublishers.ofString(body));
        HttpResponse<String> r;
        try {
            r =
                    HttpClient.newHttpClient()
                            .send(request.build(), HttpResponse.BodyHandlers.ofString());
        } catch (IOException | InterruptedException e) {
            throw new AssertionError(words.toString(), e);
        }
        String printed = discard ? "" : r.body().replace("\r\n", "\n");
        if (format != null) {
            printed +=
                    format.replace("%{http_code}", "" + r.statusCode())
                            .replace("%header{etag}", r.headers().firstValue("ETag").orElse(""))
                            .replace("\\n", "\n");
        }
        return line(printed);
    }
}
