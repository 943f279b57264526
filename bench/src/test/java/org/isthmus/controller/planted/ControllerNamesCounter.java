// SPDX-License-Identifier: Apache-2.0
package org.isthmus.controller.planted;

import org.isthmus.pipeline.P4;

/** Breaks the rule on the names of the P4 program, by a number that javac must not copy. */
public final class ControllerNamesCounter {
    int violate() {
        return P4.Counters.DROPS;
    }
}
