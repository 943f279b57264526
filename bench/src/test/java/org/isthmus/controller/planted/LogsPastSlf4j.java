// SPDX-License-Identifier: Apache-2.0
package org.isthmus.controller.planted;

/** Breaks the rule that hosts log through slf4j. */
public final class LogsPastSlf4j {
    static final System.Logger LOG = System.getLogger(LogsPastSlf4j.class.getName());

    private LogsPastSlf4j() {}
}
