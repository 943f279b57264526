// SPDX-License-Identifier: Apache-2.0
package org.isthmus.target.bmv2.run;

import com.google.rpc.Code;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import org.isthmus.target.api.ActionProfile;
import org.isthmus.target.api.ActionSpec;
import org.isthmus.target.api.RefusedException;
import org.isthmus.target.bmv2.ir.Action;

/**
 * Members and groups of an action profile.
 *
 * <p>A hash selects the same member as in BMv2 behind its P4Runtime server: a member has as many
 * handles as its greatest weight in a group, each the lowest that is free, and a group is the
 * handles of its members in ascending order.
 *
 * <p>A row refers to a member or group by slot and generation. Slots are used again, the generation
 * shows a packet that its row is no longer the current one.
 */
public final class Profile implements ActionProfile {
    /** What a reference resolves to after its member or group is gone. */
    static final long[] STALE = new long[0];

    /** Words of a member's data: action, generation, parameters. */
    public static final int PARAMS = 2;

    /**
     * What the weights of a group add up to at most: each is a handle, and a place in the choice.
     */
    static final int MAX_WEIGHTS = 1 << 16;

    private static final long MEMBER = 2L << 62;
    private static final long GROUP = 3L << 62;

    private static final class MemberState {
        Member member;
        long[] data;
        int generation;
        int slot;
        int rows;
        final List<Integer> handles = new ArrayList<>();

        /** What weighs in groups, and in how many of them each. */
        final TreeMap<Integer, Integer> weights = new TreeMap<>();
    }

    private static final class GroupState {
        Group group;
        int slot;
        int generation;
        int rows;
    }

    /** The members of a group by hash; replaced, never changed. */
    private static final class Choice {
        final int generation;
        final long[][] members;

        Choice(int generation, long[][] members) {
            this.generation = generation;
            this.members = members;
        }
    }

    private final String name;
    private final int capacity;
    private final int maxGroupSize;
    private final boolean selector;
    private final ActionTable actions;
    private final PortStates ports;
    private final Map<Integer, MemberState> members = new TreeMap<>();
    private final Map<Integer, GroupState> groups = new TreeMap<>();
    private final BitSet handles = new BitSet();
    private final BitSet memberSlots = new BitSet();
    private final BitSet groupSlots = new BitSet();
    private final Map<Integer, Integer> memberBySlot = new TreeMap<>();
    private final Map<Integer, Integer> groupBySlot = new TreeMap<>();
    private volatile long[][] memberData = new long[0][];
    private volatile Choice[] choices = new Choice[0];
    private int generation;
    private volatile Shortcut shortcut = Shortcut.NONE;

    /**
     * @param capacity members at most; 0: no limit
     * @param maxGroupSize sum of weights a group may have; 0: the capacity
     * @param selector whether there may be groups
     * @param ports which members may watch
     */
    public Profile(
            String name,
            int capacity,
            int maxGroupSize,
            boolean selector,
            ActionTable actions,
            PortStates ports) {
        this.name = name;
        this.capacity = capacity;
        this.maxGroupSize = maxGroupSize > 0 ? maxGroupSize : capacity;
        this.selector = selector;
        this.actions = actions;
        this.ports = ports;
    }

    // ---- Packet threads ----

    static boolean isGroup(long reference) {
        return reference >= GROUP && reference < -1;
    }

    /** The data of a row's member; null for an empty group; or {@link #STALE}. */
    long[] resolve(long reference, long hash) {
        int slot = (int) reference;
        int gen = (int) (reference >>> 32) & 0x3fffffff;
        if ((reference & GROUP) == MEMBER) {
            long[] data = memberData[slot];
            return data == null || (int) data[1] != gen ? STALE : data;
        }
        Choice c = choices[slot];
        if (c == null || c.generation != gen) {
            return STALE;
        }
        int n = c.members.length;
        if ((n & n - 1) != 0) {
            return c.members[(int) Long.remainderUnsigned(hash, n)];
        }
        // The same without a division, for most groups have one member.
        return n == 0 ? null : c.members[(int) hash & n - 1];
    }

    // ---- Control plane ----

    /** The reference that a row stores. */
    synchronized long reference(ActionSpec spec, String table) throws RefusedException {
        switch (spec.kind()) {
            case MEMBER:
                MemberState m = members.get(spec.id());
                if (m == null) {
                    throw noMember(spec.id());
                }
                return MEMBER | (long) m.generation << 32 | m.slot;
            case GROUP:
                GroupState g = groups.get(spec.id());
                if (g == null) {
                    throw new RefusedException(
                            Code.NOT_FOUND, "no group " + spec.id() + " in " + name);
                }
                return GROUP | (long) g.generation << 32 | g.slot;
            default:
                throw new RefusedException(
                        Code.INVALID_ARGUMENT, "table " + table + " takes members and groups");
        }
    }

