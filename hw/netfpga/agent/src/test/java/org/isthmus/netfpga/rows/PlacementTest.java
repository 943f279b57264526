// SPDX-License-Identifier: Apache-2.0
package org.isthmus.netfpga.rows;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.isthmus.core.testing.Seeds;
import org.isthmus.netfpga.card.CardException;
import org.isthmus.netfpga.card.Flaky;
import org.isthmus.netfpga.card.Flaky.Fault;
import org.isthmus.netfpga.card.MemoryCard;
import org.isthmus.netfpga.layout.SwitchInfo.Kind;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Random changes of small tables, to the last row, with something that goes wrong in the middle of
 * many of them. After each single operation of the card, every packet is looked up: what it meets
 * is right before the change or after it, for each change of which the card does not know whether
 * it happened.
 */
class PlacementTest {
    private static final int TABLE = 3;
    private static final int SIZE = 14;
    private static final int KEY_BITS = 5;
    private static final int PRIORITIES = 6;
    private static final int CHANGES = 300;

    /** What can be read back of a card: what was erased of a ternary table cannot, nor the bank. */
    private static final Set<String> VERIFIED =
            Set.of("addExact", "deleteExact", "writeTernary", "loadPrefixes");

    static Stream<Arguments> everyFaultOfEveryKind() {
        return Stream.of(Kind.values())
                .flatMap(k -> Stream.of(Fault.values()).map(f -> Arguments.of(k, f)));
    }

    /** As an image on a disk that is full. */
    @ParameterizedTest
    @EnumSource
    void noPacketMeetsAWrongRowWhenTheLogFails(Kind kind) {
        logFails = true;
        Seeds.upTo(3).forEach(seed -> run(kind, Fault.FAILS_AFTER, seed));
    }

    private Kind kind;
    private Random random;
    private MemoryCard card;
    private Flaky flaky;
    private MapLog log;
    private Placement<Row> placement;

    /** In force. */
    private Map<List<Object>, Row> rows;

    /** Each is what the card may hold. */
    private final List<Map<List<Object>, Row>> possible = new ArrayList<>();

    private int values;
    private boolean logFails;

    @ParameterizedTest
    @MethodSource("everyFaultOfEveryKind")
    void noPacketMeetsAWrongRowAtAnyMoment(Kind kind, Fault fault) {
        Seeds.upTo(3).forEach(seed -> run(kind, fault, seed));
    }

    private void run(Kind kind, Fault fault, long seed) {
        this.kind = kind;
        random = new Random(seed);
        card = new MemoryCard(t -> SIZE);
        card.changed = this::look;
        flaky = new Flaky(card);
        log = new MapLog();
        possible.clear();
        possible.add(Map.of());
        start();
        int failed = 0;
        for (int i = 0; i < CHANGES; i++) {
            boolean goesWrong = random.nextInt(3) == 0;
            if (goesWrong) {
                flaky.next(fault, random.nextInt(8), VERIFIED::contains);
                log.failing = logFails ? 1 + random.nextInt(4) : 0;
            }
            failed += change() ? 0 : 1;
            flaky.end();
            log.failing = 0;
        }
        assertTrue(fault == Fault.NONE ? failed == 0 : failed > 0, failed + " failed");
        // A change that goes well leaves no doubt.
        while (!change()) {
            assertTrue(rows.size() > 0);
        }
        Repair done = placement.repair(rows.values());
        assertEquals(0, done.failed(), done::toString);
        assertEquals(0, done.unknown(), done::toString);
        possible.clear();
        possible.add(rows);
        look();
        assertEquals(rows.size(), rowsInCard());
        assertEquals(Set.of(), log.unwanted.keySet());
        assertLogged();
    }

    /** Each of the log's calls in the repair fails once; the change behind it mends that. */
    @ParameterizedTest
    @EnumSource
    void rowsOfANextProgramStayWhenTheLogFailsInTheirRepair(Kind kind) throws Exception {
        this.kind = kind;
        for (int failing = 1; failing <= SIZE; failing++) {
            random = new Random(failing);
            card = new MemoryCard(t -> SIZE);
            flaky = new Flaky(card);
            log = new MapLog();
            start();
            Map<List<Object>, Row> next = new LinkedHashMap<>();
            while (next.size() < SIZE - 2) {
                Row row = random();
                next.put(MapLog.match(row), row);
            }
            placement.replaceAll(rows.values(), next.values());
            rows = next;
            log.failing = failing;
            placement.repair(rows.values());
            log.failing = 0;
            Row row = next.values().iterator().next();
            placement.replace(row, row, next.values());
            possible.clear();
            possible.add(next);
            look();
            assertEquals(next.size(), rowsInCard());
            start();
            assertEquals(next.size(), rowsInCard());
        }
    }

    private int rowsInCard() {
        switch (kind) {
            case EXACT:
                return card.exactRows(TABLE);
            case TERNARY:
                return card.ternaryRows(TABLE);
            default:
                return card.activePrefixes(TABLE).size();
        }
    }

    /** The agent starts with what the log has. */
    private void start() {
        // The rows of the placement are its own; the log keeps what it was told.
        rows = MapLog.copy(log.rows.values());
        Collection<Row> unwanted = MapLog.copy(log.unwanted.values()).values();
        switch (kind) {
            case EXACT:
                placement = new ExactRows<>(flaky.rows(), TABLE, log, unwanted);
                break;
            case TERNARY:
                placement =
                        new TernaryRows<>(flaky.rows(), TABLE, SIZE, KEY_BITS, log, rows.values());
                break;
            default:
                placement =
                        new PrefixRows<>(
                                flaky.rows(), TABLE, Integer.SIZE, log, rows.values(), log.bank);
        }
        Repair done = placement.repair(rows.values());
        assertEquals(0, done.failed(), done::toString);
        possible.clear();
        possible.add(rows);
        look();
        assertLogged();
    }

