// SPDX-License-Identifier: Apache-2.0
package org.isthmus.netfpga.target;

import static org.isthmus.netfpga.target.AgentRig.codes;
import static org.isthmus.netfpga.target.AgentRig.next;
import static org.isthmus.netfpga.target.AgentRig.refused;
import static org.isthmus.netfpga.target.AgentRig.route;
import static org.isthmus.netfpga.target.AgentRig.source;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.protobuf.TextFormat;
import com.google.rpc.Code;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
import java.util.concurrent.TimeoutException;
import org.isthmus.netfpga.layout.Programs;
import org.isthmus.netfpga.layout.RegisterMap;
import org.isthmus.netfpga.layout.SwitchInfo;
import org.isthmus.netfpga.rows.Repair;
import org.isthmus.netfpga.standin.StandInLibrary;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.api.io.TempDir;
import p4.config.v1.P4InfoOuterClass.P4Info;
import p4.v1.P4RuntimeOuterClass.ForwardingPipelineConfig;
import p4.v1.P4RuntimeOuterClass.GetForwardingPipelineConfigRequest;
import p4.v1.P4RuntimeOuterClass.SetForwardingPipelineConfigRequest.Action;

/** The agent as a controller sees it, over a card behind the C API. */
class CardTargetTest {
    // Numbers of the tables in the card.
    private static final int NEXT = 0;
    private static final int SOURCE = 1;
    private static final int ROUTE = 2;

    @TempDir Path folder;

    private AgentRig rig;

    @BeforeEach
    void start() throws Exception {
        rig = AgentRig.ready(folder);
    }

    @AfterEach
    void end() throws Exception {
        rig.host.library.close();
        rig.close();
    }

    private void restart() throws Exception {
        rig.close();
        rig = new AgentRig(rig.host);
    }

    private void insertSome() {
        rig.insert(next(3, 1), source(5, 10, 7), route(1, 2), source(5, 20, 8), next(4, 2));
    }

    private void assertHasSome() throws Exception {
        assertEquals(5, rig.entries().size());
        assertCardHasSome();
    }

    private void assertCardHasSome() throws Exception {
        assertEquals(2, rig.host.card.exactRows(NEXT));
        assertEquals(2, rig.host.card.ternaryRows(SOURCE));
        assertEquals(1, rig.host.card.activePrefixes(ROUTE).size());
    }

    @Test
    void entriesAreInTheCardAndComeBackAsTheyWere() throws Exception {
        insertSome();
        assertHasSome();
        List<String> expected = new ArrayList<>();
        for (String e :
                List.of(next(3, 1), source(5, 10, 7), route(1, 2), source(5, 20, 8), next(4, 2))) {
            expected.add(TextFormat.printer().printToString(AgentRig.entity(e)));
        }
        Collections.sort(expected);
        assertEquals(expected, rig.entries());
        // Key: port 1 in 9 bits, 3 in 16. Value: forward is 1 of two bits, its parameters and
        // those of discard.
        assertEquals(
                BigInteger.ONE
                        .shiftLeft(9 + 48 + 8)
                        .or(BigInteger.ONE.shiftLeft(48 + 8))
                        .or(BigInteger.valueOf(0x020000000005L).shiftLeft(8)),
                rig.host.card.readExact(NEXT, BigInteger.valueOf(1 << 16 | 3)));
        // The higher priority wins.
        assertEquals(
                BigInteger.valueOf(2 << 8 | 8),
                rig.host.card.lookup(SOURCE, BigInteger.valueOf(5L << 32)));
        assertTrue(rig.host.card.activePrefixes(ROUTE).get(0).startsWith("10.1.0.0 16 "));
    }

