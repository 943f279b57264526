// SPDX-License-Identifier: Apache-2.0
package org.isthmus.target.bmv2.ir;

import com.fasterxml.jackson.databind.JsonNode;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.isthmus.target.api.RefusedException;

/** Reads the controls. */
final class PipelineReader {
    private final JsonReader program;
    private final ExprReader expressions;
    private final Map<String, PipelineDef.ActionProfileDef> profiles = new HashMap<>();

    PipelineReader(JsonReader program, ExprReader expressions) {
        this.program = program;
        this.expressions = expressions;
    }

    PipelineDef read(JsonNode p) throws RefusedException {
        List<PipelineDef.ActionProfileDef> own = new ArrayList<>();
        for (JsonNode a : p.path("action_profiles")) {
            String name = JsonReader.text(a, "name");
            Calculation selector = null;
            if (a.has("selector")) {
                JsonNode s = a.get("selector");
                selector =
                        program.readCalculation(name, JsonReader.text(s, "algo"), s.path("input"));
            }
            PipelineDef.ActionProfileDef def =
                    new PipelineDef.ActionProfileDef(
                            name, JsonReader.count(a, "max_size", 0, Integer.MAX_VALUE), selector);
            profiles.put(name, def);
            own.add(def);
        }
        Map<String, PipelineDef.Node> nodes = new LinkedHashMap<>();
        for (JsonNode t : p.path("tables")) {
            put(nodes, table(t));
        }
        for (JsonNode c : p.path("conditionals")) {
            Expr condition = expressions.expr(c.path("expression"));
            if (condition.type() != Expr.Type.BOOL) {
                throw JsonReader.invalid("condition of " + JsonReader.text(c, "name"));
            }
            put(
                    nodes,
                    new PipelineDef.Conditional(
                            JsonReader.text(c, "name"),
                            JsonReader.place(c),
                            condition,
                            name(c.path("true_next")),
                            name(c.path("false_next"))));
        }
        for (JsonNode c : p.path("action_calls")) {
            Action a = action(c.path("action_id"));
            if (a.paramWidths.length > 0) {
                throw JsonReader.invalid("call of " + a.name + " without its parameters");
            }
            put(
                    nodes,
                    new PipelineDef.ActionCall(
                            JsonReader.text(c, "name"),
                            JsonReader.place(c),
                            a,
                            name(c.path("next_node"))));
        }
        PipelineDef def =
                new PipelineDef(JsonReader.text(p, "name"), name(p.path("init_table")), nodes, own);
        checkNext(def, def.init);
        for (PipelineDef.Node n : nodes.values()) {
            for (String next : n.nexts()) {
                checkNext(def, next);
            }
        }
        return def;
    }

    private static void put(Map<String, PipelineDef.Node> nodes, PipelineDef.Node n)
            throws RefusedException {
        if (nodes.put(n.name, n) != null) {
            throw JsonReader.invalid("two nodes called " + n.name);
        }
    }

    private static void checkNext(PipelineDef def, String next) throws RefusedException {
        if (next != null && !def.nodes.containsKey(next)) {
            throw JsonReader.invalid("unknown node " + next + " in pipeline " + def.name);
        }
    }

    private static String name(JsonNode node) {
        return node.isNull() || node.isMissingNode() ? null : node.asText();
    }

    private Action action(JsonNode id) throws RefusedException {
        Action a = program.actionById.get(id.asInt());
        if (a == null) {
            throw JsonReader.invalid("unknown action id " + id);
        }
        return a;
    }

    private PipelineDef.TableDef table(JsonNode t) throws RefusedException {
        PipelineDef.TableBuilder b = new PipelineDef.TableBuilder();
        b.name = JsonReader.text(t, "name");
        b.place = JsonReader.place(t);
        b.id = t.path("id").asInt();
        b.match = matchType(b.name, JsonReader.text(t, "match_type"));
        b.maxSize = JsonReader.count(t, "max_size", 0, Integer.MAX_VALUE);
        b.counters = t.path("with_counters").asBoolean();
        b.timeouts = t.path("support_timeout").asBoolean();
        b.key = new ArrayList<>();
        for (JsonNode k : t.path("key")) {
            b.key.add(keyField(b.name, k));
        }
        String type = JsonReader.text(t, "type");
        if (type.equals("indirect") || type.equals("indirect_ws")) {
            b.profile = profiles.get(t.path("action_profile").asText());
            if (b.profile == null) {
                throw JsonReader.unsupported("table " + b.name + " without action_profile");
            }
        } else if (!type.equals("simple")) {
            throw JsonReader.unsupported("table type " + type + " of " + b.name);
        }
        String meter = name(t.path("direct_meters"));
        if (meter != null) {
            b.meter = program.meters.get(meter);
            if (b.meter == null || !b.meter.direct) {
                throw JsonReader.invalid("direct meter " + meter + " of table " + b.name);
            }
        }
        b.actions = new ArrayList<>();
        if (!t.has("action_ids")) {
            throw JsonReader.unsupported("table " + b.name + " without action_ids");
        }
        for (JsonNode id : t.get("action_ids")) {
            b.actions.add(action(id));
        }
        readNext(t, b);
        readDefault(t, b);
        if (t.has("entries")) {
            if (b.profile != null) {
                throw JsonReader.invalid("entries of table " + b.name + " with action profile");
            }
            b.entries = new ArrayList<>();
            for (JsonNode e : t.get("entries")) {
                b.entries.add(constEntry(b, e));
            }
        }
        return new PipelineDef.TableDef(b);
    }

