// SPDX-License-Identifier: Apache-2.0
package org.isthmus.pipeline;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.protobuf.TextFormat;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.isthmus.core.model.Change;
import org.isthmus.core.model.Difference;
import org.isthmus.core.model.Intent;
import org.isthmus.core.model.Stage;
import org.isthmus.core.net.Ipv6Prefix;
import org.junit.jupiter.api.Test;
import p4.config.v1.P4InfoOuterClass.MatchField;
import p4.config.v1.P4InfoOuterClass.P4Info;
import p4.v1.P4RuntimeOuterClass.Entity;
import p4.v1.P4RuntimeOuterClass.TableEntry;

/**
 * The recipe "Add a table" of CONTRIBUTING.md, followed with a table that the program does not
 * have: {@code p4/tests/new_table.p4}, its intent and its descriptor, and no other line of Java.
 */
class NewTableTest {
    /** Read by the tests of the pipeconf as well. */
    private static final Path RESOURCES = Path.of("src/test/resources/org/isthmus/pipeline");

    /** Step 3: what {@code make p4} and the build make of it. */
    private static final Ids.Action MARK = NewTable.Actions.Mark.ID;

    private static final Ids.Table MARKED = NewTable.Tables.Marked.ID;

    /** Step 4: what the core wants. */
    private static final class Marked extends Intent {
        final int instance;
        final Ipv6Prefix prefix;
        final int tos;

        Marked(int instance, Ipv6Prefix prefix, int tos) {
            this.instance = instance;
            this.prefix = prefix;
            this.tos = tos;
        }

        @Override
        public Object key() {
            return List.of("marked", instance, prefix);
        }

        @Override
        public Stage stage() {
            return Stage.RULE;
        }

        @Override
        protected List<Object> outcome() {
            return List.of(tos);
        }
    }

    /** Step 6: how it looks as an entry, and back. */
    private static final TableDescriptor<Marked> DESCRIPTOR =
            new TableDescriptor<>(Marked.class, MARKED, MARK) {
                final Int instance = exact(NewTable.Tables.Marked.INSTANCE, i -> i.instance);
                final Prefix<Ipv6Prefix> prefix =
                        prefix6(NewTable.Tables.Marked.SRC_ADDR, i -> i.prefix);
                final Int tos = param(NewTable.Actions.Mark.TOS, i -> i.tos);

                @Override
                Marked read(TableEntry e) {
                    return new Marked(instance.of(e), prefix.of(e), tos.of(e));
                }
            };

    /** Step 7: a sample. */
    private static final List<Intent> SAMPLES =
            List.of(
                    new Marked(1, Ipv6Prefix.parse("2001:db8::/32"), 46),
                    new Marked(255, Ipv6Prefix.parse("2001:db8::1/128"), 0));

    private final P4Info info = NewTableInfo.p4Info();
    private final Translator translator = translator(info);

    private static Translator translator(P4Info info) {
        List<Descriptor<?>> all = new ArrayList<>(Descriptors.PROGRAM);
        all.add(DESCRIPTOR);
        return new Translator(info, new Descriptors(all));
    }

    @Test
    void itsEntriesAreThoseOfTheGolden() throws IOException {
        StringBuilder text = new StringBuilder();
        for (Intent intent : SAMPLES) {
            text.append("## ").append(intent).append('\n');
            for (Entity entity : translator.entities(intent)) {
                text.append(TextFormat.printer().printToString(entity)).append("--\n");
            }
        }
        Path golden = RESOURCES.resolve("new-table-intents.txt");
        if (System.getProperty("goldens.write") != null) {
            Files.writeString(golden, text);
        }
        assertEquals(Files.readString(golden), text.toString());
    }

    @Test
    void itsIntentsComeBackOnEveryTarget() {
        P4Info.Builder ternary = info.toBuilder();
        ternary.getTablesBuilderList()
                .forEach(
                        t ->
                                t.getMatchFieldsBuilderList().stream()
                                        .filter(f -> f.getMatchType() == MatchField.MatchType.LPM)
                                        .forEach(
                                                f -> f.setMatchType(MatchField.MatchType.TERNARY)));
        for (Translator t : List.of(translator, translator(ternary.build()))) {
            IntentReader reader = t.reader();
            SAMPLES.forEach(i -> t.entities(i).forEach(reader::add));
            assertEquals(SAMPLES, reader.intents());
            assertEquals(List.of(), reader.unknown());
        }
    }

