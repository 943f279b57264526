// SPDX-License-Identifier: Apache-2.0
package org.isthmus.target.bmv2.ir;

import com.fasterxml.jackson.databind.JsonNode;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.isthmus.target.api.RefusedException;

/** Reads the parser. */
final class ParserReader {
    private final ExprReader expressions;
    private final Map<String, Integer> indexes = new HashMap<>();

    ParserReader(ExprReader expressions) {
        this.expressions = expressions;
    }

    ParserDef read(JsonNode p) throws RefusedException {
        JsonNode states = p.path("parse_states");
        for (int i = 0; i < states.size(); i++) {
            indexes.put(JsonReader.text(states.get(i), "name"), i);
        }
        List<ParserDef.State> result = new ArrayList<>();
        for (JsonNode s : states) {
            result.add(state(s));
        }
        return new ParserDef(JsonReader.text(p, "name"), result, next(p.path("init_state")));
    }

    private int next(JsonNode name) throws RefusedException {
        if (name.isNull() || name.isMissingNode()) {
            return ParserDef.END;
        }
        Integer i = indexes.get(name.asText());
        if (i == null) {
            throw JsonReader.invalid("unknown parser state " + name);
        }
        return i;
    }

    private ParserDef.State state(JsonNode s) throws RefusedException {
        String name = JsonReader.text(s, "name");
        List<ParserDef.ParserOp> ops = new ArrayList<>();
        for (JsonNode op : s.path("parser_ops")) {
            ops.add(op(name, op));
        }
        List<Expr> key = new ArrayList<>();
        List<Integer> widths = new ArrayList<>();
        for (JsonNode k : s.path("transition_key")) {
            Expr e = expressions.expr(k);
            key.add(e);
            widths.add(width(name, e));
        }
        List<ParserDef.Case> cases = new ArrayList<>();
        int defaultNext = ParserDef.END;
        for (JsonNode t : s.path("transitions")) {
            String type = t.path("type").asText("hexstr");
            int next = next(t.path("next_state"));
            if (type.equals("default") || t.path("value").asText().equals("default")) {
                defaultNext = next;
            } else if (type.equals("hexstr")) {
                BigInteger[] masks =
                        t.path("mask").isNull() || t.path("mask").isMissingNode()
                                ? null
                                : split(t.path("mask"), widths);
                cases.add(new ParserDef.Case(split(t.path("value"), widths), masks, next));
            } else {
                throw JsonReader.unsupported("transition by " + type + " in state " + name);
            }
        }
        return new ParserDef.State(name, ops, key, cases, defaultNext);
    }

    private static int width(String state, Expr e) throws RefusedException {
        if (e instanceof Expr.Lookahead) {
            return ((Expr.Lookahead) e).width;
        }
        if (e instanceof Expr.FieldRef && ((Expr.FieldRef) e).index < 0) {
            return 1;
        }
        HeaderType.Field f = null;
        if (e instanceof Expr.FieldRef) {
            f = ((Expr.FieldRef) e).field();
        } else if (e instanceof Expr.AccessField) {
            Expr.Element el = (Expr.Element) ((Expr.AccessField) e).header;
            f = el.stack.type.fields.get(((Expr.AccessField) e).index);
        }
        if (f == null || f.variable()) {
            throw JsonReader.unsupported("transition key of state " + state);
        }
        return f.width;
    }

    /** Splits the concatenation of byte-padded values. */
    private static BigInteger[] split(JsonNode hex, List<Integer> widths) throws RefusedException {
        BigInteger all = JsonReader.hex(hex);
        BigInteger[] parts = new BigInteger[widths.size()];
        for (int i = parts.length - 1; i >= 0; i--) {
            int bits = (widths.get(i) + 7) / 8 * 8;
            BigInteger mask = BigInteger.ONE.shiftLeft(bits).subtract(BigInteger.ONE);
            parts[i] = all.and(mask);
            all = all.shiftRight(bits);
        }
        if (all.signum() != 0) {
            throw JsonReader.invalid("transition value " + hex + " is wider than its key");
        }
        return parts;
    }

    private ParserDef.ParserOp op(String state, JsonNode op) throws RefusedException {
        String name = JsonReader.text(op, "op");
        JsonNode params = op.path("parameters");
        switch (name) {
            case "extract":
            case "extract_VL":
                return extract(state, params, name.equals("extract_VL"));
            case "set":
                return new ParserDef.Set(
                        expressions.expr(params.get(0)), expressions.expr(params.get(1)));
            case "verify":
                return new ParserDef.Verify(
                        expressions.expr(params.get(0)),
                        params.get(1).isInt()
                                ? new Expr.Const(BigInteger.valueOf(params.get(1).asInt()))
                                : expressions.expr(params.get(1)));
            case "shift":
                return new ParserDef.Advance(
                        new Expr.Const(BigInteger.valueOf(8L * params.get(0).asInt())));
            case "advance":
                return new ParserDef.Advance(expressions.expr(params.get(0)));
            case "primitive":
                return new ParserDef.Call(expressions.primitive(params.get(0)));
            default:
                throw JsonReader.unsupported("parser operation " + name + " in state " + state);
        }
    }

    private ParserDef.ParserOp extract(String state, JsonNode params, boolean variable)
            throws RefusedException {
        String kind = JsonReader.text(params.get(0), "type");
        String name = params.get(0).path("value").asText();
        Header header = null;
        HeaderStack stack = null;
        HeaderType type;
        if (kind.equals("regular")) {
            header = expressions.header(name);
            type = header.type;
        } else if (kind.equals("stack")) {
            stack = expressions.stack(name);
            type = stack.type;
        } else if (kind.equals("union_stack")) {
            stack = expressions.memberStack(params.get(0).path("value"));
            name = stack.name;
            type = stack.type;
        } else {
            throw JsonReader.unsupported("extract to " + kind + " in state " + state);
        }
        boolean given = variable || type.variableBits != null;
        if (given != (type.variableField() >= 0)) {
            throw JsonReader.invalid("extract of " + name + " in state " + state);
        }
        return new ParserDef.Extract(
                header, stack, variable ? expressions.expr(params.get(1)) : null);
    }
}
