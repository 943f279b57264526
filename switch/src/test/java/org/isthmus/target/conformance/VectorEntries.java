// SPDX-License-Identifier: Apache-2.0
package org.isthmus.target.conformance;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.IntNode;
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
        return updates(Update.Type.INSERT, rows);
    }

    List<Update> undo(JsonNode rows) {
        List<Update> updates = updates(Update.Type.DELETE, rows);
        Collections.reverse(updates);
        return updates;
    }

    private List<Update> updates(Update.Type type, JsonNode rows) {
        List<Update> updates = new ArrayList<>();
        for (JsonNode row : rows) {
            for (TableEntry entry : entries(row)) {
                updates.add(update(type, Entity.newBuilder().setTableEntry(entry).build()));
            }
        }
        return updates;
    }

    /**
     * @param indexes of cells that have a name; others are written as their index
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
                Integer index = indexes.get(cell.getKey());
                e.getIndexBuilder()
                        .setIndex(index == null ? Integer.parseInt(cell.getKey()) : index);
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

    /** The entry of a row; one for each share of the flows where there is no selector. */
    private List<TableEntry> entries(JsonNode row) {
        Table table =
                p4info.getTablesList().stream()
                        .filter(t -> t.getPreamble().getAlias().equals(row.get("table").asText()))
                        .findFirst()
                        .orElseThrow(() -> new IllegalArgumentException("table of " + row));
        TableEntry.Builder key = TableEntry.newBuilder().setTableId(table.getPreamble().getId());
        for (MatchField f : table.getMatchFieldsList()) {
            JsonNode value = row.path("match").path(f.getName());
            if (!value.isMissingNode()) {
                match(key, f, value);
            }
        }
        JsonNode members = row.path("members");
        if (members.isMissingNode()) {
            return List.of(key.setAction(TableAction.newBuilder().setAction(action(row))).build());
        }
        if (table.getImplementationId() != 0) {
            ActionProfileActionSet.Builder set = ActionProfileActionSet.newBuilder();
            for (JsonNode m : members) {
                set.addActionProfileActions(
                        ActionProfileAction.newBuilder()
                                .setAction(action(m))
                                .setWeight(m.get("weight").asInt()));
            }
            return List.of(
                    key.setAction(TableAction.newBuilder().setActionProfileActionSet(set)).build());
        }
        MatchField share =
                table.getMatchFieldsList().stream()
                        .filter(f -> f.getName().equals("share"))
                        .findFirst()
                        .orElseThrow();
        List<TableEntry> shares = new ArrayList<>();
        for (int i = 0; i < 1 << share.getBitwidth(); i++) {
            TableEntry.Builder entry = key.clone();
            match(entry, share, IntNode.valueOf(i));
            entry.getActionBuilder().setAction(action(members.get(i % members.size())));
            shares.add(entry.build());
        }
        return shares;
    }

    private static void match(TableEntry.Builder entry, MatchField f, JsonNode value) {
        String[] prefix = value.asText().split("/");
        int length = prefix.length == 2 ? Integer.parseInt(prefix[1]) : f.getBitwidth();
        ByteString bits = prefix.length == 2 ? bytes(prefix[0]) : bytes(value);
        Entries.match(entry, f, bits, length, prefix.length == 2);
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

    /** From a number, or an IPv4, IPv6 or MAC address. */
    private static ByteString bytes(String text) {
        if (text.matches("[0-9]+")) {
            return Entries.canonical(new BigInteger(text).toByteArray());
        }
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