    @Test
    void anEntryOfItThatIsNeverWrittenIsUnknown() {
        TableEntry written = translator.entities(SAMPLES.get(0)).get(0).getTableEntry();
        TableEntry.Builder otherAction = written.toBuilder();
        otherAction.getActionBuilder().getActionBuilder().setActionId(P4.Actions.Admit.ID.id);
        TableEntry.Builder otherParameter = written.toBuilder();
        otherParameter
                .getActionBuilder()
                .getActionBuilder()
                .addParamsBuilder()
                .setParamId(2)
                .setValue(Bytes.of(1));
        for (TableEntry.Builder entry : List.of(otherAction, otherParameter)) {
            IntentReader reader = translator.reader();
            reader.add(Entity.newBuilder().setTableEntry(entry).build());
            assertEquals(List.of(), reader.intents());
            assertEquals(1, reader.unknown().size());
        }
    }

    @Test
    void itIsReadWithTheOthers() {
        assertTrue(
                translator.everything().stream()
                        .anyMatch(e -> e.getTableEntry().getTableId() == MARKED.id));
    }

    @Test
    void itIsWrittenAndRemovedInItsStage() {
        List<Intent> others = Samples.chosen();
        List<Intent> all = new ArrayList<>(SAMPLES);
        all.addAll(others);
        // Stages as they are set, and those of translation in reverse as they are removed.
        assertInOrder(new Difference(List.of(), all).inOrder());
        List<Change> removed = new Difference(all, List.of()).inOrder();
        List<Stage> stages = stages(removed);
        assertEquals(Stage.SERVICE, stages.get(0));
        assertTrue(stages.lastIndexOf(Stage.OUTBOUND) < stages.indexOf(Stage.RULE));
        assertTrue(stages.lastIndexOf(Stage.RULE) < stages.indexOf(Stage.ROUTE));
        assertTrue(removed.stream().anyMatch(c -> c.intent().equals(SAMPLES.get(0))));
        // What replaces it follows what goes.
        List<Change> replaced =
                new Difference(List.of(SAMPLES.get(0)), List.of(SAMPLES.get(1))).inOrder();
        assertEquals(Change.Kind.REMOVE, replaced.get(0).kind());
        assertEquals(Change.Kind.SET, replaced.get(1).kind());
    }

    private static void assertInOrder(List<Change> changes) {
        List<Stage> stages = stages(changes);
        assertEquals(stages.stream().sorted().collect(Collectors.toList()), stages);
    }

    private static List<Stage> stages(List<Change> changes) {
        return changes.stream().map(c -> c.intent().stage()).collect(Collectors.toList());
    }

    @Test
    void aFieldOfAnotherTableIsRefused() {
        assertThrows(
                IllegalStateException.class,
                () ->
                        new TableDescriptor<Marked>(Marked.class, MARKED, MARK) {
                            final Int instance = exact(P4.Tables.Bib6.INSTANCE, i -> i.instance);
                        });
    }

    @Test
    void aParameterOfAnotherActionIsRefused() {
        assertThrows(
                IllegalStateException.class,
                () ->
                        new TableDescriptor<Marked>(Marked.class, MARKED, MARK) {
                            final Int tos = param(P4.Actions.Pool.INSTANCE, i -> i.tos);
                        });
    }

    @Test
    void aFieldOfAnotherWidthIsRefused() {
        assertThrows(
                IllegalStateException.class,
                () ->
                        new TableDescriptor<Marked>(Marked.class, MARKED, MARK) {
                            final Int prefix = exact(NewTable.Tables.Marked.SRC_ADDR, i -> i.tos);
                        });
    }

    @Test
    void aTableIsDescribedOnce() {
        assertThrows(
                IllegalArgumentException.class,
                () -> new Descriptors(List.of(DESCRIPTOR, DESCRIPTOR)));
    }
}