    private void assertLogged() {
        assertEquals(describe(rows), describe(log.rows));
    }

    private static Set<String> describe(Map<List<Object>, Row> rows) {
        return rows.values().stream()
                .map(r -> MapLog.match(r) + " " + r.value() + " " + r.slot())
                .collect(Collectors.toCollection(TreeSet::new));
    }

    /** Returns whether it went well. */
    private boolean change() {
        Row row = random();
        Row old = rows.get(MapLog.match(row));
        Map<List<Object>, Row> after = new LinkedHashMap<>(rows);
        boolean remove = old != null && random.nextBoolean();
        if (remove) {
            after.remove(MapLog.match(row));
        } else {
            after.put(MapLog.match(row), row);
        }
        if (after.size() > SIZE) {
            return change(new ArrayList<>(rows.values()).get(random.nextInt(rows.size())));
        }
        return change(old, remove ? null : row, after);
    }

    private boolean change(Row removed) {
        Map<List<Object>, Row> after = new LinkedHashMap<>(rows);
        after.remove(MapLog.match(removed));
        return change(removed, null, after);
    }

    private boolean change(Row old, Row row, Map<List<Object>, Row> after) {
        possible.add(after);
        try {
            if (row == null) {
                placement.remove(old, rows.values());
            } else if (old == null) {
                placement.insert(row, rows.values());
            } else {
                placement.replace(old, row, rows.values());
            }
            rows = after;
            possible.clear();
            possible.add(rows);
            look();
            assertLogged();
            return true;
        } catch (CardException | MapLog.Full e) {
            return false;
        } catch (Flaky.Killed e) {
            flaky.end();
            start();
            return false;
        }
    }

    private Row random() {
        BigInteger value = BigInteger.valueOf(++values);
        int bits = random.nextInt(1 << KEY_BITS);
        switch (kind) {
            case EXACT:
                return new Row(BigInteger.valueOf(bits), null, 0, value, Row.NO_SLOT);
            case TERNARY:
                int mask = 0;
                for (int bit = 1; bit < 1 << KEY_BITS; bit <<= 1) {
                    mask |= random.nextInt(4) == 0 ? bit : 0;
                }
                return new Row(
                        BigInteger.valueOf(bits & mask),
                        BigInteger.valueOf(mask),
                        1 + random.nextInt(PRIORITIES),
                        value,
                        Row.NO_SLOT);
            default:
                int length = 1 + random.nextInt(KEY_BITS);
                int prefix = -1 << Integer.SIZE - length;
                int key = bits << Integer.SIZE - KEY_BITS & prefix;
                return new Row(
                        BigInteger.valueOf(Integer.toUnsignedLong(key)),
                        BigInteger.valueOf(Integer.toUnsignedLong(prefix)),
                        0,
                        value,
                        Row.NO_SLOT);
        }
    }

    /** Each packet meets what it should with one of the possible rows. */
    private void look() {
        if (kind == Kind.LPM) {
            Set<String> lines = new TreeSet<>(card.activePrefixes(TABLE));
            assertTrue(
                    possible.stream().anyMatch(p -> lines(p).equals(lines)),
                    () ->
                            lines
                                    + " is none of "
                                    + possible.stream()
                                            .map(this::lines)
                                            .collect(Collectors.toList()));
            return;
        }
        for (int packet = 0; packet < 1 << KEY_BITS; packet++) {
            BigInteger bits = BigInteger.valueOf(packet);
            BigInteger met =
                    kind == Kind.EXACT ? card.readExact(TABLE, bits) : card.lookup(TABLE, bits);
            boolean isRight = false;
            boolean isReplaced = false;
            for (Map<List<Object>, Row> one : possible) {
                isRight |= best(one, bits).contains(met == null ? BigInteger.ZERO : met);
                isReplaced |= possible.size() > 1 && !best(one, bits).contains(BigInteger.ZERO);
            }
            // A CAM has no call that replaces a value.
            boolean isGap = kind == Kind.EXACT && met == null && isReplaced;
            int p = packet;
            assertTrue(
                    isRight || isGap,
                    () ->
                            "packet "
                                    + p
                                    + " meets "
                                    + met
                                    + ", possible: "
                                    + possible.stream()
                                            .map(PlacementTest::describe)
                                            .collect(Collectors.toList()));
        }
    }

    private Set<String> lines(Map<List<Object>, Row> of) {
        return of.values().stream()
                .map(
                        r -> {
                            int key = r.key().intValue();
                            return (key >>> 24)
                                    + ".0.0.0 "
                                    + r.mask().bitCount()
                                    + " "
                                    + Integer.toHexString(r.value().intValue()).toUpperCase();
                        })
                .collect(Collectors.toCollection(TreeSet::new));
    }

    /** Values of the rows of the highest priority that match; zero: none does. */
    private static Set<BigInteger> best(Map<List<Object>, Row> rows, BigInteger packet) {
        List<Row> matching =
                rows.values().stream()
                        .filter(
                                r ->
                                        r.mask() == null
                                                ? r.key().equals(packet)
                                                : packet.xor(r.key()).and(r.mask()).signum() == 0)
                        .collect(Collectors.toList());
        int highest = matching.stream().mapToInt(Row::priority).max().orElse(0);
        Set<BigInteger> values =
                matching.stream()
                        .filter(r -> r.priority() == highest)
                        .map(Row::value)
                        .collect(Collectors.toSet());
        return values.isEmpty() ? Set.of(BigInteger.ZERO) : values;
    }
}