    private RefusedException noMember(int id) {
        return new RefusedException(Code.NOT_FOUND, "no member " + id + " in " + name);
    }

    /** Counts the rows that hold a reference. */
    synchronized void refer(long reference, int delta) {
        int slot = (int) reference;
        if ((reference & GROUP) == MEMBER) {
            members.get(memberBySlot.get(slot)).rows += delta;
        } else {
            groups.get(groupBySlot.get(slot)).rows += delta;
        }
    }

    synchronized ActionSpec spec(long reference) {
        int slot = (int) reference;
        return (reference & GROUP) == MEMBER
                ? ActionSpec.member(memberBySlot.get(slot))
                : ActionSpec.group(groupBySlot.get(slot));
    }

    public void setShortcut(Shortcut s) {
        shortcut = s;
    }

    private int nextGeneration() {
        generation = generation + 1 & 0x3fffffff;
        return generation;
    }

    private long[] data(Member m, int gen) throws RefusedException {
        Action a = actions.check(m.action(), name);
        long[] data = new long[PARAMS + a.dataWords()];
        data[0] = a.index;
        data[1] = gen;
        ActionTable.packParams(a, m.action(), data, PARAMS);
        return data;
    }

    private int takeHandle() {
        int h = handles.nextClearBit(0);
        handles.set(h);
        return h;
    }

    @Override
    public synchronized void insertMember(Member member, int leaving) throws RefusedException {
        if (members.containsKey(member.id())) {
            throw new RefusedException(
                    Code.ALREADY_EXISTS, "member " + member.id() + " is in " + name + " already");
        }
        if (capacity > 0 && members.size() - leaving >= capacity) {
            throw new RefusedException(
                    Code.RESOURCE_EXHAUSTED, name + " is full: " + capacity + " members");
        }
        MemberState s = new MemberState();
        s.generation = nextGeneration();
        s.data = data(member, s.generation);
        s.member = member;
        s.slot = memberSlots.nextClearBit(0);
        memberSlots.set(s.slot);
        s.handles.add(takeHandle());
        members.put(member.id(), s);
        memberBySlot.put(s.slot, member.id());
        setMemberData(s.slot, s.data);
    }

    private void setMemberData(int slot, long[] data) {
        long[][] next = Arrays.copyOf(memberData, Math.max(memberData.length, slot + 1));
        boolean used = next[slot] != null;
        next[slot] = data;
        memberData = next;
        if (used) {
            shortcut.changed(this);
        }
    }

    private void setChoice(int slot, Choice c) {
        Choice[] next = Arrays.copyOf(choices, Math.max(choices.length, slot + 1));
        boolean used = next[slot] != null;
        next[slot] = c;
        choices = next;
        if (used) {
            shortcut.changed(this);
        }
    }

    @Override
    public synchronized void modifyMember(Member member) throws RefusedException {
        MemberState s = members.get(member.id());
        if (s == null) {
            throw noMember(member.id());
        }
        s.data = data(member, s.generation);
        s.member = member;
        setMemberData(s.slot, s.data);
        for (GroupState g : groups.values()) {
            for (int i = 0; i < g.group.size(); i++) {
                if (g.group.member(i) == member.id()) {
                    publish(g);
                    break;
                }
            }
        }
    }

    @Override
    public synchronized void deleteMember(int memberId) throws RefusedException {
        MemberState s = members.get(memberId);
        if (s == null) {
            throw noMember(memberId);
        }
        if (s.rows > 0 || !s.weights.isEmpty()) {
            throw new RefusedException(
                    Code.FAILED_PRECONDITION, "member " + memberId + " of " + name + " is in use");
        }
        members.remove(memberId);
        memberBySlot.remove(s.slot);
        memberSlots.clear(s.slot);
        for (int h : s.handles) {
            handles.clear(h);
        }
        setMemberData(s.slot, null);
    }

    /** Counts the weights of a group. */
    private void count(Group g, int delta) {
        for (int i = 0; i < g.size(); i++) {
            members.get(g.member(i))
                    .weights
                    .merge(g.weight(i), delta, (n, more) -> n + more == 0 ? null : n + more);
        }
    }

