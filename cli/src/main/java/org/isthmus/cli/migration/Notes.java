// SPDX-License-Identifier: Apache-2.0
package org.isthmus.cli.migration;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** What is not as it was, and what is wrong. For one thread. */
public final class Notes {
    private static final class Line {
        private final int number;
        private final String text;

        private Line(int number, String text) {
            this.number = number;
            this.text = text;
        }
    }

    /** By file, in the order in which they were read. */
    private final Map<String, List<Line>> lines = new LinkedHashMap<>();

    private final List<String> faults = new ArrayList<>();
    private int changed;
    private int dropped;

    /** It has no equivalent. */
    void dropped(Place place, Object value, String reason) {
        dropped++;
        add(place, value, "dropped: " + reason);
    }

    /** It is taken over with another meaning or value. */
    void changed(Place place, Object value, String reason) {
        changed++;
        add(place, value, "changed: " + reason);
    }

    /** It is so without being said. */
    void unneeded(Place place, Object value, String reason) {
        add(place, value, "not needed: " + reason);
    }

    /** The file is wrong. */
    void wrong(Place place, String message) {
        faults.add(place + ": " + message);
    }

    void throwIfWrong() throws ImportException {
        if (!faults.isEmpty()) {
            throw new ImportException(faults);
        }
    }

    private void add(Place place, Object value, String text) {
        String line = place + (value == null ? "" : " " + value) + ": " + text;
        lines.computeIfAbsent(place.file, f -> new ArrayList<>()).add(new Line(place.line, line));
    }

    /** A line for each, with place, value and reason, in the order of the places. */
    public List<String> lines() {
        return lines.values().stream()
                .flatMap(f -> f.stream().sorted(Comparator.comparingInt(l -> l.number)))
                .map(l -> l.text)
                .collect(Collectors.toList());
    }

    public int changed() {
        return changed;
    }

    public int dropped() {
        return dropped;
    }
}
