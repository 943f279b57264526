// SPDX-License-Identifier: Apache-2.0
package org.isthmus.target.p4rt;

import com.google.protobuf.ByteString;
import com.google.protobuf.MessageOrBuilder;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.isthmus.target.api.ActionProfile;
import org.isthmus.target.api.ActionSpec;
import org.isthmus.target.api.Program;
import org.isthmus.target.api.RefusedException;
import p4.config.v1.P4InfoOuterClass;
import p4.v1.P4RuntimeOuterClass.Action;
import p4.v1.P4RuntimeOuterClass.ActionProfileAction;
import p4.v1.P4RuntimeOuterClass.ActionProfileActionSet;
import p4.v1.P4RuntimeOuterClass.ActionProfileGroup;
import p4.v1.P4RuntimeOuterClass.ActionProfileMember;
import p4.v1.P4RuntimeOuterClass.Entity;
import p4.v1.P4RuntimeOuterClass.TableAction;
import p4.v1.P4RuntimeOuterClass.Update;

/**
 * Members and groups, and the action sets of entries written in one shot: those become members and
 * a group of their own. A profile is used in one of the two ways at a time.
 */
final class ActionProfiles implements ActionEncoder {

    /** The one-shot groups of one profile. */
    private static final class OneShots {
        final Map<Integer, ActionProfileActionSet> sets = new HashMap<>();
        int lastGroup;
        int lastMember;
    }

    private final P4InfoSchema schema;
    private final Program program;
    private final Map<Integer, OneShots> oneShots = new HashMap<>();

    /**
     * Groups as clients wrote them, with the shortest byte strings, by profile and id: they name a
     * watch port in two ways.
     */
    private final Map<Integer, Map<Integer, ActionProfileGroup>> written = new HashMap<>();

    ActionProfiles(P4InfoSchema schema, Program program) {
        this.schema = schema;
        this.program = program;
        for (P4InfoOuterClass.ActionProfile p : schema.profiles.values()) {
            oneShots.put(p.getPreamble().getId(), new OneShots());
            written.put(p.getPreamble().getId(), new TreeMap<>());
        }
    }

    private P4InfoOuterClass.ActionProfile profile(int id) throws RefusedException {
        P4InfoOuterClass.ActionProfile p = schema.profiles.get(id);
        if (p == null) {
            throw P4InfoSchema.unknown("action profile", id);
        }
        return p;
    }

    private static String name(P4InfoOuterClass.ActionProfile p) {
        return "action profile " + p.getPreamble().getName();
    }

    private void checkManual(P4InfoOuterClass.ActionProfile p) throws RefusedException {
        if (!oneShots.get(p.getPreamble().getId()).sets.isEmpty()) {
            throw Refusals.invalid(
                    name(p)
                            + ": its tables hold entries written in one shot, so it takes neither "
                            + "members nor groups");
        }
    }

    /** Ids of members and groups made in one shot are the server's own. */
    void checkManual(TableSchema t) throws RefusedException {
        checkManual(profile(t.profile));
    }

    void write(Update.Type type, ActionProfileMember m) throws RefusedException {
        P4InfoOuterClass.ActionProfile p = profile(m.getActionProfileId());
        checkManual(p);
        ActionProfile target = program.actionProfile(m.getActionProfileId());
        if (m.getMemberId() == 0) {
            throw Refusals.invalid(name(p) + ": member id 0");
        }
        switch (type) {
            case INSERT:
                target.insertMember(member(p, m.getMemberId(), m.hasAction(), m.getAction()));
                break;
            case MODIFY:
                target.modifyMember(member(p, m.getMemberId(), m.hasAction(), m.getAction()));
                break;
            default:
                target.deleteMember(m.getMemberId());
        }
    }

    private ActionProfile.Member member(
            P4InfoOuterClass.ActionProfile p, int id, boolean given, Action a)
            throws RefusedException {
        if (!given) {
            throw Refusals.invalid(
                    name(p) + " member " + Integer.toUnsignedString(id) + ": no action");
        }
        ActionSchema action = schema.action(a.getActionId());
        // Tables that share a profile have the same actions.
        if (p.getTableIdsCount() > 0) {
            schema.table(p.getTableIds(0)).checkAction(action, false);
        }
        return new ActionProfile.Member(id, action.decode(a));
    }

