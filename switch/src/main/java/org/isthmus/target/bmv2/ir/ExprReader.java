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

    HeaderUnionStack unionStack(String name) throws RefusedException {
        HeaderUnionStack s = program.unionStackByName.get(name);
        if (s == null) {
            throw JsonReader.invalid("unknown header union stack " + name);
        }
        return s;
    }

    /** The headers of one member of a union stack, of the pair [stack, member]. */
    HeaderStack memberStack(JsonNode pair) throws RefusedException {
        HeaderUnionStack s = unionStack(pair.path(0).asText());
        int member = s.members.indexOf(pair.path(1).asText());
        if (member < 0) {
            throw JsonReader.invalid("unknown header union member " + pair);
        }
        return s.stacks.get(member);
    }

    private Expr.UnionRef union(String name) throws RefusedException {
        HeaderUnion u = program.unionByName.get(name);
        if (u == null) {
            throw JsonReader.invalid("unknown header union " + name);
        }
        List<Expr> members = new ArrayList<>();
        u.members.forEach(h -> members.add(new Expr.HeaderRef(h)));
        return new Expr.UnionRef(members);
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
                return value.path(0).isObject() ? elementValidity(value) : fieldRef(value);
            case "hexstr":
                return new Expr.Const(JsonReader.hex(value));
            case "bool":
                return new Expr.Bool(value.asBoolean());
            case "local":
            case "runtime_data":
                return new Expr.Param(value.asInt());
            case "header":
                // p4c calls an element of a union stack a header.
                if (program.unionByName.containsKey(value.asText())) {
                    return union(value.asText());
                }
                return new Expr.HeaderRef(header(value.asText()));
            case "header_stack":
                return new Expr.StackRef(stack(value.asText()));
            case "header_union":
                return union(value.asText());
            case "header_union_stack":
                return new Expr.UnionStackRef(unionStack(value.asText()));
            case "stack_field":
                return lastField(stack(value.path(0).asText()), value.path(1).asText());
            case "union_stack_field":
                return lastField(memberStack(value), value.path(2).asText());
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

    /** Whether an element of a stack is valid whose index is not constant, as p4c says it. */
    private Expr elementValidity(JsonNode pair) throws RefusedException {
        Expr element = operation(pair.get(0));
        if (element.type() != Expr.Type.HEADER || !pair.path(1).asText().equals("$valid$")) {
            throw JsonReader.invalid("not a field: " + JsonReader.abbreviate(pair));
        }
        Expr valid = new Expr.Op(Operator.VALID, null, null, element);
        return new Expr.Op(Operator.B2D, null, null, valid);
    }

    /** A field of the last element extracted. */
    private static Expr lastField(HeaderStack s, String field) throws RefusedException {
        int index = s.type.indexOf(field);
        if (index < 0) {
            throw JsonReader.invalid("unknown field " + s.name + "." + field);
        }
        return new Expr.AccessField(new Expr.Element(s, null), index);
    }

    /** Whether a member of a union is valid. */
    private static Expr valid(Expr.UnionRef u) {
        Expr any = null;
        for (Expr member : u.members) {
            Expr valid = new Expr.Op(Operator.VALID, null, null, member);
            any = any == null ? valid : new Expr.Op(Operator.OR, null, any, valid);
        }
        return any;
    }

    /** Unions are equal if all of their members are. */
    private static Expr equal(Expr.UnionRef a, Expr.UnionRef b) throws RefusedException {
        if (a.members.size() != b.members.size()) {
            throw JsonReader.invalid("comparison of header unions of two types");
        }
        Expr equal = new Expr.Bool(true);
        for (int i = 0; i < a.members.size(); i++) {
            Expr same = new Expr.Op(Operator.EQ, null, a.members.get(i), b.members.get(i));
            equal = new Expr.Op(Operator.AND, null, equal, same);
        }
        return equal;
    }

    /** An operation on a header union; null: it is another one. */
    private Expr unionOperation(String name, JsonNode left, JsonNode right)
            throws RefusedException {
        switch (name) {
            case "access_union_header":
                Expr union = expr(left);
                List<Expr> members =
                        union instanceof Expr.UnionRef
                                ? ((Expr.UnionRef) union).members
                                : List.of();
                if (right.asInt() < 0 || right.asInt() >= members.size()) {
                    throw JsonReader.invalid("member " + right + " of a header union");
                }
                return members.get(right.asInt());
            case "dereference_union_stack":
                Expr stack = expr(left);
                if (!(stack instanceof Expr.UnionStackRef)) {
                    throw JsonReader.invalid(name + " of no union stack");
                }
                Expr index = expr(right);
                List<Expr> elements = new ArrayList<>();
                for (HeaderStack s : ((Expr.UnionStackRef) stack).stack.stacks) {
                    elements.add(new Expr.Element(s, index));
                }
                return new Expr.UnionRef(elements);
            case "valid_union":
                Expr u = expr(right);
                if (!(u instanceof Expr.UnionRef)) {
                    throw JsonReader.invalid(name + " of no header union");
                }
                return valid((Expr.UnionRef) u);
            default:
                return null;
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
            boolean isNamed = h instanceof Expr.HeaderRef;
            HeaderType type =
                    isNamed ? ((Expr.HeaderRef) h).header.type : ((Expr.Element) h).stack.type;
            int index = right.asInt(-1);
            if (index < 0 || index >= type.fields.size()) {
                throw JsonReader.invalid("unknown field " + right + " of " + type.name);
            }
            return isNamed
                    ? new Expr.FieldRef(((Expr.HeaderRef) h).header, index)
                    : new Expr.AccessField(h, index);
        }
        if (name.equals("dereference_header_stack") || name.equals("dereference_stack")) {
            Expr s = expr(left);
            if (s.type() != Expr.Type.STACK) {
                throw JsonReader.invalid(name + " of no stack");
            }
            return new Expr.Element(((Expr.StackRef) s).stack, expr(right));
        }
        Expr ofUnion = unionOperation(name, left, right);
        if (ofUnion != null) {
            return ofUnion;
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
        if (r instanceof Expr.UnionStackRef) {
            r = new Expr.StackRef(((Expr.UnionStackRef) r).stack.stacks.get(0));
        }
        boolean compares = op == Operator.EQ || op == Operator.NE;
        if (compares && l instanceof Expr.UnionRef && r instanceof Expr.UnionRef) {
            Expr equal = equal((Expr.UnionRef) l, (Expr.UnionRef) r);
            return op == Operator.EQ ? equal : new Expr.Op(Operator.NOT, null, null, equal);
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
                good = l != null && l.type() == r.type() && isCompared(l.type());
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

    private static boolean isCompared(Expr.Type type) {
        return type == Expr.Type.DATA || type == Expr.Type.BOOL || type == Expr.Type.HEADER;
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
