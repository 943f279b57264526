// SPDX-License-Identifier: Apache-2.0
package org.isthmus.target.fastpath.trace;

import java.io.ByteArrayOutputStream;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import org.isthmus.target.bmv2.gen.Linkage;
import org.isthmus.target.bmv2.ir.Action;
import org.isthmus.target.bmv2.ir.Calculation;
import org.isthmus.target.bmv2.ir.Expr;
import org.isthmus.target.bmv2.ir.Header;
import org.isthmus.target.bmv2.ir.Operator;
import org.isthmus.target.bmv2.run.Algorithms;

/** Expressions and primitives, with the semantics of the generated code. For one trace. */
final class Interpreter {
    private static final BigInteger RANDOM_WORDS = BigInteger.valueOf(0xffff);

    /** Where the parser looks ahead; null elsewhere. */
    interface Packet {
        Value lookahead(int offset, int width) throws Untraceable;
    }

    private final Linkage linkage;
    private final State state;
    private final Numbers numbers;
    private final Effects effects;
    private final Packet packet;

    /** Parameters of the action that runs. */
    private Value[] parameters = new Value[0];

    /** Whether the program has asked to leave the control. */
    boolean exit;

    /** Names of what only the target does. */
    private static final String REQUESTS =
            " clone_ingress_pkt_to_egress clone_egress_pkt_to_egress resubmit recirculate"
                    + " generate_digest truncate ";

    Interpreter(Linkage linkage, State state, Numbers numbers, Effects effects, Packet packet) {
        this.linkage = linkage;
        this.state = state;
        this.numbers = numbers;
        this.effects = effects;
        this.packet = packet;
    }

    // ---- Expressions ----

    Value value(Expr e) throws Untraceable {
        if (e instanceof Expr.Const) {
            return Value.of(((Expr.Const) e).value);
        }
        if (e instanceof Expr.FieldRef) {
            Expr.FieldRef f = (Expr.FieldRef) e;
            return f.index < 0
                    ? Value.of(state.valid(f.header) ? 1 : 0)
                    : state.get(f.header, f.index);
        }
        if (e instanceof Expr.Param) {
            return parameters[((Expr.Param) e).index];
        }
        if (e instanceof Expr.Lookahead && packet != null) {
            Expr.Lookahead l = (Expr.Lookahead) e;
            return packet.lookahead(l.offset, l.width);
        }
        if (e instanceof Expr.Op) {
            return operation((Expr.Op) e);
        }
        if (e instanceof Expr.AccessField) {
            Expr.AccessField a = (Expr.AccessField) e;
            return state.get(header(a.header), a.index);
        }
        throw unknown(e.getClass().getSimpleName());
    }

    private static Untraceable unknown(String what) {
        return new Untraceable("not interpreted: " + what);
    }

    Header header(Expr e) throws Untraceable {
        if (e instanceof Expr.HeaderRef) {
            return ((Expr.HeaderRef) e).header;
        }
        if (e instanceof Expr.Element && ((Expr.Element) e).index instanceof Expr.Const) {
            Expr.Element el = (Expr.Element) e;
            int i = ((Expr.Const) el.index).value.intValue();
            if (i >= 0 && i < el.stack.elements.size()) {
                return el.stack.elements.get(i);
            }
        }
        throw unknown("header stacks");
    }

    private int amount(Expr e) throws Untraceable {
        BigInteger n = numbers.constant(value(e));
        if (n.signum() < 0 || n.bitLength() > 12) {
            throw unknown("wide shifts");
        }
        return n.intValue();
    }

    private Value operation(Expr.Op e) throws Untraceable {
        switch (e.op) {
            case ADD:
                return numbers.add(value(e.left), value(e.right));
            case SUB:
                return numbers.subtract(value(e.left), value(e.right));
            case MUL:
                return Value.of(constant(e.left).multiply(constant(e.right)));
            case SHL:
                return numbers.shiftLeft(value(e.left), amount(e.right));
            case SHR:
                return numbers.shiftRight(value(e.left), amount(e.right));
            case BIT_AND:
                return numbers.and(value(e.left), value(e.right));
            case BIT_OR:
            case BIT_XOR:
                return numbers.or(value(e.left), value(e.right), e.op == Operator.BIT_XOR);
            case BIT_NEG:
                return numbers.not(value(e.right));
            case B2D:
                return Value.of(holds(e.right) ? 1 : 0);
            case TERNARY:
                return value(holds(e.cond) ? e.left : e.right);
            default:
                throw unknown("operator " + e.op.symbol);
        }
    }

