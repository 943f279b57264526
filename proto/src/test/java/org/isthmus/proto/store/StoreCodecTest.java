// SPDX-License-Identifier: Apache-2.0
package org.isthmus.proto.store;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.isthmus.core.model.Filtering;
import org.isthmus.core.model.PoolSpec;
import org.isthmus.core.net.Ipv4Prefix;
import org.isthmus.core.net.Ipv6Prefix;
import org.isthmus.core.net.Protocol;
import org.isthmus.core.spi.BindingRecord;
import org.isthmus.core.spi.EamRecord;
import org.isthmus.core.spi.LeaseRecord;
import org.isthmus.core.spi.OperatorRecord;
import org.isthmus.core.spi.PoolRecord;
import org.isthmus.core.spi.StaticBindingRecord;
import org.isthmus.core.spi.Store;
import org.isthmus.core.spi.SubscriberRecord;
import org.isthmus.proto.Hex;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class StoreCodecTest {
    /** Lines of map, key and value. */
    private static List<String[]> golden(int format) throws IOException {
        String name = "format-" + format + ".txt";
        try (InputStream in = StoreCodecTest.class.getResourceAsStream(name)) {
            return new String(in.readAllBytes(), StandardCharsets.US_ASCII)
                    .lines()
                    .filter(l -> !l.startsWith("#"))
                    .map(l -> l.split(" "))
                    .collect(Collectors.toList());
        }
    }

    @Test
    void readsEveryFormatThereEverWas() throws IOException {
        for (int format = StoreCodec.FORMAT_0_1; format <= StoreCodec.FORMAT; format++) {
            StoreCodec.check(format);
            List<Store.Record> read = new ArrayList<>();
            for (String[] row : golden(format)) {
                Store.Map map = Store.Map.valueOf(row[0]);
                byte[] key = Hex.parse(row[1]);
                byte[] value = Hex.parse(row[2]);
                if (format == StoreCodec.FORMAT_0_1) {
                    value = StoreCodec.convert(map, key, value);
                }
                read.add(StoreCodec.decode(map, key, value));
            }
            assertEquals(Samples.of(format), read, "format " + format);
        }
    }

    @Test
    void release01HadNoElections() {
        Store.Record record =
                Samples.ALL.stream()
                        .filter(r -> r.map == Store.Map.ELECTIONS)
                        .findFirst()
                        .orElseThrow();
        assertThrows(
                UnreadableRecordException.class,
                () ->
                        StoreCodec.convert(
                                record.map, StoreCodec.key(record), StoreCodec.value(record)));
    }

    @Test
    void writesTheLatestFormatToTheByte() throws IOException {
        List<String> written =
                Samples.ALL.stream()
                        .map(
                                r ->
                                        r.map
                                                + " "
                                                + Hex.text(StoreCodec.key(r))
                                                + " "
                                                + Hex.text(StoreCodec.value(r)))
                        .collect(Collectors.toList());
        List<String> golden =
                golden(StoreCodec.FORMAT).stream()
                        .map(row -> String.join(" ", row))
                        .collect(Collectors.toList());
        assertEquals(golden, written, "another encoding is another format: docs/store.md");
    }

    @Test
    void whoMaySendToAPoolComesBack() {
        PoolRecord pool =
                PoolRecord.of(
                        new PoolSpec(
                                        "office",
                                        "nat64",
                                        List.of(Ipv4Prefix.parse("203.0.113.0/26")),
                                        PoolSpec.defaultFirstPort(),
                                        PoolSpec.defaultLastPort(),
                                        null,
                                        Filtering.ADDRESS_AND_PORT_DEPENDENT)
                                .holdsSyns(true));
        PoolRecord read =
                (PoolRecord)
                        StoreCodec.decode(pool.map, StoreCodec.key(pool), StoreCodec.value(pool));
        assertEquals(Filtering.ADDRESS_AND_PORT_DEPENDENT, read.pool.filtering);
        assertTrue(read.pool.holdsSyns);
    }

    @Test
    void aRemovalHasTheKeyOfItsRecordAndNoValue() {
        List<Store.Record> removals =
                List.of(
                        new LeaseRecord(0x0100_0001, 1024, null),
                        PoolRecord.removal("office"),
                        EamRecord.removal(Ipv4Prefix.parse("192.0.2.0/24")),
                        StaticBindingRecord.removal(
                                ((StaticBindingRecord) Samples.ALL.get(6)).binding),
                        new SubscriberRecord(255, Ipv6Prefix.of(-1, -1, 128), List.of()),
                        BindingRecord.removal(255, Protocol.UDP, -1, -1, 65535, 0));
        for (Store.Record removal : removals) {
            assertTrue(removal.isRemoval());
            assertNull(StoreCodec.value(removal));
            // Keys in bytes are equal where keys are.
            for (Store.Record r : Samples.ALL) {
                assertEquals(
                        r.map == removal.map && r.key().equals(removal.key()),
                        r.map == removal.map
                                && Arrays.equals(StoreCodec.key(r), StoreCodec.key(removal)),
                        r + " and " + removal);
            }
            assertEquals(
                    1,
                    Samples.ALL.stream()
                            .filter(r -> r.map == removal.map && r.key().equals(removal.key()))
                            .count());
        }
    }

    @Test
    void aStoreOfALaterReleaseIsRefusedByItsFormat() {
        NewerStoreException e =
                assertThrows(
                        NewerStoreException.class, () -> StoreCodec.check(StoreCodec.FORMAT + 1));
        assertEquals(
                "the store has format 11 of a later release;"
                        + " this one reads formats 1 (release 0.1) to 10 (docs/store.md)",
                e.getMessage());
    }

    static List<Store.Record> samples() {
        return Samples.ALL;
    }

    @ParameterizedTest
    @MethodSource("samples")
    void whatIsCutShortOrTooLongIsNamed(Store.Record record) {
        byte[] key = StoreCodec.key(record);
        byte[] value = StoreCodec.value(record);
        String name = Keys.text(record.map, key);
        assertFalse(name.startsWith("key "), name);
        for (int length = 0; length < value.length; length++) {
            String message = unreadable(record.map, key, Arrays.copyOf(value, length));
            if (record.map == Store.Map.SUBSCRIBERS && length > 1 && length % Packed.BLOCK == 1) {
                // Fewer blocks are blocks.
                assertNull(message);
            } else if (length == withoutLater(record)) {
                // As an earlier format has it.
                assertNull(message);
            } else {
                assertTrue(message.startsWith(record.map + ": the record of " + name), message);
                assertFalse(message.endsWith("null"), message);
            }
        }
        byte[] longer = Arrays.copyOf(value, value.length + 1);
        assertTrue(unreadable(record.map, key, longer) != null, "" + record);
    }

    /**
     * Bytes of an entry of operators before the fields that came later; -1: it has none of them.
     */
    private static int withoutLater(Store.Record record) {
        if (record instanceof OperatorRecord && ((OperatorRecord) record).isLeftOut) {
            return StoreCodec.value(((OperatorRecord) record).leftOut(false)).length;
        }
        if (record instanceof StaticBindingRecord && ((StaticBindingRecord) record).since != 0) {
            return StoreCodec.value(
                            StaticBindingRecord.of(((StaticBindingRecord) record).binding, 0))
                    .length;
        }
        PoolSpec pool = record instanceof PoolRecord ? ((PoolRecord) record).pool : null;
        return pool == null || pool.deterministic == null && pool.portSets == 0 && !pool.drains
                ? -1
                : StoreCodec.value(
                                PoolRecord.of(
                                        new PoolSpec(
                                                pool.name,
                                                pool.instance,
                                                pool.prefixes,
                                                pool.firstPort,
                                                pool.lastPort)))
                        .length;
    }

    /** What the refusal says; null: it was read. */
    private static String unreadable(Store.Map map, byte[] key, byte[] value) {
        try {
            StoreCodec.decode(map, key, value);
            return null;
        } catch (UnreadableRecordException e) {
            return e.getMessage();
        }
    }

    @Test
    void aRecordUnderAnotherKeyIsNotTaken() {
        byte[] office = StoreCodec.value(Samples.ALL.get(2));
        String message =
                unreadable(Store.Map.POOLS, "home".getBytes(StandardCharsets.UTF_8), office);
        assertTrue(
                message.startsWith(
                        "POOLS: the record of home cannot be read: it is of another key"),
                message);
    }

    @Test
    void aPackedValueOfALaterVersionIsNamedWithIt() {
        Store.Record binding = Samples.ALL.get(10);
        byte[] value = StoreCodec.value(binding);
        value[0] = 3;
        assertEquals(
                "BINDINGS: the record of instance 1, TCP 2001:db8:1:2::1234 port 40000 cannot be"
                        + " read: version 3, not 2",
                unreadable(binding.map, StoreCodec.key(binding), value));
    }

    @Test
    void aValueOf01IsNotTakenForOneOfToday() throws IOException {
        for (int format = StoreCodec.FORMAT_0_1; format <= StoreCodec.FORMAT; format++) {
            for (String[] row : golden(format)) {
                Store.Map map = Store.Map.valueOf(row[0]);
                byte[] value = Hex.parse(row[2]);
                if (!map.strong()) {
                    assertEquals(format == 1, StoreCodec.isOf01(map, value), row[2]);
                    assertEquals(
                            format == 1, unreadable(map, Hex.parse(row[1]), value) != null, row[2]);
                }
            }
        }
    }

    @Test
    void readsWhatItCanAndReportsTheRestUpToALimit() {
        List<Store.Record> read = new ArrayList<>();
        List<String> problems = new ArrayList<>();
        RecordReader<PoolRecord> reader =
                new RecordReader<>(PoolRecord.class, read::add, problems::add);
        for (int i = 0; i < RecordReader.REPORTED + 2; i++) {
            reader.row(("p" + i).getBytes(StandardCharsets.UTF_8), new byte[] {1});
        }
        reader.row(StoreCodec.key(Samples.ALL.get(2)), StoreCodec.value(Samples.ALL.get(2)));
        reader.end();
        assertEquals(List.of(Samples.ALL.get(2)), read);
        assertEquals(RecordReader.REPORTED + 1, problems.size());
        assertTrue(problems.get(99).startsWith("POOLS: the record of p99 "), problems.get(99));
        assertEquals("2 more records of POOLS cannot be read", problems.get(100));
    }

    @Test
    void aKeyThatIsNoneIsShownInHex() {
        assertEquals("key 01ff", Keys.text(Store.Map.BINDINGS, new byte[] {1, -1}));
        assertArrayEquals(Hex.parse("01ff"), new byte[] {1, -1});
    }
}
