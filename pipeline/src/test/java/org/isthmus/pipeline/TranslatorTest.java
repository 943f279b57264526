// SPDX-License-Identifier: Apache-2.0
package org.isthmus.pipeline;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.protobuf.ByteString;
import com.google.protobuf.TextFormat;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.isthmus.core.model.BibIntent;
import org.isthmus.core.model.Capability;
import org.isthmus.core.model.DeviceStatistics;
import org.isthmus.core.model.Eam.Host;
import org.isthmus.core.model.Filtering;
import org.isthmus.core.model.Intent;
import org.isthmus.core.model.PuntReason;
import org.isthmus.core.model.RoutingIntent;
import org.isthmus.core.model.SwitchIntent;
import org.isthmus.core.model.TranslationIntent;
import org.isthmus.core.net.Ipv4Prefix;
import org.isthmus.core.net.Ipv6Prefix;
import org.isthmus.core.net.MacAddress;
import org.isthmus.core.net.Protocol;
import org.isthmus.core.testing.Seeds;
import org.junit.jupiter.api.Test;
import p4.config.v1.P4InfoOuterClass.MatchField;
import p4.config.v1.P4InfoOuterClass.P4Info;
import p4.config.v1.P4InfoOuterClass.Table;
import p4.v1.P4RuntimeOuterClass.CounterData;
import p4.v1.P4RuntimeOuterClass.CounterEntry;
import p4.v1.P4RuntimeOuterClass.DirectCounterEntry;
import p4.v1.P4RuntimeOuterClass.Entity;
import p4.v1.P4RuntimeOuterClass.FieldMatch;
import p4.v1.P4RuntimeOuterClass.Index;
import p4.v1.P4RuntimeOuterClass.TableEntry;
import p4.v1.P4RuntimeOuterClass.Update;

class TranslatorTest {
    /** Refreshed by {@code mvn -pl pipeline test -Dgoldens.write}. */
    private static final Path GOLDEN =
            Path.of("src/test/resources/org/isthmus/pipeline/intents.txt");

    private final Pipeline pipeline = Pipeline.v1model();
    private final Translator translator = pipeline.translator();
    private final Translator minimal = Pipeline.named("minimal").translator();

    /** The program on a target that has no LPM, and one match kind a table. */
    private static Translator ternary() {
        P4Info.Builder info = Pipeline.v1model().p4Info().toBuilder();
        for (Table.Builder table : info.getTablesBuilderList()) {
            if (table.getMatchFieldsList().stream()
                    .anyMatch(f -> f.getMatchType() == MatchField.MatchType.LPM)) {
                table.getMatchFieldsBuilderList()
                        .forEach(f -> f.setMatchType(MatchField.MatchType.TERNARY));
            }
        }
        return new Translator(info.build());
    }

    private static List<Entity> entities(Translator translator, List<Intent> intents) {
        List<Entity> entities = new ArrayList<>();
        for (Intent intent : intents) {
            entities.addAll(translator.entities(intent));
        }
        return entities;
    }

    private static IntentReader read(Translator translator, List<Entity> entities) {
        IntentReader reader = translator.reader();
        entities.forEach(reader::add);
        return reader;
    }

    @Test
    void entitiesAreThoseOfTheGolden() throws IOException {
        StringBuilder text = new StringBuilder();
        for (Intent intent : Samples.chosen()) {
            text.append("## ").append(intent).append('\n');
            for (Entity entity : translator.entities(intent)) {
                text.append(TextFormat.printer().printToString(entity)).append("--\n");
            }
        }
        if (System.getProperty("goldens.write") != null) {
            Files.writeString(GOLDEN, text);
        }
        assertEquals(Files.readString(GOLDEN), text.toString());
    }

    @Test
    void everyIntentComesBack() {
        for (Translator t : List.of(translator, ternary(), minimal)) {
            for (Intent intent : Samples.chosen()) {
                Capability needed = Capabilities.needed(intent);
                if (needed != null && !t.can(needed)) {
                    continue;
                }
                IntentReader reader = read(t, t.entities(intent));
                assertEquals(List.of(intent), reader.intents());
                assertEquals(List.of(), reader.unknown());
            }
        }
    }

