// SPDX-License-Identifier: Apache-2.0
package org.isthmus.rest;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.prometheus.metrics.model.snapshots.MetricSnapshot;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class MetricsTest {
    private static final Path PAGE = Path.of("..", "docs", "monitoring.md");

    private final FakeNat64 nat64 = FakeNat64.filled();
    private final Rest rest = new Rest(nat64);

    /** Rules and dashboard are held against that page, so that they name what there is. */
    @Test
    void thePageHasEveryMetricWithItsLabels() throws IOException {
        String expected =
                Metrics.all().stream()
                        .map(
                                m ->
                                        String.format(
                                                "| `%s` | %s | %s | %s |",
                                                m.series(),
                                                m.type.name().toLowerCase(Locale.ROOT),
                                                code(m.labels),
                                                m.help.replace("|", "\\|")))
                        .collect(Collectors.joining("\n"));
        assertTrue(Files.readString(PAGE).contains(expected + "\n\n"), expected);
    }

    private static String code(List<String> labels) {
        return labels.stream().map(l -> "`" + l + "`").collect(Collectors.joining(", "));
    }

    @Test
    void thePageHasNumbersOfTheProcessThatThereAre() throws IOException {
        Set<String> there = new TreeSet<>();
        for (MetricSnapshot s : ProcessNumbers.now()) {
            there.add(s.getMetadata().getName());
        }
        List<String> named =
                Files.readString(PAGE)
                        .lines()
                        .filter(l -> l.startsWith("| `process_") || l.startsWith("| `jvm_"))
                        .map(l -> l.split("`")[1].replaceAll("_(total|info)$", ""))
                        .collect(Collectors.toList());
        assertEquals(11, named.size());
        named.forEach(name -> assertTrue(there.contains(name), name + " is not in " + there));
    }

    @Test
    void everyNumberIsExplainedOnce() {
        Set<String> names = new TreeSet<>();
        Set<String> selectors = new TreeSet<>();
        for (Glossary.Entry e : Glossary.entries()) {
            assertTrue(names.add(e.kind + " " + e.name), e.name);
            assertTrue(selectors.add(e.selector()), e.selector());
            assertFalse(e.text.isEmpty() || e.text.endsWith("."), e.name);
        }
        assertTrue(
                rest.get("glossary")
                        .expect(200)
                        .text()
                        .contains(
                                "{\"kind\":\"counter\",\"name\":\"refused_no_ports\","
                                        + "\"metric\":\"nat64_refused_total{reason=\\\"no_ports\\\"}\","
                                        + "\"text\":\"New bindings and sessions that were refused:"
                                        + " no port is free\"}"));
    }

    @Test
    void numbersOfAnotherReleaseAreTold() {
        nat64.counters.put("of_tomorrow", 5L);
        nat64.gauges.put("now_of_tomorrow", 6L);
        String text = rest.get("metrics").expect(200).text();
        for (String line : List.of("nat64_of_tomorrow_total 5.0", "nat64_now_of_tomorrow 6.0")) {
            assertTrue(text.contains("\n" + line + "\n"), line);
        }
    }

    @Test
    void aSumIsNotBesideItsParts() {
        nat64.gauges.putAll(Map.of("bindings", 3L, "bindings_tcp", 2L, "bindings_udp", 1L));
        String text = rest.get("metrics").expect(200).text();
        assertTrue(text.contains("\nnat64_bindings{protocol=\"tcp\"} 2.0\n"), text);
        assertFalse(text.contains("\nnat64_bindings "), text);
    }
}
