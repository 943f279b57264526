// SPDX-License-Identifier: Apache-2.0
package org.isthmus.netfpga.card;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeoutException;
import org.isthmus.netfpga.standin.StandInLibrary;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.api.io.TempDir;

/** The C API, through a library of the same entry points, down to rows in memory. */
class SdnetCardTest {
    private static final BigInteger KEY = new BigInteger("20010db8000000000000000000000001", 16);
    private static final BigInteger OTHER = BigInteger.TEN;

    /** The widest value of an exact table. */
    private static final BigInteger VALUE = BigInteger.ONE.shiftLeft(256).subtract(OTHER);

    private final MemoryCard memory = new MemoryCard(t -> 2);
    private StandInLibrary library;
    private SdnetCard card;

    @BeforeEach
    void load() throws Exception {
        library = new StandInLibrary(memory, memory);
        card = new SdnetCard(new SdnetCard.Files(library.file()), call -> call.get());
    }

    @AfterEach
    void close() throws Exception {
        library.close();
        card.close();
    }

    private static void fails(String message, Executable call) {
        assertEquals(message, assertThrows(CardException.class, call).getMessage());
    }

    @Test
    void exactRowsGoThere() throws Exception {
        assertNull(card.readExact(3, KEY));
        card.addExact(3, KEY, VALUE);
        card.addExact(3, OTHER, BigInteger.ZERO);
        assertEquals(VALUE, card.readExact(3, KEY));
        assertEquals(BigInteger.ZERO, card.readExact(3, OTHER));
        assertEquals(VALUE, memory.readExact(3, KEY));
        assertEquals(2, card.exactRows(3));
        card.deleteExact(3, KEY);
        assertNull(card.readExact(3, KEY));
        assertEquals(1, card.exactRows(3));
        assertEquals(0, card.exactRows(4));
    }

    @Test
    void anErrorHasItsTextAndItsNumber() throws Exception {
        card.addExact(3, KEY, VALUE);
        fails(
                "add to exact table 3: an entry with this key exists (error 3)",
                () -> card.addExact(3, KEY, OTHER));
        card.addExact(3, OTHER, VALUE);
        fails(
                "add to exact table 3: no room for the entry (error 2)",
                () -> card.addExact(3, BigInteger.ONE, VALUE));
        fails(
                "delete from exact table 3: no entry has this key (error 4)",
                () -> card.deleteExact(3, BigInteger.ONE));
        fails(
                "write slot 2 of ternary table 5: no such address (error 7)",
                () -> card.writeTernary(5, 2, KEY, KEY, VALUE));
        library.faults().fail(1, StandInLibrary.IOCTL, "");
        fails("read from exact table 3: ioctl failed (error 6)", () -> card.readExact(3, KEY));
        library.faults().fail(1, 99, "");
        CardException e = assertThrows(CardException.class, () -> card.eraseTernary(5, 0));
        assertEquals(99, e.code());
        assertEquals(
                "erase slot 0 of ternary table 5: Miscellaneous device access error (error 99)",
                e.getMessage());
        assertEquals(VALUE, card.readExact(3, KEY));
    }

    @Test
    void ternaryRowsHaveSlots() throws Exception {
        card.writeTernary(5, 1, KEY, KEY, VALUE);
        assertEquals(VALUE, memory.lookup(5, KEY));
        assertTrue(card.holdsTernary(5, 1, KEY, KEY, VALUE));
        assertFalse(card.holdsTernary(5, 1, KEY, KEY, OTHER));
        assertFalse(card.holdsTernary(5, 0, KEY, KEY, VALUE));
        library.faults().fail(1, StandInLibrary.IOCTL, "tcam_verify");
        fails(
                "verify slot 1 of ternary table 5: ioctl failed (error 6)",
                () -> card.holdsTernary(5, 1, KEY, KEY, VALUE));
        card.eraseTernary(5, 1);
        assertNull(memory.lookup(5, KEY));
        card.writeTernary(5, 0, KEY, KEY, VALUE);
        card.clearTernary(5);
        assertEquals(0, memory.ternaryRows(5));
    }

    @Test
    void prefixesAreLoadedIntoTheIdleBank(@TempDir Path folder) throws Exception {
        Path dataset = folder.resolve("rows.tbl");
        Files.writeString(dataset, "192.0.2.0 24 1F\n");
        card.loadPrefixes(6, dataset);
        assertEquals(List.of(), memory.activePrefixes(6));
        assertTrue(card.holdsPrefixes(6, dataset));
        card.activateBank(6, 1);
        assertEquals(List.of("192.0.2.0 24 1F"), memory.activePrefixes(6));
        Files.writeString(dataset, "198.51.100.0 24 1F\n");
        assertFalse(card.holdsPrefixes(6, dataset));
        library.faults().ignoreWrites(1);
        card.loadPrefixes(6, dataset);
        assertFalse(card.holdsPrefixes(6, dataset));
    }

