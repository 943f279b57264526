// SPDX-License-Identifier: Apache-2.0
package org.isthmus.pipeline;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import java.util.ArrayList;
import java.util.List;
import org.isthmus.core.SimulatedProgram;
import org.isthmus.core.model.Intent;
import org.isthmus.core.model.Program;
import org.junit.jupiter.api.Test;
import p4.config.v1.P4InfoOuterClass.Table;
import p4.v1.P4RuntimeOuterClass.Entity;

class P4InfoProgramTest {
    private final Pipeline pipeline = Pipeline.bmv2();
    private final Program program = pipeline.translator().program();

    private Table table(int id) {
        return pipeline.p4Info().getTablesList().stream()
                .filter(t -> t.getPreamble().getId() == id)
                .findFirst()
                .orElseThrow();
    }

    @Test
    void anIntentTakesRoomWhereItHasEntries() {
        for (Intent intent : Samples.chosen()) {
            List<String> written = new ArrayList<>();
            for (Entity entity : pipeline.translator().entities(intent)) {
                if (entity.hasTableEntry()) {
                    int id = entity.getTableEntry().getTableId();
                    written.add(table(id).getPreamble().getName());
                    entity.getTableEntry()
                            .getAction()
                            .getActionProfileActionSet()
                            .getActionProfileActionsList()
                            .forEach(member -> written.add("next_selector"));
                }
            }
            List<String> counted = new ArrayList<>();
            for (int t : program.tablesOf(intent)) {
                counted.add(program.tableNames().get(t));
            }
            assertEquals(written, counted, intent.toString());
        }
    }

    @Test
    void sizesAreThoseOfTheP4Info() {
        for (Table t : pipeline.p4Info().getTablesList()) {
            int number = program.tableNames().indexOf(t.getPreamble().getName());
            if (number >= 0) {
                assertEquals(t.getSize(), program.size(number), t.getPreamble().getName());
            }
        }
        assertEquals(16384, program.size(program.tableNames().indexOf("eam4_dst")));
        assertEquals(16384, program.size(program.tableNames().indexOf("next_selector")));
        assertEquals(64, program.mostHops());
    }

    @Test
    void thoseOfOneProfileAreEqual() {
        assertEquals(program, Pipeline.bmv2().translator().program());
        assertNotEquals(program, Pipeline.v1model().translator().program());
    }

    @Test
    void theSimulatorHasTheSame() {
        assertEquals(program.tableNames(), SimulatedProgram.NAMES);
        for (Intent intent : Samples.chosen()) {
            List<String> real = new ArrayList<>();
            for (int t : program.tablesOf(intent)) {
                real.add(program.tableNames().get(t));
            }
            List<String> simulated = new ArrayList<>();
            for (int t : SimulatedProgram.of().tablesOf(intent)) {
                simulated.add(SimulatedProgram.NAMES.get(t));
            }
            real.sort(null);
            simulated.sort(null);
            assertEquals(real, simulated, intent.toString());
        }
    }
}
