// SPDX-License-Identifier: Apache-2.0
package org.isthmus.netfpga.rtl;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import org.isthmus.netfpga.layout.MisfitException;
import org.isthmus.netfpga.layout.SwitchInfo;
import org.junit.jupiter.api.Test;
import p4.config.v1.P4InfoOuterClass.Action;
import p4.config.v1.P4InfoOuterClass.MatchField;
import p4.config.v1.P4InfoOuterClass.P4Info;
import p4.config.v1.P4InfoOuterClass.Table;

class RtlDescriptionTest {
    private static RtlDescription parse(String json) throws MisfitException {
        return RtlDescription.parse(json.getBytes(StandardCharsets.UTF_8));
    }

    private static void refused(String message, String from, String to) {
        String json = Descriptions.json();
        assertTrue(json.contains(from), from);
        MisfitException e =
                assertThrows(
                        MisfitException.class,
                        () -> parse(json.replaceFirst(java.util.regex.Pattern.quote(from), to)));
        assertEquals(message, e.getMessage());
    }

    @Test
    void whatItSays() throws Exception {
        RtlDescription d = Descriptions.tiny();
        assertEquals("tiny", d.program());
        assertEquals(0xefbeadde, d.hash());
        assertEquals(64, d.registers().array("drops").size());
        RtlDescription.Table wide = d.tables().get(Descriptions.WIDE);
        assertEquals(SwitchInfo.Kind.EXACT, wide.kind);
        assertEquals(5 * 32 + 2, wide.rows());
        assertEquals(7, wide.rowWords());
        assertEquals(6, wide.hash[0].length);
        RtlDescription.Table slots = d.tables().get(Descriptions.SLOTS);
        assertEquals(8, slots.rows());
        assertEquals(3, slots.rowWords());
    }

    /** Keys of four bits: each of them has a row for itself in every way. */
    @Test
    void aTableMayBeLargerThanItsKeysAreMany() throws Exception {
        String json = Descriptions.json().replace("\"key\": 12, \"value\": 9, \"size\": 64", "%s");
        String few = "\"key\": 4, \"value\": 9, \"size\": 1024";
        String hash =
                "\"hash\": ["
                        + "\"1\", \"2\", \"4\", \"8\", ".repeat(4)
                        + "\"1\", \"2\", \"4\", \"8\"]";
        String small = String.format(json, few).replaceFirst("\"hash\": \\[[^]]*]", hash);
        assertEquals(5 * 16 + 2, parse(small).tables().get(Descriptions.SMALL).rows());
    }

    @Test
    void masksAreLittleEndianWords() throws Exception {
        String json = Descriptions.json();
        int at = json.indexOf("\"hash\": [\"", json.indexOf("wide")) + 10;
        String changed =
                json.substring(0, at)
                        + "a00000000000000000000000000000000000000c3"
                        + json.substring(json.indexOf('"', at));
        assertArrayEquals(
                new int[] {0xc3, 0, 0, 0, 0, 10},
                parse(changed).tables().get(Descriptions.WIDE).hash[0]);
    }

