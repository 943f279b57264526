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
    static final int ROUTES = 3;

    private Descriptions() {}

    /**
     * An exact table of 64 rows, one of wide rows, a ternary one and one of prefixes, with a
     * counter.
     */
    static String json() {
        return "{\"program\": \"tiny\", \"hash\": 4022250974, \"counters\": ["
                + "{\"name\": \"drops\", \"base\": 512, \"size\": 64}], \"tables\": ["
                + exact("small", SMALL, 12, 9, 64, 4, 4096)
                + ", "
                + exact("wide", WIDE, 164, 49, 100, 5, 4352)
                + ", {\"name\": \"slots\", \"number\": 2, \"kind\": \"ternary\", \"key\": 40,"
                + " \"value\": 3, \"size\": 8, \"base\": 4608}, "
                + hashed("lpm", "routes", ROUTES, 32, 9, 32, 16, 2, 8, 4864)
                + "]}";
    }

    private static String exact(
            String name, int number, int key, int value, int size, int index, int base) {
        return hashed("exact", name, number, key, value, size, 5, index, 2, base);
    }

    private static String hashed(
            String kind,
            String name,
            int number,
            int key,
            int value,
            int size,
            int ways,
            int index,
            int overflow,
            int base) {
        Random random = new Random(number);
        String hash =
                IntStream.range(0, ways * index)
                        .mapToObj(
                                i ->
                                        '"'
                                                + new BigInteger(key, random)
                                                        .setBit(i % key)
                                                        .toString(16)
                                                + '"')
                        .collect(Collectors.joining(", "));
        return String.format(
                "{\"name\": \"%s\", \"number\": %d, \"kind\": \"%s\", \"key\": %d, \"value\": %d,"
                        + " \"size\": %d, \"base\": %d, \"ways\": %d, \"index\": %d, \"overflow\": %d,"
                        + " \"hash\": [%s]}",
                name, number, kind, key, value, size, base, ways, index, overflow, hash);
    }

    static RtlDescription tiny() throws MisfitException {
        return RtlDescription.parse(json().getBytes(StandardCharsets.UTF_8));
    }
}