    @Test
    void entriesAreModifiedAndDeleted() throws Exception {
        insertSome();
        rig.modify(next(3, 4), source(5, 20, 9), route(1, 5));
        assertEquals(
                BigInteger.valueOf(2 << 8 | 9),
                rig.host.card.lookup(SOURCE, BigInteger.valueOf(5L << 32)));
        assertHasSome();
        rig.delete(source(5, 20, 9), next(3, 4), route(1, 5));
        assertEquals(
                BigInteger.valueOf(2 << 8 | 7),
                rig.host.card.lookup(SOURCE, BigInteger.valueOf(5L << 32)));
        assertEquals(2, rig.entries().size());
        assertEquals(1, rig.host.card.exactRows(NEXT));
        assertEquals(List.of(), rig.host.card.activePrefixes(ROUTE));
        assertEquals(
                List.of(Code.NOT_FOUND, Code.NOT_FOUND, Code.OK),
                codes(
                        () ->
                                rig.write(
                                        p4.v1.P4RuntimeOuterClass.Update.Type.DELETE,
                                        next(3, 4),
                                        route(1, 5),
                                        next(4, 2))));
        refused(
                Code.ALREADY_EXISTS,
                "table source: an entry with this match exists",
                () -> rig.insert(source(5, 10, 1)));
    }

    @Test
    void aFullTableRefusesThatUpdateAlone() throws Exception {
        for (int i = 0; i < Programs.SIZE; i++) {
            rig.insert(next(i, 1), source(i, 1 + i % 3, 1), route(i, 1));
        }
        assertEquals(
                List.of(Code.RESOURCE_EXHAUSTED, Code.RESOURCE_EXHAUSTED, Code.RESOURCE_EXHAUSTED),
                codes(() -> rig.insert(next(99, 1), source(99, 1, 1), route(99, 1))));
        refused(
                Code.RESOURCE_EXHAUSTED,
                "table next: all 8 rows are taken",
                () -> rig.insert(next(99, 1)));
        rig.modify(next(3, 2), source(3, 1, 2), route(3, 2));
        rig.delete(next(3, 2), source(3, 1, 2), route(3, 2));
        rig.insert(next(99, 1), source(99, 5, 1), route(99, 1));
        assertEquals(3 * Programs.SIZE, rig.entries().size());
        assertEquals(Programs.SIZE, rig.host.card.exactRows(NEXT));
        assertEquals(Programs.SIZE, rig.host.card.ternaryRows(SOURCE));
    }

    @Test
    void anErrorOfTheCardIsThatOfOneUpdate() throws Exception {
        insertSome();
        // Each is added and read back; the next one that is added fails.
        int[] calls = {0};
        rig.host
                .library
                .faults()
                .slow(
                        () -> {
                            if (++calls[0] == 2) {
                                rig.host.library.faults().fail(1, StandInLibrary.IOCTL, "cam_add");
                            }
                        });
        assertEquals(
                List.of(Code.OK, Code.UNAVAILABLE, Code.OK),
                codes(() -> rig.insert(next(5, 1), next(6, 1), next(7, 1))));
        rig.host.library.faults().end();
        for (String entryPoint : List.of("cam", "tcam", "lpm")) {
            String[] entries =
                    entryPoint.equals("cam")
                            ? new String[] {next(3, 2), next(8, 1)}
                            : entryPoint.equals("tcam")
                                    ? new String[] {source(5, 10, 1), source(6, 1, 1)}
                                    : new String[] {route(1, 1), route(7, 1)};
            List<String> before = rig.entries();
            for (Executable call :
                    List.<Executable>of(
                            () -> rig.insert(entries[1]),
                            () -> rig.modify(entries[0]),
                            () -> rig.delete(entries[0]))) {
                rig.host.library.faults().fail(1, StandInLibrary.IOCTL, entryPoint);
                List<p4.v1.P4RuntimeOuterClass.Error> errors = AgentRig.errors(call);
                assertEquals(Code.UNAVAILABLE_VALUE, errors.get(0).getCanonicalCode());
                assertTrue(
                        errors.get(0).getMessage().endsWith("ioctl failed (error 6)"),
                        errors.get(0).getMessage());
                assertEquals(before, rig.entries());
            }
            assertEquals(0, rig.target.refill(false).failed());
            rig.insert(entries[1]);
            rig.modify(entries[0]);
            rig.delete(entries[0]);
        }
    }

    @Test
    void aWriteThatDoesNotStickIsAnError() {
        for (String entry : List.of(next(3, 1), source(5, 10, 7), route(1, 2))) {
            rig.host.library.faults().ignoreWrites(1);
            List<p4.v1.P4RuntimeOuterClass.Error> errors = AgentRig.errors(() -> rig.insert(entry));
            assertEquals(Code.UNAVAILABLE_VALUE, errors.get(0).getCanonicalCode());
            assertTrue(
                    errors.get(0).getMessage().contains("did not keep what was written"),
                    errors.get(0).getMessage());
            assertEquals(List.of(), rig.entries());
            rig.insert(entry);
            assertEquals(1, rig.entries().size());
            rig.delete(entry);
        }
    }

