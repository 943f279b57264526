// SPDX-License-Identifier: Apache-2.0
package org.isthmus.rfc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * docs/rfc holds what it says: the tests that it names exist and run, and nothing is left without a
 * verdict. It stands in bench/, which is built after all modules whose tests are named.
 */
class RfcPagesTest {
    private static final Path DIRECTORY = NamedTests.ROOT.resolve("docs/rfc");
    private static final NamedTests TESTS = new NamedTests();
    private static final Map<String, RfcPage> PAGES = new TreeMap<>();

    @BeforeAll
    static void read() throws IOException {
        try (Stream<Path> files = Files.list(DIRECTORY)) {
            for (Path file : (Iterable<Path>) files::iterator) {
                if (!file.endsWith("README.md")) {
                    PAGES.put(file.getFileName().toString(), RfcPage.read(file));
                }
            }
        }
    }

    @Test
    void everyRowHasAVerdict() {
        List<String> faults = new ArrayList<>();
        PAGES.forEach((name, page) -> page.faults.forEach(f -> faults.add(name + " " + f)));
        assertEquals(List.of(), faults);
    }

    @Test
    void everyTestThatIsNamedRuns() throws IOException {
        List<String> faults = new ArrayList<>();
        for (Map.Entry<String, RfcPage> page : PAGES.entrySet()) {
            for (RfcPage.Row row : page.getValue().rows) {
                for (String test : row.tests) {
                    String fault = TESTS.fault(test);
                    if (fault != null) {
                        faults.add(page.getKey() + " " + row.id + ": " + test + ": " + fault);
                    }
                }
            }
        }
        assertEquals(List.of(), faults);
    }

    /** By page: how often each verdict occurs, and all rows. */
    @Test
    void theIndexHasTheCounts() throws IOException {
        Map<String, String> expected = new LinkedHashMap<>();
        Map<RfcPage.Verdict, Integer> all = new EnumMap<>(RfcPage.Verdict.class);
        PAGES.forEach(
                (name, page) -> {
                    expected.put(name, cells(page.counts().values()));
                    page.counts().forEach((v, n) -> all.merge(v, n, Integer::sum));
                });
        expected.put("all", cells(all.values()));
        Map<String, String> found = new TreeMap<>();
        for (String line : Files.readAllLines(DIRECTORY.resolve("README.md"))) {
            if (line.matches("\\| (all|\\[.*\\]\\(\\w+\\.md\\)) \\| \\d.*")) {
                String[] cells = line.split(" *\\| *", 3);
                found.put(cells[1].replaceAll(".*\\((.*)\\)", "$1"), "| " + cells[2]);
            }
        }
        assertEquals(new TreeMap<>(expected), found);
    }

    private static String cells(Collection<Integer> counts) {
        int sum = counts.stream().mapToInt(Integer::intValue).sum();
        return Stream.concat(counts.stream(), Stream.of(sum))
                .map(n -> "| " + n + " ")
                .collect(Collectors.joining("", "", "|"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "vector eam/shortest match",
                "vector eams/longest match",
                "vector longest match",
                "junit core/EamtTest#exampleOfAnotherRfc",
                "junit core/EamtTest#eam",
                "junit core/EamtsTest#exampleOfTheRfc",
                "junit kernel/EamtTest#exampleOfTheRfc",
                "junit core/DataPlaneContract#answersEveryCall",
                "junit EamtTest",
                "python p4/tests/test_order.py::OrderTest.test_nothing",
                "python p4/tests/test_orders.py::OrderTest.test_order",
                "python p4/vectors/run_bmv2.py::OrderTest.test_order",
                "demo ping66",
            })
    void aTestThatIsInventedIsFound(String name) throws IOException {
        assertNotNull(TESTS.fault(name));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "vector eam/longest match",
                "vector rfc6052/* to4 /96",
                "junit core/EamtTest#exampleOfTheRfc",
                "junit hw/netfpga/agent/CardVectorTest#vectors",
                "python p4/tests/test_order.py::OrderTest.test_nothing_is_decided_after_the_first_write_to_a_header",
                "demo ping64",
            })
    void aTestThatRunsIsFound(String name) throws IOException {
        assertNull(TESTS.fault(name));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "| 1-1 | MUST | Be. | perhaps | `vector eam/longest match` |",
                "| 1-1 | MUST | Be. | tested | it is |",
                "| 1-1 | MUST | Be. | not done |  |",
                "| 1-1 | MUST | Be. | tested |",
            })
    void aRowWithoutAVerdictIsFound(String row) {
        assertEquals(1, new RfcPage(List.of(row)).faults.size());
    }

    @Test
    void aRowThatIsThereTwiceIsFound() {
        String row = "| 1-1 | MUST | Be. | not done | it is not |";
        assertEquals(List.of(), new RfcPage(List.of(row)).faults);
        assertEquals(List.of("line 2: a second row 1-1"), new RfcPage(List.of(row, row)).faults);
    }
}
