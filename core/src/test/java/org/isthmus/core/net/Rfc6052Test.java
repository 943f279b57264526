// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core.net;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.Random;
import org.isthmus.core.testing.Seeds;
import org.junit.jupiter.api.Test;

class Rfc6052Test {
    private static final int[] LENGTHS = {32, 40, 48, 56, 64, 96};

    /** The examples of RFC 6052 section 2.4. */
    @Test
    void examplesOfTheRfc() {
        String[][] rows = {
            {"2001:db8::/32", "2001:db8:c000:221::"},
            {"2001:db8:100::/40", "2001:db8:1c0:2:21::"},
            {"2001:db8:122::/48", "2001:db8:122:c000:2:2100::"},
            {"2001:db8:122:300::/56", "2001:db8:122:3c0:0:221::"},
            {"2001:db8:122:344::/64", "2001:db8:122:344:c0:2:2100::"},
            {"2001:db8:122:344::/96", "2001:db8:122:344::192.0.2.33"},
            {"64:ff9b::/96", "64:ff9b::192.0.2.33"},
        };
        int v4 = Ipv4Address.parse("192.0.2.33").bits();
        for (String[] row : rows) {
            Ipv6Prefix prefix = Ipv6Prefix.parse(row[0]);
            Ipv6Address a =
                    Ipv6Address.of(Rfc6052.embedHigh(prefix, v4), Rfc6052.embedLow(prefix, v4));
            assertEquals(Ipv6Address.parse(row[1]), a, row[0]);
            assertEquals(v4, Rfc6052.extract(a.high(), a.low(), prefix.length()), row[0]);
        }
    }

    @Test
    void whatIsEmbeddedIsExtractedWhateverTheSuffix() {
        long seed = Seeds.of(6052);
        Random random = new Random(seed);
        for (int i = 0; i < 100_000; i++) {
            int length = LENGTHS[random.nextInt(LENGTHS.length)];
            Ipv6Prefix prefix = Ipv6Prefix.of(random.nextLong(), random.nextLong() >>> 8, length);
            int v4 = random.nextInt();
            long high = Rfc6052.embedHigh(prefix, v4);
            long low = Rfc6052.embedLow(prefix, v4);
            assertTrue(prefix.contains(high, low), () -> "seed " + seed + " " + prefix);
            assertEquals(0, low >>> 56, () -> "bits 64 to 71, seed " + seed + " " + prefix);
            // 40 bits after the prefix belong to the address and the zero octet (none for /96).
            int used = length == 96 ? 128 : length + 40;
            long noise = used >= 128 ? 0 : random.nextLong() >>> (used - 64);
            assertEquals(v4, Rfc6052.extract(high, low | noise, length), () -> "seed " + seed);
        }
    }

    @Test
    void sixLengths() {
        for (int length = 0; length <= 128; length++) {
            int l = length;
            boolean listed = Arrays.stream(LENGTHS).anyMatch(x -> x == l);
            assertEquals(listed, Rfc6052.isLength(length), "length " + length);
        }
    }
}
