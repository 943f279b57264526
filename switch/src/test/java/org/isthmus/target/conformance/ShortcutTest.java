// SPDX-License-Identifier: Apache-2.0
package org.isthmus.target.conformance;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.isthmus.target.bmv2.run.MatchTable;
import org.isthmus.target.bmv2.run.Profile;
import org.isthmus.target.bmv2.run.Shortcut;
import org.junit.jupiter.api.Test;
import p4.v1.P4RuntimeOuterClass.Entity;
import p4.v1.P4RuntimeOuterClass.TableEntry;
import p4.v1.P4RuntimeOuterClass.Update;

/** What takes packets past a program hears of all that a client changes, before it is answered. */
class ShortcutTest {

    /** Remembers what it is told. */
    private static final class Recorder implements Shortcut {
        private final List<String> told = new ArrayList<>();

        private List<String> take() {
            List<String> all = List.copyOf(told);
            told.clear();
            return all;
        }

        @Override
        public void changed(MatchTable table, long[] row) {
            told.add(table.name());
        }

        @Override
        public void defaultChanged(MatchTable table) {
            told.add("default of " + table.name());
        }

        @Override
        public void changed(Profile profile) {
            told.add("profile");
        }

        @Override
        public void replaced() {
            told.add("replaced");
        }

        @Override
        public void account() {
            told.add("account");
        }

        @Override
        public void account(MatchTable table, long[] row) {
            told.add("account of " + table.name());
        }

        @Override
        public void settle() {
            told.add("settle");
        }
    }

    @Test
    void itIsToldBeforeAnAnswer() throws IOException {
        try (EmbeddedSwitch device = new EmbeddedSwitch()) {
            Recorder recorder = new Recorder();
            device.setShortcut(recorder);
            VectorRunner runner = new VectorRunner(device, VectorRunner.P4.resolve("compiled"));
            JsonNode suite = VectorRunner.read(VectorRunner.P4.resolve("vectors/local.json"));
            runner.start(suite);
            List<String> start = recorder.take();
            assertEquals(List.of("replaced", "settle"), start.subList(0, 2));
            assertEquals("settle", start.get(start.size() - 1));
            for (String table : List.of("local4", "local6", "next", "route4", "station")) {
                assertEquals(true, start.contains(table), table);
            }
            List<Entity> rows =
                    device.control()
                            .read(
                                    Entity.newBuilder()
                                            .setTableEntry(TableEntry.getDefaultInstance())
                                            .build());
            assertEquals(List.of("account"), recorder.take());
            // One-shot members stand in no row of their own.
            Entity local =
                    rows.stream()
                            .filter(e -> e.getTableEntry().getMatchCount() == 1)
                            .filter(e -> e.getTableEntry().getAction().hasAction())
                            .findFirst()
                            .orElseThrow();
            device.control()
                    .write(
                            List.of(
                                    Update.newBuilder()
                                            .setType(Update.Type.DELETE)
                                            .setEntity(local)
                                            .build()));
            List<String> told = recorder.take();
            assertEquals(2, told.size(), told::toString);
            assertEquals("settle", told.get(1));
        }
    }
}
