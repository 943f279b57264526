// SPDX-License-Identifier: Apache-2.0
package org.isthmus.export;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class SyslogSinkTest {
    @Test
    void aMessageIsThatOfRfc5424() {
        assertEquals(
                "<134>1 2026-01-31T10:00:00.001Z nat1 isthmus - assigned [mapping@32473"
                        + " number=\"1\" event=\"assigned\" protocol=\"udp\""
                        + " ipv6=\"2001:db8:0:1::/64\" ipv4=\"203.0.113.1\""
                        + " firstPort=\"64\" lastPort=\"127\"]",
                SyslogMessage.of(ExportRig.logged(1), 16, "nat1"));
        assertTrue(SyslogMessage.of(ExportRig.logged(2), 23, "-").startsWith("<190>1 "));
    }

    @Test
    void aHostnameIsPrintableOrNone() {
        assertEquals("-", SyslogMessage.hostname(null));
        assertEquals("-", SyslogMessage.hostname(" \u00e9"));
        assertEquals("nat1.example.net", SyslogMessage.hostname("nat1.example.net"));
        assertEquals(255, SyslogMessage.hostname("n".repeat(300)).length());
    }
}