    @Test
    void aSlowBusDelaysAndLosesNothing() throws Exception {
        int[] calls = {0};
        rig.host.library.faults().slow(() -> calls[0]++);
        insertSome();
        assertHasSome();
        assertTrue(calls[0] >= 10, () -> calls[0] + " calls");
    }

    @Test
    void aCardThatDoesNotAnswerFailsUpdatesAndLosesNothing() throws Exception {
        insertSome();
        rig.close();
        CountDownLatch stopped = new CountDownLatch(1);
        boolean[] waits = {true};
        Future<?>[] held = {null};
        rig =
                new AgentRig(
                        rig.host,
                        SwitchInfo.of(Programs.SMALL),
                        RegisterMap.of(Programs.SMALL),
                        call -> {
                            if (waits[0]) {
                                call.get();
                            } else {
                                held[0] = call;
                                stopped.await();
                                throw new TimeoutException();
                            }
                        });
        waits[0] = false;
        rig.host.library.faults().slow(stopped::countDown);
        rig.host.library.faults().stop();
        assertEquals(
                List.of(Code.UNAVAILABLE, Code.UNAVAILABLE, Code.UNAVAILABLE),
                codes(() -> rig.insert(next(5, 1), source(6, 1, 1), route(7, 1))));
        // What is in force is read without the card.
        assertEquals(5, rig.entries().size());
        rig.close();
        rig.host.library.faults().end();
        // With an agent's process its calls end; here the one that was held has yet to do so.
        held[0].get();
        rig = new AgentRig(rig.host);
        assertHasSome();
    }

    @Test
    void aRestartLosesNothing() throws Exception {
        insertSome();
        rig.write(
                p4.v1.P4RuntimeOuterClass.Update.Type.MODIFY,
                "meter_entry { meter_id: "
                        + Programs.PUNTS
                        + " index { index: 2 } config { cir: 1 cburst: 2 pir: 3 pburst: 4 } }");
        List<String> before = rig.entries();
        int changes = rig.host.card.changes;
        restart();
        assertEquals(before, rig.entries());
        assertHasSome();
        assertEquals(99, cookie());
        assertEquals(2, rig.target.program().meter("punts").config(2).cburst());
        assertNull(rig.target.program().meter("punts").config(1));
        // Exact rows were only read.
        assertTrue(rig.host.card.changes > changes);
        rig.delete(source(5, 20, 8));
        assertEquals(
                BigInteger.valueOf(2 << 8 | 7),
                rig.host.card.lookup(SOURCE, BigInteger.valueOf(5L << 32)));
    }

    private long cookie() {
        return rig.stub
                .getForwardingPipelineConfig(
                        GetForwardingPipelineConfigRequest.newBuilder()
                                .setDeviceId(AgentRig.DEVICE)
                                .build())
                .getConfig()
                .getCookie()
                .getCookie();
    }

    /** As where the disk is full: the program before it goes on, and says so. */
    @Test
    void aProgramThatTheImageDoesNotTakeDoesNotRun() throws Exception {
        insertSome();
        ForwardingPipelineConfig.Builder next = AgentRig.CONFIG.toBuilder();
        next.getCookieBuilder().setCookie(100);
        rig.image.close();
        StatusRuntimeException e =
                assertThrows(
                        StatusRuntimeException.class,
                        () -> rig.set(Action.VERIFY_AND_COMMIT, next.build()));
        assertEquals(Status.Code.UNAVAILABLE, e.getStatus().getCode());
        assertTrue(e.getMessage().contains("image.mv cannot be written"), e.getMessage());
        assertEquals(99, cookie());
        assertHasSome();
        rig.insert(next(5, 1));
        rig.delete(next(4, 2), route(1, 2));
        assertEquals(2, rig.host.card.exactRows(NEXT));
        assertEquals(List.of(), rig.host.card.activePrefixes(ROUTE));
        restart();
        assertEquals(99, cookie());
        assertEquals(4, rig.entries().size());
        rig.set(Action.VERIFY_AND_COMMIT, next.build());
        assertEquals(100, cookie());
        assertEquals(0, rig.host.card.exactRows(NEXT));
    }

