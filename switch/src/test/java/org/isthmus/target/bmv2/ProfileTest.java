// SPDX-License-Identifier: Apache-2.0
package org.isthmus.target.bmv2;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import com.google.rpc.Code;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.isthmus.target.Seeds;
import org.isthmus.target.api.ActionProfile;
import org.isthmus.target.api.ActionProfile.Group;
import org.isthmus.target.api.ActionProfile.Member;
import org.isthmus.target.api.ActionSpec;
import org.isthmus.target.api.Hex;
import org.isthmus.target.api.MatchKey;
import org.isthmus.target.api.Program;
import org.isthmus.target.api.Table;
import org.isthmus.target.bmv2.run.Algorithms;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import p4.config.v1.P4InfoOuterClass.P4Info;

/** Members, groups and the choice among them, by table "spread" of semantics.p4. */
class ProfileTest {
    private static final MatchKey KEY = Harness.exact(new byte[] {13});
    private Harness h;
    private ActionProfile profile;
    private Table table;

    @BeforeEach
    void load() throws Exception {
        h = Harness.of("semantics");
        profile = h.program.actionProfile(h.id("I.choice"));
        table = h.table("I.spread");
    }

    private Member member(int id, int port) {
        return new Member(id, h.action("I.send", Harness.number(port, 9)));
    }

    private static Group group(int id, int[] members, int... weights) {
        return new Group(id, 0, members, weights);
    }

    private int port(int arg) {
        return h.send(2, Hex.bytes(String.format("0d%04x00", arg) + "00".repeat(17))).get(0).port;
    }

    /** What the selector hashes: opcode is the key, argument and ingress port are the input. */
    private static int hash(int arg) {
        // The 16 bits of the argument, the 9 of the port, zeros to a whole byte.
        long bits = ((long) arg << 9 | 2) << 7;
        byte[] b = {(byte) (bits >> 24), (byte) (bits >> 16), (byte) (bits >> 8), (byte) bits};
        return (int) Algorithms.crc16(b, 4);
    }

    private void spread(int... ports) {
        for (int arg = 0; arg < 200; arg++) {
            assertEquals(ports[hash(arg) % ports.length], port(arg), "argument " + arg);
        }
    }

    @Test
    void choosesByHandleOrderAndWeight() throws Exception {
        profile.insertMember(member(7, 21));
        profile.insertMember(member(3, 22));
        profile.insertMember(member(5, 23));
        // Handles 0 to 2 in the order of insertion; weights make 3, 4, ... in the order of ids.
        profile.insertGroup(group(1, new int[] {5, 7, 3}, 1, 1, 1));
        table.insert(Harness.entry(KEY, ActionSpec.group(1)));
        spread(21, 22, 23);
        profile.modifyGroup(group(1, new int[] {7, 3, 5}, 3, 2, 1));
        spread(21, 22, 23, 22, 21, 21);
        profile.modifyMember(member(7, 30));
        spread(30, 22, 23, 22, 30, 30);
        profile.modifyGroup(group(1, new int[] {3, 5}, 1, 2));
        spread(22, 23, 23);
        profile.deleteMember(7);
        profile.insertMember(member(9, 40));
        profile.modifyGroup(group(1, new int[] {3, 5, 9}, 1, 1, 1));
        spread(40, 22, 23);
        table.modify(Harness.entry(KEY, ActionSpec.member(5)));
        spread(23);
    }

    @Test
    void membersWhosePortIsDownAreNotChosen() throws Exception {
        profile.insertMember(member(7, 21));
        profile.insertMember(member(3, 22));
        profile.insertMember(member(5, 23));
        int[] watchPorts = {21, 22, 0};
        Group g = new Group(1, 0, new int[] {7, 3, 5}, new int[] {1, 1, 1}, watchPorts);
        assertEquals(Code.INVALID_ARGUMENT, Harness.code(() -> profile.insertGroup(g)));
        h.target.portUp(21, true);
        h.target.portUp(22, false);
        profile.insertGroup(g);
        table.insert(Harness.entry(KEY, ActionSpec.group(1)));
        spread(21, 23);
        h.target.portUp(22, true);
        spread(21, 22, 23);
        profile.modifyMember(member(7, 30));
        h.target.portUp(21, false);
        spread(22, 23);
        h.target.portUp(22, false);
        spread(23);
        // Without a member that may be chosen it is like an empty group.
        profile.modifyGroup(
                new Group(1, 0, new int[] {7, 3}, new int[] {1, 2}, new int[] {21, 22}));
        assertEquals(1, port(5));
        h.target.portUp(21, true);
        spread(30);
    }

