// SPDX-License-Identifier: Apache-2.0
package org.isthmus.target.bmv2.run;

import java.math.BigInteger;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What programs say: log_msg, assert and assume. */
public final class ProgramLog {
    private static final Logger LOG = LoggerFactory.getLogger("org.isthmus.target.bmv2");

    private ProgramLog() {}

    /** A failed assert or assume; the packet is dropped. */
    public static final class AssertionFailed extends RuntimeException {
        private static final long serialVersionUID = 1;

        AssertionFailed(String message) {
            super(message, null, false, false);
        }
    }

    public static void fail(String what) {
        throw new AssertionFailed(what);
    }

    /** Whether {@link #message} would write anything. */
    public static boolean enabled() {
        return LOG.isInfoEnabled();
    }

    /**
     * Writes a message of the program.
     *
     * @param format text with {} for each value
     * @param values the words of all values, low word first, each signed as a whole
     * @param counts words of each value
     */
    public static void message(String format, long[] values, int[] counts) {
        StringBuilder out = new StringBuilder();
        int from = 0;
        int at = 0;
        for (int count : counts) {
            int open = format.indexOf("{}", from);
            out.append(format, from, open).append(number(values, at, count));
            from = open + 2;
            at += count;
        }
        LOG.info(out.append(format, from, format.length()).toString());
    }

    private static BigInteger number(long[] words, int at, int count) {
        byte[] b = new byte[count * 8];
        for (int i = 0; i < count; i++) {
            Bits.put8(b, (count - 1 - i) * 8, words[at + i]);
        }
        return new BigInteger(b);
    }
}
