// SPDX-License-Identifier: Apache-2.0
package org.isthmus.config;

import java.util.List;

/** An invalid netcfg, with all its problems. */
public final class NetcfgException extends Exception {
    private static final long serialVersionUID = 1;

    private final transient List<String> problems;

    NetcfgException(List<String> problems) {
        super(String.join("\n", problems));
        this.problems = List.copyOf(problems);
    }

    /** One line each, {@code path.of.the.field: what is wrong}; at least one. */
    public List<String> problems() {
        return problems;
    }
}
