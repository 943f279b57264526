// SPDX-License-Identifier: Apache-2.0
package org.isthmus.pipeconf;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.protobuf.ByteString;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.isthmus.core.model.Intent;
import org.isthmus.core.model.RoutingIntent;
import org.isthmus.core.model.RoutingIntent.Via;
import org.isthmus.core.net.Ipv4Prefix;
import org.isthmus.core.net.Ipv6Prefix;
import org.isthmus.core.net.MacAddress;
import org.isthmus.core.testing.Seeds;
import org.isthmus.pipeline.IntentReader;
import org.isthmus.pipeline.P4;
import org.isthmus.pipeline.Pipeline;
import org.isthmus.pipeline.Translator;
import org.junit.jupiter.api.Test;
import org.onlab.util.ImmutableByteSequence;
import org.onosproject.core.ApplicationId;
import org.onosproject.core.DefaultApplicationId;
import org.onosproject.net.DeviceId;
import org.onosproject.net.PortNumber;
import org.onosproject.net.flow.DefaultFlowRule;
import org.onosproject.net.flow.DefaultTrafficSelector;
import org.onosproject.net.flow.DefaultTrafficTreatment;
import org.onosproject.net.flow.FlowRule;
import org.onosproject.net.group.GroupDescription;
import org.onosproject.net.pi.runtime.PiActionSet;
import org.onosproject.net.pi.runtime.PiExactFieldMatch;
import org.onosproject.net.pi.runtime.PiFieldMatch;
import org.onosproject.net.pi.runtime.PiLpmFieldMatch;
import org.onosproject.net.pi.runtime.PiTableEntry;
import org.onosproject.net.pi.runtime.PiTernaryFieldMatch;
import p4.config.v1.P4InfoOuterClass.MatchField;
import p4.config.v1.P4InfoOuterClass.P4Info;
import p4.config.v1.P4InfoOuterClass.Table;
import p4.v1.P4RuntimeOuterClass.ActionProfileActionSet;
import p4.v1.P4RuntimeOuterClass.Entity;
import p4.v1.P4RuntimeOuterClass.TableAction;
import p4.v1.P4RuntimeOuterClass.TableEntry;

class PiEntitiesTest {
    private static final DeviceId DEVICE = DeviceId.deviceId("device:leaf1");
    private static final ApplicationId APP = new DefaultApplicationId(300, Pipeconfs.APP);

    private final Pipeline pipeline = Pipeline.v1model();
    private final PiEntities entities = PiEntities.of(pipeline);

    private FlowRule rule(TableEntry entry) {
        return entities.flowRule(DEVICE, APP, entry);
    }

    private static TableEntry entry(Translator translator, Intent intent) {
        return translator.entities(intent).get(0).getTableEntry();
    }

    private void assertRoundTrip(PiEntities through, TableEntry entry) {
        FlowRule rule = through.flowRule(DEVICE, APP, entry);
        assertEquals(entry, through.tableEntry(rule));
        assertEquals(APP.id(), rule.appId());
        assertTrue(rule.isPermanent());
        List<TableEntry> read = new ArrayList<>();
        for (PiTableEntry held : through.piEntries(rule)) {
            TableEntry back = through.tableEntry(held);
            FlowRule forged = through.flowRule(DEVICE, APP, held);
            if (back != null) {
                read.add(back);
                assertTrue(rule.exactMatch(forged), () -> rule + " and " + forged);
            } else {
                assertNull(forged);
            }
        }
        assertEquals(List.of(entry), read);
    }

    @Test
    void everyTableIsThere() {
        Set<Integer> tables = new HashSet<>();
        Rows.tableEntries(Rows.chosen()).forEach(e -> tables.add(e.getTableId()));
        for (Table table : pipeline.p4Info().getTablesList()) {
            assertTrue(tables.contains(table.getPreamble().getId()), table.getPreamble()::getName);
        }
    }

    @Test
    void chosenEntriesComeBack() {
        for (TableEntry entry : Rows.tableEntries(Rows.chosen())) {
            assertRoundTrip(entities, entry);
        }
    }

    @Test
    void randomEntriesComeBack() {
        Random random = new Random(Seeds.of(1));
        for (TableEntry entry : Rows.random(pipeline.translator(), random, 2000)) {
            assertRoundTrip(entities, entry);
        }
    }

