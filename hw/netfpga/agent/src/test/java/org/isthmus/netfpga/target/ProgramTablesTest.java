// SPDX-License-Identifier: Apache-2.0
package org.isthmus.netfpga.target;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.rpc.Code;
import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.isthmus.core.testing.Seeds;
import org.isthmus.netfpga.card.Flaky;
import org.isthmus.netfpga.card.MemoryCard;
import org.isthmus.netfpga.card.Rows;
import org.isthmus.netfpga.image.Image;
import org.isthmus.netfpga.layout.Programs;
import org.isthmus.netfpga.layout.RegisterMap;
import org.isthmus.netfpga.layout.SwitchInfo;
import org.isthmus.netfpga.layout.TableLayout;
import org.isthmus.target.api.ActionSpec;
import org.isthmus.target.api.MatchKey;
import org.isthmus.target.api.RefusedException;
import org.isthmus.target.api.Table;
import org.isthmus.target.api.Target.PacketInListener;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import p4.config.v1.P4InfoOuterClass.Action;
import p4.config.v1.P4InfoOuterClass.ActionRef;
import p4.config.v1.P4InfoOuterClass.P4Info;
import p4.v1.P4RuntimeOuterClass.ForwardingPipelineConfig;

/** The tables of whole programs, without P4Runtime and without the C API. */
class ProgramTablesTest {
    @TempDir Path folder;

    private static final class Unused implements ControllerPackets {
        @Override
        public void packetOut(byte[] frame) {}

        @Override
        public void run(CardProgram program) {}

        @Override
        public void onPacketIn(PacketInListener listener) {}
    }

    private static CardTarget target(Rows rows, MemoryCard card, P4Info info, Image image)
            throws Exception {
        return new CardTarget(
                rows, card, SwitchInfo.of(info), RegisterMap.of(info), image, new Unused());
    }

    private static void run(CardTarget target, ForwardingPipelineConfig config) throws Exception {
        target.run(target.compile(config.getP4Info(), new byte[0]), config);
    }

    /** With parameters of zero. */
    private static ActionSpec anAction(P4Info info, p4.config.v1.P4InfoOuterClass.Table t) {
        Map<Integer, Action> actions = new HashMap<>();
        info.getActionsList().forEach(a -> actions.put(a.getPreamble().getId(), a));
        for (ActionRef ref : t.getActionRefsList()) {
            if (ref.getScope() != ActionRef.Scope.DEFAULT_ONLY) {
                return ActionSpec.action(
                        ref.getId(),
                        actions.get(ref.getId()).getParamsList().stream()
                                .map(p -> new byte[(p.getBitwidth() + 7) / 8])
                                .toArray(byte[][]::new));
            }
        }
        throw new IllegalArgumentException(t.getPreamble().getName());
    }

    private static Table.Entry entry(TableLayout layout, ActionSpec action, int number) {
        boolean isExact = layout.kind() == SwitchInfo.Kind.EXACT;
        BigInteger mask =
                isExact
                        ? null
                        : BigInteger.ONE.shiftLeft(layout.keyBits()).subtract(BigInteger.ONE);
        return new Table.Entry(
                layout.matchKey(
                        BigInteger.valueOf(number), mask, isExact ? 0 : 1 + number * 31 % 64),
                action,
                0,
                0,
                new byte[0]);
    }