    void write(Update.Type type, ActionProfileGroup g) throws RefusedException {
        P4InfoOuterClass.ActionProfile p = profile(g.getActionProfileId());
        checkManual(p);
        ActionProfile target = program.actionProfile(g.getActionProfileId());
        if (!p.getWithSelector()) {
            throw Refusals.invalid(name(p) + " has no selector, so it takes no groups");
        }
        if (g.getGroupId() == 0) {
            throw Refusals.invalid(name(p) + ": group id 0");
        }
        switch (type) {
            case INSERT:
                target.insertGroup(group(p, g));
                written.get(g.getActionProfileId()).put(g.getGroupId(), shortest(g));
                break;
            case MODIFY:
                ActionProfile.Group old = target.group(g.getGroupId());
                if (old != null && old.maxSize() != g.getMaxSize()) {
                    throw Refusals.invalid(
                            groupName(p, g)
                                    + ": max_size is "
                                    + old.maxSize()
                                    + " and cannot change");
                }
                target.modifyGroup(group(p, g));
                written.get(g.getActionProfileId()).put(g.getGroupId(), shortest(g));
                break;
            default:
                target.deleteGroup(g.getGroupId());
                written.get(g.getActionProfileId()).remove(g.getGroupId());
        }
    }

    private static String groupName(P4InfoOuterClass.ActionProfile p, ActionProfileGroup g) {
        return name(p) + " group " + Integer.toUnsignedString(g.getGroupId());
    }

    /**
     * What the weights of a group add up to at most; 0: there is no limit. Where the P4Info has
     * none for each, that of all is one.
     */
    private static long limit(P4InfoOuterClass.ActionProfile p) {
        return p.getMaxGroupSize() > 0 ? p.getMaxGroupSize() : p.getSize();
    }

    private static ActionProfile.Group group(P4InfoOuterClass.ActionProfile p, ActionProfileGroup g)
            throws RefusedException {
        long limit = limit(p);
        if (g.getMaxSize() < 0 || limit > 0 && g.getMaxSize() > limit) {
            String reason =
                    groupName(p, g) + ": max_size " + g.getMaxSize() + " not in 0.." + limit;
            // The client cannot know what a target takes where the P4Info does not say it.
            throw g.getMaxSize() < 0 || p.getMaxGroupSize() > 0
                    ? Refusals.invalid(reason)
                    : Refusals.exhausted(reason);
        }
        int n = g.getMembersCount();
        int[] members = new int[n];
        int[] weights = new int[n];
        int[] watchPorts = new int[n];
        long sum = 0;
        Set<Integer> seen = new HashSet<>();
        for (int i = 0; i < n; i++) {
            ActionProfileGroup.Member m = g.getMembers(i);
            String where = groupName(p, g) + " member " + Integer.toUnsignedString(m.getMemberId());
            if (!seen.add(m.getMemberId())) {
                throw Refusals.invalid(where + ": given twice");
            }
            checkWeight(where, m.getWeight());
            watchPorts[i] = watchPort(where, m.getWatch(), m, LaterFields.GROUP_MEMBER_WATCH_PORT);
            members[i] = m.getMemberId();
            weights[i] = m.getWeight();
            sum += m.getWeight();
        }
        long size = g.getMaxSize() > 0 ? g.getMaxSize() : limit;
        if (size > 0 && sum > size) {
            throw Refusals.exhausted(
                    groupName(p, g) + ": weights add up to " + sum + ", its size is " + size);
        }
        return new ActionProfile.Group(
                g.getGroupId(), g.getMaxSize(), members, weights, watchPorts);
    }

    private static void checkWeight(String where, int weight) throws RefusedException {
        if (weight <= 0) {
            throw Refusals.invalid(where + ": weight " + weight + " is not positive");
        }
    }

    /**
     * The port that a member watches, or 0.
     *
     * @param watch the port as old clients give it
     * @param portField number of the field of {@code message} that holds it else
     */
    private static int watchPort(String where, int watch, MessageOrBuilder message, int portField)
            throws RefusedException {
        ByteString port = LaterFields.bytes(message, portField);
        return port.isEmpty()
                ? watch
                : ByteBuffer.wrap(ByteStrings.decode(where + ": watch port", port, Integer.SIZE))
                        .getInt();
    }

