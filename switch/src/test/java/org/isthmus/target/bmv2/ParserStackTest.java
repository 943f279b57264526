// SPDX-License-Identifier: Apache-2.0
package org.isthmus.target.bmv2;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.charset.StandardCharsets;
import org.isthmus.target.api.RefusedException;
import org.junit.jupiter.api.Test;
import p4.config.v1.P4InfoOuterClass.P4Info;

/** The last element of a stack in a parser. What leaves is the error, and a field after parsing. */
class ParserStackTest {
    private static final String NO_ERROR = "00";
    private static final String STACK_OUT_OF_BOUNDS = "03";

    private static final String A = MiniProgram.field("in", "a");
    private static final String LAST = "{\"type\":\"stack_field\",\"value\":[\"s\",\"a\"]}";
    private static final String EXTRACT =
            "{\"op\":\"extract\",\"parameters\":[{\"type\":\"stack\",\"value\":\"s\"}]}";

    private static String set(String value) {
        return "{\"op\":\"set\",\"parameters\":[" + A + "," + value + "]}";
    }

    private static final String SUM =
            set(MiniProgram.expression(MiniProgram.op("+", LAST, MiniProgram.hex("0x01"))));

    /** Extracts "in", and does this behind it. */
    private static Harness parser(String operations) throws RefusedException {
        String extracted = "\"parameters\":[{\"type\":\"regular\",\"value\":\"in\"}]}";
        String stack = "{\"name\":\"s\",\"id\":0,\"header_type\":\"in_t\",\"header_ids\":[9]}";
        String element = "{\"name\":\"s[0]\",\"id\":9,\"header_type\":\"in_t\",\"metadata\":false}";
        String json =
                new MiniProgram()
                        .in("a", 8, false)
                        .out("error", 8, false)
                        .out("a", 8, false)
                        .run(
                                "assign",
                                MiniProgram.field("out", "error"),
                                MiniProgram.field("standard_metadata", "parser_error"))
                        .run("assign", MiniProgram.field("out", "a"), A)
                        .json()
                        .replace("[\"_pad\",5]", "[\"parser_error\",32],[\"_pad\",5]")
                        .replace(extracted, extracted + "," + operations)
                        .replace(
                                "],\"header_stacks\":[]",
                                "," + element + "],\"header_stacks\":[" + stack + "]");
        return new Harness(P4Info.getDefaultInstance(), json.getBytes(StandardCharsets.UTF_8));
    }

    @Test
    void theLastElementIsTheOneExtractedLast() throws Exception {
        Harness h = parser(EXTRACT + "," + SUM);
        assertEquals("1:" + NO_ERROR + "09aa", h.send(1, "0708aa").get(0).toString());
    }

    @Test
    void aStackOfWhichNothingWasExtractedHasNone() throws Exception {
        Harness h = parser(SUM);
        assertEquals("1:" + STACK_OUT_OF_BOUNDS + "0708aa", h.send(1, "0708aa").get(0).toString());
    }

    @Test
    void whatIsNotEvaluatedNeedsNoElement() throws Exception {
        String isOne = MiniProgram.op("==", LAST, MiniProgram.hex("0x01"));
        String no = "{\"type\":\"bool\",\"value\":false}";
        String both = MiniProgram.expression(MiniProgram.op("and", no, isOne));
        Harness h = parser(set(MiniProgram.expression(MiniProgram.op("b2d", "null", both))));
        assertEquals("1:" + NO_ERROR + "0008aa", h.send(1, "0708aa").get(0).toString());
    }
}
