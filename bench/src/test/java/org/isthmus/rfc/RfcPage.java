// SPDX-License-Identifier: Apache-2.0
package org.isthmus.rfc;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A page of docs/rfc, as docs/rfc/README.md says it is written. Immutable. */
final class RfcPage {
    /** What becomes of a sentence of an RFC, in the order of the index. */
    enum Verdict {
        TESTED("tested"),
        UNTESTABLE("untestable here"),
        NOT_DONE("not done"),
        NOT_APPLICABLE("not applicable");

        private final String text;

        Verdict(String text) {
            this.text = text;
        }

        static Verdict parse(String text) {
            return Arrays.stream(values()).filter(v -> v.text.equals(text)).findAny().orElse(null);
        }
    }

    /** A sentence of an RFC. Immutable. */
    static final class Row {
        final String id;
        final Verdict verdict;

        /** The tests that are named, {@code vector eam/longest match}. */
        final List<String> tests;

        private Row(String id, Verdict verdict, List<String> tests) {
            this.id = id;
            this.verdict = verdict;
            this.tests = tests;
        }
    }

    private static final String HEAD =
            "| Row | Level | What is asked | Verdict | Tests, or the reason |";
    private static final String RULE = "|---|---|---|---|---|";
    private static final Pattern TEST = Pattern.compile("`((?:vector|junit|python|demo) [^`]+)`");

    final List<Row> rows = new ArrayList<>();

    /** What is wrong with the page, by line. */
    final List<String> faults = new ArrayList<>();

    RfcPage(List<String> lines) {
        Set<String> ids = new HashSet<>();
        for (int i = 0; i < lines.size(); i++) {
            String line = lines.get(i);
            if (line.startsWith("|") && !line.equals(HEAD) && !line.equals(RULE)) {
                Row row = row(line, "line " + (i + 1) + ": ");
                if (row != null && !ids.add(row.id)) {
                    faults.add("line " + (i + 1) + ": a second row " + row.id);
                }
            }
        }
    }

    static RfcPage read(Path file) throws IOException {
        return new RfcPage(Files.readAllLines(file));
    }

    private Row row(String line, String at) {
        String[] cells = line.replaceAll("^\\| | \\|$", "").split(" \\| ", -1);
        if (cells.length != 5 || Arrays.stream(cells).anyMatch(String::isBlank)) {
            faults.add(at + "not five cells with something in each");
            return null;
        }
        Verdict verdict = Verdict.parse(cells[3]);
        List<String> tests = new ArrayList<>();
        for (Matcher m = TEST.matcher(cells[4]); m.find(); ) {
            tests.add(m.group(1));
        }
        if (verdict == null) {
            faults.add(at + "no verdict: " + cells[3]);
        } else if (verdict == Verdict.TESTED
                && !cells[4].matches("`(vector|junit|python|demo) .*")) {
            faults.add(at + "tested, and the last cell does not begin with a test");
        }
        Row row = new Row(cells[0], verdict, List.copyOf(tests));
        rows.add(row);
        return row;
    }

    /** How many rows have each verdict. */
    Map<Verdict, Integer> counts() {
        Map<Verdict, Integer> counts = new EnumMap<>(Verdict.class);
        for (Verdict v : Verdict.values()) {
            counts.put(v, (int) rows.stream().filter(r -> r.verdict == v).count());
        }
        return counts;
    }
}