    @Test
    void randomIntentsComeBackFromAnyOrder() {
        long seed = Seeds.of(20260101);
        Random random = new Random(seed);
        for (Translator t : List.of(translator, ternary(), minimal)) {
            List<Intent> intents = Samples.random(random, 3000);
            // EAMs are unique by either side (RFC 7757 section 3.2).
            Set<Object> sides = new HashSet<>();
            intents.removeIf(
                    i ->
                            i instanceof TranslationIntent.Eam
                                    && !(sides.add(((TranslationIntent.Eam) i).prefix4)
                                            & sides.add(((TranslationIntent.Eam) i).prefix6)));
            List<Entity> entities = entities(t, intents);
            Collections.shuffle(entities, random);
            IntentReader reader = read(t, entities);
            assertEquals(new HashSet<>(intents), new HashSet<>(reader.intents()), "seed " + seed);
            assertEquals(List.of(), reader.unknown());
        }
    }

    @Test
    void halfAnIntentIsNotHeldAndItsEntitiesAreUnknown() {
        for (Host host : Host.values()) {
            List<Entity> entities = translator.entities(eam("192.0.2.0/24", host));
            for (int missing = 0; missing < entities.size(); missing++) {
                List<Entity> rest = new ArrayList<>(entities);
                rest.remove(missing);
                IntentReader reader = read(translator, rest);
                assertEquals(List.of(), reader.intents());
                assertEquals(new HashSet<>(rest), new HashSet<>(reader.unknown()));
            }
        }
    }

    private static Intent eam(String prefix4, Host host) {
        return new TranslationIntent.Eam(
                Ipv4Prefix.parse(prefix4), Ipv6Prefix.parse("2001:db8::/120"), 1, host);
    }

    @Test
    void anEamLeavesItsHostsOwnAddressesAlone() {
        assertEquals(
                List.of(P4.Tables.Eam6Src.ID.id, P4.Tables.Eam4Dst.ID.id),
                tables(eam("192.0.2.0/24", Host.IPV6)));
        assertEquals(
                List.of(P4.Tables.Eam4Src.ID.id, P4.Tables.Eam6Dst.ID.id),
                tables(eam("192.0.2.0/24", Host.IPV4)));
    }

    private List<Integer> tables(Intent intent) {
        List<Integer> ids = new ArrayList<>();
        translator.entities(intent).forEach(e -> ids.add(e.getTableEntry().getTableId()));
        return ids;
    }

    @Test
    void theHostsOfAnEamAreFoundBack() {
        Intent six = eam("192.0.2.0/24", Host.IPV6);
        Intent four = eam("192.0.2.0/24", Host.IPV4);
        List<Entity> all = entities(translator, List.of(six, four));
        // All four rows there are, as after a change of mind that was cut short.
        assertEquals(Set.of(six, four), new HashSet<>(read(translator, all).intents()));
        // A row of each is neither.
        IntentReader reader = read(translator, List.of(all.get(0), all.get(3)));
        assertEquals(List.of(), reader.intents());
        assertEquals(2, reader.unknown().size());
    }

    @Test
    void anEntityThatDiffersFromItsIntentIsUnknown() {
        Ipv6Prefix prefix = Ipv6Prefix.parse("64:ff9b::/96");
        List<Entity> one = translator.entities(new TranslationIntent.NatPrefix(prefix, 1));
        List<Entity> other =
                translator.entities(
                        new TranslationIntent.NatPrefix(Ipv6Prefix.parse("2001:db8::/96"), 1));
        // The prefix by which instance 1 embeds is another than the one it extracts from.
        IntentReader reader = read(translator, List.of(other.get(0), one.get(1), one.get(2)));
        assertEquals(List.of(), reader.intents());
        assertEquals(3, reader.unknown().size());
    }

    @Test
    void anEntryThatIsNeverWrittenIsUnknownAndHidesNoOther() {
        Ipv6Prefix prefix = Ipv6Prefix.parse("2001:db8::/32");
        List<Entity> all = translator.entities(new TranslationIntent.NatPrefix(prefix, 1));
        // Extracts behind 32 bits what lies behind 33, as another controller may have it.
        Entity.Builder foreign = all.get(2).toBuilder();
        foreign.getTableEntryBuilder().getMatchBuilder(0).getLpmBuilder().setPrefixLen(33);
        Intent pool = new TranslationIntent.Pool4(Ipv4Prefix.parse("10.0.0.0/8"), 1);
        List<Entity> held = new ArrayList<>(List.of(foreign.build()));
        held.addAll(translator.entities(pool));
        IntentReader reader = read(translator, held);
        assertEquals(List.of(pool), reader.intents());
        assertEquals(List.of(foreign.build()), reader.unknown());
    }

