// SPDX-License-Identifier: Apache-2.0
package org.isthmus.rtl.lower;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.node.ArrayNode;
import java.math.BigInteger;
import java.util.HashMap;
import java.util.Map;
import org.isthmus.rtl.graph.Evaluation;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What becomes of a packet, as the signals of a pipe say; and what is no pipe. */
class PipeTest {
    private static final String ETHER_TYPE =
            "{'type': 'field', 'value': ['ethernet', 'ether_type']}";
    private static final String SRC_PORT =
            "{'type': 'field', 'value': ['scalars', 'metadata_t._sume_metadata_src_port3']}";

    private EditedProgram program;

    /** Numbers of actions in the rows that each table finds, by its name; none has parameters. */
    private final Map<String, Integer> rows = new HashMap<>();

    private byte[] frame = new byte[64];

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

    private static String expression(String op, String left, String right) {
        return String.format(
                "{'type': 'expression', 'value': {'op': '%s', 'left': %s, 'right': %s}}",
                op, left, right);
    }

    private static String hex(int value) {
        return String.format("{'type': 'hexstr', 'value': '0x%x'}", value);
    }

    private String refused() {
        return assertThrows(NotSupportedException.class, () -> program.pipe()).getMessage();
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

    /** The host writes its rows all the same. */
    @Test
    void aTableWithoutAnEffectIsATable() throws Exception {
        program.doesNothing("known");
        program.doesNothing("learn");
        String pipe = program.verilog().files().get("switch_pipe.v");
        assertTrue(pipe.contains(") stations_table ("), pipe);
        assertTrue(pipe.contains(": bus_rdata <= stations_rdata;"), pipe);
    }

    /** What a counter of so many cells counts for a packet; -1: nothing. */
    private int counted(int size, String action, String index) throws Exception {
        program.list("counter_arrays")
                .add(EditedProgram.node("{'name': 'Switch.seen', 'size': " + size + "}"));
        program.does(
                action,
                "{'op': 'count', 'parameters': [{'type': 'counter_array', 'value': 'Switch.seen'},"
                        + index
                        + "]}");
        Pipe pipe = program.pipe();
        Effect effect = pipe.effects.get(0);
        Evaluation e = packet(pipe);
        return e.of(effect.counts).signum() == 0 ? -1 : e.of(effect.index).intValue();
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 98, 99, 100, 127, 128, 227, 0xffff})
    void anIndexBeyondItsArrayCountsNothing(int index) throws Exception {
        frame[12] = (byte) (index >> 8);
        frame[13] = (byte) index;
        assertEquals(index < 100 ? index : -1, counted(100, "flood", ETHER_TYPE));
    }

    @Test
    void anIndexMayBeASum() throws Exception {
        frame[13] = 7;
        String sum = expression("&", expression("+", ETHER_TYPE, SRC_PORT), hex(-1));
        assertEquals(8, counted(100, "flood", sum));
        assertTrue(program.verilog().files().get("switch_pipe.v").contains(") seen ("));
    }

    /** The action of a miss and of rows is in the program once. */
    @Test
    void anActionCountsWhetherARowHasItOrNot() throws Exception {
        assertEquals(5, counted(100, "flood", hex(5)));
        read();
        rows.put("macs", 2);
        assertEquals(5, counted(100, "flood", hex(5)));
        read();
        rows.put("macs", 1);
        assertEquals(-1, counted(100, "flood", hex(5)));
    }

    @Test
    void signedNumbersAreNotComparedAsOthers() throws Exception {
        program.signed("ethernet_t", "ether_type");
        program.condition("node_4", expression("<", ETHER_TYPE, hex(0)));
        assertEquals(
                "switch.p4:80: ethernet.ether_type where it may be negative, or is not of the"
                        + " hardware",
                refused());
    }

    @Test
    void signedNumbersAreNotMadeWiderAsOthers() throws Exception {
        program.condition("node_4", expression("==", ETHER_TYPE, hex(0x80)));
        program.assigns("flood", "ethernet", "source", ETHER_TYPE);
        assertEquals(0, output("out_drop"));
        program.signed("ethernet_t", "ether_type");
        program.condition("node_4", expression("==", SRC_PORT, hex(0x80)));
        assertTrue(refused().contains("ethernet.ether_type where it may be negative"), refused());
        read();
        program.assigns(
                "flood", "ethernet", "source", expression("two_comp_mod", ETHER_TYPE, hex(8)));
        assertTrue(refused().contains("two_comp_mod where it may be negative"), refused());
    }

    @Test
    void v1modelsOwnMetadataAreNotZero() throws Exception {
        String port = "{'type': 'field', 'value': ['standard_metadata', 'ingress_port']}";
        program.condition("node_4", expression("==", port, hex(1)));
        assertEquals(
                "switch.p4:80: standard_metadata.ingress_port, in whose place a card has"
                        + " sume_metadata",
                refused());
        read();
        program.assigns("flood", "standard_metadata", "egress_spec", hex(1));
        assertTrue(refused().contains("standard_metadata.egress_spec"), refused());
        read();
        program.keyField("macs", 0, "standard_metadata", "instance_type");
        assertTrue(refused().contains("standard_metadata.instance_type"), refused());
    }

    /** Behind a header that every packet gets, the whole head that came in leaves. */
    @Test
    void aHeaderThatTheParserPutsInFrontHasRoom() throws Exception {
        program.header("shim", 320);
        program.parserBegins(
                "{'op': 'primitive', 'parameters': [{'op': 'add_header', 'parameters': ["
                        + "{'type': 'header', 'value': 'shim'}]}]}");
        assertEquals(40 + 32, output("out_bytes"));
        assertEquals(96, program.pipe().outBytes);
    }

    /** Where a header is cut off, nothing that follows in the state is done. */
    @Test
    void whatAParserDoesBehindAHeaderIsRefused() throws Exception {
        String call =
                "{'op': 'add_header', 'parameters': [{'type': 'header', 'value': 'ethernet'}]}";
        program.parserDoes("{'op': 'primitive', 'parameters': [" + call + "]}");
        assertEquals("Call in parser state start", refused());
    }

    @Test
    void aConditionInAnActionIsRefusedByName() throws Exception {
        program.does(
                "flood",
                "{'op': '_jump_if_zero', 'parameters': ["
                        + ETHER_TYPE
                        + ", {'type': 'hexstr', 'value': '0x1'}]}");
        assertEquals("switch.p4:51: a condition in an action", refused());
    }

    @Test
    void whatADeparserDoesBesideEmittingIsRefused() throws Exception {
        program.deparserDoes(
                "{'op': 'remove_header', 'parameters': [{'type': 'header', 'value': 'ethernet'}]}");
        assertEquals("a deparser that does more than emit headers", refused());
    }
}