    @Test
    void aMeterThatTheImageDoesNotTakeIsAsBefore() {
        String meter =
                "meter_entry { meter_id: " + Programs.PUNTS + " index { index: 2 } config {%s} }";
        rig.modify(String.format(meter, " cir: 1 cburst: 2 pir: 3 pburst: 4"));
        rig.image.close();
        assertEquals(
                List.of(Code.UNAVAILABLE),
                codes(
                        () ->
                                rig.modify(
                                        String.format(
                                                meter, " cir: 5 cburst: 6 pir: 7 pburst: 8"))));
        assertEquals(2, rig.target.program().meter("punts").config(2).cburst());
        rig.modify(String.format(meter, " cir: 5 cburst: 6 pir: 7 pburst: 8"));
        assertEquals(6, rig.target.program().meter("punts").config(2).cburst());
    }

    /** What was saved is not in the card as long as it could not be committed. */
    @Test
    void aSavedProgramThatTheImageDoesNotTakeDoesNotRun() throws Exception {
        insertSome();
        ForwardingPipelineConfig.Builder next = AgentRig.CONFIG.toBuilder();
        next.getCookieBuilder().setCookie(100);
        rig.set(Action.VERIFY_AND_SAVE, next.build());
        rig.insert(next(5, 1));
        rig.image.close();
        StatusRuntimeException e =
                assertThrows(StatusRuntimeException.class, () -> rig.set(Action.COMMIT, null));
        assertEquals(Status.Code.UNAVAILABLE, e.getStatus().getCode());
        rig.insert(next(6, 1));
        assertCardHasSome();
        rig.set(Action.COMMIT, null);
        assertEquals(2, rig.entries().size());
        assertEquals(2, rig.host.card.exactRows(NEXT));
        assertEquals(0, rig.host.card.ternaryRows(SOURCE));
    }

    @Test
    void aRestartRepairsWhatDiffers() throws Exception {
        insertSome();
        rig.close();
        rig.host.card.deleteExact(NEXT, BigInteger.valueOf(1 << 16 | 3));
        rig.host.card.eraseTernary(SOURCE, 0);
        rig.host.card.eraseTernary(SOURCE, 3);
        rig.host.card.writeTernary(SOURCE, 7, BigInteger.ZERO, BigInteger.ZERO, BigInteger.ONE);
        rig = new AgentRig(rig.host);
        assertHasSome();
    }

    @Test
    void aCardThatWasProgrammedAgainIsRefilled() throws Exception {
        insertSome();
        rig.host.card.program();
        Repair done = rig.target.refill(true);
        assertEquals("0 rows verified, 5 written, 0 failed", done.toString());
        assertHasSome();
        // A bank that was loaded is not compared but loaded again.
        assertEquals("4 rows verified, 1 written, 0 failed", rig.target.refill(false).toString());
        rig.host.card.program();
        rig.host.library.faults().fail(Integer.MAX_VALUE, StandInLibrary.IOCTL, "tcam");
        done = rig.target.refill(true);
        assertEquals(3, done.written());
        assertTrue(done.failed() >= 2, done::toString);
        assertTrue(done.firstFailure().contains("ioctl failed"), done::toString);
        // Nothing is written to a table whose rows are not all there.
        assertEquals(List.of(Code.UNAVAILABLE), codes(() -> rig.insert(source(1, 1, 1))));
        rig.host.library.faults().end();
        rig.insert(source(1, 1, 1));
        assertEquals(3, rig.host.card.ternaryRows(SOURCE));
    }

    @Test
    void rowsThatNobodyKnowsOfAreReported() throws Exception {
        rig.host.card.addExact(NEXT, BigInteger.TEN, BigInteger.ONE);
        rig.host.card.addExact(NEXT, BigInteger.valueOf(1 << 16 | 3), BigInteger.ONE);
        assertEquals(2, rig.target.refill(false).unknown());
        // One whose key comes is overwritten.
        rig.insert(next(3, 1));
        assertEquals(1, rig.target.refill(false).unknown());
    }

