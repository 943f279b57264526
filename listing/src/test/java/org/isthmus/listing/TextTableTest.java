// SPDX-License-Identifier: Apache-2.0
package org.isthmus.listing;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class TextTableTest {
    private static final List<Column> COLUMNS =
            List.of(
                    Column.text("name"),
                    Column.number("peerPort"),
                    Column.text("static").optional());

    private final List<String> lines = new ArrayList<>();

    private List<String> print(int width) {
        TextTable table = new TextTable(lines::add, width, COLUMNS);
        table.row(Map.of("name", "first", "peerPort", 7, "static", true));
        table.row(Map.of("name", "a\u001bb", "static", false));
        table.end();
        return table.leftOut();
    }

    @Test
    void alignsAndShowsWhatIsNotThere() {
        assertEquals(List.of(), print(0));
        assertEquals(
                List.of(
                        "NAME   PEER-PORT  STATIC",
                        "first          7  yes",
                        "a?b            -  no"),
                lines);
    }

    @Test
    void leavesOutWhatDoesNotFit() {
        assertEquals(List.of("STATIC"), print(20));
        assertEquals(List.of("NAME   PEER-PORT", "first          7", "a?b            -"), lines);
    }

    @Test
    void firstRowsSetTheWidths() {
        TextTable table = new TextTable(lines::add, 0, COLUMNS.subList(0, 2));
        for (int i = 0; i < 1000; i++) {
            table.row(Map.of("name", "n" + i, "peerPort", i));
        }
        assertEquals(1001, lines.size(), "printed before the list ends");
        table.row(Map.of("name", "longer than those", "peerPort", 1));
        table.end();
        assertEquals("longer than those          1", lines.get(1001));
    }

    @Test
    void alignsWideAndCombiningCharacters() {
        TextTable table = new TextTable(lines::add, 0, COLUMNS);
        List.of(
                        "ab\u00adc",
                        "\u8def\u7531",
                        "\ud83d\ude80 go",
                        "e\u0301\u200be",
                        "\u1112\u1161\u11ab")
                .forEach(name -> table.row(Map.of("name", name, "peerPort", 1, "static", true)));
        table.end();
        assertEquals(
                List.of(
                        "NAME   PEER-PORT  STATIC",
                        "ab\u00adc           1  yes",
                        "\u8def\u7531           1  yes",
                        "\ud83d\ude80 go          1  yes",
                        "e\u0301\u200be             1  yes",
                        "\u1112\u1161\u11ab             1  yes"),
                lines);
    }

    @Test
    void withoutRowsThereIsNone() {
        TextTable table = new TextTable(lines::add, 10, COLUMNS);
        table.end();
        assertEquals(List.of("none"), lines);
        assertEquals(List.of(), table.leftOut());
    }

    @Test
    void controlCharactersDoNotReachTheTerminal() {
        assertEquals("a?b", TextTable.printable("a\tb"));
        for (char c = 0; c < 256; c++) {
            boolean steers = Character.isISOControl(c);
            assertEquals(steers ? "?" : "" + c, TextTable.printable("" + c), "" + (int) c);
        }
    }

    /** An address may read as another one behind such a character, and rows as others' columns. */
    @Test
    void charactersThatTurnTheOrderDoNotReachTheTerminal() {
        String all = "\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069";
        assertEquals("?".repeat(14), TextTable.printable(all + "\u2028\u2029"));
        String word = "\u05e9\u05dc\u05d5\u05dd\u200d";
        assertEquals(word, TextTable.printable(word));
    }
}
