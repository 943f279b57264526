// SPDX-License-Identifier: Apache-2.0
package org.isthmus.target.bmv2;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.google.rpc.Code;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.isthmus.target.api.Frame;
import org.isthmus.target.api.RefusedException;
import org.junit.jupiter.api.Test;
import p4.config.v1.P4InfoOuterClass.P4Info;

/** Fields whose length is only known when they are extracted. */
class VariableFieldTest {
    private static int port(Harness h, String frame) {
        return h.send(1, frame).get(0).port;
    }

    /** By varbits.p4. */
    @Test
    void variableFieldsAreComparedByLengthAndBits() throws Exception {
        Harness h = Harness.of("varbits");
        assertEquals(2, port(h, "01aa01aa"));
        assertEquals(3, port(h, "01aa01ab"));
        assertEquals(2, port(h, "02aabb02aabb"));
        assertEquals(1, port(h, "02aabb02aabc"));
        assertEquals(2, port(h, "0000"));
        assertEquals(2, port(h, "0301020303010203cc"));
    }

    /** P4_16 has them differ; BMv2 compares them as numbers. */
    @Test
    void variableFieldsOfTwoLengthsDiffer() throws Exception {
        Harness h = Harness.of("varbits");
        assertEquals(3, port(h, "01ff0200ff"));
        assertEquals(1, port(h, "0200ff01ff"));
        assertEquals(1, port(h, "000100"));
    }

    private static Harness lengthExp(String lengthExp) throws RefusedException {
        String json =
                new MiniProgram()
                        .in("kind", 8, false)
                        .in("n", 8, false)
                        .out("n", 8, false)
                        .run("assign", MiniProgram.field("out", "n"), MiniProgram.field("in", "n"))
                        .run("remove_header", "{\"type\":\"header\",\"value\":\"out\"}")
                        .json()
                        .replace(
                                "[\"n\",8,false]]},{\"name\":\"out_t\"",
                                "[\"n\",8,false],[\"rest\",\"*\"],[\"tail\",8,false]],"
                                        + "\"max_length\":9,\"length_exp\":"
                                        + lengthExp
                                        + "},{\"name\":\"out_t\",\"length_exp\":null,"
                                        + "\"max_length\":null")
                        .replace("\"order\":[\"out\"]", "\"order\":[\"in\",\"out\"]");
        return new Harness(P4Info.getDefaultInstance(), json.getBytes(StandardCharsets.UTF_8));
    }

    private static final String EIGHT_TIMES_N =
            MiniProgram.expression(
                    "{\"op\":\"*\",\"left\":{\"type\":\"local\",\"value\":1},\"right\":"
                            + MiniProgram.hex("0x8")
                            + "}");

    @Test
    void lengthExpGivesTheBitsOfTheField() throws Exception {
        Harness h = lengthExp(EIGHT_TIMES_N);
        for (String frame : List.of("070000ee", "0701aaee", "0706aabbccddee0102ee", "0700aa")) {
            List<Frame> out = h.send(1, frame);
            assertEquals("1:" + frame, out.get(0).toString());
        }
    }

    /** Emitted is what was extracted, so nothing of a header that was cut or too long. */
    @Test
    void aHeaderThatIsTooShortOrTooLongIsNotExtracted() throws Exception {
        Harness h = lengthExp(EIGHT_TIMES_N);
        String cut = "0703aabb";
        String tooLong = "0707aabbccddee010203";
        for (String frame : List.of(cut, tooLong, "07", "0701aaee")) {
            assertEquals("1:" + frame, h.send(1, frame).get(0).toString());
        }
    }

    @Test
    void lengthExpOfWhatIsNotExtractedYetIsRefused() {
        assertEquals(
                Code.UNIMPLEMENTED,
                Harness.code(() -> lengthExp("{\"type\":\"local\",\"value\":3}")));
    }
}
