// SPDX-License-Identifier: Apache-2.0
package org.isthmus.target.bmv2;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.rpc.Code;
import java.util.ArrayList;
import java.util.List;
import org.isthmus.target.api.ActionProfile;
import org.isthmus.target.api.ActionSpec;
import org.isthmus.target.api.MatchKey;
import org.isthmus.target.api.Table;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Tables that stand in P4Info and JSON alone, by switch_expression.p4. */
class SwitchExpressionTest {
    private Harness h;

    @BeforeEach
    void load() throws Exception {
        h = Harness.of("switch_expression");
    }

    private static MatchKey ternary(int op, int mask) {
        byte[][] values = {Harness.number(op, 8), Harness.number(1, 9)};
        return new MatchKey(values, new byte[][] {Harness.number(mask, 8), null}, 7);
    }

    @Test
    void theTableOfASwitchHasTheEntriesOfTheProgram() {
        String[] want = {"13:00", "11:01", "12:02", "12:03", "13:04"};
        for (int op = 0; op < want.length; op++) {
            assertEquals(want[op], h.send(1, "0" + op).get(0).toString());
        }
    }

    @Test
    void aTableThatWasRemovedTakesEntriesWithoutEffect() throws Exception {
        Table never = h.table("I.never");
        MatchKey key = ternary(1, 0xff);
        ActionSpec send = h.action("I.send", Harness.number(5, 9));
        never.insert(new Table.Entry(key, send, 2_000_000_000L, 8, new byte[] {9}));
        List<Table.Entry> read = new ArrayList<>();
        never.rows().visit(0, (e, packets, bytes, idle, meter) -> read.add(e));
        assertEquals(key, read.get(0).key());
        assertEquals(send.id(), read.get(0).action().id());
        assertArrayEquals(send.param(0), read.get(0).action().param(0));
        assertEquals(2_000_000_000L, read.get(0).idleTimeoutNanos());
        never.setCounter(key, 3, 4);
        assertTrue(never.read(key, (e, packets, bytes, idle, m) -> assertEquals(3, packets)));
        assertEquals("11:01", h.send(1, "01").get(0).toString());
        List<Long> idle = new ArrayList<>();
        never.onIdle((id, e, nanos) -> idle.add(nanos));
        h.nanos += 2_000_000_000L;
        h.target.sweep();
        assertEquals(List.of(2_000_000_000L), idle);
        for (int op = 2; op <= 4; op++) {
            never.insert(Harness.entry(ternary(op, 0xff), send));
        }
        assertEquals(
                Code.RESOURCE_EXHAUSTED,
                Harness.code(() -> never.insert(Harness.entry(ternary(5, 0xff), send))));
        never.delete(key);
        assertEquals(3, never.size());
        never.setDefaultAction(send, null);
        assertEquals(send.id(), never.defaultAction().id());
    }

    @Test
    void aTableThatWasRemovedHasItsActionProfile() throws Exception {
        ActionProfile choice = h.program.actionProfile(h.id("I.choice"));
        choice.insertMember(new ActionProfile.Member(1, h.action("NoAction")));
        choice.insertGroup(new ActionProfile.Group(2, 0, new int[] {1}, new int[] {1}));
        Table table = h.table("I.never_either");
        MatchKey key = Harness.exact(Harness.number(1, 8));
        table.insert(Harness.entry(key, ActionSpec.group(2)));
        assertTrue(
                table.read(
                        key, (e, packets, bytes, idle, meter) -> assertEquals(2, e.action().id())));
        assertEquals(Code.FAILED_PRECONDITION, Harness.code(() -> choice.deleteGroup(2)));
    }
}
