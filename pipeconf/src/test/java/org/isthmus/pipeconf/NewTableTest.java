// SPDX-License-Identifier: Apache-2.0
package org.isthmus.pipeconf;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.List;
import org.isthmus.pipeline.NewTableInfo;
import org.junit.jupiter.api.Test;
import org.onosproject.core.ApplicationId;
import org.onosproject.core.DefaultApplicationId;
import org.onosproject.net.DeviceId;
import org.onosproject.net.flow.FlowRule;
import org.onosproject.net.pi.model.PiTableId;
import org.onosproject.net.pi.runtime.PiTableEntry;
import p4.v1.P4RuntimeOuterClass.TableEntry;

/** A table that the program does not have, as flow rules: it takes no line of Java here. */
class NewTableTest {
    private static final DeviceId DEVICE = DeviceId.deviceId("device:leaf1");
    private static final ApplicationId APP = new DefaultApplicationId(300, Pipeconfs.APP);

    @Test
    void itsEntriesAreFlowRulesAndComeBack() throws IOException {
        PiEntities entities = PiEntities.of(NewTableInfo.p4Info());
        List<TableEntry> entries = Rows.tableEntries(Rows.golden("new-table-intents.txt"));
        assertEquals(2, entries.size());
        for (TableEntry entry : entries) {
            FlowRule rule = entities.flowRule(DEVICE, APP, entry);
            assertEquals(PiTableId.of("marked"), rule.table());
            assertEquals(entry, entities.tableEntry(rule));
            List<PiTableEntry> held = entities.piEntries(rule);
            assertEquals(1, held.size());
            assertEquals(entry, entities.tableEntry(held.get(0)));
            assertTrue(rule.exactMatch(entities.flowRule(DEVICE, APP, held.get(0))));
        }
    }
}
