// SPDX-License-Identifier: Apache-2.0
package org.isthmus.target.bmv2;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import p4.config.v1.P4InfoOuterClass.P4Info;

/** Comparisons of headers as a whole. */
class HeaderComparisonTest {
    private static final String OUT =
            "{\"name\":\"out\",\"id\":1,\"header_type\":\"out_t\",\"metadata\":false},";

    private static String header(String name) {
        return "{\"type\":\"header\",\"value\":\"" + name + "\"}";
    }

    /** As a number: whether x == y, or whether x != y. */
    private static String compared(String op) {
        return MiniProgram.expression(
                MiniProgram.op("b2d", "null", MiniProgram.op(op, header("x"), header("y"))));
    }

    /** What x == y and x != y are after these primitives, of a pair of op and header. */
    private static String compared(String[]... primitives) throws Exception {
        MiniProgram m =
                new MiniProgram().in("a", 8, false).out("same", 8, false).out("differ", 8, false);
        for (String[] p : primitives) {
            m.run(p[0], header(p[1]));
        }
        String json =
                m.run("assign", MiniProgram.field("out", "same"), compared("=="))
                        .run("assign", MiniProgram.field("out", "differ"), compared("!="))
                        .json()
                        .replace(
                                OUT,
                                OUT
                                        + OUT.replace("\"out\",\"id\":1", "\"x\",\"id\":8")
                                        + OUT.replace("\"out\",\"id\":1", "\"y\",\"id\":9"));
        Harness h = new Harness(P4Info.getDefaultInstance(), json.getBytes(StandardCharsets.UTF_8));
        return h.send(1, "07").get(0).toString();
    }

    private static String[] valid(String header) {
        return new String[] {"add_header", header};
    }

    /** P4_16 has them equal; BMv2 says that they differ. */
    @Test
    void headersThatAreNotValidAreEqual() throws Exception {
        assertEquals("1:0100", compared());
    }

    @Test
    void aHeaderThatIsValidDiffersFromOneThatIsNot() throws Exception {
        assertEquals("1:0001", compared(new String[][] {valid("x")}));
        assertEquals("1:0001", compared(new String[][] {valid("y")}));
        assertEquals("1:0100", compared(valid("x"), valid("y")));
    }
}
