// SPDX-License-Identifier: Apache-2.0
package org.isthmus.target.conformance;

import com.fasterxml.jackson.databind.JsonNode;
import com.google.protobuf.ByteString;
import java.math.BigInteger;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import p4.config.v1.P4InfoOuterClass.Action;
import p4.config.v1.P4InfoOuterClass.MatchField;
import p4.config.v1.P4InfoOuterClass.P4Info;
import p4.config.v1.P4InfoOuterClass.Table;
import p4.v1.P4RuntimeOuterClass.ActionProfileAction;
import p4.v1.P4RuntimeOuterClass.ActionProfileActionSet;
import p4.v1.P4RuntimeOuterClass.Entity;
import p4.v1.P4RuntimeOuterClass.FieldMatch;
import p4.v1.P4RuntimeOuterClass.MeterConfig;
import p4.v1.P4RuntimeOuterClass.MeterEntry;
import p4.v1.P4RuntimeOuterClass.TableAction;
import p4.v1.P4RuntimeOuterClass.TableEntry;
import p4.v1.P4RuntimeOuterClass.Update;

/** Entries and meters of p4/vectors as P4Runtime updates, and those that undo them. */
final class VectorEntries {
    private final P4Info p4info;

    VectorEntries(P4Info p4info) {
        this.p4info = p4info;
    }

    List<Update> apply(JsonNode rows) {
        List<Update> updates = new ArrayList<>();
        for (JsonNode row : rows) {
            updates.add(
                    update(
                            row.path("default").asBoolean()
                                    ? Update.Type.MODIFY
                                    : Update.Type.INSERT,
                            Entity.newBuilder().setTableEntry(entry(row)).build()));
        }
        return updates;
    }

    List<Update> undo(JsonNode rows) {
        List<Update> updates = new ArrayList<>();
        for (JsonNode row : rows) {
            if (row.path("default").asBoolean()) {
                updates.add(
                        update(
                                Update.Type.MODIFY,
                                Entity.newBuilder()
                                        .setTableEntry(entry(row).clearAction())
                                        .build()));
            } else {
                updates.add(
                        update(
                                Update.Type.DELETE,
                                Entity.newBuilder().setTableEntry(entry(row)).build()));
            }
        }
        Collections.reverse(updates);
        return updates;
    }

    /**
     * @param undo back to packets that are all green
     */
    List<Update> meters(JsonNode meters, Map<String, Integer> indexes, boolean undo) {
        List<Update> updates = new ArrayList<>();
        for (Map.Entry<String, JsonNode> meter : meters.properties()) {
            for (Map.Entry<String, JsonNode> cell : meter.getValue().properties()) {
                MeterEntry.Builder e = MeterEntry.newBuilder();
                e.setMeterId(
                        p4info.getMetersList().stream()
                                .filter(x -> x.getPreamble().getAlias().equals(meter.getKey()))
                                .findFirst()
                                .orElseThrow()
                                .getPreamble()
                                .getId());
                e.getIndexBuilder().setIndex(indexes.get(cell.getKey()));
                if (!undo) {
                    long rate = cell.getValue().get("rate").asLong();
                    long burst = cell.getValue().get("burst").asLong();
                    e.setConfig(
                            MeterConfig.newBuilder()
                                    .setCir(rate)
                                    .setPir(rate)
                                    .setCburst(burst)
                                    .setPburst(burst));
                }
                updates.add(
                        update(Update.Type.MODIFY, Entity.newBuilder().setMeterEntry(e).build()));
            }
        }
        return updates;
    }

    private static Update update(Update.Type type, Entity entity) {
        return Update.newBuilder().setType(type).setEntity(entity).build();
    }

    private TableEntry.Builder entry(JsonNode row) {
        Table table =
                p4info.getTablesList().stream()
                        .filter(t -> t.getPreamble().getAlias().equals(row.get("table").asText()))
                        .findFirst()
                        .orElseThrow(() -> new IllegalArgumentException("table of " + row));
        TableEntry.Builder e =
                TableEntry.newBuilder()
                        .setTableId(table.getPreamble().getId())
                        .setPriority(row.path("priority").asInt())
                        .setIsDefaultAction(row.path("default").asBoolean());
        for (MatchField f : table.getMatchFieldsList()) {
            // A match on anything is left out (P4Runtime section 9.1.1).
            JsonNode value = row.path("match").path(f.getName());
            if (!value.isMissingNode() && !value.asText().endsWith("/0")) {
                e.addMatch(match(f, value));
            }
        }
        if (row.has("members")) {
            ActionProfileActionSet.Builder set = ActionProfileActionSet.newBuilder();
            for (JsonNode m : row.get("members")) {
                set.addActionProfileActions(
                        ActionProfileAction.newBuilder()
                                .setAction(action(m))
                                .setWeight(m.get("weight").asInt()));
            }
            e.setAction(TableAction.newBuilder().setActionProfileActionSet(set));
        } else {
            e.setAction(TableAction.newBuilder().setAction(action(row)));
        }
        return e;
    }

    private static FieldMatch match(MatchField f, JsonNode value) {
        FieldMatch.Builder m = FieldMatch.newBuilder().setFieldId(f.getId());
        String[] parts;
        switch (f.getMatchType()) {
            case EXACT:
                return m.setExact(FieldMatch.Exact.newBuilder().setValue(bytes(value))).build();
            case LPM:
                parts = value.asText().split("/");
                return m.setLpm(
                                FieldMatch.LPM
                                        .newBuilder()
                                        .setValue(bytes(parts[0]))
                                        .setPrefixLen(Integer.parseInt(parts[1])))
                        .build();
            case TERNARY:
                parts = value.asText().split("&&&");
                return m.setTernary(
                                FieldMatch.Ternary.newBuilder()
                                        .setValue(bytes(parts[0]))
                                        .setMask(bytes(parts[1])))
                        .build();
            default:
                throw new IllegalArgumentException("match kind of " + f.getName());
        }
    }

    private p4.v1.P4RuntimeOuterClass.Action action(JsonNode call) {
        Action a =
                p4info.getActionsList().stream()
                        .filter(x -> x.getPreamble().getAlias().equals(call.get("action").asText()))
                        .findFirst()
                        .orElseThrow(() -> new IllegalArgumentException("action of " + call));
        p4.v1.P4RuntimeOuterClass.Action.Builder action =
                p4.v1.P4RuntimeOuterClass.Action.newBuilder().setActionId(a.getPreamble().getId());
        for (Action.Param p : a.getParamsList()) {
            action.addParams(
                    p4.v1.P4RuntimeOuterClass.Action.Param.newBuilder()
                            .setParamId(p.getId())
                            .setValue(bytes(call.get("params").get(p.getName()))));
        }
        return action.build();
    }

    private static ByteString bytes(JsonNode value) {
        return value.isTextual()
                ? bytes(value.asText())
                : Entries.canonical(value.bigIntegerValue().toByteArray());
    }

    /** From an IPv4, IPv6 or MAC address. */
    private static ByteString bytes(String text) {
        if (text.matches("([0-9a-f]{2}:){5}[0-9a-f]{2}")) {
            return Entries.canonical(new BigInteger(text.replace(":", ""), 16).toByteArray());
        }
        try {
            return Entries.canonical(InetAddress.getByName(text).getAddress());
        } catch (UnknownHostException e) {
            throw new IllegalArgumentException(text, e);
        }
    }
}