    private BigInteger constant(Expr e) throws Untraceable {
        return numbers.constant(value(e));
    }

    boolean holds(Expr e) throws Untraceable {
        if (e instanceof Expr.Bool) {
            return ((Expr.Bool) e).value;
        }
        if (!(e instanceof Expr.Op)) {
            throw unknown(e.getClass().getSimpleName());
        }
        Expr.Op o = (Expr.Op) e;
        switch (o.op) {
            case AND:
                return holds(o.left) && holds(o.right);
            case OR:
                return holds(o.left) || holds(o.right);
            case NOT:
                return !holds(o.right);
            case VALID:
                return state.valid(header(o.right));
            case D2B:
                return numbers.compare(Operator.NE, value(o.right), Value.ZERO);
            case TERNARY:
                return holds(holds(o.cond) ? o.left : o.right);
            case EQ:
            case NE:
            case LT:
            case GT:
            case LE:
            case GE:
                if (o.left.type() != Expr.Type.DATA || o.right.type() != Expr.Type.DATA) {
                    throw unknown("comparison of headers");
                }
                return numbers.compare(o.op, value(o.left), value(o.right));
            default:
                throw unknown("operator " + o.op.symbol);
        }
    }

    // ---- Calculations ----

    private static final class Input {
        final List<Value> values = new ArrayList<>();
        final List<Integer> widths = new ArrayList<>();
        int bits;

        void add(Value v, int width) {
            values.add(v);
            widths.add(width);
            bits += width;
        }
    }

    private Input input(Calculation calc) throws Untraceable {
        Input all = new Input();
        for (Calculation.Input in : calc.inputs) {
            if (in.payload) {
                throw new Untraceable("reads payload");
            }
            if (in.constant != null) {
                all.add(Value.of(in.constant), in.constantBits);
            } else if (in.field != null) {
                addField(all, in.field.header, in.field.index);
            } else {
                for (int i = 0; i < in.header.type.fields.size(); i++) {
                    addField(all, in.header, i);
                }
            }
        }
        return all;
    }

    private void addField(Input all, Header h, int field) throws Untraceable {
        if (!state.valid(h)) {
            return;
        }
        if (h.type.fields.get(field).variable()) {
            throw new Untraceable("variable fields");
        }
        all.add(state.get(h, field), h.type.fields.get(field).width);
    }

    /** The result of a hash or checksum. */
    Value calculate(Calculation calc) throws Untraceable {
        Input in = input(calc);
        String method = Algorithms.method(calc.algo);
        if ("csum16".equals(method) && in.bits % 16 == 0) {
            return numbers.checksum(in.values, in.widths);
        }
        BigInteger all = BigInteger.ZERO;
        for (int i = 0; i < in.values.size(); i++) {
            int width = in.widths.get(i);
            BigInteger mask = BigInteger.ONE.shiftLeft(width).subtract(BigInteger.ONE);
            all = all.shiftLeft(width).or(numbers.constant(in.values.get(i)).and(mask));
        }
        int bytes = (in.bits + 7) / 8;
        all = all.shiftLeft(8 * bytes - in.bits);
        ByteArrayOutputStream padded = new ByteArrayOutputStream();
        byte[] raw = all.toByteArray();
        for (int i = 0; i < bytes; i++) {
            int at = raw.length - bytes + i;
            padded.write(at < 0 ? 0 : raw[at]);
        }
        return Value.of(new BigInteger(Long.toUnsignedString(hash(method, padded.toByteArray()))));
    }