    private static void readNext(JsonNode t, PipelineDef.TableBuilder b) throws RefusedException {
        JsonNode next = t.path("next_tables");
        b.baseNext = name(t.path("base_default_next"));
        b.nextByAction = new LinkedHashMap<>();
        if (next.has("__HIT__") || next.has("__MISS__")) {
            b.hitMiss = true;
            b.hitNext = name(next.path("__HIT__"));
            b.missNext = name(next.path("__MISS__"));
            return;
        }
        for (Action a : b.actions) {
            if (!next.has(a.name)) {
                throw JsonReader.invalid("table " + b.name + " has no next node of " + a.name);
            }
            b.nextByAction.put(a, name(next.get(a.name)));
        }
    }

    private void readDefault(JsonNode t, PipelineDef.TableBuilder b) throws RefusedException {
        JsonNode d = t.path("default_entry");
        if (d.isMissingNode() || d.isNull()) {
            return;
        }
        b.defaultAction = action(d.path("action_id"));
        b.defaultData = data(b.defaultAction, d.path("action_data"));
        b.constDefault = d.path("action_entry_const").asBoolean();
        if (d.path("action_const").asBoolean() && !b.constDefault) {
            throw JsonReader.unsupported(
                    "table " + b.name + " whose default action is const but not its parameters");
        }
    }

    private static BigInteger[] data(Action a, JsonNode data) throws RefusedException {
        if (data.size() != a.paramWidths.length) {
            throw JsonReader.invalid("number of arguments of " + a.name);
        }
        BigInteger[] result = new BigInteger[data.size()];
        for (int i = 0; i < result.length; i++) {
            result[i] = JsonReader.hex(data.get(i));
        }
        return result;
    }

    private static PipelineDef.MatchType matchType(String table, String name)
            throws RefusedException {
        switch (name) {
            case "exact":
                return PipelineDef.MatchType.EXACT;
            case "lpm":
                return PipelineDef.MatchType.LPM;
            case "ternary":
                return PipelineDef.MatchType.TERNARY;
            case "range":
                return PipelineDef.MatchType.RANGE;
            default:
                throw JsonReader.unsupported("match type " + name + " in table " + table);
        }
    }

    private PipelineDef.KeyField keyField(String table, JsonNode k) throws RefusedException {
        String type = JsonReader.text(k, "match_type");
        Expr.FieldRef field =
                type.equals("valid")
                        ? new Expr.FieldRef(expressions.header(k.path("target").asText()), -1)
                        : expressions.fieldRef(k.path("target"));
        int width = field.index < 0 ? 1 : field.field().width;
        if (width < 0) {
            throw JsonReader.unsupported("variable field " + field + " in key of table " + table);
        }
        PipelineDef.MatchType match =
                type.equals("valid") ? PipelineDef.MatchType.EXACT : matchType(table, type);
        JsonNode mask = k.path("mask");
        return new PipelineDef.KeyField(
                k.path("name").asText(field.toString()),
                field,
                match,
                mask.isNull() || mask.isMissingNode() ? null : JsonReader.hex(mask),
                width);
    }

    private PipelineDef.ConstEntry constEntry(PipelineDef.TableBuilder b, JsonNode e)
            throws RefusedException {
        JsonNode match = e.path("match_key");
        int n = b.key.size();
        if (match.size() != n) {
            throw JsonReader.invalid("key of an entry of table " + b.name);
        }
        BigInteger[] values = new BigInteger[n];
        BigInteger[] seconds = new BigInteger[n];
        for (int i = 0; i < n; i++) {
            JsonNode m = match.get(i);
            String type = JsonReader.text(m, "match_type");
            switch (type) {
                case "valid":
                    values[i] = m.path("key").asBoolean() ? BigInteger.ONE : BigInteger.ZERO;
                    break;
                case "exact":
                    values[i] = JsonReader.hex(m.path("key"));
                    break;
                case "lpm":
                    values[i] = JsonReader.hex(m.path("key"));
                    int w = b.key.get(i).width;
                    int p = m.path("prefix_length").asInt();
                    seconds[i] =
                            BigInteger.ONE.shiftLeft(p).subtract(BigInteger.ONE).shiftLeft(w - p);
                    break;
                case "ternary":
                    values[i] = JsonReader.hex(m.path("key"));
                    seconds[i] = JsonReader.hex(m.path("mask"));
                    break;
                case "range":
                    values[i] = JsonReader.hex(m.path("start"));
                    seconds[i] = JsonReader.hex(m.path("end"));
                    break;
                default:
                    throw JsonReader.unsupported("match type " + type + " in table " + b.name);
            }
            if (seconds[i] != null && !type.equals("range")) {
                values[i] = values[i].and(seconds[i]);
            }
        }
        Action a = action(e.path("action_entry").path("action_id"));
        return new PipelineDef.ConstEntry(
                values,
                seconds,
                a,
                data(a, e.path("action_entry").path("action_data")),
                e.path("priority").asInt());
    }
}
