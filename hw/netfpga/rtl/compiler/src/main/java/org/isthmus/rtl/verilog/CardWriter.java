// SPDX-License-Identifier: Apache-2.0
package org.isthmus.rtl.verilog;

import org.isthmus.rtl.lower.Pipe;

/** The card around a pipeline, as a module for the slot of the SUME's output port lookup. */
final class CardWriter {
    private static final String TEMPLATE = "card.v";

    private CardWriter() {}

    static String write(String program, Pipe pipe, int hash) {
        return Templates.fill(
                TEMPLATE,
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
}