    private static long hash(String method, byte[] in) throws Untraceable {
        switch (method == null ? "" : method) {
            case "identity":
                return Algorithms.identity(in, in.length);
            case "crc16":
                return Algorithms.crc16(in, in.length);
            case "crc32":
                return Algorithms.crc32(in, in.length);
            case "crcCcitt":
                return Algorithms.crcCcitt(in, in.length);
            case "xor16":
                return Algorithms.xor16(in, in.length);
            case "xor32":
                return Algorithms.xor32(in, in.length);
            default:
                throw unknown("hash algorithm");
        }
    }

    // ---- Primitives ----

    /** Runs an action. */
    void run(List<Action.Primitive> primitives, Value[] params) throws Untraceable {
        Value[] outer = parameters;
        parameters = params;
        int at = 0;
        int steps = 0;
        while (at < primitives.size()) {
            if (++steps > 10_000) {
                throw unknown("loop in an action");
            }
            Action.Primitive p = primitives.get(at++);
            if (p.op.equals("_jump")) {
                at = constant(p.args.get(0).expr).intValue();
            } else if (p.op.equals("_jump_if_zero")) {
                if (numbers.compare(Operator.EQ, value(p.args.get(0).expr), Value.ZERO)) {
                    at = constant(p.args.get(1).expr).intValue();
                }
            } else {
                primitive(p);
            }
        }
        parameters = outer;
    }

    /** Runs one primitive that does not jump. */
    void primitive(Action.Primitive p) throws Untraceable {
        switch (p.op) {
            case "no_op":
                break;
            case "assign":
                assign(p.args.get(0).expr, value(p.args.get(1).expr));
                break;
            case "assign_header":
            case "copy_header":
                state.assign(header(p.args.get(0).expr), header(p.args.get(1).expr));
                break;
            case "add_header":
                state.add(header(p.args.get(0).expr));
                break;
            case "remove_header":
                state.remove(header(p.args.get(0).expr));
                break;
            case "mark_to_drop":
            case "drop":
                throw new Untraceable("drop");
            case "count":
                effects.count(linkage.counter(p.args.get(0).name), constant(p.args.get(1).expr));
                break;
            case "modify_field_with_hash_based_offset":
                hash(p);
                break;
            case "modify_field_rng_uniform":
                random(p);
                break;
            case "exit":
                exit = true;
                break;
            case "assert":
            case "assume":
                if (!holds(p.args.get(0).expr)) {
                    throw new Untraceable("failed assertion");
                }
                break;
            default:
                throw REQUESTS.contains(" " + p.op + " ")
                        ? new Untraceable(p.op)
                        : unknown("primitive " + p.op);
        }
    }

    void assign(Expr target, Value v) throws Untraceable {
        if (target instanceof Expr.FieldRef && ((Expr.FieldRef) target).index >= 0) {
            Expr.FieldRef f = (Expr.FieldRef) target;
            state.set(f.header, f.index, v);
        } else if (target instanceof Expr.AccessField) {
            Expr.AccessField a = (Expr.AccessField) target;
            state.set(header(a.header), a.index, v);
        } else {
            throw unknown("assignment to something that is not a field");
        }
    }

    private void hash(Action.Primitive p) throws Untraceable {
        Calculation calc = effects.calculation(p.args.get(2).name);
        long result = constant64(calculate(calc));
        long size = constant64(value(p.args.get(3).expr));
        long base = constant64(value(p.args.get(1).expr));
        long offset = size == 0 ? 0 : Long.remainderUnsigned(result, size);
        assign(p.args.get(0).expr, Value.of(new BigInteger(Long.toUnsignedString(base + offset))));
    }

    private long constant64(Value v) throws Untraceable {
        return numbers.constant(v).longValue();
    }

    private void random(Action.Primitive p) throws Untraceable {
        BigInteger low = constant(p.args.get(1).expr);
        BigInteger high = constant(p.args.get(2).expr);
        Form form =
                low.signum() == 0 && high.equals(RANDOM_WORDS)
                        ? Form.Linear.of(Form.Term.RANDOM, 0)
                        : new Form.Outside("random bits");
        assign(p.args.get(0).expr, new Value(BigInteger.ZERO, form));
    }
}
