// SPDX-License-Identifier: Apache-2.0
package org.isthmus.netfpga.layout;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.isthmus.core.testing.Seeds;
import org.isthmus.target.api.ActionSpec;
import org.isthmus.target.api.MatchKey;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import p4.config.v1.P4InfoOuterClass.Action;
import p4.config.v1.P4InfoOuterClass.ActionRef;
import p4.config.v1.P4InfoOuterClass.P4Info;
import p4.config.v1.P4InfoOuterClass.Table;

class TableLayoutTest {
    /** As SDNet writes it: other orders and padding, a number in quotes, actions of its own. */
    private static final String DESCRIPTION =
            "{\"Pipe\": {\"px_lookups\": ["
                    + "{\"p4_name\": \"next\", \"tableID\": \"4\", \"match_type\": \"EM\","
                    + " \"action_ids\": {\"Pipe.discard\": 2, \"Pipe.forward\": 1,"
                    + " \".NoAction\": 3},"
                    + " \"request_fields\": [{\"type\": \"struct\", \"fields\": ["
                    + "{\"px_name\": \"next_id\", \"type\": \"bits\", \"size\": 16},"
                    + "{\"px_name\": \"padding\", \"type\": \"bits\", \"size\": 7},"
                    + "{\"px_name\": \"port\", \"type\": \"bits\", \"size\": 9}]}],"
                    + " \"response_fields\": ["
                    + "{\"px_name\": \"hit\", \"type\": \"bits\", \"size\": 1},"
                    + "{\"px_name\": \"action_run\", \"type\": \"bits\", \"size\": 3},"
                    + "{\"type\": \"struct\", \"px_name\": \"discard_0\","
                    + " \"p4_action\": \"Pipe.discard\", \"fields\": ["
                    + "{\"px_name\": \"reason\", \"type\": \"bits\", \"size\": 8}]},"
                    + "{\"type\": \"struct\", \"px_name\": \"forward_0\","
                    + " \"p4_action\": \"Pipe.forward\", \"fields\": ["
                    + "{\"px_name\": \"dmac\", \"type\": \"bits\", \"size\": 48},"
                    + "{\"px_name\": \"port\", \"type\": \"bits\", \"size\": 9}]}]}]},"
                    + " \"Parser\": {}}";

    private static final P4Info NEXT =
            P4Info.newBuilder()
                    .addAllTables(List.of(Programs.SMALL.getTables(0)))
                    .addAllActions(Programs.SMALL.getActionsList())
                    .build();

    private static SwitchInfo parse(String json) throws MisfitException {
        return SwitchInfo.parse(json.getBytes(StandardCharsets.UTF_8));
    }

    private static byte[] bytes(int... values) {
        byte[] bytes = new byte[values.length];
        for (int i = 0; i < bytes.length; i++) {
            bytes[i] = (byte) values[i];
        }
        return bytes;
    }

    @Test
    void fieldsAreWhereTheCardHasThem() throws Exception {
        TableLayout next = TableLayout.join(NEXT, parse(DESCRIPTION)).get(Programs.NEXT);
        assertEquals(4, next.number());
        assertEquals(SwitchInfo.Kind.EXACT, next.kind());
        assertEquals(25, next.keyBits());
        MatchKey key =
                new MatchKey(new byte[][] {bytes(1, 2), bytes(0xab, 0xcd)}, new byte[2][], 0);
        assertEquals(BigInteger.valueOf(0xabcd << 9 | 0x102), next.key(key));
        ActionSpec forward =
                ActionSpec.action(Programs.FORWARD, bytes(1, 0xff), bytes(1, 2, 3, 4, 5, 6));
        // The number, the reason of the other action, the address, the port.
        assertEquals(
                BigInteger.ONE
                        .shiftLeft(8 + 48 + 9)
                        .or(BigInteger.valueOf(0x010203040506L).shiftLeft(9))
                        .or(BigInteger.valueOf(0x1ff)),
                next.value(forward));
        assertEquals(
                BigInteger.TWO.shiftLeft(8 + 48 + 9).or(BigInteger.valueOf(0x80).shiftLeft(48 + 9)),
                next.value(ActionSpec.action(Programs.DISCARD, bytes(0x80))));
        assertNull(next.action(BigInteger.valueOf(3).shiftLeft(8 + 48 + 9)));
    }