    @Test
    void aCommittedProgramBeginsEmpty() throws Exception {
        insertSome();
        rig.set(Action.VERIFY_AND_COMMIT, AgentRig.CONFIG);
        assertEquals(List.of(), rig.entries());
        assertEquals(0, rig.host.card.exactRows(NEXT));
        assertEquals(0, rig.host.card.ternaryRows(SOURCE));
        assertEquals(List.of(), rig.host.card.activePrefixes(ROUTE));
        insertSome();
        assertHasSome();
        restart();
        rig.set(Action.VERIFY_AND_COMMIT, AgentRig.CONFIG);
        assertEquals(0, rig.host.card.exactRows(NEXT));
    }

    @Test
    void aReconciledProgramKeepsItsEntries() throws Exception {
        insertSome();
        List<String> before = rig.entries();
        rig.set(Action.RECONCILE_AND_COMMIT, AgentRig.CONFIG);
        assertEquals(before, rig.entries());
        assertHasSome();
        restart();
        assertEquals(before, rig.entries());
        assertHasSome();
    }

    @Test
    void aSavedProgramTouchesTheCardWhenItIsCommitted() throws Exception {
        insertSome();
        rig.set(Action.VERIFY_AND_SAVE, AgentRig.CONFIG);
        rig.insert(next(3, 9), next(9, 9), source(1, 1, 1));
        assertEquals(2, rig.host.card.exactRows(NEXT));
        assertEquals(3, rig.entries().size());
        rig.set(Action.COMMIT, null);
        assertEquals(3, rig.entries().size());
        assertEquals(2, rig.host.card.exactRows(NEXT));
        assertNotNull(rig.host.card.readExact(NEXT, BigInteger.valueOf(1 << 16 | 9)));
        assertEquals(1, rig.host.card.ternaryRows(SOURCE));
        restart();
        assertEquals(3, rig.entries().size());
        rig.delete(next(3, 9), next(9, 9), source(1, 1, 1));
        assertEquals(0, rig.host.card.exactRows(NEXT) + rig.host.card.ternaryRows(SOURCE));
    }

    /** One whose priority has no slot left between those of the rows that were there before. */
    @Test
    void aRowOfACommittedProgramThatNeedsRoomIsInTheCard() throws Exception {
        Map<Integer, Integer> priorities = new TreeMap<>();
        List.of(10, 11, 12, 13).forEach(port -> priorities.put(port, 20));
        List.of(20, 21, 22).forEach(port -> priorities.put(port, 10));
        priorities.forEach((port, priority) -> rig.insert(source(port, priority, port)));
        rig.set(Action.VERIFY_AND_SAVE, AgentRig.CONFIG);
        priorities.put(30, 15);
        priorities.forEach((port, priority) -> rig.insert(source(port, priority, port + 100)));
        rig.set(Action.COMMIT, null);
        List<String> committed = rig.entries();
        assertEquals(8, committed.size());
        for (int port : priorities.keySet()) {
            assertEquals(
                    BigInteger.valueOf(2 << 8 | port + 100),
                    rig.host.card.lookup(SOURCE, BigInteger.valueOf((long) port << 32)),
                    "port " + port);
        }
        restart();
        assertEquals(committed, rig.entries());
    }

    /** The agent ends before there was another change. */
    @Test
    void whatTheCardDidNotTakeAtACommitOutlivesTheAgent() throws Exception {
        rig.set(Action.VERIFY_AND_SAVE, AgentRig.CONFIG);
        rig.insert(next(9, 1), source(1, 1, 1), route(9, 1));
        rig.host.library.faults().fail(Integer.MAX_VALUE, StandInLibrary.IOCTL, "");
        rig.set(Action.COMMIT, null);
        rig.host.library.faults().end();
        assertEquals(3, rig.entries().size());
        restart();
        assertEquals(3, rig.entries().size());
    }

    /** Of which an insertion failed before, and the card may have it. */
    @Test
    void aRowOfACommittedProgramThatMayHaveBeenThereOutlivesTheAgent() throws Exception {
        rig.host.library.faults().fail(Integer.MAX_VALUE, StandInLibrary.IOCTL, "cam");
        assertEquals(List.of(Code.UNAVAILABLE), codes(() -> rig.insert(next(9, 1))));
        rig.host.library.faults().end();
        rig.set(Action.VERIFY_AND_SAVE, AgentRig.CONFIG);
        rig.insert(next(9, 1));
        rig.set(Action.COMMIT, null);
        assertEquals(1, rig.entries().size());
        assertEquals(1, rig.host.card.exactRows(NEXT));
        restart();
        assertEquals(1, rig.host.card.exactRows(NEXT));
        assertEquals(1, rig.entries().size());
    }

