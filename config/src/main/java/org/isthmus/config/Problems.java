// SPDX-License-Identifier: Apache-2.0
package org.isthmus.config;

import java.util.ArrayList;
import java.util.List;

/** Collects problems while reading continues. One thread at a time. */
final class Problems {
    private final List<String> lines = new ArrayList<>();

    void add(String path, String message) {
        lines.add(path.isEmpty() ? message : path + ": " + message);
    }

    boolean isEmpty() {
        return lines.isEmpty();
    }

    List<String> lines() {
        return lines;
    }
}
