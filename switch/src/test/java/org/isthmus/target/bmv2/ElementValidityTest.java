// SPDX-License-Identifier: Apache-2.0
package org.isthmus.target.bmv2;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import p4.config.v1.P4InfoOuterClass.P4Info;

/** isValid() of an element of a stack whose index comes with the packet. */
class ElementValidityTest {
    private static String element(int index) {
        return "{\"name\":\"s["
                + index
                + "]\",\"id\":"
                + (8 + index)
                + ",\"header_type\":\"in_t\",\"metadata\":false}";
    }

    /** What p4c makes of it, which BMv2 refuses. */
    @Test
    void isThatOfTheElement() throws Exception {
        String chosen =
                "{\"op\":\"dereference_header_stack\",\"left\":{\"type\":\"header_stack\","
                        + "\"value\":\"s\"},\"right\":"
                        + MiniProgram.field("in", "i")
                        + "}";
        String valid =
                MiniProgram.op(
                        "d2b",
                        "null",
                        "{\"type\":\"field\",\"value\":[" + chosen + ",\"$valid$\"]}");
        String stack = "{\"name\":\"s\",\"id\":0,\"header_type\":\"in_t\",\"header_ids\":[8,9]}";
        String json =
                new MiniProgram()
                        .in("i", 64, false)
                        .out("valid", 8, false)
                        .run("add_header", "{\"type\":\"header\",\"value\":\"s[1]\"}")
                        .run(
                                "assign",
                                MiniProgram.field("out", "valid"),
                                MiniProgram.expression(MiniProgram.op("b2d", "null", valid)))
                        .json()
                        .replace(
                                "],\"header_stacks\":[]",
                                ","
                                        + element(0)
                                        + ","
                                        + element(1)
                                        + "],\"header_stacks\":["
                                        + stack
                                        + "]");
        Harness h = new Harness(P4Info.getDefaultInstance(), json.getBytes(StandardCharsets.UTF_8));
        assertEquals("1:00", h.send(1, "0000000000000000").get(0).toString());
        assertEquals("1:01", h.send(1, "0000000000000001").get(0).toString());
        assertEquals("1:00", h.send(1, "0000000000000002").get(0).toString());
        assertEquals("1:00", h.send(1, "00000000ffffffff").get(0).toString());
        assertEquals("1:00", h.send(1, "0000000100000001").get(0).toString());
        assertEquals("1:00", h.send(1, "8000000000000001").get(0).toString());
    }
}