    @Test
    void registersHave32Bits() throws Exception {
        card.writeRegister(0xfffffff0, -2);
        assertEquals(-2, card.readRegister(0xfffffff0));
        assertEquals(0, card.readRegister(4));
    }

    @Test
    void aRegisterThatCannotBeWrittenIsNamed() {
        library.faults().fail(1, 25, "regwrite");
        fails(
                "write register 44020ffc: libsume refuses it (error 25)",
                () -> card.writeRegister(0x44020ffc, 1));
    }

    @Test
    void aWriteThatDoesNotStickIsAnsweredAsOneThatDoes() throws Exception {
        library.faults().ignoreWrites(2);
        card.addExact(3, KEY, VALUE);
        card.addExact(3, KEY, VALUE);
        assertNull(card.readExact(3, KEY));
        card.addExact(3, KEY, VALUE);
        assertEquals(VALUE, card.readExact(3, KEY));
    }

    @Test
    void aSlowBusHoldsEachCall() throws Exception {
        List<String> order = new ArrayList<>();
        memory.changed = () -> order.add("row");
        library.faults().slow(() -> order.add("wait"));
        card.addExact(3, KEY, VALUE);
        library.faults().end();
        card.addExact(3, OTHER, VALUE);
        assertEquals(List.of("wait", "row", "row"), order);
    }

    @Test
    void aCardThatStopsAnsweringFailsEachCall() throws Exception {
        CountDownLatch called = new CountDownLatch(1);
        SdnetCard impatient =
                new SdnetCard(
                        new SdnetCard.Files(library.file()),
                        call -> {
                            called.await();
                            throw new TimeoutException();
                        });
        library.faults().slow(called::countDown);
        library.faults().stop();
        fails(
                "add to exact table 3: the card does not answer",
                () -> impatient.addExact(3, KEY, VALUE));
        // Without another call of the library, which waits for the one before.
        fails(
                "read from exact table 3: the card has not answered the call before",
                () -> impatient.readExact(3, KEY));
        impatient.close();
    }

    @Test
    void aCallThatNobodyWaitsForComesBackInTheEnd() throws Exception {
        CountDownLatch called = new CountDownLatch(1);
        boolean[] waits = {false};
        List<java.util.concurrent.Future<?>> lost = new ArrayList<>();
        SdnetCard patient =
                new SdnetCard(
                        new SdnetCard.Files(library.file()),
                        call -> {
                            called.await();
                            if (!waits[0]) {
                                lost.add(call);
                                throw new TimeoutException();
                            }
                            call.get();
                        });
        library.faults().slow(called::countDown);
        library.faults().stop();
        assertThrows(CardException.class, () -> patient.addExact(3, KEY, VALUE));
        library.faults().end();
        lost.get(0).get();
        waits[0] = true;
        assertEquals(VALUE, patient.readExact(3, KEY));
        patient.close();
    }

    @Test
    void aLibraryThatIsNotThereIsNamed(@TempDir Path folder) {
        SdnetCard none =
                new SdnetCard(
                        new SdnetCard.Files(folder, folder.resolve("libsume.so")),
                        call -> call.get());
        for (String name : List.of("libcam.so", "libtcam.so", "liblpm.so", "libsume.so")) {
            CardException e =
                    assertThrows(
                            CardException.class,
                            () -> {
                                switch (name) {
                                    case "libcam.so":
                                        none.exactRows(0);
                                        break;
                                    case "libtcam.so":
                                        none.clearTernary(0);
                                        break;
                                    case "liblpm.so":
                                        none.activateBank(0, 0);
                                        break;
                                    default:
                                        none.readRegister(0);
                                }
                            });
            assertTrue(e.getMessage().contains(folder.resolve(name).toString()), e.getMessage());
        }
        none.close();
    }

    @Test
    void twoLibrariesAreTwoCards() throws Exception {
        MemoryCard second = new MemoryCard(t -> 2);
        try (StandInLibrary another = new StandInLibrary(second, second);
                SdnetCard other =
                        new SdnetCard(new SdnetCard.Files(another.file()), call -> call.get())) {
            other.addExact(3, KEY, VALUE);
            assertNull(card.readExact(3, KEY));
            assertEquals(VALUE, second.readExact(3, KEY));
        }
    }
}
