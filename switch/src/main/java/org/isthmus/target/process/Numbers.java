// SPDX-License-Identifier: Apache-2.0
package org.isthmus.target.process;

import picocli.CommandLine.TypeConversionException;

/** Numbers on a command line. */
final class Numbers {
    private Numbers() {}

    /** Decimal, or hexadecimal behind 0x. */
    static long parse(String text, long min, long max) {
        try {
            long n =
                    text.startsWith("0x")
                            ? Long.parseLong(text.substring(2), 16)
                            : Long.parseLong(text);
            if (n >= min && n <= max) {
                return n;
            }
        } catch (NumberFormatException e) {
            // Reported below, with the range.
        }
        throw new TypeConversionException(text + " is no number from " + min + " to " + max);
    }
}
