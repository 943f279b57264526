// SPDX-License-Identifier: Apache-2.0
package org.isthmus.target.metrics;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.prometheus.metrics.model.snapshots.CounterSnapshot;
import io.prometheus.metrics.model.snapshots.InfoSnapshot;
import io.prometheus.metrics.model.snapshots.Label;
import io.prometheus.metrics.model.snapshots.MetricSnapshot;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** Holds the page about metrics against those that there are. */
public final class MetricsPage {
    private MetricsPage() {}

    /**
     * The page has each metric in a table of its own, which this prints if it does not.
     *
     * @param prefix of their names
     * @param metrics with a value of each at least
     */
    public static void assertHas(Path page, String prefix, Metrics metrics) throws IOException {
        List<String> rows = new ArrayList<>();
        for (MetricSnapshot s : metrics.now()) {
            if (s.getMetadata().getName().startsWith(prefix)) {
                rows.add(row(s));
            }
        }
        assertFalse(rows.isEmpty());
        String expected = String.join("\n", rows);
        assertTrue(
                Files.readString(page).contains("|---|---|---|---|\n" + expected + "\n\n"),
                expected);
    }

    private static String row(MetricSnapshot s) {
        String name = s.getMetadata().getName();
        assertFalse(s.getDataPoints().isEmpty(), name);
        boolean counter = s instanceof CounterSnapshot;
        boolean info = s instanceof InfoSnapshot;
        return String.format(
                "| `%s` | %s | %s | %s |",
                name + (counter ? "_total" : info ? "_info" : ""),
                counter ? "counter" : info ? "info" : "gauge",
                s.getDataPoints().get(0).getLabels().stream()
                        .map(Label::getName)
                        .map(l -> "`" + l + "`")
                        .collect(Collectors.joining(", ")),
                s.getMetadata().getHelp().replace("|", "\\|"));
    }
}