    /** SDNet's own names, and controls in front of others. */
    @Test
    void fieldsWithoutAnyOfTheProgramsNamesAreInTheOrderOfTheProgram() throws Exception {
        String renamed =
                DESCRIPTION
                        .replace("\"px_name\": \"port\"", "\"px_name\": \"two\"")
                        .replace("\"px_name\": \"next_id\"", "\"px_name\": \"one\"")
                        .replace("\"dmac\"", "\"three\"")
                        .replace("\"p4_name\": \"next\"", "\"p4_name\": \"ingress.hop.next\"")
                        .replace("Pipe.forward", "Pipe.hop.forward");
        P4Info.Builder swapped = NEXT.toBuilder();
        var fields = swapped.getTablesBuilder(0);
        var port = fields.getMatchFields(0);
        fields.setMatchFields(0, fields.getMatchFields(1)).setMatchFields(1, port);
        var forward = swapped.getActionsBuilder(0);
        var first = forward.getParams(0);
        forward.setParams(0, forward.getParams(1)).setParams(1, first);
        TableLayout next = TableLayout.join(swapped.build(), parse(renamed)).get(Programs.NEXT);
        MatchKey key =
                new MatchKey(new byte[][] {bytes(0xab, 0xcd), bytes(1, 2)}, new byte[2][], 0);
        assertEquals(BigInteger.valueOf(0xabcd << 9 | 0x102), next.key(key));
        assertEquals(
                BigInteger.ONE.shiftLeft(8 + 48 + 9).or(BigInteger.valueOf(0x1ff)),
                next.value(ActionSpec.action(Programs.FORWARD, new byte[6], bytes(1, 0xff))));
        // In the other order they have other widths.
        MisfitException e =
                assertThrows(MisfitException.class, () -> TableLayout.join(NEXT, parse(renamed)));
        assertTrue(
                e.getMessage().contains("table next: port has 16 bits in the card, not 9"),
                e.getMessage());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '\'',
            value = {
                "'\"px_name\": \"next_id\"'|'\"px_name\": \"id\"'|the card has no next_id",
                "'\"size\": 16'|'\"size\": 12'|next_id has 12 bits in the card, not 16",
                "'EM'|'TCAM'|table next is TERNARY in the card, and port is not",
                "'\"Pipe.forward\": 1,'|''|the card has no action forward",
                "'\"dmac\"'|'\"mac\"'|action forward: the card has no dmac",
                "'\"size\": 48'|'\"size\": 32'|dmac has 32 bits in the card, not 48",
                "'\"next\", \"t'|'\"hop\", \"t'|the card has no table next; the card has a table hop",
                "'\"padding\"'|'\"more\"'|the card has 3 fields in its key",
            })
    void whatDoesNotFitIsNamed(String was, String is, String message) throws Exception {
        assertTrue(DESCRIPTION.contains(was), was);
        SwitchInfo other = parse(DESCRIPTION.replace(was, is));
        MisfitException e =
                assertThrows(MisfitException.class, () -> TableLayout.join(NEXT, other));
        assertTrue(e.getMessage().contains(message), e.getMessage());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '\'',
            value = {
                "'{\"Pipe\"'|'{Pipe'|it is no JSON",
                "'px_lookups'|'lookups'|it describes no table (px_lookups)",
                "'EM'|'CAM'|table next: match_type CAM is none of EM, TCAM, LPM",
                "'\"tableID\": \"4\",'|''|table next has no tableID",
                "'\"4\"'|'\"x\"'|table next: tableID is no number",
                "'action_run'|'action'|response_fields do not begin with action_run",
                "'\"Pipe.forward\": 1'|'\"Pipe.forward\": null'|action Pipe.forward has no number",
                "'\"size\": 48'|'\"size\": 0'|table next response_fields: dmac has no size",
                "'\"px_name\": \"port\",'|''|_fields has no px_name",
            })
    void whatIsNoDescriptionIsSaid(String was, String is, String message) {
        assertTrue(DESCRIPTION.contains(was), was);
        MisfitException e =
                assertThrows(MisfitException.class, () -> parse(DESCRIPTION.replace(was, is)));
        assertTrue(e.getMessage().contains(message), e.getMessage());
    }