    private void check(Group g) throws RefusedException {
        if (!selector) {
            throw new RefusedException(Code.INVALID_ARGUMENT, name + " has no selector");
        }
        long sum = 0;
        Set<Integer> seen = new HashSet<>();
        for (int i = 0; i < g.size(); i++) {
            if (!members.containsKey(g.member(i))) {
                throw noMember(g.member(i));
            }
            if (g.weight(i) <= 0) {
                throw new RefusedException(
                        Code.INVALID_ARGUMENT, "weight in group " + g.id() + " of " + name);
            }
            if (!seen.add(g.member(i))) {
                throw new RefusedException(
                        Code.INVALID_ARGUMENT,
                        "member " + g.member(i) + " twice in group " + g.id() + " of " + name);
            }
            if (g.watchPort(i) != 0 && !ports.has(g.watchPort(i))) {
                throw new RefusedException(
                        Code.INVALID_ARGUMENT,
                        "group " + g.id() + " of " + name + ": no watch port " + g.watchPort(i));
            }
            sum += g.weight(i);
        }
        int max = g.maxSize() > 0 ? g.maxSize() : maxGroupSize;
        max = max > 0 ? Math.min(max, MAX_WEIGHTS) : MAX_WEIGHTS;
        if (sum > max) {
            throw new RefusedException(
                    Code.RESOURCE_EXHAUSTED,
                    "group " + g.id() + " of " + name + ": weights above " + max);
        }
    }

    @Override
    public synchronized void insertGroup(Group group) throws RefusedException {
        if (groups.containsKey(group.id())) {
            throw new RefusedException(
                    Code.ALREADY_EXISTS, "group " + group.id() + " is in " + name + " already");
        }
        check(group);
        GroupState s = new GroupState();
        s.group = group;
        s.generation = nextGeneration();
        s.slot = groupSlots.nextClearBit(0);
        groupSlots.set(s.slot);
        groups.put(group.id(), s);
        groupBySlot.put(s.slot, group.id());
        addHandles(group);
        count(group, 1);
        publish(s);
    }

    private void addHandles(Group g) {
        weights(g)
                .forEach(
                        (id, weight) -> {
                            MemberState m = members.get(id);
                            while (m.handles.size() < weight) {
                                m.handles.add(takeHandle());
                            }
                        });
    }

    /** The weights of a group's members, by their ids. */
    private static SortedMap<Integer, Integer> weights(Group g) {
        SortedMap<Integer, Integer> weights = new TreeMap<>();
        for (int i = 0; i < g.size(); i++) {
            weights.put(g.member(i), g.weight(i));
        }
        return weights;
    }

    /** Gives handles back that no group's weight asks for any more. */
    private void trimHandles(Group g) {
        for (int id : weights(g).keySet()) {
            MemberState m = members.get(id);
            int keep = m.weights.isEmpty() ? 1 : m.weights.lastKey();
            while (m.handles.size() > keep) {
                handles.clear(m.handles.remove(m.handles.size() - 1));
            }
        }
    }

    private void publish(GroupState s) {
        TreeMap<Integer, long[]> byHandle = new TreeMap<>();
        for (int i = 0; i < s.group.size(); i++) {
            int watched = s.group.watchPort(i);
            if (watched != 0 && !ports.isUp(watched)) {
                continue;
            }
            MemberState m = members.get(s.group.member(i));
            for (int w = 0; w < s.group.weight(i); w++) {
                byHandle.put(m.handles.get(w), m.data);
            }
        }
        setChoice(s.slot, new Choice(s.generation, byHandle.values().toArray(new long[0][])));
    }

    /** Takes members out of their groups whose port has gone down, and others back in. */
    public synchronized void portsChanged() {
        groups.values().forEach(this::publish);
    }

    @Override
    public synchronized void modifyGroup(Group group) throws RefusedException {
        GroupState s = groups.get(group.id());
        if (s == null) {
            throw new RefusedException(Code.NOT_FOUND, "no group " + group.id() + " in " + name);
        }
        check(group);
        Group old = s.group;
        addHandles(group);
        count(group, 1);
        count(old, -1);
        s.group = group;
        publish(s);
        trimHandles(old);
        trimHandles(group);
    }

    @Override
    public synchronized void deleteGroup(int groupId) throws RefusedException {
        GroupState s = groups.get(groupId);
        if (s == null) {
            throw new RefusedException(Code.NOT_FOUND, "no group " + groupId + " in " + name);
        }
        if (s.rows > 0) {
            throw new RefusedException(
                    Code.FAILED_PRECONDITION, "group " + groupId + " of " + name + " is in use");
        }
        groups.remove(groupId);
        groupBySlot.remove(s.slot);
        groupSlots.clear(s.slot);
        setChoice(s.slot, null);
        count(s.group, -1);
        trimHandles(s.group);
    }

    @Override
    public Member member(int memberId) {
        MemberState s = members.get(memberId);
        return s == null ? null : s.member;
    }

    @Override
    public Group group(int groupId) {
        GroupState s = groups.get(groupId);
        return s == null ? null : s.group;
    }

    @Override
    public List<Member> members() {
        List<Member> all = new ArrayList<>();
        members.values().forEach(s -> all.add(s.member));
        return all;
    }

    @Override
    public List<Group> groups() {
        List<Group> all = new ArrayList<>();
        groups.values().forEach(s -> all.add(s.group));
        return all;
    }
}
