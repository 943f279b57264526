// SPDX-License-Identifier: Apache-2.0
package org.isthmus.rtl.planted;

/** Breaks the rule that the compiler of hardware and the agent share a card's layout alone. */
public final class CompilerUsesAgent {
    Class<?> violate() {
        return org.isthmus.netfpga.card.Registers.class;
    }
}