    @Test
    void aSetOfOnePortIsNoBinding() {
        Entity.Builder foreign =
                translator
                        .entities(
                                new BibIntent.Outbound(
                                        1,
                                        Protocol.TCP,
                                        2,
                                        3,
                                        4096,
                                        5,
                                        8192,
                                        Filtering.ENDPOINT_INDEPENDENT,
                                        4))
                        .get(0)
                        .toBuilder();
        for (FieldMatch.Builder match : foreign.getTableEntryBuilder().getMatchBuilderList()) {
            if (match.getFieldId() == P4.Tables.PortSets6.SRC_PORT.id) {
                match.getLpmBuilder().setPrefixLen(16);
            }
        }
        foreign.getTableEntryBuilder()
                .getActionBuilder()
                .getActionBuilder()
                .getParamsBuilderList()
                .forEach(
                        p -> {
                            if (p.getParamId() == P4.Actions.BindSetTo4.LOW.id) {
                                p.setValue(Bytes.of(0));
                            }
                        });
        IntentReader reader = read(translator, List.of(foreign.build()));
        // As that of a binding it would be taken for a row of bib6.
        assertEquals(List.of(), reader.intents());
        assertEquals(List.of(foreign.build()), reader.unknown());
    }

    @Test
    void padsOfTheDeviceDoNotMatter() {
        Intent eam = eam("10.0.0.0/24", Host.IPV4);
        List<Entity> padded = new ArrayList<>();
        for (Entity entity : translator.entities(eam)) {
            TableEntry.Builder entry = entity.getTableEntry().toBuilder();
            FieldMatch.LPM lpm = entry.getMatch(0).getLpm();
            entry.getMatchBuilder(0)
                    .getLpmBuilder()
                    .setValue(ByteString.copyFrom(new byte[3]).concat(lpm.getValue()));
            entry.getActionBuilder()
                    .getActionBuilder()
                    .getParamsBuilderList()
                    .forEach(
                            p -> p.setValue(ByteString.copyFrom(new byte[2]).concat(p.getValue())));
            entry.setCounterData(CounterData.newBuilder().setPacketCount(5));
            padded.add(Entity.newBuilder().setTableEntry(entry).build());
        }
        assertEquals(List.of(eam), read(translator, padded).intents());
    }

    @Test
    void theOrderOfMatchFieldsDoesNotMatter() {
        for (Intent intent : Samples.chosen()) {
            List<Entity> reversed = new ArrayList<>();
            for (Entity entity : translator.entities(intent)) {
                List<FieldMatch> matches = new ArrayList<>(entity.getTableEntry().getMatchList());
                Collections.reverse(matches);
                Entity.Builder other = entity.toBuilder();
                if (entity.hasTableEntry()) {
                    other.getTableEntryBuilder().clearMatch().addAllMatch(matches);
                }
                reversed.add(other.build());
            }
            assertEquals(List.of(intent), read(translator, reversed).intents());
        }
    }

    @Test
    void ternaryPrefixesWinByLength() {
        Translator t = ternary();
        TableEntry shorter =
                t.entities(new TranslationIntent.Pool4(Ipv4Prefix.parse("10.0.0.0/8"), 1))
                        .get(0)
                        .getTableEntry();
        TableEntry all =
                t.entities(new TranslationIntent.Pool4(Ipv4Prefix.parse("0.0.0.0/0"), 1))
                        .get(0)
                        .getTableEntry();
        assertEquals(9, shorter.getPriority());
        assertEquals(1, all.getPriority());
        assertEquals(0, all.getMatchCount());
        FieldMatch.Ternary ternary = shorter.getMatch(0).getTernary();
        assertEquals(ByteString.copyFrom(new byte[] {10, 0, 0, 0}), ternary.getValue());
        assertEquals(ByteString.copyFrom(new byte[] {-1, 0, 0, 0}), ternary.getMask());
    }

    @Test
    void aValueBesideATernaryPrefixIsMatchedInAllItsBits() {
        Intent limit =
                new BibIntent.SubscriberLimit(
                        7, Protocol.ICMP, Ipv6Prefix.parse("2001:db8:1::/64"));
        TableEntry entry = ternary().entities(limit).get(0).getTableEntry();
        assertEquals(65, entry.getPriority());
        FieldMatch.Ternary instance = entry.getMatch(0).getTernary();
        assertEquals(ByteString.copyFrom(new byte[] {7}), instance.getValue());
        assertEquals(ByteString.copyFrom(new byte[] {15, -1}), instance.getMask());
        // One that leaves a bit open is none of ours.
        TableEntry.Builder open = entry.toBuilder();
        open.getMatchBuilder(0)
                .getTernaryBuilder()
                .setMask(ByteString.copyFrom(new byte[] {15, -2}));
        IntentReader reader =
                read(ternary(), List.of(Entity.newBuilder().setTableEntry(open).build()));
        assertEquals(List.of(), reader.intents());
        assertEquals(1, reader.unknown().size());
    }

