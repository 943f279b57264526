// SPDX-License-Identifier: Apache-2.0
package org.isthmus.rtl.verilog;

import org.isthmus.rtl.lower.Pipe;

/** The card around a pipeline, as a module for the slot of the SUME's output port lookup. */
final class CardWriter {
    private static final String CARD = "card.v";
    private static final String SLOT = "slot.v";

    private CardWriter() {}

    static String write(String program, Pipe pipe, int hash) {
        return Templates.fill(
                CARD,
                "PROGRAM",
                program,
                "HEAD_BEATS",
                pipe.headBytes / Pipe.BEAT_BYTES,
                "HEAD_BITS",
                8 * pipe.headBytes,
                "OUT_BYTES",
                pipe.outBytes,
                "OUT_BITS",
                8 * pipe.outBytes,
                "HASH",
                String.format("%08x", hash));
    }

    /** That card with the ports of the output port lookup. */
    static String slot(String program) {
        return Templates.fill(SLOT, "PROGRAM", program);
    }
}
