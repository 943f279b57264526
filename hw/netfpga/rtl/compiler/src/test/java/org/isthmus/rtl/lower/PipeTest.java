// SPDX-License-Identifier: Apache-2.0
package org.isthmus.rtl.lower;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.node.ArrayNode;
import java.math.BigInteger;
import java.util.HashMap;
import java.util.Map;
import org.isthmus.rtl.graph.Evaluation;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What becomes of a packet, as the signals of a pipe say. */
class PipeTest {
    private EditedProgram program;

    /** Numbers of actions in the rows that each table finds, by its name; none has parameters. */
    private final Map<String, Integer> rows = new HashMap<>();

    private final byte[] frame = new byte[64];

    @BeforeEach
    void read() throws Exception {
        program = new EditedProgram();
    }

    private Evaluation packet(Pipe pipe) {
        Evaluation e =
                new Evaluation(
                        (table, key) -> {
                            Integer action = rows.get(table.name);
                            int params = table.valueBits - table.actionBits;
                            return action == null
                                    ? null
                                    : BigInteger.valueOf(action).shiftLeft(params);
                        });
        byte[] head = new byte[pipe.headBytes];
        int bytes = Math.min(frame.length, head.length);
        System.arraycopy(frame, 0, head, 0, bytes);
        e.set(pipe.inputs.get("in_head"), new BigInteger(1, head));
        e.set(pipe.inputs.get("in_bytes"), BigInteger.valueOf(bytes));
        e.set(pipe.inputs.get("in_length"), BigInteger.valueOf(frame.length));
        e.set(pipe.inputs.get("in_src"), BigInteger.ONE);
        return e;
    }

    private int output(String port) throws Exception {
        Pipe pipe = program.pipe();
        return packet(pipe).of(pipe.outputs.get(port)).intValue();
    }

    @Test
    void aRowWithoutAnEffectIsNoMiss() throws Exception {
        program.rename("known", "NoAction");
        assertEquals(1, output("digest_valid"), "a station that is not known");
        rows.put("stations", 0);
        assertEquals(0, output("digest_valid"), "one that is");
    }

    @Test
    void aDefaultActionMayHaveParametersThatNoRowHas() throws Exception {
        program.param("flood", "but", 8);
        program.defaultOnly("macs", "flood");
        ((ArrayNode) program.table("macs").get("default_entry").get("action_data")).add("0x15");
        assertEquals(0x54, output("out_dst"));
    }

    /** Whatever action a row has, the other table is asked. */
    @Test
    void actionsMayGoOnTogether() throws Exception {
        program.next("stations", "{'__HIT__': 'Switch.macs', '__MISS__': 'node_4'}");
        assertEquals(0, output("out_dst"));
        for (int action : new int[] {1, 2}) {
            rows.put("stations", action);
            assertEquals(0x54, output("out_dst"));
            assertEquals(action - 1, output("digest_valid"));
        }
    }
}
