// SPDX-License-Identifier: Apache-2.0
package org.isthmus.target.bmv2;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import p4.config.v1.P4InfoOuterClass.P4Info;

/**
 * A control of thousands of conditions one after another, as p4c makes it of as many statements.
 */
class LongControlTest {
    private static final int CONDITIONS = 8000;
    private static final String NOTHING = "\"init_table\":null,\"tables\":[],\"conditionals\":[]";

    private static String condition(int n, String next) {
        return "{\"name\":\"c"
                + n
                + "\",\"expression\":{\"type\":\"expression\",\"value\":{\"op\":\"==\",\"left\":"
                + MiniProgram.field("in", "a")
                + ",\"right\":"
                + MiniProgram.hex("0x07")
                + "}},\"true_next\":"
                + next
                + ",\"false_next\":null}";
    }

    @Test
    void isRunToItsEnd() throws Exception {
        StringBuilder conditions = new StringBuilder();
        for (int n = 0; n < CONDITIONS; n++) {
            conditions.append(condition(n, "\"c" + (n + 1) + "\"")).append(",");
        }
        conditions.append(condition(CONDITIONS, "\"drop\""));
        String json =
                new MiniProgram()
                        .in("a", 8, false)
                        .out("b", 8, false)
                        .json()
                        .replace(
                                NOTHING,
                                "\"init_table\":\"c0\",\"tables\":[],\"conditionals\":["
                                        + conditions
                                        + "],\"action_calls\":[{\"name\":\"drop\","
                                        + "\"action_id\":1,\"next_node\":null}]")
                        .replace(
                                "],\"pipelines\":",
                                ",{\"name\":\"drop\",\"id\":1,\"runtime_data\":[],"
                                        + "\"primitives\":[{\"op\":\"mark_to_drop\","
                                        + "\"parameters\":[{\"type\":\"header\","
                                        + "\"value\":\"standard_metadata\"}]}]}],"
                                        + "\"pipelines\":");
        Harness h = new Harness(P4Info.getDefaultInstance(), json.getBytes(StandardCharsets.UTF_8));
        assertEquals("1:00", h.send(0, "06").get(0).toString());
        assertEquals(0, h.send(0, "07").size());
    }
}