    /** A program that is compiled and not yet run hears of nothing until it runs. */
    @Test
    void aProgramThatBeginsToRunKnowsItsPorts() throws Exception {
        h.target.portUp(21, true);
        Program next = h.target.compile(h.p4info, Harness.resource("semantics.json"));
        ActionProfile saved = next.actionProfile(h.id("I.choice"));
        saved.insertMember(member(7, 21));
        saved.insertMember(member(3, 22));
        saved.insertGroup(new Group(1, 0, new int[] {7, 3}, new int[] {1, 1}, new int[] {21, 0}));
        next.table(h.id("I.spread")).insert(Harness.entry(KEY, ActionSpec.group(1)));
        h.target.portUp(21, false);
        h.target.run(next);
        spread(22);
    }

    @Test
    void anEmptyGroupDoesNothing() throws Exception {
        profile.insertGroup(group(1, new int[0]));
        table.insert(Harness.entry(KEY, ActionSpec.group(1)));
        // As set before the table is applied.
        assertEquals(1, port(5));
    }

    @Test
    void theDefaultMayBeAMember() throws Exception {
        assertNull(table.defaultAction());
        profile.insertMember(member(4, 33));
        table.setDefaultAction(ActionSpec.member(4), null);
        assertEquals(33, port(5));
        assertEquals(4, table.defaultAction().id());
        assertEquals(Code.FAILED_PRECONDITION, Harness.code(() -> profile.deleteMember(4)));
        table.setDefaultAction(null, null);
        profile.deleteMember(4);
        assertEquals(1, port(5));
    }

    @Test
    void refusesWhatDoesNotFit() throws Exception {
        assertEquals(Code.NOT_FOUND, Harness.code(() -> profile.modifyMember(member(1, 2))));
        assertEquals(Code.NOT_FOUND, Harness.code(() -> profile.deleteMember(1)));
        assertEquals(
                Code.NOT_FOUND,
                Harness.code(() -> profile.insertGroup(group(1, new int[] {1}, 1))));
        assertEquals(Code.NOT_FOUND, Harness.code(() -> profile.modifyGroup(group(1, new int[0]))));
        assertEquals(Code.NOT_FOUND, Harness.code(() -> profile.deleteGroup(1)));
        profile.insertMember(member(1, 2));
        assertEquals(Code.ALREADY_EXISTS, Harness.code(() -> profile.insertMember(member(1, 2))));
        Group big = new Group(1, 16, new int[] {1}, new int[] {17});
        assertEquals(Code.RESOURCE_EXHAUSTED, Harness.code(() -> profile.insertGroup(big)));
        profile.insertGroup(group(1, new int[] {1}, 16));
        assertEquals(
                Code.ALREADY_EXISTS, Harness.code(() -> profile.insertGroup(group(1, new int[0]))));
        assertEquals(Code.FAILED_PRECONDITION, Harness.code(() -> profile.deleteMember(1)));
        Harness.Change toNobody = () -> table.insert(Harness.entry(KEY, ActionSpec.member(2)));
        assertEquals(Code.NOT_FOUND, Harness.code(toNobody));
        assertEquals(0, table.size());
        table.insert(Harness.entry(KEY, ActionSpec.group(1)));
        assertEquals(Code.FAILED_PRECONDITION, Harness.code(() -> profile.deleteGroup(1)));
        table.delete(KEY);
        profile.deleteGroup(1);
        profile.deleteMember(1);
        for (int i = 0; i < 64; i++) {
            profile.insertMember(member(100 + i, 2));
        }
        assertEquals(
                Code.RESOURCE_EXHAUSTED, Harness.code(() -> profile.insertMember(member(1, 2))));
        profile.insertMember(member(1, 2), 1);
        assertEquals(
                Code.RESOURCE_EXHAUSTED, Harness.code(() -> profile.insertMember(member(2, 2), 1)));
    }

