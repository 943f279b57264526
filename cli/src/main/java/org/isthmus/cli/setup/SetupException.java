// SPDX-License-Identifier: Apache-2.0
package org.isthmus.cli.setup;

import java.util.List;

/** What is said of a network is wrong. */
public final class SetupException extends Exception {
    private static final long serialVersionUID = 1;

    private final transient List<String> lines;

    SetupException(List<String> lines) {
        super(String.join("\n", lines));
        this.lines = List.copyOf(lines);
    }

    /** One for each fault, with the option that has it. */
    public List<String> lines() {
        return lines;
    }
}
