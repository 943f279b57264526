// SPDX-License-Identifier: Apache-2.0
package org.isthmus.fuzz;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.isthmus.target.Seeds;
import org.junit.jupiter.api.Test;

/** A short form of {@code make fuzz}, on all programs. */
class FuzzTest {
    private static final int PACKETS = 20_000;

    /** One in so many frames, of each kind: the packets get somewhere. */
    private static final int PART = 400;

    @Test
    void theProgramWithAllFeatures() throws Exception {
        run("v1model", PACKETS);
    }

    @Test
    void theProgramWithoutFeatures() throws Exception {
        run("minimal", PACKETS / 4);
    }

    @Test
    void theProgramOfTheCard() throws Exception {
        run("netfpga", PACKETS / 4);
    }

    private static void run(String profile, int packets) throws Exception {
        ByteArrayOutputStream printed = new ByteArrayOutputStream();
        Fuzz fuzz =
                new Fuzz(
                        profile,
                        Seeds.of(1),
                        new PrintStream(printed, true, StandardCharsets.UTF_8));
        fuzz.run(packets);
        String text = printed.toString(StandardCharsets.UTF_8);
        System.out.print(text);
        assertEquals(0, fuzz.findings().size(), text);
        for (Map.Entry<String, Integer> least :
                Map.of(
                                "packets translated", 20,
                                "packets forwarded", 5,
                                "fragments translated", 5,
                                "errors sent", 10,
                                "errors passed on", 2)
                        .entrySet()) {
            int count = fuzz.counts().getOrDefault(least.getKey(), 0);
            assertTrue(count >= least.getValue() * packets / PART, text);
        }
    }
}