    @Test
    void everyTableOfTheProgramForTheCardIsFilledToItsLastRow() throws Exception {
        P4Info info = Programs.netfpga();
        Map<Integer, TableLayout> layouts = TableLayout.join(info, SwitchInfo.of(info));
        Map<Integer, Integer> sizes = new HashMap<>();
        layouts.values().forEach(l -> sizes.put(l.number(), l.size()));
        MemoryCard card = new MemoryCard(sizes::get);
        int rows = 0;
        try (Image image = new Image(folder.resolve("image.mv"))) {
            CardTarget target = target(card, card, info, image);
            run(target, AgentRig.config(info));
            for (p4.config.v1.P4InfoOuterClass.Table t : info.getTablesList()) {
                TableLayout layout = layouts.get(t.getPreamble().getId());
                CardTable table = target.program().table(layout.name());
                ActionSpec action = anAction(info, t);
                // Keys of a few bits have fewer values than the table has rows.
                int most =
                        layout.keyBits() < 20
                                ? Math.min(layout.size(), 1 << layout.keyBits())
                                : layout.size();
                image.hold();
                for (int i = 0; i < most; i++) {
                    table.insert(entry(layout, action, i));
                }
                image.release();
                rows += most;
                assertEquals(most, table.size());
                if (most == layout.size()) {
                    RefusedException e =
                            assertThrows(
                                    RefusedException.class,
                                    () -> table.insert(entry(layout, action, most)));
                    assertEquals(Code.RESOURCE_EXHAUSTED, e.code());
                    table.delete(entry(layout, action, most / 2).key());
                    table.insert(entry(layout, action, most));
                }
            }
            assertTrue(rows > 50_000, rows + " rows");
        }
        try (Image image = new Image(folder.resolve("image.mv"))) {
            CardTarget again = target(card, card, info, image);
            run(again, again.saved());
            assertEquals(
                    rows + " rows verified, 0 written, 0 failed", again.refill(false).toString());
            card.program();
            assertEquals(
                    "0 rows verified, " + rows + " written, 0 failed",
                    again.refill(true).toString());
        }
    }

    /** As a hashed table may be. */
    @Test
    void aCardThatIsFullBeforeItsTableIsHasNoRoom() throws Exception {
        P4Info info = Programs.netfpga();
        p4.config.v1.P4InfoOuterClass.Table exact =
                info.getTablesList().stream()
                        .filter(t -> t.getPreamble().getAlias().equals("local4"))
                        .findFirst()
                        .orElseThrow();
        TableLayout layout =
                TableLayout.join(info, SwitchInfo.of(info)).get(exact.getPreamble().getId());
        MemoryCard card = new MemoryCard(t -> 2);
        try (Image image = new Image(folder.resolve("image.mv"))) {
            CardTarget target = target(card, card, info, image);
            run(target, AgentRig.config(info));
            CardTable table = target.program().table(layout.name());
            ActionSpec action = anAction(info, exact);
            table.insert(entry(layout, action, 1));
            table.insert(entry(layout, action, 2));
            RefusedException e =
                    assertThrows(
                            RefusedException.class, () -> table.insert(entry(layout, action, 3)));
            assertEquals(
                    "table local4: the card has no room for this row beside the others",
                    e.getMessage());
            assertEquals(Code.RESOURCE_EXHAUSTED, e.code());
            assertEquals(2, table.size());
            table.delete(entry(layout, action, 1).key());
            table.insert(entry(layout, action, 3));
        }
    }

