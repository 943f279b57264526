// SPDX-License-Identifier: Apache-2.0
package org.isthmus.target.conformance;

import com.google.protobuf.ByteString;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import p4.config.v1.P4InfoOuterClass.Action;
import p4.config.v1.P4InfoOuterClass.MatchField;
import p4.config.v1.P4InfoOuterClass.P4Info;
import p4.config.v1.P4InfoOuterClass.Table;
import p4.v1.P4RuntimeOuterClass.ActionProfileGroup;
import p4.v1.P4RuntimeOuterClass.ActionProfileMember;
import p4.v1.P4RuntimeOuterClass.CloneSessionEntry;
import p4.v1.P4RuntimeOuterClass.Entity;
import p4.v1.P4RuntimeOuterClass.FieldMatch;
import p4.v1.P4RuntimeOuterClass.PacketReplicationEngineEntry;
import p4.v1.P4RuntimeOuterClass.Replica;
import p4.v1.P4RuntimeOuterClass.TableAction;
import p4.v1.P4RuntimeOuterClass.TableEntry;
import p4.v1.P4RuntimeOuterClass.Update;

/**
 * Collects entries in the order of writing; names are aliases of the P4Info. Where a program has
 * ternary keys for prefixes, or a row for each share of the flows in place of a group, they are
 * written so.
 */
final class Entries {
    private final P4Info p4info;
    private final List<Update> updates = new ArrayList<>();

    // Of a program without action profiles.
    private final Map<Integer, p4.v1.P4RuntimeOuterClass.Action> members = new HashMap<>();
    private final Map<Integer, int[]> groups = new HashMap<>();

    Entries(P4Info p4info) {
        this.p4info = p4info;
    }

    List<Update> updates() {
        return updates;
    }

    /** A big-endian number as P4Runtime wants it: without leading zero bytes. */
    static ByteString canonical(byte... bytes) {
        int from = 0;
        while (from < bytes.length - 1 && bytes[from] == 0) {
            from++;
        }
        return ByteString.copyFrom(bytes, from, bytes.length - from);
    }

    static ByteString number(long n) {
        byte[] bytes = new byte[8];
        for (int i = 0; i < 8; i++) {
            bytes[i] = (byte) (n >>> (56 - 8 * i));
        }
        return canonical(bytes);
    }

    /** The match of one field by its place in the P4Info. */
    interface Match {
        void add(TableEntry.Builder entry, MatchField field);
    }

    static Match exact(ByteString value) {
        return (entry, f) -> match(entry, f, value, f.getBitwidth(), false);
    }

    static Match lpm(ByteString value, int length) {
        return (entry, f) -> match(entry, f, value, length, true);
    }

    /**
     * Adds the match of a field to an entry.
     *
     * @param length of the prefix, or all bits
     * @param isPrefix the longest one wins, whatever is matched beside it
     */
    static void match(
            TableEntry.Builder entry, MatchField f, ByteString bits, int length, boolean isPrefix) {
        boolean isTernary = f.getMatchType() == MatchField.MatchType.TERNARY;
        if (isTernary) {
            entry.setPriority(isPrefix ? length + 1 : Math.max(entry.getPriority(), 1));
        }
        if (length == 0) {
            // A match on anything is left out (P4Runtime section 9.1.1).
            return;
        }
        FieldMatch.Builder m = FieldMatch.newBuilder().setFieldId(f.getId());
        if (isTernary) {
            BigInteger ones = BigInteger.ONE.shiftLeft(length).subtract(BigInteger.ONE);
            m.setTernary(
                    FieldMatch.Ternary.newBuilder()
                            .setValue(bits)
                            .setMask(
                                    canonical(
                                            ones.shiftLeft(f.getBitwidth() - length)
                                                    .toByteArray())));
        } else if (f.getMatchType() == MatchField.MatchType.LPM) {
            m.setLpm(FieldMatch.LPM.newBuilder().setValue(bits).setPrefixLen(length));
        } else if (f.getMatchType() == MatchField.MatchType.EXACT) {
            m.setExact(FieldMatch.Exact.newBuilder().setValue(bits));
        } else {
            throw new IllegalArgumentException("match kind of " + f.getName());
        }
        entry.addMatch(m);
    }

    static List<Match> matches(Match... all) {
        return List.of(all);
    }

    Entries row(String table, List<Match> matches, String action, ByteString... params) {
        return row(table, matches, call(action, params));
    }

