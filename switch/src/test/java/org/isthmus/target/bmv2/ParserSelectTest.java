// SPDX-License-Identifier: Apache-2.0
package org.isthmus.target.bmv2;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.charset.StandardCharsets;
import org.isthmus.target.api.RefusedException;
import org.junit.jupiter.api.Test;
import p4.config.v1.P4InfoOuterClass.P4Info;

/** Transitions of a parser by a key of 64 bits. */
class ParserSelectTest {
    private static final String KEY = MiniProgram.field("in", "key");
    private static final String CHOSEN = MiniProgram.field("in", "chosen");
    private static final String DEFAULT = transition("default", "null", "null");
    private static final String END = "\"transitions\":[" + DEFAULT + "],\"transition_key\":[]}";

    private static String transition(String type, String value, String next) {
        return "{\"type\":\""
                + type
                + "\",\"value\":"
                + value
                + ",\"mask\":null,\"next_state\":"
                + next
                + "}";
    }

    /** Puts into the header which of the keys 1 and 2 the packet has, or 0. */
    private static Harness choosing() throws RefusedException {
        StringBuilder cases = new StringBuilder();
        StringBuilder states = new StringBuilder();
        for (int i = 1; i <= 2; i++) {
            String name = "\"chosen" + i + "\"";
            cases.append(transition("hexstr", "\"0x" + i + "\"", name)).append(",");
            states.append(",{\"name\":")
                    .append(name)
                    .append(",\"id\":" + i + ",\"parser_ops\":[{\"op\":\"set\",\"parameters\":[")
                    .append(CHOSEN + "," + MiniProgram.hex("0x" + i) + "]}]," + END);
        }
        String start =
                "\"transitions\":[" + cases + DEFAULT + "],\"transition_key\":[" + KEY + "]}";
        String json =
                new MiniProgram()
                        .in("key", 64, false)
                        .in("chosen", 8, false)
                        .out("chosen", 8, false)
                        .run("assign", MiniProgram.field("out", "chosen"), CHOSEN)
                        .json()
                        .replace(END, start + states);
        return new Harness(P4Info.getDefaultInstance(), json.getBytes(StandardCharsets.UTF_8));
    }

    @Test
    void allBitsOfAKeyCount() throws Exception {
        Harness h = choosing();
        assertEquals("1:01", h.send(1, "000000000000000100").get(0).toString());
        assertEquals("1:02", h.send(1, "000000000000000200").get(0).toString());
        assertEquals("1:00", h.send(1, "000000000000000300").get(0).toString());
        assertEquals("1:00", h.send(1, "000000010000000100").get(0).toString());
        assertEquals("1:00", h.send(1, "800000000000000100").get(0).toString());
        assertEquals("1:00", h.send(1, "ffffffff0000000200").get(0).toString());
    }
}
