// SPDX-License-Identifier: Apache-2.0
package org.isthmus.config;

import java.util.Locale;

/** Suggests the known name closest to a misspelt one. */
final class Suggestion {
    private Suggestion() {}

    /** The candidate fewest edits away, or null when none is near. */
    static String nearest(String name, Iterable<String> candidates) {
        String best = null;
        int bestDistance = Math.max(1, name.length() / 3) + 1;
        for (String candidate : candidates) {
            int d = distance(name.toLowerCase(Locale.ROOT), candidate.toLowerCase(Locale.ROOT));
            if (d < bestDistance) {
                bestDistance = d;
                best = candidate;
            }
        }
        return best;
    }

    /** Insertions, deletions and replacements that turn one into the other. */
    private static int distance(String a, String b) {
        int[] row = new int[b.length() + 1];
        for (int j = 0; j <= b.length(); j++) {
            row[j] = j;
        }
        for (int i = 1; i <= a.length(); i++) {
            int diagonal = row[0];
            row[0] = i;
            for (int j = 1; j <= b.length(); j++) {
                int replace = diagonal + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
                diagonal = row[j];
                row[j] = Math.min(replace, Math.min(row[j], row[j - 1]) + 1);
            }
        }
        return row[b.length()];
    }
}
