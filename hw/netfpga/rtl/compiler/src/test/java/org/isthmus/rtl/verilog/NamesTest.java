// SPDX-License-Identifier: Apache-2.0
package org.isthmus.rtl.verilog;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.isthmus.rtl.lower.EditedProgram;
import org.junit.jupiter.api.Test;

class NamesTest {
    private final Names names = new Names();

    @Test
    void wordsOfTheLanguageAreNoNames() {
        assertEquals("table_", names.invent("table"));
        // Of SystemVerilog, by which Verilator reads.
        assertEquals("priority_", names.invent("priority"));
        assertEquals("priority__2", names.invent("priority"));
    }

    /** p4c puts a point into the name of a header in a struct. */
    @Test
    void namesHaveNoPoints() {
        assertEquals("userMetadata__saved10_tos", names.invent("userMetadata._saved10_tos"));
    }

    /** Of a random number that is widened, the field's name is that of what it is widened to. */
    @Test
    void aRandomNumberWithoutAFieldHasAName() throws Exception {
        EditedProgram program = new EditedProgram();
        program.does(
                "flood",
                "{'op': 'modify_field_rng_uniform', 'parameters': ["
                        + "{'type': 'field', 'value': ['ethernet', 'ether_type']},"
                        + " {'type': 'hexstr', 'value': '0'},"
                        + " {'type': 'hexstr', 'value': '0xff'}]}");

        String pipe = program.verilog().files().get("switch_pipe.v");

        Matcher number = Pattern.compile("reg \\[7:0\\] (\\w+), (\\w+)_next;").matcher(pipe);
        assertEquals(true, number.find());
        assertEquals("sequence_", number.group(1));
    }

    @Test
    void aCounterMayBeCalledAsAField() throws Exception {
        EditedProgram program = new EditedProgram();
        program.list("counter_arrays")
                .add(EditedProgram.node("{'name': 'Switch.ethernet_source', 'size': 4}"));
        program.does(
                "flood",
                "{'op': 'count', 'parameters': [{'type': 'counter_array',"
                        + " 'value': 'Switch.ethernet_source'},"
                        + " {'type': 'field', 'value': ['ethernet', 'ether_type']}]}");

        String pipe = program.verilog().files().get("switch_pipe.v");

        Matcher field = Pattern.compile("wire \\[47:0\\] (ethernet_source\\w*) =").matcher(pipe);
        assertEquals(true, field.find());
        assertEquals("ethernet_source_2", field.group(1));
    }
}
