// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core.api;

import java.util.List;

/** Whether the service is working. Immutable. */
public final class Health {
    public final boolean ok;

    /** What is wrong, one sentence each; empty if nothing is. */
    public final List<String> problems;

    public Health(List<String> problems) {
        this.ok = problems.isEmpty();
        this.problems = List.copyOf(problems);
    }
}
