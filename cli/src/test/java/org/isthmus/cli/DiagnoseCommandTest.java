// SPDX-License-Identifier: Apache-2.0
package org.isthmus.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** {@code diagnose}. */
class DiagnoseCommandTest {
    private final Ctl ctl = new Ctl();

    @AfterEach
    void close() {
        ctl.close();
    }

    @Test
    void aDiagnosisWithAProblemEndsWithOne() {
        assertEquals(0, ctl.run("diagnose", "2001:db8:1::1"), ctl.err::toString);
        assertEquals(1, ctl.run("diagnose", "2001:db8:1::1", "64:ff9b::1", "-o", "csv"));
        assertEquals(
                "peer,problem,\"64:ff9b::1 is in no network of an interface, and no route leads to"
                        + " it\"",
                ctl.out.toString().lines().skip(4).findFirst().orElse(null));
        assertEquals(0, ctl.run("diagnose", "203.0.113.7:80", "--protocol", "tcp"));
        ctl.refused("protocol: is missing", "diagnose", "203.0.113.7:80");
        ctl.refused(
                "protocol: is missing", "diagnose", "2001:db8:1::1", "192.0.2.1", "--port", "1");
    }
}