    /** A card that takes nothing while a program is committed gets it with the next change. */
    @Test
    void aCardThatFailsAtACommitIsRepaired() throws Exception {
        insertSome();
        rig.host.library.faults().fail(Integer.MAX_VALUE, StandInLibrary.IOCTL, "");
        rig.set(Action.VERIFY_AND_COMMIT, AgentRig.CONFIG);
        assertEquals(2, rig.host.card.exactRows(NEXT));
        assertEquals(List.of(Code.UNAVAILABLE), codes(() -> rig.insert(next(9, 1))));
        rig.host.library.faults().end();
        rig.insert(next(9, 1), source(1, 1, 1), route(9, 1));
        assertEquals(1, rig.host.card.exactRows(NEXT));
        assertEquals(1, rig.host.card.ternaryRows(SOURCE));
        assertEquals(1, rig.host.card.activePrefixes(ROUTE).size());
    }

    @Test
    void anImageOfAnotherProgramIsCleared() throws Exception {
        insertSome();
        rig.close();
        rig.host.card.program();
        P4Info.Builder other = Programs.SMALL.toBuilder();
        other.getTablesBuilder(0).getMatchFieldsBuilder(0).setName("vlan");
        rig =
                new AgentRig(
                        rig.host,
                        SwitchInfo.of(other.build()),
                        RegisterMap.of(Programs.SMALL),
                        call -> call.get());
        assertNull(rig.target.saved());
        rig.set(Action.VERIFY_AND_COMMIT, AgentRig.config(other.build()));
        assertEquals(List.of(), rig.entries());
        insertSome();
        assertHasSome();
    }

    private void refusedConfig(Status.Code code, String message, P4Info info) {
        StatusRuntimeException e =
                assertThrows(
                        StatusRuntimeException.class,
                        () -> rig.set(Action.VERIFY, AgentRig.config(info)));
        assertEquals(code, e.getStatus().getCode());
        assertEquals(message, e.getStatus().getDescription());
    }

    @Test
    void anotherProgramThanTheCardsIsRefused() {
        P4Info.Builder wider = Programs.SMALL.toBuilder();
        wider.getTablesBuilder(0).getMatchFieldsBuilder(1).setBitwidth(17);
        wider.getTablesBuilder(1).getPreambleBuilder().setAlias("origin");
        refusedConfig(
                Status.Code.INVALID_ARGUMENT,
                "the card has another program: table next: next_id has 16 bits in the card, not"
                        + " 17; the card has no table origin; the card has a table source, which"
                        + " the P4Info has not",
                wider.build());
        P4Info.Builder more = Programs.SMALL.toBuilder();
        more.getCountersBuilder(0).setSize(9);
        refusedConfig(
                Status.Code.INVALID_ARGUMENT,
                "the card has another program: counter drops has 8 cells in the card, not 9",
                more.build());
        // A slot that the card has not would fail for good; one that the program has not, stay.
        P4Info.Builder others = Programs.SMALL.toBuilder();
        others.getTablesBuilder(0).setSize(others.getTables(0).getSize() + 1);
        others.getTablesBuilder(1).setSize(others.getTables(1).getSize() - 1);
        refusedConfig(
                Status.Code.INVALID_ARGUMENT,
                "the card has another program: table next has 8 rows in the card, not 9; table"
                        + " source has 8 rows in the card, not 7",
                others.build());
        insertSome();
        assertEquals(5, rig.entries().size());
    }

