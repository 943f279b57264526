// SPDX-License-Identifier: Apache-2.0
package org.isthmus.rtl.verilog;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;

/** Programs of Icarus. */
final class Simulator {
    private Simulator() {}

    /** What a program said; one that fails, fails the test with that. */
    static String run(String... command) throws IOException, InterruptedException {
        Process p = new ProcessBuilder(command).redirectErrorStream(true).start();
        p.getOutputStream().close();
        String said = new String(p.getInputStream().readAllBytes()).trim();
        assertEquals(0, p.waitFor(), said);
        return said;
    }
}