    /**
     * Makes the members and the group of an entry written in one shot.
     *
     * @param old what the entry refers to until then; null: nothing
     * @return the group, for the entry to refer to
     */
    ActionSpec insertOneShot(TableSchema table, ActionProfileActionSet set, ActionSpec old)
            throws RefusedException {
        P4InfoOuterClass.ActionProfile p = profile(table.profile);
        OneShots own = oneShots.get(table.profile);
        ActionProfile target = program.actionProfile(table.profile);
        if (!p.getWithSelector()) {
            throw Refusals.invalid(table.name + ": " + name(p) + " has no selector");
        }
        if (own.sets.isEmpty() && (!target.members().isEmpty() || !target.groups().isEmpty())) {
            throw Refusals.invalid(
                    table.name
                            + ": "
                            + name(p)
                            + " holds members or groups, so entries cannot be "
                            + "written in one shot");
        }
        if (LaterFields.has(set, LaterFields.ACTION_SET_GROUP_ACTION)
                || LaterFields.has(set, LaterFields.ACTION_SET_SELECTION_MODE)
                || LaterFields.has(set, LaterFields.ACTION_SET_SIZE_SEMANTICS)) {
            throw Refusals.unimplemented(
                    table.name
                            + ": group action, selection mode and size semantics of action "
                            + "sets are not supported");
        }
        List<ActionProfile.Member> members = members(table, p, own, set);
        int[] ids = members.stream().mapToInt(ActionProfile.Member::id).toArray();
        int[] weights =
                set.getActionProfileActionsList().stream()
                        .mapToInt(ActionProfileAction::getWeight)
                        .toArray();
        int[] watchPorts = new int[ids.length];
        for (int i = 0; i < ids.length; i++) {
            ActionProfileAction a = set.getActionProfileActions(i);
            watchPorts[i] =
                    watchPort(
                            table.name + ": action set",
                            a.getWatch(),
                            a,
                            LaterFields.PROFILE_ACTION_WATCH_PORT);
        }
        ActionProfileActionSet replaced = oneShot(table, old);
        int leaving = replaced == null ? 0 : replaced.getActionProfileActionsCount();
        int inserted = 0;
        try {
            for (ActionProfile.Member m : members) {
                target.insertMember(m, leaving);
                inserted++;
            }
            int group = ++own.lastGroup;
            target.insertGroup(new ActionProfile.Group(group, 0, ids, weights, watchPorts));
            own.sets.put(group, shortest(set, members));
            return ActionSpec.group(group);
        } catch (RefusedException e) {
            for (int i = 0; i < inserted; i++) {
                target.deleteMember(ids[i]);
            }
            throw e;
        }
    }

    /** As it was written, but for leading zeros of values. */
    private ActionProfileActionSet shortest(
            ActionProfileActionSet written, List<ActionProfile.Member> members) {
        ActionProfileActionSet.Builder b = written.toBuilder();
        for (int i = 0; i < members.size(); i++) {
            ActionProfileAction.Builder a = b.getActionProfileActionsBuilder(i);
            a.setAction(encode(members.get(i).action()));
            LaterFields.shorten(a, LaterFields.PROFILE_ACTION_WATCH_PORT);
        }
        return b.build();
    }

    private static ActionProfileGroup shortest(ActionProfileGroup written) {
        ActionProfileGroup.Builder b = written.toBuilder();
        b.getMembersBuilderList()
                .forEach(m -> LaterFields.shorten(m, LaterFields.GROUP_MEMBER_WATCH_PORT));
        return b.build();
    }

    private List<ActionProfile.Member> members(
            TableSchema table,
            P4InfoOuterClass.ActionProfile p,
            OneShots own,
            ActionProfileActionSet set)
            throws RefusedException {
        List<ActionProfile.Member> members = new ArrayList<>();
        long sum = 0;
        for (ActionProfileAction a : set.getActionProfileActionsList()) {
            String where = table.name + ": action set";
            checkWeight(where, a.getWeight());
            sum += a.getWeight();
            members.add(member(p, ++own.lastMember, a.hasAction(), a.getAction()));
        }
        long limit = limit(p);
        if (limit > 0 && sum > limit) {
            String reason =
                    table.name
                            + ": weights of the action set add up to "
                            + sum
                            + ", "
                            + name(p)
                            + " allows "
                            + limit;
            throw p.getMaxGroupSize() > 0 ? Refusals.invalid(reason) : Refusals.exhausted(reason);
        }
        return members;
    }

