// SPDX-License-Identifier: Apache-2.0
package org.isthmus.rtl.lower;

import org.isthmus.netfpga.layout.SwitchInfo;
import org.isthmus.rtl.graph.Signal;

/** A cell of an array of counters that some packets count up by one. Immutable. */
public final class Effect {
    /** Its short name. */
    public final String counter;

    public final Signal index;

    /** One bit: this packet does. */
    public final Signal counts;

    public final String place;

    Effect(String counter, Signal index, Signal counts, String place) {
        this.counter = SwitchInfo.shortName(counter);
        this.index = index;
        this.counts = counts;
        this.place = place;
    }
}