    /** The P4Info gives groups no limit of their own. */
    @Test
    void aGroupHasNoMoreWeightThanTheProfile() throws Exception {
        profile.insertMember(member(1, 2));
        profile.insertMember(member(2, 3));
        Group full = group(1, new int[] {1, 2}, 63, 1);
        Group more = group(1, new int[] {1, 2}, 64, 1);
        Group most = group(1, new int[] {1, 2}, Integer.MAX_VALUE, 1);
        for (Group wrong : List.of(more, most)) {
            assertEquals(Code.RESOURCE_EXHAUSTED, Harness.code(() -> profile.insertGroup(wrong)));
        }
        profile.insertGroup(full);
        assertEquals(Code.RESOURCE_EXHAUSTED, Harness.code(() -> profile.modifyGroup(most)));
    }

    /** One without a size takes no more memory for a group than it can have. */
    @Test
    void aGroupOfAProfileWithoutSizeHasALimitAsWell() throws Exception {
        P4Info.Builder info = h.p4info.toBuilder();
        info.getActionProfilesBuilderList().forEach(p -> p.clearSize().clearMaxGroupSize());
        ActionProfile unlimited =
                h.target
                        .compile(info.build(), Harness.resource("semantics.json"))
                        .actionProfile(h.id("I.choice"));
        unlimited.insertMember(member(1, 2));
        unlimited.insertGroup(group(1, new int[] {1}, 1 << 16));
        for (int weight : new int[] {(1 << 16) + 1, Integer.MAX_VALUE}) {
            Group wrong = group(1, new int[] {1}, weight);
            assertEquals(Code.RESOURCE_EXHAUSTED, Harness.code(() -> unlimited.modifyGroup(wrong)));
        }
    }

    /** Random changes: a group's members are chosen as often as their weights say. */
    @Test
    void keepsWeights() throws Exception {
        long seed = Seeds.of(System.nanoTime());
        Random random = new Random(seed);
        for (int i = 0; i < 8; i++) {
            profile.insertMember(member(i, 100 + i));
        }
        Map<Integer, int[]> model = new HashMap<>();
        for (int step = 0; step < 300; step++) {
            int id = 1 + random.nextInt(3);
            List<Integer> in = new ArrayList<>();
            int[] weights = new int[8];
            for (int i = 0; i < 8; i++) {
                weights[i] = random.nextInt(3);
                if (weights[i] > 0) {
                    in.add(i);
                }
            }
            int[] ids = in.stream().mapToInt(i -> i).toArray();
            int[] w = in.stream().mapToInt(i -> weights[i]).toArray();
            if (model.containsKey(id) && random.nextInt(3) == 0) {
                profile.deleteGroup(id);
                model.remove(id);
                continue;
            }
            if (model.containsKey(id)) {
                profile.modifyGroup(group(id, ids, w));
            } else {
                profile.insertGroup(group(id, ids, w));
            }
            model.put(id, weights);
            table.insert(Harness.entry(KEY, ActionSpec.group(id)));
            int total = 0;
            for (int x : weights) {
                total += x;
            }
            if (total > 0) {
                int[] byPlace = new int[total];
                for (int i = 0; i < 600; i++) {
                    int arg = random.nextInt(1 << 16);
                    int place = hash(arg) % total;
                    int got = port(arg);
                    assertEquals(byPlace[place] == 0 ? got : byPlace[place], got);
                    byPlace[place] = got;
                }
                int[] seen = new int[8];
                for (int p : byPlace) {
                    if (p > 0) {
                        seen[p - 100]++;
                    }
                }
                for (int i = 0; i < 8; i++) {
                    assertEquals(weights[i], seen[i], () -> "seed " + seed);
                }
            }
            table.delete(KEY);
        }
    }
}
