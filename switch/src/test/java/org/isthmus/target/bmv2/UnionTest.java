// SPDX-License-Identifier: Apache-2.0
package org.isthmus.target.bmv2;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

/** Header unions and stacks of them, by unions.p4. */
class UnionTest {
    @Test
    void doesWhatBmv2Does() throws Exception {
        assertEquals(116, Harness.of("unions").checkVectors("unions"));
    }

    /** One member at most is valid, so one at most is emitted. */
    @Test
    void aMemberThatBecomesValidReplacesTheOther() throws Exception {
        Harness h = Harness.of("unions");
        assertEquals("1:0000010577", h.send(1, "00000577").get(0).toString());
        assertEquals("1:020001222277", h.send(1, "02000577").get(0).toString());
        assertEquals("1:0100011177", h.send(1, "0100812377").get(0).toString());
    }

    /** In BMv2 the union that leaves the stack at the one end comes back at the other. */
    @Test
    void whatIsPushedOrPoppedOutOfAStackIsGone() throws Exception {
        Harness h = Harness.of("unions");
        assertEquals("1:050209050b77", h.send(1, "0502050b8def77").get(0).toString());
        assertEquals("1:050209050b77", h.send(1, "0502050b0c77").get(0).toString());
        assertEquals("1:0601010577", h.send(1, "0601050a77").get(0).toString());
        assertEquals("1:060201058def77", h.send(1, "0602050b8def77").get(0).toString());
    }
}
