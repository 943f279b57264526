// SPDX-License-Identifier: Apache-2.0
package org.isthmus.rtl.lower;

import org.isthmus.rtl.graph.Signal;

/** What of a packet is before the program's eyes, and how much of it is of the frame. */
final class Head {
    /** The first byte in the highest bits; zeros behind the frame's end. */
    final Signal bytes;

    /** How many of them are the frame's. */
    final Signal length;

    Head(Signal bytes, Signal length) {
        this.bytes = bytes;
        this.length = length;
    }
}