    @Test
    void membersTakeTurnsWhereThereIsNoSelector() {
        MacAddress mac = MacAddress.of(2);
        List<RoutingIntent.Hop> hops = new ArrayList<>();
        for (int n = 1; n <= 5; n++) {
            hops.add(new RoutingIntent.Hop(n, mac, mac, 0, 1500));
            Intent next = new RoutingIntent.Next(7, hops);
            List<Entity> entities = minimal.entities(next);
            assertEquals(16, entities.size());
            assertEquals(List.of(next), read(minimal, entities).intents());
            IntentReader half = read(minimal, entities.subList(0, 15));
            assertEquals(List.of(), half.intents());
            assertEquals(15, half.unknown().size());
        }
        int next = minimal.program().tableNames().indexOf("next");
        assertEquals(1024, minimal.program().size(next));
    }

    @Test
    void countersAreAskedForWhereThereAreAny() {
        assertTrue(translator.statistics().stream().anyMatch(Entity::hasDirectCounterEntry));
        assertTrue(minimal.statistics().stream().noneMatch(Entity::hasDirectCounterEntry));
    }

    @Test
    void whatIsAlwaysThereIsModifiedAndReset() {
        Entity rate =
                translator.entities(new SwitchIntent.PuntRate(PuntReason.BIB_MISS, 1, 2)).get(0);
        assertEquals(Update.Type.MODIFY, Entities.insert(rate).getType());
        Update reset = Entities.remove(rate);
        assertEquals(Update.Type.MODIFY, reset.getType());
        assertTrue(!reset.getEntity().getMeterEntry().hasConfig());
        Entity binding =
                translator.entities(new BibIntent.Inbound(Protocol.TCP, 1, 2, 3, 4, 5)).get(0);
        assertEquals(Update.Type.INSERT, Entities.insert(binding).getType());
        assertEquals(Update.Type.DELETE, Entities.remove(binding).getType());
    }

    @Test
    void aCounterNamesItsBinding() {
        BibIntent.Outbound binding = new BibIntent.Outbound(1, Protocol.TCP, 2, 3, 4, 5, 6);
        BibIntent.Inbound reply = new BibIntent.Inbound(Protocol.TCP, 5, 6, 2, 3, 4);
        for (Intent side : List.of(binding, reply)) {
            Entity asked = translator.counter(side);
            assertEquals(side.key(), translator.counted(asked.getDirectCounterEntry()));
        }
        assertEquals(2, translator.allCounters(List.of(binding, reply, binding)).size());
    }

    @Test
    void statisticsAreSummedByName() {
        CounterData five = CounterData.newBuilder().setPacketCount(5).setByteCount(500).build();
        Entity.Builder drop =
                Entity.newBuilder()
                        .setCounterEntry(
                                CounterEntry.newBuilder()
                                        .setCounterId(P4.Counters.DROPS)
                                        .setIndex(Index.newBuilder().setIndex(P4.DropReasons.LOOP))
                                        .setData(five));
        Entity.Builder in =
                Entity.newBuilder()
                        .setCounterEntry(
                                CounterEntry.newBuilder()
                                        .setCounterId(P4.Counters.PORT_INGRESS)
                                        .setIndex(Index.newBuilder().setIndex(3))
                                        .setData(five));
        Entity.Builder hit =
                Entity.newBuilder()
                        .setDirectCounterEntry(
                                DirectCounterEntry.newBuilder()
                                        .setData(five)
                                        .setTableEntry(
                                                TableEntry.newBuilder()
                                                        .setTableId(P4.Tables.Pool6.ID.id)));
        DeviceStatistics sum =
                translator.statistics(List.of(drop.build(), in.build(), hit.build(), hit.build()));
        assertEquals(java.util.Map.of("LOOP", 5L), sum.drops());
        assertEquals(java.util.Map.of("pool6", 10L), sum.translated());
        org.junit.jupiter.api.Assertions.assertArrayEquals(
                new long[] {5, 500, 0, 0}, sum.ports().get(3));
    }
}
