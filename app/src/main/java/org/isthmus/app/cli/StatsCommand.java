// SPDX-License-Identifier: Apache-2.0
package org.isthmus.app.cli;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.karaf.shell.api.action.Command;
import org.apache.karaf.shell.api.action.lifecycle.Service;
import org.isthmus.core.api.Nat64;
import org.isthmus.core.api.Statistics;
import org.isthmus.rest.JsonOutput;

/** {@code nat64-stats}. */
@Service
@Command(
        scope = "onos",
        name = "nat64-stats",
        description = "Prints counters since the start, and gauges of now")
public final class StatsCommand extends Nat64Command {
    @Override
    void run(Nat64 nat64) throws IOException {
        Statistics statistics = nat64.statistics();
        if (outputJson()) {
            json(JsonOutput.one(statistics, JsonOutput::statistics));
            return;
        }
        List<Object[]> rows = new ArrayList<>();
        add(rows, "counter", statistics.counters);
        add(rows, "gauge", statistics.gauges);
        new Table<Object[]>()
                .text("kind", row -> row[0])
                .text("name", row -> row[1])
                .number("value", row -> row[2])
                .print(rows, System.out);
    }

    private static void add(List<Object[]> rows, String kind, Map<String, Long> numbers) {
        new TreeMap<>(numbers).forEach((name, n) -> rows.add(new Object[] {kind, name, n}));
    }
}