    private static String text(MatchKey key) {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < key.fields(); i++) {
            text.append(new BigInteger(1, key.value(i))).append(' ');
        }
        return text.toString() + key.priority();
    }

    /** The entries of all tables of a program, by match. */
    private static Map<String, String> entries(CardProgram program) {
        Map<String, String> found = new TreeMap<>();
        for (CardTable table : program.tables()) {
            Table.Rows rows = table.rows();
            for (int i = 0; i < rows.size(); i++) {
                rows.visit(
                        i,
                        (e, packets, bytes, idle, meter) ->
                                found.put(
                                        table.layout().name() + " " + text(e.key()),
                                        new BigInteger(1, e.action().param(0)).toString()));
            }
        }
        return found;
    }

    /** Killed at any call of the card; the next agent finds the file as it was at that moment. */
    @Test
    void anAgentThatIsKilledAtAnyMomentLosesNothing() throws Exception {
        P4Info info = Programs.SMALL;
        Random random = new Random(Seeds.of(1));
        MemoryCard card = new MemoryCard(t -> Programs.SIZE);
        Flaky flaky = new Flaky(card);
        Path file = folder.resolve("image-0.mv");
        Image image = new Image(file);
        CardTarget target = target(flaky.rows(), card, info, image);
        run(target, AgentRig.config(info));
        int kills = 0;
        Map<String, String> before = Map.of();
        while (kills < 40) {
            flaky.next(
                    random.nextBoolean() ? Flaky.Fault.KILLED_BEFORE : Flaky.Fault.KILLED_AFTER,
                    random.nextInt(30),
                    name -> true);
            Map<String, String> after = before;
            try {
                while (true) {
                    before = entries(target.program());
                    after = change(target.program(), random, before);
                    assertEquals(after, entries(target.program()));
                }
            } catch (Flaky.Killed e) {
                flaky.end();
            } catch (Wanted w) {
                flaky.end();
                after = w.after;
            }
            kills++;
            Path next = folder.resolve("image-" + kills + ".mv");
            Files.copy(file, next);
            image.close();
            file = next;
            image = new Image(file);
            target = target(flaky.rows(), card, info, image);
            run(target, target.saved());
            Map<String, String> found = entries(target.program());
            Map<String, String> was = before;
            Map<String, String> would = after;
            assertTrue(
                    found.equals(was) || found.equals(would),
                    () -> found + " is neither " + was + " nor " + would);
            assertEquals(found.size(), rows(card));
            assertEquals(0, target.refill(false).written() - prefixes(found));
            before = found;
        }
        image.close();
    }

    /** The agent was killed in the middle of a change. */
    private static final class Wanted extends Exception {
        private static final long serialVersionUID = 1;
        private final transient Map<String, String> after;

        Wanted(Map<String, String> after) {
            this.after = after;
        }
    }

    private static int rows(MemoryCard card) {
        return card.exactRows(0) + card.ternaryRows(1) + card.activePrefixes(2).size();
    }

    /** Those are loaded again each time. */
    private static int prefixes(Map<String, String> entries) {
        Set<String> names = new TreeSet<>(entries.keySet());
        names.removeIf(n -> !n.startsWith("route "));
        return names.size();
    }

    private static Map<String, String> change(
            CardProgram program, Random random, Map<String, String> before) throws Exception {
        String name = new String[] {"next", "source", "route"}[random.nextInt(3)];
        CardTable table = program.table(name);
        int value = random.nextInt(200);
        Table.Entry e = entry(name, random.nextInt(12), 1 + random.nextInt(3), value);
        String match = name + " " + text(e.key());
        Map<String, String> after = new TreeMap<>(before);
        try {
            if (!before.containsKey(match)) {
                if (table.size() == Programs.SIZE) {
                    return after;
                }
                after.put(match, Integer.toString(value));
                table.insert(e);
            } else if (random.nextBoolean()) {
                after.put(match, Integer.toString(value));
                table.modify(e);
            } else {
                after.remove(match);
                table.delete(e.key());
            }
        } catch (Flaky.Killed killed) {
            throw new Wanted(after);
        }
        return after;
    }

    private static Table.Entry entry(String table, int key, int priority, int value) {
        byte[] port = {0, (byte) key};
        byte[] wide = {10, (byte) key, 0, 0};
        byte[] whole = {1, -1};
        ActionSpec discard = ActionSpec.action(Programs.DISCARD, new byte[] {(byte) value});
        ActionSpec forward =
                ActionSpec.action(Programs.FORWARD, new byte[] {0, (byte) value}, new byte[6]);
        MatchKey match;
        switch (table) {
            case "next":
                match = new MatchKey(new byte[][] {port, port}, new byte[2][], 0);
                break;
            case "source":
                match =
                        new MatchKey(
                                new byte[][] {port, wide},
                                new byte[][] {whole, {-1, -1, -1, -1}},
                                priority);
                break;
            default:
                match = new MatchKey(new byte[][] {wide}, new byte[][] {{-1, -1, 0, 0}}, 0);
        }
        return new Table.Entry(
                match, table.equals("source") ? discard : forward, 0, 0, new byte[0]);
    }
}
