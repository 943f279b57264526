// SPDX-License-Identifier: Apache-2.0
package org.isthmus.rtl.verilog;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.LinkedHashMap;
import java.util.Map;
import org.isthmus.rtl.lower.EditedProgram;
import org.isthmus.rtl.lower.NotSupportedException;
import org.isthmus.target.bmv2.ir.ArrayDef;
import org.junit.jupiter.api.Test;

/** Where counters are on the card's bus. */
class CountersTest {
    private static AddressMap map(int... sizes) throws NotSupportedException {
        Map<String, ArrayDef> counters = new LinkedHashMap<>();
        for (int i = 0; i < sizes.length; i++) {
            counters.put("c" + i, new ArrayDef("c" + i, sizes[i], 0));
        }
        return new AddressMap(Map.of(), counters);
    }

    /** A page of the bus has 64 of them. */
    @Test
    void allCellsCanBeRead() throws Exception {
        EditedProgram program = new EditedProgram();
        program.list("counter_arrays")
                .add(EditedProgram.node("{'name': 'Switch.seen', 'size': 129}"));
        program.does(
                "flood",
                "{'op': 'count', 'parameters': [{'type': 'counter_array', 'value': 'Switch.seen'},"
                        + " {'type': 'hexstr', 'value': '0x80'}]}");

        String pipe = program.verilog().files().get("switch_pipe.v");

        assertTrue(
                pipe.contains("            8'd4, 8'd5, 8'd6, 8'd7: bus_rdata <= seen_rdata;"),
                pipe);
    }

    /** The last register before the tables is the slot's own: it chooses the page. */
    @Test
    void noCellIsInTheRegisterOfThePage() throws Exception {
        assertEquals(0x800, map(511).counterBase("c0"));
        NotSupportedException refused =
                assertThrows(NotSupportedException.class, () -> map(64, 512));
        assertEquals("counter c1: there is no room for its 512 cells", refused.getMessage());
        assertThrows(NotSupportedException.class, () -> map(1 << 26));
    }
}