    @Test
    void aTableIsDescribedOnce() {
        String lookup =
                DESCRIPTION.substring(
                        DESCRIPTION.indexOf("{\"p4_name\""), DESCRIPTION.indexOf("]}, \"Parser"));
        MisfitException e =
                assertThrows(
                        MisfitException.class,
                        () -> parse(DESCRIPTION.replace(lookup, lookup + "," + lookup)));
        assertEquals("table next is described twice", e.getMessage());
    }

    @Test
    void severalMatchKindsCannotBeDescribed() {
        P4Info.Builder mixed = NEXT.toBuilder();
        mixed.getTablesBuilder(0)
                .getMatchFieldsBuilder(0)
                .setMatchType(p4.config.v1.P4InfoOuterClass.MatchField.MatchType.TERNARY);
        assertEquals(
                "table next: its keys are not all exact, all ternary or one lpm",
                assertThrows(MisfitException.class, () -> SwitchInfo.of(mixed.build()))
                        .getMessage());
    }

    /** Entries of every table and action of the program for the card become rows and come back. */
    @Test
    void whatIsMadeOfAnEntryIsThatEntry() throws Exception {
        P4Info info = Programs.netfpga();
        Random random = new Random(Seeds.of(1));
        Map<Integer, TableLayout> layouts =
                TableLayout.join(info, SwitchInfo.parse(SwitchInfo.of(info).toJson()));
        Map<Integer, Action> actions = new HashMap<>();
        info.getActionsList().forEach(a -> actions.put(a.getPreamble().getId(), a));
        assertEquals(info.getTablesCount(), layouts.size());
        for (Table t : info.getTablesList()) {
            TableLayout layout = layouts.get(t.getPreamble().getId());
            boolean isExact = layout.kind() == SwitchInfo.Kind.EXACT;
            for (ActionRef ref : t.getActionRefsList()) {
                if (ref.getScope() == ActionRef.Scope.DEFAULT_ONLY) {
                    continue;
                }
                byte[][] values = new byte[t.getMatchFieldsCount()][];
                byte[][] masks = new byte[values.length][];
                for (int i = 0; i < values.length; i++) {
                    values[i] = random(random, t.getMatchFields(i).getBitwidth());
                    masks[i] = isExact ? null : random(random, t.getMatchFields(i).getBitwidth());
                }
                MatchKey key = new MatchKey(values, masks, isExact ? 0 : 7);
                byte[][] params =
                        actions.get(ref.getId()).getParamsList().stream()
                                .map(p -> random(random, p.getBitwidth()))
                                .toArray(byte[][]::new);
                ActionSpec spec = ActionSpec.action(ref.getId(), params);
                BigInteger bits = layout.key(key);
                assertTrue(bits.bitLength() <= layout.keyBits());
                assertEquals(
                        key,
                        layout.matchKey(bits, isExact ? null : layout.mask(key), key.priority()));
                ActionSpec back = layout.action(layout.value(spec));
                assertEquals(spec.id(), back.id(), layout.name());
                for (int i = 0; i < params.length; i++) {
                    assertArrayEquals(params[i], back.param(i), layout.name());
                }
            }
        }
    }

    private static byte[] random(Random random, int bits) {
        byte[] bytes = new byte[(bits + 7) / 8];
        random.nextBytes(bytes);
        bytes[0] &= (byte) (0xff >> bytes.length * 8 - bits);
        return bytes;
    }
}
