// SPDX-License-Identifier: Apache-2.0
package org.isthmus.netfpga.rtl;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.isthmus.netfpga.card.CardException;
import org.isthmus.netfpga.card.NoRoomException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Prefixes on a model of the card's registers. */
class PrefixTableTest {
    private static final int ALL = 32;

    @TempDir Path folder;

    private RtlDescription.Table description;
    private ModelBus bus;
    private ModelBus.Window window;
    private PrefixTable table;

    /** Lines of the file, by address and length. */
    private final Map<String, Integer> rows = new LinkedHashMap<>();

    private int bank;

    @BeforeEach
    void reset() throws Exception {
        RtlDescription all = Descriptions.tiny();
        bus = new ModelBus(all);
        window = bus.window("routes");
        description = window.table;
        table = new PrefixTable(bus, description);
    }

    private Path file() throws IOException {
        Path file = folder.resolve("rows");
        Files.write(
                file,
                (Iterable<String>)
                        rows.entrySet().stream()
                                        .map(
                                                e ->
                                                        e.getKey()
                                                                + " "
                                                                + Integer.toHexString(e.getValue()))
                                ::iterator);
        return file;
    }

    /** The card has these rows from now on. */
    private void change() throws IOException, CardException {
        Path file = file();
        table.load(file);
        assertTrue(table.holds(file));
        table.activate(1 - bank);
        bank = 1 - bank;
        look();
        assertEquals(rows.size(), window.rows.size());
    }

    private static long number(String address) {
        long number = 0;
        for (String part : address.split("\\.")) {
            number = number << 8 | Integer.parseInt(part);
        }
        return number;
    }

    private static String address(long number) {
        return (number >> 24 & 255)
                + "."
                + (number >> 16 & 255)
                + "."
                + (number >> 8 & 255)
                + "."
                + (number & 255);
    }

    /** What the longest prefix says; null: none matches. */
    private BigInteger expected(long packet) {
        int best = -1;
        BigInteger value = null;
        for (Map.Entry<String, Integer> e : rows.entrySet()) {
            String[] words = e.getKey().split(" ");
            int length = Integer.parseInt(words[1]);
            if (length > best && packet >> ALL - length == number(words[0]) >> ALL - length) {
                best = length;
                value = BigInteger.valueOf(e.getValue());
            }
        }
        return value;
    }

    private void look() {
        for (String prefix : rows.keySet()) {
            long first = number(prefix.split(" ")[0]);
            for (long packet : new long[] {first, first ^ 1, first ^ 0x100, first ^ 0x10000}) {
                assertEquals(expected(packet), window.lookup(BigInteger.valueOf(packet)), prefix);
            }
        }
    }

    private void put(String prefix, int value) throws IOException, CardException {
        rows.put(prefix, value);
        change();
    }

    @Test
    void theLongestPrefixIsMatched() throws Exception {
        put("0.0.0.0 0", 1);
        put("10.0.0.0 8", 2);
        put("10.0.0.0 16", 3);
        put("10.0.0.1 32", 4);
        put("10.0.0.0 16", 5);
        rows.remove("10.0.0.0 16");
        change();
        rows.clear();
        change();
        assertEquals(null, window.lookup(BigInteger.ONE));
    }

    /** Lengths come and go, and take ways that others had; rows find room beyond the size. */
    @Test
    void rowsOfAllLengthsFindRoom() throws Exception {
        for (int seed = 0; seed < 10; seed++) {
            Random random = new Random(seed);
            int few = 1 + random.nextInt(3);
            while (rows.size() < description.size) {
                int length = random.nextInt(2) == 0 ? 8 * few : 8 + random.nextInt(3);
                long number = (random.nextLong() & 0xffff_ffffL) >> ALL - length << ALL - length;
                rows.put(address(number) + " " + length, random.nextInt(512));
                if (random.nextInt(4) == 0) {
                    change();
                }
            }
            change();
            rows.keySet().removeIf(k -> random.nextInt(3) > 0);
            change();
        }
    }