    @Test
    void whatIsWrongIsNamed() {
        refused("the description has no program", "\"program\"", "\"p\"");
        refused("the description has no list tables", "\"tables\"", "\"t\"");
        refused("the description has no list counters", "\"counters\"", "\"c\"");
        refused("the description has no hash", "\"hash\"", "\"h\"");
        refused(
                "the description: hash: 4294967296 is not from 0 to 4294967295",
                "4022250974",
                "4294967296");
        refused("a table has no name", "\"name\": \"small\"", "\"name\": 3");
        refused("table wide is described twice", "\"small\"", "\"wide\"");
        refused("table wide: number: 1 is table small's", "\"number\": 0", "\"number\": 1");
        refused(
                "table small: kind: range is none of exact, ternary, lpm",
                "\"exact\"",
                "\"range\"");
        refused("table small: key: 12 bits are no address", "\"exact\"", "\"lpm\"");
        refused("table small has no key", "\"key\": 12", "\"k\": 12");
        refused("table small: key: 0 is not from 1 to 1024", "\"key\": 12", "\"key\": 0");
        refused("table small: key: 1.5 is not from 1 to 1024", "\"key\": 12", "\"key\": 1.5");
        refused("table small: key: \"12\" is not from 1 to 1024", "\"key\": 12", "\"key\": \"12\"");
        refused(
                "table slots: value: 1025 is not from 1 to 1024",
                "\"value\": 3",
                "\"value\": 1025");
        refused(
                "table small: size: 83 of 82 rows",
                "\"size\": 64, \"base\": 4096",
                "\"size\": 83, \"base\": 4096");
        refused("table slots: size: 0 is not from 1 to 2147483647", "\"size\": 8", "\"size\": 0");
        refused("table small: base: 4100 is no multiple of 256", "4096", "4100");
        refused("table wide: base: at 4096 is table small", "4352", "4096");
        refused("counter drops: base: at 3900 is table small", "512", "3900");
        refused("counter drops: base: 65520 and 256 bytes are beyond the bus", "512", "65520");
        refused("counter drops: base: 513 is no multiple of 4", "512", "513");
        refused(
                "table small: hash: 20 masks, not one for each index bit, 25",
                "\"index\": 4",
                "\"index\": 5");
        refused("table small: hash 0: no hexadecimal number", "\"hash\": [\"", "\"hash\": [\"x");
        refused(
                "table small: hash 0: it takes none of the key's 12 bits, or others",
                "\"hash\": [\"",
                "\"hash\": [\"1000");
        refused(
                "table slots: rows of 1923 bits are beyond its registers",
                "\"key\": 40",
                "\"key\": 960");
        MisfitException e = assertThrows(MisfitException.class, () -> parse("{"));
        assertTrue(e.getMessage().startsWith("it is no JSON: "), e.getMessage());
    }

    private static final String ONE =
            "{\"program\": \"one\", \"hash\": 1, \"counters\": [{\"name\": \"drops\","
                    + " \"base\": 512, \"size\": 8}], \"tables\": [{\"name\": \"hosts\", \"number\": 0,"
                    + " \"kind\": \"ternary\", \"key\": 48, \"value\": 9, \"size\": 16, \"base\":"
                    + " 4096}]}";

    private static P4Info program() {
        P4Info.Builder info = P4Info.newBuilder();
        info.addActionsBuilder()
                .setPreamble(info.addActionsBuilder().getPreambleBuilder().setId(1).setAlias("to"))
                .addParams(Action.Param.newBuilder().setId(1).setName("port").setBitwidth(8));
        info.removeActions(1);
        Table.Builder t = info.addTablesBuilder().setSize(16);
        t.getPreambleBuilder().setId(2).setAlias("hosts");
        t.addMatchFieldsBuilder()
                .setId(1)
                .setName("dst")
                .setBitwidth(48)
                .setMatchType(MatchField.MatchType.TERNARY);
        t.addActionRefsBuilder().setId(1);
        info.addCountersBuilder().setSize(8).getPreambleBuilder().setAlias("drops");
        return info.build();
    }

    private static void differs(String message, String from, String to) {
        P4Info p = program();
        MisfitException e =
                assertThrows(
                        MisfitException.class,
                        () -> parse(ONE.replace(from, to)).check(p, SwitchInfo.of(p)));
        assertEquals(message, e.getMessage());
    }

    @Test
    void aDescriptionOfAnotherProgramIsRefused() throws Exception {
        P4Info p = program();
        parse(ONE).check(p, SwitchInfo.of(p));
        differs("the card has no table hosts", "hosts", "guests");
        differs("table hosts: the card has number 3, not 0", "\"number\": 0", "\"number\": 3");
        differs("table hosts: the card has keys of 47, not 48", "\"key\": 48", "\"key\": 47");
        differs("table hosts: the card has values of 8, not 9", "\"value\": 9", "\"value\": 8");
        differs("table hosts: the card has size 17, not 16", "\"size\": 16", "\"size\": 17");
        differs("the card has no counter drops of 8 cells", "\"size\": 8", "\"size\": 7");
        differs("the card has no counter drops of 8 cells", "\"drops\"", "\"others\"");
        differs(
                "table hosts: the card has it as exact",
                "\"ternary\"",
                "\"exact\", \"ways\": 4, \"index\": 2, \"overflow\": 0, \"hash\": [\"1\", \"2\","
                        + " \"4\", \"8\", \"1\", \"2\", \"4\", \"8\"]");
        P4Info none = P4Info.newBuilder().build();
        MisfitException e =
                assertThrows(
                        MisfitException.class, () -> parse(ONE).check(none, SwitchInfo.of(none)));
        assertEquals("the card has tables [hosts], which the P4Info has not", e.getMessage());
    }
}
