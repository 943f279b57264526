// SPDX-License-Identifier: Apache-2.0
package org.isthmus.pipeline;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import java.util.ArrayList;
import java.util.List;
import org.isthmus.core.SimulatedTables;
import org.isthmus.core.model.Intent;
import org.isthmus.core.model.Tables;
import org.junit.jupiter.api.Test;
import p4.config.v1.P4InfoOuterClass.Table;
import p4.v1.P4RuntimeOuterClass.Entity;

class ProgramTablesTest {
    private final Pipeline pipeline = Pipeline.bmv2();
    private final Tables tables = pipeline.translator().tables();

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
            for (int t : tables.of(intent)) {
                counted.add(tables.names().get(t));
            }
            assertEquals(written, counted, intent.toString());
        }
    }

    @Test
    void sizesAreThoseOfTheP4Info() {
        for (Table t : pipeline.p4Info().getTablesList()) {
            int number = tables.names().indexOf(t.getPreamble().getName());
            if (number >= 0) {
                assertEquals(t.getSize(), tables.size(number), t.getPreamble().getName());
            }
        }
        assertEquals(16384, tables.size(tables.names().indexOf("eam4_dst")));
        assertEquals(16384, tables.size(tables.names().indexOf("next_selector")));
        assertEquals(64, tables.mostHops());
    }

    @Test
    void thoseOfOneProfileAreEqual() {
        assertEquals(tables, Pipeline.bmv2().translator().tables());
        assertNotEquals(tables, Pipeline.v1model().translator().tables());
    }

    @Test
    void theSimulatorHasTheSame() {
        assertEquals(tables.names(), SimulatedTables.NAMES);
        for (Intent intent : Samples.chosen()) {
            List<String> real = new ArrayList<>();
            for (int t : tables.of(intent)) {
                real.add(tables.names().get(t));
            }
            List<String> simulated = new ArrayList<>();
            for (int t : SimulatedTables.of().of(intent)) {
                simulated.add(SimulatedTables.NAMES.get(t));
            }
            real.sort(null);
            simulated.sort(null);
            assertEquals(real, simulated, intent.toString());
        }
    }
}
