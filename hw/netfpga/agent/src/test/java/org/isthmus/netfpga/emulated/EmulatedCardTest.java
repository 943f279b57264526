// SPDX-License-Identifier: Apache-2.0
package org.isthmus.netfpga.emulated;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.math.BigInteger;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.isthmus.netfpga.card.CardException;
import org.isthmus.netfpga.layout.TableLayout;
import org.isthmus.target.api.ActionSpec;
import org.isthmus.target.api.Hex;
import org.isthmus.target.api.MatchKey;
import org.isthmus.target.conformance.Artifacts;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import p4.config.v1.P4InfoOuterClass.P4Info;

class EmulatedCardTest {
    private static final int ETHER_TYPE = 2;
    private static final int PUNTED = 25;
    private static final byte[] MAC = {2, 0, 0, 0, 0, 1};
    private static final byte[] LLDP = Hex.bytes("0180c200000e 020000000001 88cc 0000");

    private P4Info info;
    private EmulatedCard card;
    private Map<Integer, TableLayout> layouts;

    /** What left by ports and by DMA. */
    private final List<String> left = new ArrayList<>();

    @BeforeEach
    void start() throws Exception {
        Path shell = Path.of("../../../p4/compiled/netfpga");
        info = Artifacts.p4info(shell);
        card = new EmulatedCard(info, Artifacts.config(shell), () -> 0);
        layouts = TableLayout.join(info, card.info());
        card.onFrame((nf, buf, off, len) -> left.add("nf" + nf + " " + hex(buf, off, len)));
        card.onWires((port, buf, off, len) -> left.add(port + " " + hex(buf, off, len)));
    }

    @AfterEach
    void stop() {
        card.close();
    }

    private static String hex(byte[] buf, int off, int len) {
        return Hex.of(Arrays.copyOfRange(buf, off, off + len));
    }