    private Entries row(
            String table, List<Match> matches, p4.v1.P4RuntimeOuterClass.Action action) {
        Table t = table(table);
        TableEntry.Builder e =
                TableEntry.newBuilder()
                        .setTableId(t.getPreamble().getId())
                        .setAction(TableAction.newBuilder().setAction(action));
        match(e, t, matches);
        return add(Update.Type.INSERT, Entity.newBuilder().setTableEntry(e).build());
    }

    Entries group(String table, List<Match> matches, int group) {
        Table t = table(table);
        if (t.getImplementationId() == 0) {
            int shares = 1 << t.getMatchFields(matches.size()).getBitwidth();
            int[] of = groups.get(group);
            for (int i = 0; i < shares; i++) {
                List<Match> share = new ArrayList<>(matches);
                share.add(exact(number(i)));
                row(table, share, members.get(of[i % of.length]));
            }
            return this;
        }
        TableEntry.Builder e =
                TableEntry.newBuilder()
                        .setTableId(t.getPreamble().getId())
                        .setAction(TableAction.newBuilder().setActionProfileGroupId(group));
        match(e, t, matches);
        return add(Update.Type.INSERT, Entity.newBuilder().setTableEntry(e).build());
    }

    private static void match(TableEntry.Builder e, Table t, List<Match> matches) {
        List<MatchField> fields = t.getMatchFieldsList();
        if (fields.size() != matches.size()) {
            throw new IllegalArgumentException(t.getPreamble().getAlias() + " has other fields");
        }
        for (int i = 0; i < matches.size(); i++) {
            matches.get(i).add(e, fields.get(i));
        }
    }

    Entries member(int id, String action, ByteString... params) {
        if (p4info.getActionProfilesCount() == 0) {
            members.put(id, call(action, params));
            return this;
        }
        return add(
                Update.Type.INSERT,
                Entity.newBuilder()
                        .setActionProfileMember(
                                ActionProfileMember.newBuilder()
                                        .setActionProfileId(profile())
                                        .setMemberId(id)
                                        .setAction(call(action, params)))
                        .build());
    }

    Entries group(int id, int... members) {
        if (p4info.getActionProfilesCount() == 0) {
            groups.put(id, members);
            return this;
        }
        ActionProfileGroup.Builder g =
                ActionProfileGroup.newBuilder().setActionProfileId(profile()).setGroupId(id);
        for (int m : members) {
            g.addMembers(
                    ActionProfileGroup.Member.newBuilder().setMemberId(m).setWeight(1).build());
        }
        g.setMaxSize(members.length);
        return add(Update.Type.INSERT, Entity.newBuilder().setActionProfileGroup(g).build());
    }

    Entries cloneSession(int id, int port) {
        return add(
                Update.Type.INSERT,
                Entity.newBuilder()
                        .setPacketReplicationEngineEntry(
                                PacketReplicationEngineEntry.newBuilder()
                                        .setCloneSessionEntry(
                                                CloneSessionEntry.newBuilder()
                                                        .setSessionId(id)
                                                        .addReplicas(
                                                                Replica.newBuilder()
                                                                        .setEgressPort(port)
                                                                        .setInstance(1))))
                        .build());
    }

    private Entries add(Update.Type type, Entity entity) {
        updates.add(Update.newBuilder().setType(type).setEntity(entity).build());
        return this;
    }

    private int profile() {
        return p4info.getActionProfiles(0).getPreamble().getId();
    }

    private Table table(String alias) {
        return p4info.getTablesList().stream()
                .filter(t -> t.getPreamble().getAlias().equals(alias))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("no table " + alias));
    }

    private p4.v1.P4RuntimeOuterClass.Action call(String alias, ByteString... params) {
        Action action =
                p4info.getActionsList().stream()
                        .filter(a -> a.getPreamble().getAlias().equals(alias))
                        .findFirst()
                        .orElseThrow(() -> new IllegalArgumentException("no action " + alias));
        if (action.getParamsCount() != params.length) {
            throw new IllegalArgumentException(alias + " has other parameters");
        }
        p4.v1.P4RuntimeOuterClass.Action.Builder call =
                p4.v1.P4RuntimeOuterClass.Action.newBuilder()
                        .setActionId(action.getPreamble().getId());
        for (int i = 0; i < params.length; i++) {
            call.addParams(
                    p4.v1.P4RuntimeOuterClass.Action.Param.newBuilder()
                            .setParamId(action.getParams(i).getId())
                            .setValue(params[i]));
        }
        return call.build();
    }
}
