// SPDX-License-Identifier: Apache-2.0
package org.isthmus.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

/** What the README and the pages of docs/ name exists: files, headings, commands of nat64ctl. */
class PagesTest {
    private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();

    private static final Pattern LINK = Pattern.compile("]\\(([^)\\s]+)\\)");
    private static final Pattern HEADING = Pattern.compile("#{1,6} (.*)");
    private static final Pattern COMMAND = Pattern.compile("nat64ctl((?: [a-z][a-z-]*)+)");

    @Test
    void linksLeadSomewhere() throws IOException {
        List<String> wrong = new ArrayList<>();
        int links = 0;
        for (Path page : pages()) {
            for (Matcher m = LINK.matcher(Files.readString(page)); m.find(); ) {
                String[] target = m.group(1).split("#", 2);
                if (target[0].contains(":")) {
                    continue;
                }
                links++;
                Path file = target[0].isEmpty() ? page : page.resolveSibling(target[0]);
                if (!Files.exists(file)
                        || target.length > 1 && !anchors(file).contains(target[1])) {
                    wrong.add(ROOT.relativize(page) + ": " + m.group(1));
                }
            }
        }
        assertTrue(links > 200, "only " + links + " links were found");
        assertEquals(List.of(), wrong);
    }

    /** What is behind {@code nat64ctl} in code, up to the first word that is no command. */
    @Test
    void commandsOfNat64ctlExist() throws IOException {
        List<String> wrong = new ArrayList<>();
        CommandLine nat64ctl = Nat64Ctl.commandLine();
        int commands = 0;
        for (Path page : pages()) {
            for (String code : code(Files.readString(page))) {
                for (Matcher m = COMMAND.matcher(code); m.find(); ) {
                    commands++;
                    CommandLine at = nat64ctl;
                    for (String word : m.group(1).trim().split(" ")) {
                        if (at.getSubcommands().isEmpty()) {
                            break;
                        }
                        at = at.getSubcommands().get(word);
                        if (at == null) {
                            wrong.add(ROOT.relativize(page) + ": " + m.group());
                            break;
                        }
                    }
                }
            }
        }
        assertTrue(commands > 50, "only " + commands + " commands were found");
        assertEquals(List.of(), wrong);
    }

    private static List<Path> pages() throws IOException {
        try (Stream<Path> docs = Files.walk(ROOT.resolve("docs"))) {
            List<Path> pages =
                    docs.filter(page -> page.toString().endsWith(".md"))
                            .sorted()
                            .collect(Collectors.toCollection(ArrayList::new));
            pages.add(ROOT.resolve("README.md"));
            return pages;
        }
    }

    /** Of the headings, as GitHub makes them. */
    private static Set<String> anchors(Path page) throws IOException {
        Set<String> anchors = new HashSet<>();
        for (String line : Files.readAllLines(page)) {
            Matcher m = HEADING.matcher(line);
            if (m.matches()) {
                anchors.add(
                        m.group(1)
                                .toLowerCase(Locale.ROOT)
                                .replaceAll("[^a-z0-9 _-]", "")
                                .replace(' ', '-'));
            }
        }
        return anchors;
    }

    /** What is between backquotes, and the lines of fences. */
    private static List<String> code(String page) {
        List<String> code = new ArrayList<>();
        boolean fence = false;
        for (String line : page.split("\n")) {
            if (line.startsWith("```")) {
                fence = !fence;
            } else if (fence) {
                code.add(line);
            } else {
                String[] parts = line.split("`", -1);
                for (int i = 1; i < parts.length; i += 2) {
                    code.add(parts[i]);
                }
            }
        }
        return code;
    }
}