    private TableLayout table(String name) {
        return layouts.values().stream()
                .filter(t -> t.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    private int action(String name) {
        return info.getActionsList().stream()
                .filter(a -> a.getPreamble().getAlias().equals(name))
                .findFirst()
                .orElseThrow()
                .getPreamble()
                .getId();
    }

    private static void assertCode(int code, Executable call) {
        assertEquals(code, assertThrows(CardException.class, call).code());
    }

    private void arrive(int port, byte[] frame) {
        card.newWorker((p, buf, off, len) -> left.add(p + " " + hex(buf, off, len)))
                .process(port, frame, 0, frame.length);
    }

    private int drops(int reason) throws CardException {
        return card.readRegister(card.registers().array("drops").address(reason));
    }

    @Test
    void rowsOfAnExactTable() throws Exception {
        TableLayout station = table("station");
        int t = station.number();
        BigInteger key = station.key(new MatchKey(new byte[][] {MAC}, new byte[1][], 0));
        BigInteger value = station.value(ActionSpec.action(action("admit")));
        assertNull(card.readExact(t, key));
        card.addExact(t, key, value);
        assertEquals(value, card.readExact(t, key));
        assertEquals(1, card.exactRows(t));
        assertCode(CardException.EXISTS, () -> card.addExact(t, key, value));
        for (int i = 1; i < station.size(); i++) {
            card.addExact(t, key.add(BigInteger.valueOf(i)), value);
        }
        assertCode(CardException.NO_ROOM, () -> card.addExact(t, BigInteger.ONE, value));
        card.deleteExact(t, key);
        assertNull(card.readExact(t, key));
        assertCode(CardException.NOT_FOUND, () -> card.deleteExact(t, key));
        assertCode(CardException.NO_ADDRESS, () -> card.exactRows(999));
    }

    @Test
    void rowsOfATernaryTableAreInTheirSlots() throws Exception {
        TableLayout served4 = table("served4");
        int t = served4.number();
        BigInteger key = BigInteger.valueOf(0xc0000200L);
        BigInteger mask = BigInteger.valueOf(0xffffff00L);
        BigInteger value = served4.value(ActionSpec.action(action("arp_reply"), MAC));
        BigInteger other =
                served4.value(
                        ActionSpec.action(action("arp_reply"), new byte[] {2, 0, 0, 0, 0, 2}));
        assertFalse(card.holdsTernary(t, 5, key, mask, value));
        card.writeTernary(t, 5, key, mask, value);
        assertTrue(card.holdsTernary(t, 5, key, mask, value));
        assertFalse(card.holdsTernary(t, 5, key, mask, other));
        assertFalse(card.holdsTernary(t, 4, key, mask, value));
        // The same row may be in two slots while it moves.
        card.writeTernary(t, 4, key, mask, value);
        assertTrue(card.holdsTernary(t, 4, key, mask, value));
        assertTrue(card.holdsTernary(t, 5, key, mask, value));
        // In the place of the row that is there: with its key, with another one.
        card.writeTernary(t, 5, key, mask, other);
        assertTrue(card.holdsTernary(t, 5, key, mask, other));
        BigInteger narrow = BigInteger.valueOf(0xffffffffL);
        card.writeTernary(t, 5, key, narrow, value);
        assertTrue(card.holdsTernary(t, 5, key, narrow, value));
        assertFalse(card.holdsTernary(t, 5, key, mask, other));
        card.eraseTernary(t, 5);
        card.eraseTernary(t, 5);
        assertFalse(card.holdsTernary(t, 5, key, narrow, value));
        card.clearTernary(t);
        assertFalse(card.holdsTernary(t, 4, key, mask, value));
        for (int slot : new int[] {-1, served4.size()}) {
            assertCode(
                    CardException.NO_ADDRESS, () -> card.writeTernary(t, slot, key, mask, value));
        }
        assertCode(CardException.NO_ADDRESS, () -> card.clearTernary(999));
    }

    @Test
    void theLowestSlotWins() throws Exception {
        TableLayout served4 = table("served4");
        int t = served4.number();
        BigInteger all = BigInteger.ZERO;
        byte[][] macs = {{2, 0, 0, 0, 0, 8}, {2, 0, 0, 0, 0, 7}};
        for (int slot = 0; slot < 2; slot++) {
            card.writeTernary(
                    t,
                    slot,
                    all,
                    all,
                    served4.value(ActionSpec.action(action("arp_reply"), macs[slot])));
        }
        byte[] arp =
                Hex.bytes(
                        "ffffffffffff 020000000201 0806 0001 0800 0604 0001 020000000201 c0000201"
                                + " 000000000000 c0000202");
        arrive(1, arp);
        // Of the question the card sends a digest, last byte first.
        assertEquals(
                "nf0 00"
                        + "010200000002"
                        + "010200c0"
                        + "020200c0"
                        + "00".repeat(12)
                        + "000000"
                        + "0106",
                left.get(0));
        assertTrue(left.get(1).startsWith("1 020000000201020000000008"), left.toString());
        card.eraseTernary(t, 0);
        left.clear();
        arrive(1, arp);
        assertTrue(left.get(1).startsWith("1 020000000201020000000007"), left.toString());
    }

    @Test
    void registersAreTheCounters() throws Exception {
        arrive(1, new byte[60]);
        assertEquals(1, drops(ETHER_TYPE));
        card.writeRegister(card.registers().array("drops").address(ETHER_TYPE), -1);
        assertEquals(-1, drops(ETHER_TYPE));
        arrive(1, new byte[60]);
        assertEquals(0, drops(ETHER_TYPE));
        assertCode(CardException.NO_ADDRESS, () -> card.readRegister(1 << 20));
        assertCode(CardException.NO_ADDRESS, () -> card.writeRegister(1 << 20, 0));
    }

    @Test
    void whatIsForTheControllerLeavesByTheDmaOfItsPort() {
        arrive(3, LLDP);
        assertEquals(List.of("nf2 00000000000000000000000088b501800f" + Hex.of(LLDP)), left);
    }

    @Test
    void whatTheHostSendsLeavesByThePortItSays() {
        // packet_out to port 4, not submitted.
        byte[] frame = Hex.bytes("000000000000 000000000000 88b5 0200" + Hex.of(LLDP));
        card.send(1, frame);
        assertEquals(List.of("4 " + Hex.of(LLDP)), left);
        // The host's own frames go nowhere.
        card.send(1, new byte[60]);
        assertEquals(1, left.size());
    }

    @Test
    void aCardHasFourPorts() {
        for (int port : new int[] {0, 5, 11, 15, 255}) {
            arrive(port, LLDP);
        }
        assertEquals(List.of(), left);
    }

    @Test
    void aCardThatDoesNotForwardTakesRows() throws Exception {
        arrive(1, LLDP);
        card.forward(false);
        arrive(1, LLDP);
        card.send(0, Hex.bytes("000000000000 000000000000 88b5 0200" + Hex.of(LLDP)));
        assertEquals(1, left.size());
        assertEquals(1, drops(PUNTED));
        rowsOfAnExactTable();
        card.forward(true);
        arrive(1, LLDP);
        assertEquals(2, left.size());
        assertEquals(2, drops(PUNTED));
    }
}
