// SPDX-License-Identifier: Apache-2.0
package org.isthmus.netfpga.rtl;

import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.isthmus.netfpga.layout.MisfitException;

/** Descriptions of programs that were not compiled. */
final class Descriptions {
    static final int SMALL = 0;
    static final int WIDE = 1;
    static final int SLOTS = 2;

    private Descriptions() {}

    /** An exact table of 64 rows, one of wide rows, and a ternary one, with a counter. */
    static String json() {
        return "{\"program\": \"tiny\", \"hash\": 4022250974, \"counters\": ["
                + "{\"name\": \"drops\", \"base\": 512, \"size\": 64}], \"tables\": ["
                + exact("small", SMALL, 12, 9, 64, 4, 4096)
                + ", "
                + exact("wide", WIDE, 164, 49, 100, 5, 4352)
                + ", {\"name\": \"slots\", \"number\": 2, \"kind\": \"ternary\", \"key\": 40,"
                + " \"value\": 3, \"size\": 8, \"base\": 4608}]}";
    }

    private static String exact(
            String name, int number, int key, int value, int size, int index, int base) {
        Random random = new Random(number);
        String hash =
                IntStream.range(0, 5 * index)
                        .mapToObj(
                                i ->
                                        '"'
                                                + new BigInteger(key, random)
                                                        .setBit(i % key)
                                                        .toString(16)
                                                + '"')
                        .collect(Collectors.joining(", "));
        return String.format(
                "{\"name\": \"%s\", \"number\": %d, \"kind\": \"exact\", \"key\": %d, \"value\": %d,"
                        + " \"size\": %d, \"base\": %d, \"ways\": 5, \"index\": %d, \"overflow\": 2,"
                        + " \"hash\": [%s]}",
                name, number, key, value, size, base, index, hash);
    }

    static RtlDescription tiny() throws MisfitException {
        return RtlDescription.parse(json().getBytes(StandardCharsets.UTF_8));
    }
}
