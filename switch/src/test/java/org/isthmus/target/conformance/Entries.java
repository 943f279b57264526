// SPDX-License-Identifier: Apache-2.0
package org.isthmus.target.conformance;

import com.google.protobuf.ByteString;
import java.util.ArrayList;
import java.util.List;
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

/** Collects entries in the order of writing; names are aliases of the P4Info. */
final class Entries {
    private final P4Info p4info;
    private final List<Update> updates = new ArrayList<>();

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
        FieldMatch of(int fieldId);
    }

    static Match exact(ByteString value) {
        return id ->
                FieldMatch.newBuilder()
                        .setFieldId(id)
                        .setExact(FieldMatch.Exact.newBuilder().setValue(value))
                        .build();
    }

    static Match lpm(ByteString value, int length) {
        return id ->
                FieldMatch.newBuilder()
                        .setFieldId(id)
                        .setLpm(FieldMatch.LPM.newBuilder().setValue(value).setPrefixLen(length))
                        .build();
    }

    static List<Match> matches(Match... all) {
        return List.of(all);
    }

    Entries row(String table, List<Match> matches, String action, ByteString... params) {
        Table t = table(table);
        TableEntry.Builder e =
                TableEntry.newBuilder()
                        .setTableId(t.getPreamble().getId())
                        .setAction(TableAction.newBuilder().setAction(call(action, params)));
        match(e, t, matches);
        return add(Update.Type.INSERT, Entity.newBuilder().setTableEntry(e).build());
    }

    Entries group(String table, List<Match> matches, int group) {
        Table t = table(table);
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
            e.addMatch(matches.get(i).of(fields.get(i).getId()));
        }
    }

    Entries member(int id, String action, ByteString... params) {
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