    @Test
    void entriesOfProgramsWithoutFeaturesComeBack() {
        for (String name : List.of("org.isthmus.minimal", "org.isthmus.netfpga")) {
            Pipeline lean = Pipeline.of(name);
            PiEntities through = PiEntities.of(lean);
            for (TableEntry entry : Rows.random(lean.translator(), new Random(Seeds.of(3)), 300)) {
                assertRoundTrip(through, entry);
            }
        }
    }

    @Test
    void entriesOfATargetWithoutLpmComeBack() {
        P4Info.Builder info = pipeline.p4Info().toBuilder();
        for (Table.Builder table : info.getTablesBuilderList()) {
            if (table.getMatchFieldsList().stream()
                    .anyMatch(f -> f.getMatchType() == MatchField.MatchType.LPM)) {
                table.getMatchFieldsBuilderList()
                        .forEach(f -> f.setMatchType(MatchField.MatchType.TERNARY));
            }
        }
        PiEntities ternary = PiEntities.of(info.build());
        for (TableEntry entry :
                Rows.random(new Translator(info.build()), new Random(Seeds.of(2)), 500)) {
            assertRoundTrip(ternary, entry);
        }
    }

    @Test
    void valuesHaveTheWidthThatOnosWants() {
        for (TableEntry entry : Rows.tableEntries(Rows.chosen())) {
            for (PiTableEntry held : entities.piEntries(rule(entry))) {
                Schema.Table table = entities.schema().table(held.table());
                for (PiFieldMatch match : held.matchKey().fieldMatches()) {
                    assertEquals(
                            table.field(match.fieldId()).bytes,
                            value(match).size(),
                            held::toString);
                }
            }
        }
    }

    private static ImmutableByteSequence value(PiFieldMatch match) {
        if (match instanceof PiLpmFieldMatch) {
            return ((PiLpmFieldMatch) match).value();
        }
        return match instanceof PiTernaryFieldMatch
                ? ((PiTernaryFieldMatch) match).value()
                : ((PiExactFieldMatch) match).value();
    }

    /** ONOS's client would write it as the table's default action. */
    @Test
    void anEntryWithoutAMatchIsTwoOnTheDevice() {
        Translator translator = pipeline.translator();
        TableEntry all =
                entry(
                        translator,
                        new RoutingIntent.Route6(Ipv6Prefix.parse("::/0"), Via.BLACKHOLE, 0));
        List<PiTableEntry> held = entities.piEntries(rule(all));
        assertEquals(2, held.size());
        for (PiTableEntry half : held) {
            assertTrue(!half.isDefaultAction());
            assertEquals(1, half.matchKey().fieldMatches().size());
        }
        TableEntry half =
                entry(
                        translator,
                        new RoutingIntent.Route6(Ipv6Prefix.parse("::/1"), Via.BLACKHOLE, 0));
        assertEquals(half, entities.tableEntry(entities.piEntries(rule(half)).get(0)));
        assertNotEquals(rule(all), rule(half));
        assertNotEquals(rule(all).id(), rule(half).id());
    }

    /** The standalone controller writes it so, and ONOS reads it as a default entry. */
    @Test
    void anEntryOfOthersWithoutAMatchIsRead() {
        TableEntry all =
                entry(
                        pipeline.translator(),
                        new RoutingIntent.Route4(Ipv4Prefix.parse("0.0.0.0/0"), Via.CONNECTED, 0));
        PiTableEntry ours = entities.piEntries(rule(all)).get(0);
        PiTableEntry others =
                PiTableEntry.builder().forTable(ours.table()).withAction(ours.action()).build();
        assertEquals(all, entities.tableEntry(others));
    }

    @Test
    void nextHopsAreInOneOrderAndKeepTheirWeight() {
        List<RoutingIntent.Hop> hops = new ArrayList<>();
        for (int port = 1; port <= 300; port += 13) {
            hops.add(new RoutingIntent.Hop(port, MacAddress.of(1), MacAddress.of(port), 0, 1500));
        }
        TableEntry sorted = entry(pipeline.translator(), new RoutingIntent.Next(7, hops));
        Collections.shuffle(hops, new Random(3));
        TableEntry shuffled = entry(pipeline.translator(), new RoutingIntent.Next(7, hops));
        assertTrue(rule(sorted).exactMatch(rule(shuffled)));
        assertEquals(sorted, entities.tableEntry(rule(shuffled)));

        TableEntry.Builder weighted = sorted.toBuilder();
        ActionProfileActionSet.Builder set =
                weighted.getActionBuilder().getActionProfileActionSetBuilder();
        set.getActionProfileActionsBuilder(2).setWeight(5);
        assertEquals(weighted.build(), entities.tableEntry(rule(weighted.build())));
        PiTableEntry held = entities.piEntries(rule(weighted.build())).get(0);
        assertEquals(
                hops.size() + 4,
                ((PiActionSet) held.action()).actions().stream().mapToInt(a -> a.weight()).sum());
        assertEquals(weighted.build(), entities.tableEntry(held));
    }

