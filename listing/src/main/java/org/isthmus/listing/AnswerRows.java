// SPDX-License-Identifier: Apache-2.0
package org.isthmus.listing;

import static org.isthmus.listing.JsonReader.list;
import static org.isthmus.listing.JsonReader.object;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Rows that are made from an answer as a whole. */
final class AnswerRows {
    private AnswerRows() {}

    static List<Map<String, Object>> tables(Map<String, Object> answer) {
        List<Map<String, Object>> rows = new ArrayList<>();
        for (Object device : list(answer.get("devices"))) {
            for (Object table : list(object(device).get("tables"))) {
                Map<String, Object> row = new LinkedHashMap<>(object(table));
                row.put("device", object(device).get("id"));
                rows.add(row);
            }
        }
        return rows;
    }

    static List<Map<String, Object>> statistics(Map<String, Object> answer) {
        List<Map<String, Object>> rows = new ArrayList<>();
        for (String kind : List.of("counter", "gauge")) {
            object(answer.get(kind + "s"))
                    .forEach(
                            (name, value) ->
                                    rows.add(Map.of("kind", kind, "name", name, "value", value)));
        }
        object(answer.get("histograms"))
                .forEach((name, histogram) -> rows.add(mean(name, object(histogram))));
        return rows;
    }

    private static Map<String, Object> mean(String name, Map<String, Object> histogram) {
        Map<String, Object> row = new LinkedHashMap<>();
        row.put("kind", "mean");
        row.put("name", name);
        long count =
                list(histogram.get("counts")).stream()
                        .mapToLong(n -> ((Number) n).longValue())
                        .sum();
        if (count > 0) {
            double sum = ((Number) histogram.get("sum")).doubleValue();
            row.put("value", BigDecimal.valueOf(sum / count).setScale(3, RoundingMode.HALF_UP));
        }
        return row;
    }

    static List<Map<String, Object>> path(Map<String, Object> answer) {
        List<Map<String, Object>> rows = new ArrayList<>();
        for (String name : List.of("outbound", "inbound")) {
            Map<String, Object> direction = object(answer.get(name));
            for (Object hop : list(direction.get("hops"))) {
                rows.add(pathRow(name, object(hop), direction.get("to")));
            }
        }
        return rows;
    }

    /**
     * @param to the port behind the last device, or null
     */
    private static Map<String, Object> pathRow(
            String direction, Map<String, Object> hop, Object to) {
        List<String> next = new ArrayList<>();
        for (Object n : list(hop.get("next"))) {
            Map<String, Object> link = object(n);
            next.add(link.get("device") + " by port " + link.get("port"));
        }
        Map<String, Object> row = new LinkedHashMap<>(hop);
        row.put("direction", direction);
        row.put("next", next.isEmpty() ? to : String.join(", ", next));
        return row;
    }
}
