// SPDX-License-Identifier: Apache-2.0
package org.isthmus.target.bmv2;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.charset.StandardCharsets;
import org.isthmus.target.api.RefusedException;
import org.junit.jupiter.api.Test;
import p4.config.v1.P4InfoOuterClass.P4Info;

/** Parsers that come back to a state. What leaves is the error, and the header as it was parsed. */
class ParserLoopTest {
    private static final String NO_ERROR = "00";
    private static final String PACKET_TOO_SHORT = "01";
    private static final String PARSER_TIMEOUT = "05";

    private static final String N = MiniProgram.field("in", "n");
    private static final String NEXT_IS_END =
            "\"transitions\":[{\"type\":\"default\",\"value\":null,\"mask\":null,"
                    + "\"next_state\":null}],\"transition_key\":[]}";

    /** Goes to a state of these operations, and from there to itself while n is this. */
    private static Harness loop(String operations, String mask, String value)
            throws RefusedException {
        String start = NEXT_IS_END.replace("\"next_state\":null", "\"next_state\":\"loop\"");
        String loop =
                "{\"name\":\"loop\",\"id\":1,\"parser_ops\":["
                        + operations
                        + "],\"transitions\":[{\"type\":\"hexstr\",\"value\":\""
                        + value
                        + "\",\"mask\":"
                        + mask
                        + ",\"next_state\":\"loop\"},"
                        + "{\"type\":\"default\",\"value\":null,\"mask\":null,"
                        + "\"next_state\":null}],\"transition_key\":["
                        + N
                        + "]}";
        String json =
                new MiniProgram()
                        .in("n", 8, false)
                        .out("error", 8, false)
                        .out("n", 8, false)
                        .run(
                                "assign",
                                MiniProgram.field("out", "error"),
                                MiniProgram.field("standard_metadata", "parser_error"))
                        .run("assign", MiniProgram.field("out", "n"), N)
                        .json()
                        .replace("[\"_pad\",5]", "[\"parser_error\",32],[\"_pad\",5]")
                        .replace(NEXT_IS_END, start + "," + loop);
        return new Harness(P4Info.getDefaultInstance(), json.getBytes(StandardCharsets.UTF_8));
    }

    private static String assign(String value) {
        return "{\"op\":\"set\",\"parameters\":[" + N + "," + value + "]}";
    }

    private static final String ADVANCE_BY_N =
            "{\"op\":\"advance\",\"parameters\":["
                    + MiniProgram.op("*", N, MiniProgram.hex("0x08"))
                    + "]}";

    private static final String EXTRACT =
            "{\"op\":\"extract\",\"parameters\":[{\"type\":\"regular\",\"value\":\"in\"}]}";

    @Test
    void aLoopThatTakesNothingEnds() throws Exception {
        Harness h = loop("", "\"0x00\"", "0x00");
        assertEquals("1:" + PARSER_TIMEOUT + "07aabb", h.send(1, "07aabb").get(0).toString());
    }

    @Test
    void aLoopThatTakesWhatThePacketSaysEndsAlsoWhereThatIsNothing() throws Exception {
        Harness h = loop(ADVANCE_BY_N, "\"0x00\"", "0x00");
        assertEquals("1:" + PARSER_TIMEOUT + "00aabb", h.send(1, "00aabb").get(0).toString());
        assertEquals("1:" + PACKET_TOO_SHORT + "01", h.send(1, "01aabb").get(0).toString());
        // The next packet has all of its time.
        String longest = "01" + "ee".repeat(2000);
        assertEquals("1:" + PACKET_TOO_SHORT + "01", h.send(1, longest).get(0).toString());
    }

    @Test
    void aLoopThatCountsIsNotCutShort() throws Exception {
        Harness h =
                loop(assign(MiniProgram.op("-", N, MiniProgram.hex("0x01"))), "\"0x80\"", "0x00");
        assertEquals("1:" + NO_ERROR + "ff", h.send(1, "7f").get(0).toString());
    }

    @Test
    void aLoopThatExtractsEndsWithThePacket() throws Exception {
        Harness h = loop(EXTRACT, "null", "0x00");
        String zeros = "00".repeat(2000);
        assertEquals("1:" + NO_ERROR + "05aa", h.send(1, zeros + "05aa").get(0).toString());
        assertEquals("1:" + PACKET_TOO_SHORT + "00", h.send(1, zeros).get(0).toString());
    }
}