    @Test
    void whatIsReadMakesIntents() {
        IntentReader reader = pipeline.translator().reader();
        int wanted = 0;
        for (Entity entity : Rows.chosen()) {
            if (entity.hasTableEntry()) {
                wanted++;
                for (PiTableEntry held : entities.piEntries(rule(entity.getTableEntry()))) {
                    TableEntry entry = entities.tableEntry(held);
                    if (entry != null) {
                        reader.add(Entity.newBuilder().setTableEntry(entry).build());
                    }
                }
            }
        }
        List<Intent> intents = reader.intents();
        int entries = 0;
        for (Intent intent : intents) {
            entries += pipeline.translator().entities(intent).size();
        }
        assertEquals(List.of(), reader.unknown());
        // The sample has EAMs for either family, of which some share a row.
        assertTrue(entries > wanted / 2 && !intents.isEmpty(), () -> intents.toString());
    }

    @Test
    void idsDiffer() {
        Map<Object, FlowRule> ids = new HashMap<>();
        Set<TableEntry> keys = new HashSet<>();
        for (TableEntry entry : Rows.random(pipeline.translator(), new Random(Seeds.of(4)), 5000)) {
            if (keys.add(entry.toBuilder().clearAction().build())) {
                FlowRule rule = rule(entry);
                assertNull(ids.put(rule.id(), rule), rule::toString);
                assertEquals(APP.id(), (short) (rule.id().value() >>> 48));
            }
        }
    }

    @Test
    void foreignEntriesAreRefused() {
        TableEntry station = Rows.tableEntries(Rows.chosen()).get(0);
        assertThrows(
                IllegalArgumentException.class,
                () -> rule(station.toBuilder().setTableId(0x02ffffff).build()));
        assertThrows(
                IllegalArgumentException.class,
                () -> rule(station.toBuilder().clearMatch().build()));
        TableEntry.Builder wide = station.toBuilder();
        wide.getMatchBuilder(0)
                .getExactBuilder()
                .setValue(ByteString.copyFrom(new byte[] {1, 2, 3, 4, 5, 6, 7}));
        assertThrows(IllegalArgumentException.class, () -> rule(wide.build()));
        TableEntry member =
                station.toBuilder()
                        .setAction(TableAction.newBuilder().setActionProfileMemberId(1))
                        .build();
        assertThrows(IllegalArgumentException.class, () -> rule(member));
    }

    @Test
    void foreignRulesAreRefused() {
        FlowRule station = rule(Rows.tableEntries(Rows.chosen()).get(0));
        DefaultFlowRule.Builder copy = DefaultFlowRule.builder();
        copy.forDevice(DEVICE).fromApp(APP).withPriority(0).makePermanent();
        copy.forTable(0);
        assertThrows(IllegalArgumentException.class, () -> entities.piEntries(copy.build()));
        copy.forTable(station.table());
        copy.withSelector(
                DefaultTrafficSelector.builder().matchInPort(PortNumber.portNumber(1)).build());
        assertThrows(IllegalArgumentException.class, () -> entities.piEntries(copy.build()));
        copy.withSelector(station.selector());
        copy.withTreatment(
                DefaultTrafficTreatment.builder().setOutput(PortNumber.portNumber(1)).build());
        assertThrows(IllegalArgumentException.class, () -> entities.piEntries(copy.build()));
    }

    @Test
    void theCpuSessionIsACloneGroup() {
        GroupDescription group = CloneSession.group(DEVICE, APP);
        assertEquals(GroupDescription.Type.CLONE, group.type());
        assertEquals(P4.CPU_CLONE_SESSION, group.givenGroupId());
        assertEquals(CloneSession.KEY, group.appCookie());
        assertEquals(
                DefaultTrafficTreatment.builder()
                        .setOutput(PortNumber.portNumber(P4.CPU_PORT))
                        .build(),
                group.buckets().buckets().get(0).treatment());
    }
}
