// SPDX-License-Identifier: Apache-2.0
package org.isthmus.cli.migration;

import java.util.List;

/** What is imported is wrong, or what came of it is refused. */
public final class ImportException extends Exception {
    private static final long serialVersionUID = 1;

    private final transient List<String> lines;

    ImportException(List<String> lines) {
        super(String.join("\n", lines));
        this.lines = List.copyOf(lines);
    }

    /** One for each fault, with its place. */
    public List<String> lines() {
        return lines;
    }
}