    @Test
    void packetsFindWhatBothBanksHave() throws Exception {
        for (int i = 0; i < 20; i++) {
            rows.put("10.1." + i + ".0 24", i);
        }
        change();
        Map<String, Integer> stay = new LinkedHashMap<>(rows);
        stay.keySet().removeAll(List.of("10.1.3.0 24", "10.1.4.0 24"));
        bus.changed =
                () ->
                        stay.forEach(
                                (prefix, value) ->
                                        assertEquals(
                                                BigInteger.valueOf(value),
                                                window.lookup(
                                                        BigInteger.valueOf(
                                                                number(prefix.split(" ")[0]) + 9)),
                                                prefix));
        rows.remove("10.1.3.0 24");
        rows.put("10.1.4.0 24", 44);
        for (int i = 20; i < 30; i++) {
            rows.put("10.1." + i + ".0 24", i);
        }
        change();
    }

    @Test
    void noRoomIsSaidAndChangesNothing() throws Exception {
        int length = 1;
        NoRoomException refused = null;
        String last = null;
        while (refused == null) {
            last = address(1L << ALL - length) + " " + length;
            for (int i = 0; i < 5 && refused == null; i++) {
                int l = Math.min(ALL, length + 8);
                last = address((long) i << ALL - l | 1L << ALL - length) + " " + l;
                rows.put(last, i);
                Path file = file();
                table.load(file);
                try {
                    table.activate(1 - bank);
                    bank = 1 - bank;
                } catch (NoRoomException e) {
                    refused = e;
                }
            }
            length++;
        }
        assertTrue(
                refused.getMessage().startsWith("table routes: no room for a prefix of length "),
                refused.getMessage());
        rows.remove(last);
        look();
        change();
    }

    @Test
    void whatACardHasIsFoundAgain() throws Exception {
        put("10.0.0.0 8", 2);
        put("10.9.0.0 16", 3);
        table = new PrefixTable(bus, description);
        table.inUse();
        // As of a log that says that bank 1 is in force.
        table.activate(1);
        bank = 1;
        look();
        rows.remove("10.0.0.0 8");
        change();
    }

    @Test
    void whatFailsInBetweenIsReadAgain() throws Exception {
        put("10.0.0.0 8", 2);
        rows.put("10.9.0.0 16", 3);
        for (int access = 0; access < 40; access++) {
            Path file = file();
            table.load(file);
            bus.failsIn = access;
            bus.failsAfter = access % 2 == 0;
            try {
                table.activate(1 - bank);
                bank = 1 - bank;
            } catch (CardException e) {
                assertEquals("the bus failed", e.getMessage());
            }
            bus.failsIn = -1;
            change();
            if (access % 2 == 0) {
                rows.remove("10.9.0.0 16");
            } else {
                rows.put("10.9.0.0 16", 3);
            }
        }
    }

    @Test
    void whatTheCardDoesNotKeepIsSaid() throws Exception {
        bus.ignoresIn = 0;
        rows.put("10.0.0.0 8", 2);
        table.load(file());
        CardException e = assertThrows(CardException.class, () -> table.activate(1));
        assertTrue(
                e.getMessage().endsWith("the card did not keep what was written"), e.getMessage());
        change();
    }

    @Test
    void aFileThatIsNoneIsNamed() throws Exception {
        Path file = folder.resolve("rows");
        for (String line : new String[] {"10.0.0.0 8", "10.0.0.0 33 1", "10.0.0.0 8 xyz"}) {
            Files.writeString(file, line + "\n");
            CardException e = assertThrows(CardException.class, () -> table.load(file));
            assertTrue(e.getMessage().startsWith("a file of prefixes: line 1: "), e.getMessage());
        }
        Files.writeString(file, "10.0.0.0 8 1\n");
        table.load(file);
        Files.writeString(file, "10.0.0.0 8 2\n");
        assertFalse(table.holds(file));
    }

    @Test
    void ipv6IsReadToo() throws Exception {
        Path file = folder.resolve("rows");
        Files.writeString(file, "2001:db8:0:0:0:0:0:1 128 a\n");
        BigInteger key = new BigInteger("20010db8000000000000000000000001", 16);
        BigInteger ones = BigInteger.ONE.shiftLeft(128).subtract(BigInteger.ONE);
        assertEquals(
                Map.of(ones.shiftLeft(128).or(key), BigInteger.TEN), PrefixDataset.read(file, 128));
    }
}
