// SPDX-License-Identifier: Apache-2.0
package org.isthmus.rtl.verilog;

import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.isthmus.rtl.graph.Signal;

/**
 * Where in the program some signals come from, in few words for a comment: parts of it that have no
 * line, such as states of the parser, then lines by file, as in {@code nat.p4 7-9+12}. Immutable.
 */
final class Places {
    private final Set<String> parts = new LinkedHashSet<>();
    private final Map<String, TreeSet<Integer>> lines = new TreeMap<>();

    private Places() {}

    static Places of(Collection<Signal> signals) {
        Places all = new Places();
        signals.forEach(s -> all.add(s.place()));
        return all;
    }

    private void add(String place) {
        int colon = place.lastIndexOf(':');
        if (colon > 0) {
            lines.computeIfAbsent(place.substring(0, colon), none -> new TreeSet<>())
                    .add(Integer.valueOf(place.substring(colon + 1)));
        } else if (!place.isEmpty()) {
            parts.add(place);
        }
    }

    @Override
    public String toString() {
        StringBuilder text = new StringBuilder(String.join(", ", parts));
        lines.forEach(
                (file, numbers) ->
                        text.append(text.length() == 0 ? "" : ", ")
                                .append(file)
                                .append(' ')
                                .append(runs(numbers)));
        return text.toString();
    }

    private static String runs(TreeSet<Integer> numbers) {
        StringBuilder text = new StringBuilder();
        int first = -1;
        int last = -1;
        for (int n : numbers) {
            if (first >= 0 && n == last + 1) {
                last = n;
                continue;
            }
            append(text, first, last);
            first = n;
            last = n;
        }
        append(text, first, last);
        return text.toString();
    }

    private static void append(StringBuilder text, int first, int last) {
        if (first >= 0) {
            text.append(text.length() == 0 ? "" : "+").append(first);
            text.append(last == first ? "" : "-" + last);
        }
    }
}
