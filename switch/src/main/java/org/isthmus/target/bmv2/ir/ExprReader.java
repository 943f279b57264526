// SPDX-License-Identifier: Apache-2.0
package org.isthmus.target.bmv2.ir;

import com.fasterxml.jackson.databind.JsonNode;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import org.isthmus.target.api.RefusedException;

/** Reads expressions and calls of primitives. */
final class ExprReader {
    private final JsonReader program;

    ExprReader(JsonReader program) {
        this.program = program;
    }

    Header header(String name) throws RefusedException {
        Header h = program.headerByName.get(name);
        if (h == null) {
            throw JsonReader.invalid("unknown header " + name);
        }
        return h;
    }

    HeaderStack stack(String name) throws RefusedException {
        HeaderStack s = program.stackByName.get(name);
        if (s == null) {
            throw JsonReader.invalid("unknown header stack " + name);
        }
        return s;
    }

    /** Reads the pair [header, field]. */
    Expr.FieldRef fieldRef(JsonNode pair) throws RefusedException {
        if (pair.size() != 2) {
            throw JsonReader.invalid("not a field: " + JsonReader.abbreviate(pair));
        }
        Header h = header(pair.get(0).asText());
        String field = pair.get(1).asText();
        if (field.equals("$valid$")) {
            return new Expr.FieldRef(h, -1);
        }
        int index = h.type.indexOf(field);
        if (index < 0) {
            throw JsonReader.invalid("unknown field " + h.name + "." + field);
        }
        return new Expr.FieldRef(h, index);
    }

    /** Reads a type-value object that is a value, a condition, a header or a stack. */
    Expr expr(JsonNode node) throws RefusedException {
        String type = JsonReader.text(node, "type");
        JsonNode value = node.path("value");
        switch (type) {
            case "expression":
                return value.has("op") ? operation(value) : expr(value);
            case "field":
                return fieldRef(value);
            case "hexstr":
                return new Expr.Const(JsonReader.hex(value));
            case "bool":
                return new Expr.Bool(value.asBoolean());
            case "local":
            case "runtime_data":
                return new Expr.Param(value.asInt());
            case "header":
                return new Expr.HeaderRef(header(value.asText()));
            case "header_stack":
                return new Expr.StackRef(stack(value.asText()));
            case "stack_field":
                HeaderStack s = stack(value.get(0).asText());
                int index = s.type.indexOf(value.get(1).asText());
                if (index < 0) {
                    throw JsonReader.invalid("unknown field " + value);
                }
                return new Expr.AccessField(new Expr.Element(s, null), index);
            case "lookahead":
                return new Expr.Lookahead(value.get(0).asInt(), value.get(1).asInt());
            case "register":
                String register = value.get(0).asText();
                if (!program.registers.containsKey(register)) {
                    throw JsonReader.invalid("unknown register " + register);
                }
                return new Expr.RegisterRef(register, expr(value.get(1)));
            default:
                throw JsonReader.unsupported("value of type " + type);
        }
    }

    private Expr operation(JsonNode node) throws RefusedException {
        String name = node.get("op").asText();
        JsonNode left = node.path("left");
        JsonNode right = node.path("right");
        if (name.equals("access_field")) {
            Expr h = expr(left);
            if (h.type() != Expr.Type.HEADER) {
                throw JsonReader.invalid("access_field of no header");
            }
            if (h instanceof Expr.HeaderRef) {
                return new Expr.FieldRef(((Expr.HeaderRef) h).header, right.asInt());
            }
            return new Expr.AccessField(h, right.asInt());
        }
        if (name.equals("dereference_header_stack") || name.equals("dereference_stack")) {
            Expr s = expr(left);
            if (s.type() != Expr.Type.STACK) {
                throw JsonReader.invalid(name + " of no stack");
            }
            return new Expr.Element(((Expr.StackRef) s).stack, expr(right));
        }
        Operator op = Operator.of(name);
        if (op == null) {
            throw JsonReader.unsupported("operator " + name);
        }
        Expr cond = node.has("cond") ? expr(node.get("cond")) : null;
        boolean unary = left.isNull() || left.isMissingNode();
        Expr l = unary ? null : expr(left);
        Expr r = expr(right);
        if (unary && (op == Operator.ADD || op == Operator.SUB)) {
            l = new Expr.Const(BigInteger.ZERO);
        }
        checkOperands(op, cond, l, r);
        return new Expr.Op(op, cond, l, r);
    }

    private static void checkOperands(Operator op, Expr cond, Expr l, Expr r)
            throws RefusedException {
        boolean good;
        switch (op) {
            case BIT_NEG:
            case D2B:
                good = l == null && r.type() == Expr.Type.DATA;
                break;
            case NOT:
            case B2D:
                good = l == null && r.type() == Expr.Type.BOOL;
                break;
            case VALID:
                good = l == null && r.type() == Expr.Type.HEADER;
                break;
            case LAST_STACK_INDEX:
            case SIZE_STACK:
                good = l == null && r.type() == Expr.Type.STACK;
                break;
            case AND:
            case OR:
                good = l != null && l.type() == Expr.Type.BOOL && r.type() == Expr.Type.BOOL;
                break;
            case EQ:
            case NE:
                good = l != null && l.type() == r.type() && l.type() != Expr.Type.STACK;
                break;
            case TERNARY:
                good =
                        cond != null
                                && cond.type() == Expr.Type.BOOL
                                && l != null
                                && l.type() == r.type();
                break;
            default:
                good = l != null && l.type() == Expr.Type.DATA && r.type() == Expr.Type.DATA;
        }
        if (!good) {
            throw JsonReader.invalid("operands of " + op.symbol);
        }
    }

    Action.Primitive primitive(JsonNode p) throws RefusedException {
        List<Action.Arg> args = new ArrayList<>();
        for (JsonNode a : p.path("parameters")) {
            args.add(argument(a));
        }
        String source = p.path("source_info").path("source_fragment").asText("");
        return new Action.Primitive(JsonReader.text(p, "op"), args, source);
    }

    private Action.Arg argument(JsonNode a) throws RefusedException {
        String type = JsonReader.text(a, "type");
        switch (type) {
            case "calculation":
            case "meter_array":
            case "counter_array":
            case "register_array":
            case "string":
                return Action.Arg.named(type, a.path("value").asText());
            case "parameters_vector":
                List<Expr> values = new ArrayList<>();
                for (JsonNode v : a.path("value")) {
                    values.add(expr(v));
                }
                return Action.Arg.vector(values);
            default:
                return Action.Arg.of(expr(a));
        }
    }
}
