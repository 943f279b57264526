// SPDX-License-Identifier: Apache-2.0
package org.isthmus.rtl.lower;

import org.isthmus.netfpga.layout.SwitchInfo;
import org.isthmus.rtl.graph.Graph;
import org.isthmus.rtl.graph.Signal;

/** A cell of an array of counters that some packets count up by one. Immutable. */
public final class Effect {
    /** Its short name. */
    public final String counter;

    /** Of {@link #indexBits}, where {@link #counts} is set one of the array's. */
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

    /** Bits of the index of an array of so many cells. */
    public static int indexBits(int size) {
        return Integer.SIZE - Integer.numberOfLeadingZeros(Math.max(1, size - 1));
    }

    /** The same of packets that do either, of which none does both. */
    Effect or(Effect other, Graph graph) {
        return new Effect(
                counter,
                graph.mux(other.counts, other.index, index),
                graph.or(counts, other.counts),
                place);
    }
}
