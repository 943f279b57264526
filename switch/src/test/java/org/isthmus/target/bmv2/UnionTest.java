// SPDX-License-Identifier: Apache-2.0
package org.isthmus.target.bmv2;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

/** Header unions and stacks of them, by unions.p4. */
class UnionTest {
    @Test
    void doesWhatBmv2Does() throws Exception {
        assertEquals(116, Harness.of("unions").checkVectors("unions"));
    }

    /** What p4c makes of isValid() of an element of a stack, which BMv2 refuses. */
    @Test
    void anElementOfAStackIsValidIfAMemberIs() throws Exception {
        String json =
                new String(Harness.resource("unions.json"), StandardCharsets.UTF_8)
                        .replace(
                                "{\"type\": \"header_union\", \"value\": \"two\"}",
                                "{\"type\": \"header\", \"value\": \"layers[1]\"}");
        Harness h = new Harness(Harness.p4info("unions"), json.getBytes(StandardCharsets.UTF_8));
        assertEquals("1:000105050a77", h.send(1, "0001050a77").get(0).toString());
        assertEquals("1:00020f050b8def77", h.send(1, "0002050b8def77").get(0).toString());
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