    /** Removes what {@link #insertOneShot} made, once no entry refers to it; others stay. */
    void deleteOneShot(TableSchema table, ActionSpec action) throws RefusedException {
        if (oneShot(table, action) == null) {
            return;
        }
        ActionProfile target = program.actionProfile(table.profile);
        ActionProfile.Group group = target.group(action.id());
        target.deleteGroup(action.id());
        for (int i = 0; i < group.size(); i++) {
            target.deleteMember(group.member(i));
        }
        oneShots.get(table.profile).sets.remove(action.id());
    }

    @Override
    public ActionProfileActionSet oneShot(TableSchema table, ActionSpec action) {
        return table.profile == 0 || action == null || action.kind() != ActionSpec.Kind.GROUP
                ? null
                : oneShots.get(table.profile).sets.get(action.id());
    }

    @Override
    public TableAction encode(ActionSpec action, ActionProfileActionSet oneShot) {
        TableAction.Builder b = TableAction.newBuilder();
        if (oneShot != null) {
            return b.setActionProfileActionSet(oneShot).build();
        }
        switch (action.kind()) {
            case ACTION:
                return b.setAction(schema.actions.get(action.id()).encode(action)).build();
            case MEMBER:
                return b.setActionProfileMemberId(action.id()).build();
            default:
                return b.setActionProfileGroupId(action.id()).build();
        }
    }

    List<Snapshot> read(ActionProfileMember wanted, Reads.Read read) throws RefusedException {
        List<Snapshot> found = new ArrayList<>();
        for (P4InfoOuterClass.ActionProfile p : wantedProfiles(wanted.getActionProfileId())) {
            int id = p.getPreamble().getId();
            ActionProfile profile = program.actionProfile(id);
            found.add(
                    Snapshot.of(
                            wanted.getMemberId() == 0
                                    ? read.list(profile, profile.members())
                                    : listOf(profile.member(wanted.getMemberId())),
                            m -> entity(id, m)));
        }
        return found;
    }

    private static <T> List<T> listOf(T one) {
        return one == null ? List.of() : List.of(one);
    }

    private Entity entity(int profile, ActionProfile.Member m) {
        return Entity.newBuilder()
                .setActionProfileMember(
                        ActionProfileMember.newBuilder()
                                .setActionProfileId(profile)
                                .setMemberId(m.id())
                                .setAction(encode(m.action())))
                .build();
    }

    private Action encode(ActionSpec action) {
        return schema.actions.get(action.id()).encode(action);
    }

    List<Snapshot> read(ActionProfileGroup wanted, Reads.Read read) throws RefusedException {
        List<Snapshot> found = new ArrayList<>();
        for (P4InfoOuterClass.ActionProfile p : wantedProfiles(wanted.getActionProfileId())) {
            Map<Integer, ActionProfileGroup> groups = written.get(p.getPreamble().getId());
            found.add(
                    Snapshot.of(
                            wanted.getGroupId() == 0
                                    ? read.list(groups, groups.values())
                                    : listOf(groups.get(wanted.getGroupId())),
                            g -> Entity.newBuilder().setActionProfileGroup(g).build()));
        }
        return found;
    }

    /**
     * Profiles that an id of a read request means; those of one-shot entries have nothing to show.
     */
    private List<P4InfoOuterClass.ActionProfile> wantedProfiles(int id) throws RefusedException {
        List<P4InfoOuterClass.ActionProfile> wanted =
                id == 0 ? new ArrayList<>(schema.profiles.values()) : List.of(profile(id));
        List<P4InfoOuterClass.ActionProfile> manual = new ArrayList<>(wanted);
        manual.removeIf(p -> !oneShots.get(p.getPreamble().getId()).sets.isEmpty());
        return manual;
    }
}