    @Test
    void whatTheCardCannotDoIsRefusedByName() {
        refusedConfig(
                Status.Code.UNIMPLEMENTED,
                "the card cannot do this: table next: its default action may be changed at run"
                        + " time (UG1252); counter ports (SSS has none); action profile group (the"
                        + " agent has none); register state (the agent has none); constant table source"
                        + " (the agent has none)",
                Programs.parse(
                                Programs.SMALL
                                                .toString()
                                                .replaceFirst("const_default_action_id: \\d+", "")
                                        + " counters { preamble { id: 1 alias: 'ports' } size: 4 }"
                                        + " action_profiles { preamble { id: 2 alias: 'group' } }"
                                        + " registers { preamble { id: 3 alias: 'state' }"
                                        + " type_spec { bitstring { bit { bitwidth: 8 } } } }")
                        .toBuilder()
                        .setTables(1, Programs.SMALL.getTables(1).toBuilder().setIsConstTable(true))
                        .build());
        refused(
                Code.UNIMPLEMENTED,
                "the target replicates no packets",
                () ->
                        rig.insert(
                                "packet_replication_engine_entry { clone_session_entry {"
                                        + " session_id: 1 replicas { egress_port: 1 } } }"));
        refused(
                Code.PERMISSION_DENIED,
                "table ingress.next: its default action is constant",
                () ->
                        rig.modify(
                                "table_entry { table_id: "
                                        + Programs.NEXT
                                        + " is_default_action: true action { action { action_id: "
                                        + Programs.DISCARD
                                        + " params { param_id: 1 value: '\\x01' } } } }"));
        assertEquals(
                0x1000004,
                rig.read("table_entry { table_id: " + Programs.NEXT + " is_default_action: true }")
                        .get(0)
                        .getTableEntry()
                        .getAction()
                        .getAction()
                        .getActionId());
    }

    private long drops(int index) {
        return rig.read(
                        "counter_entry { counter_id: "
                                + Programs.DROPS
                                + " index { index: "
                                + index
                                + " } }")
                .get(0)
                .getCounterEntry()
                .getData()
                .getPacketCount();
    }

    @Test
    void dropsAreTheCardsAndTheAgents() {
        rig.host.card.writeRegister(2, 0xffff_fff0);
        assertEquals(0xffff_fff0L, drops(2));
        rig.host.card.writeRegister(2, 5);
        rig.target.program().poll();
        rig.host.card.writeRegister(2, 6);
        assertEquals((1L << 32) + 6, drops(2));
        rig.target.program().counter("drops").count(2, 100);
        assertEquals((1L << 32) + 106, drops(2));
        assertEquals(0, drops(1));
        rig.modify(
                "counter_entry { counter_id: "
                        + Programs.DROPS
                        + " index { index: 2 } data { packet_count: 7 } }");
        assertEquals(7, drops(2));
        rig.host.card.writeRegister(2, 8);
        assertEquals(9, drops(2));
        // Its registers begin anew.
        rig.host.card.program();
        rig.target.refill(true);
        rig.host.card.writeRegister(2, 1);
        assertEquals(10, drops(2));
    }

    /** A program of others calls its counters as it likes. */
    @Test
    void noCounterLosesWhatItCountedBetweenReadings() throws Exception {
        P4Info.Builder info = Programs.SMALL.toBuilder();
        info.getCountersBuilder(0).getPreambleBuilder().setName("I.seen").setAlias("seen");
        rig.close();
        rig =
                new AgentRig(
                        rig.host,
                        SwitchInfo.of(info.build()),
                        RegisterMap.of(info.build()),
                        call -> call.get());
        rig.set(Action.VERIFY_AND_COMMIT, AgentRig.config(info.build()));
        rig.host.card.writeRegister(2, 0xffff_fff0);
        rig.target.program().poll();
        rig.host.card.writeRegister(2, 5);
        rig.target.program().poll();
        rig.host.card.writeRegister(2, 0xffff_fff0);
        assertEquals((1L << 32) + 0xffff_fff0L, drops(2));
    }

    @Test
    void aProgramsPartsHaveNames() throws Exception {
        insertSome();
        assertEquals(2, rig.target.program().table("next").size());
        assertNotNull(rig.target.program().table("source").any());
        assertNull(rig.target.program().table("other"));
        assertNull(rig.target.program().counter("other"));
        assertNull(rig.target.program().meter("other"));
        rig.delete(next(3, 1), next(4, 2));
        assertNull(rig.target.program().table("next").any());
    }

    @Test
    void withoutAProgramThereIsNothingToRefill() throws Exception {
        Path other = Files.createDirectory(folder.resolve("other"));
        try (AgentRig fresh = new AgentRig(new AgentRig.Host(other))) {
            assertThrows(IllegalStateException.class, () -> fresh.target.refill(false));
            fresh.host.library.close();
        }
    }
}
