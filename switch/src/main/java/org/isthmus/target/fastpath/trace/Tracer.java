// SPDX-License-Identifier: Apache-2.0
package org.isthmus.target.fastpath.trace;

import java.math.BigInteger;
import java.util.List;
import org.isthmus.target.bmv2.gen.Linkage;
import org.isthmus.target.bmv2.ir.Action;
import org.isthmus.target.bmv2.ir.Bmv2Program;
import org.isthmus.target.bmv2.ir.ChecksumDef;
import org.isthmus.target.bmv2.ir.Expr;
import org.isthmus.target.bmv2.ir.Header;
import org.isthmus.target.bmv2.ir.Operator;
import org.isthmus.target.bmv2.ir.ParserDef;
import org.isthmus.target.bmv2.ir.PipelineDef;
import org.isthmus.target.bmv2.run.KeyLayout;
import org.isthmus.target.bmv2.run.MatchTable;
import org.isthmus.target.bmv2.run.Profile;
import org.isthmus.target.bmv2.run.RowLayout;
import org.isthmus.target.bmv2.run.Words;

/**
 * Takes one packet through a program as simple_switch does (see {@code SimpleSwitch}), and finds
 * what happens to all packets of its flow: those that have the same bytes where {@link Layout} says
 * so. Reads tables as they are at the moment; changes nothing. One thread at a time.
 */
public final class Tracer {
    private final Bmv2Program program;
    private final Linkage linkage;

    // of the present packet
    private Layout layout;
    private Numbers numbers;
    private State state;
    private Effects effects;
    private Interpreter run;

    /** Next byte to parse. */
    private int at;

    /**
     * @param linkage the running program's objects with state
     */
    public Tracer(Bmv2Program program, Linkage linkage) {
        this.program = program;
        this.linkage = linkage;
    }

    /**
     * @param port the packet's ingress port
     * @throws Untraceable the flow's packets are to take the ordinary way
     */
    public Flow trace(int port, byte[] frame) throws Untraceable {
        layout = Layout.of(frame);
        if (layout == null) {
            throw new Untraceable("no packet of an established flow");
        }
        numbers = new Numbers(layout);
        state = new State(program, numbers);
        effects = new Effects(program);
        run = new Interpreter(linkage, state, numbers, effects, this::lookahead);
        at = 0;
        state.set("standard_metadata.ingress_port", Value.of(port & 0xffffffffL));
        state.set("standard_metadata.packet_length", frameLength(0));
        Value time = new Value(BigInteger.ZERO, new Form.Outside("the time"));
        state.set("intrinsic_metadata.ingress_global_timestamp", time);
        parse();
        verify();
        run = new Interpreter(linkage, state, numbers, effects, null);
        control(program.ingress);
        int egress = leave();
        state.set("queueing_metadata.enq_timestamp", time);
        state.set("intrinsic_metadata.egress_global_timestamp", time);
        state.set("standard_metadata.egress_port", Value.of(egress & 0xffffffffL));
        state.set("standard_metadata.egress_spec", Value.of(linkage.dropPort() + 1L));
        state.set("standard_metadata.packet_length", frameLength(state.longer));
        run.exit = false;
        control(program.egress);
        update();
        run.run(program.deparserPrimitives, new Value[0]);
        return new Flow(
                layout, egress, new Output(program, state, layout, numbers, at).rewrite(), effects);
    }

    private Value frameLength(int longer) {
        return new Value(
                BigInteger.valueOf(layout.frame.length + longer),
                Form.Linear.of(Form.Term.LENGTH, layout.ip + longer));
    }

    // ---- Parser ----

    private Value lookahead(int offset, int width) throws Untraceable {
        need((offset + width + 7) / 8);
        return layout.value(8 * at + offset, width);
    }

    /** What is parsed must be there, in all packets of the flow. */
    private void need(int bytes) throws Untraceable {
        int least = at + bytes - layout.ip;
        if (!numbers.lengths.decide(-least, 1, sign -> sign >= 0)) {
            throw new Untraceable("parser error");
        }
    }

    private void parse() throws Untraceable {
        int state = program.parser.init;
        for (int steps = 0; state != ParserDef.END; steps++) {
            if (steps > 1000) {
                throw new Untraceable("not interpreted: loop in the parser");
            }
            ParserDef.State s = program.parser.states.get(state);
            for (ParserDef.ParserOp op : s.ops) {
                parse(op);
            }
            state = next(s);
        }
    }

    private void parse(ParserDef.ParserOp op) throws Untraceable {
        if (op instanceof ParserDef.Extract) {
            ParserDef.Extract x = (ParserDef.Extract) op;
            if (x.header == null) {
                throw new Untraceable("not interpreted: header stacks");
            }
            extract(x.header);
        } else if (op instanceof ParserDef.Set) {
            ParserDef.Set set = (ParserDef.Set) op;
            run.assign(set.target, run.value(set.value));
        } else if (op instanceof ParserDef.Verify) {
            if (!run.holds(((ParserDef.Verify) op).condition)) {
                throw new Untraceable("parser error");
            }
        } else if (op instanceof ParserDef.Advance) {
            BigInteger bits = numbers.constant(run.value(((ParserDef.Advance) op).bits));
            if (bits.bitLength() > 16 || bits.intValue() % 8 != 0) {
                throw new Untraceable("parser error");
            }
            need(bits.intValue() / 8);
            at += bits.intValue() / 8;
        } else {
            run.run(List.of(((ParserDef.Call) op).primitive), new Value[0]);
        }
    }

    private void extract(Header h) throws Untraceable {
        int bytes = State.bytes(h);
        need(bytes);
        int bit = 8 * at;
        for (int i = 0; i < h.type.fields.size(); i++) {
            int width = h.type.fields.get(i).width;
            state.set(h, i, layout.value(bit, width));
            bit += width;
        }
        at += bytes;
        state.makeValid(h);
    }

    private int next(ParserDef.State s) throws Untraceable {
        if (s.cases.isEmpty()) {
            return s.defaultNext;
        }
        BigInteger[] key = new BigInteger[s.key.size()];
        for (int i = 0; i < key.length; i++) {
            key[i] = numbers.constant(run.value(s.key.get(i)));
            if (key[i].signum() < 0) {
                throw new Untraceable("signed fields");
            }
        }
        for (ParserDef.Case c : s.cases) {
            boolean matches = true;
            for (int i = 0; i < key.length && matches; i++) {
                BigInteger mask = c.masks == null ? null : c.masks[i];
                matches =
                        mask == null
                                ? key[i].equals(c.values[i])
                                : key[i].and(mask).equals(c.values[i].and(mask));
            }
            if (matches) {
                return c.next;
            }
        }
        return s.defaultNext;
    }

    // ---- Checksums ----

    private void verify() throws Untraceable {
        for (ChecksumDef c : program.checksums) {
            if (c.verify
                    && state.valid(c.target.header)
                    && (c.condition == null || run.holds(c.condition))) {
                Value is = state.get(c.target.header, c.target.index);
                if (!numbers.compare(Operator.EQ, run.calculate(c.calculation), is)) {
                    throw new Untraceable("wrong checksum");
                }
            }
        }
    }

    private void update() throws Untraceable {
        for (ChecksumDef c : program.checksums) {
            if (c.update && (c.condition == null || run.holds(c.condition))) {
                state.set(c.target.header, c.target.index, run.calculate(c.calculation));
            }
        }
    }

    // ---- Controls ----

    private void control(PipelineDef pipeline) throws Untraceable {
        String name = pipeline.init;
        while (name != null && !run.exit) {
            PipelineDef.Node n = pipeline.nodes.get(name);
            if (n instanceof PipelineDef.Conditional) {
                PipelineDef.Conditional c = (PipelineDef.Conditional) n;
                name = run.holds(c.condition) ? c.trueNext : c.falseNext;
            } else if (n instanceof PipelineDef.ActionCall) {
                PipelineDef.ActionCall c = (PipelineDef.ActionCall) n;
                run.run(c.action.primitives, new Value[0]);
                name = c.next;
            } else {
                name = apply((PipelineDef.TableDef) n);
            }
        }
    }

    private String apply(PipelineDef.TableDef t) throws Untraceable {
        MatchTable table = linkage.table(t);
        RowLayout words = table.rowLayout();
        long[] key = t.key.isEmpty() ? null : key(table.keyLayout());
        long[] row = key == null ? null : table.find(key);
        boolean hit = row != null;
        if (!hit) {
            row = table.defaultRow();
        }
        effects.looked(new Effects.Lookup(table, key, row, hit));
        if (hit && t.meter != null) {
            if (row[words.meter] >= 0) {
                throw new Untraceable("meter");
            }
            state.set(t.meter.target.header, t.meter.target.index, Value.ZERO);
        }
        long[] data = row;
        int params = words.params;
        int action = (int) row[words.action];
        if (t.profile != null) {
            data = member(t, table, row, key);
            params = Profile.PARAMS;
            action = data == null ? -1 : (int) data[0];
        }
        Action a = action < 0 ? null : program.actions.get(action);
        if (a != null) {
            run.run(a.primitives, parameters(a, data, params));
        }
        if (t.hitMiss) {
            return hit ? t.hitNext : t.missNext;
        }
        return a != null && t.nextByAction.containsKey(a) ? t.nextByAction.get(a) : t.baseNext;
    }

    private long[] member(PipelineDef.TableDef t, MatchTable table, long[] row, long[] key)
            throws Untraceable {
        long hash = 0;
        if (t.profile.selector != null && table.needsHash(row)) {
            hash = numbers.constant(run.calculate(t.profile.selector)).longValue();
        }
        return table.member(row, hash, key);
    }

    private long[] key(KeyLayout at) throws Untraceable {
        long[] key = new long[at.words()];
        for (int i = 0; i < at.fields(); i++) {
            PipelineDef.KeyField f = at.field(i);
            BigInteger v = numbers.constant(run.value(f.field));
            if (f.field.index >= 0 && !state.valid(f.field.header)) {
                v = BigInteger.ZERO;
            }
            if (f.mask != null) {
                v = v.and(f.mask);
            }
            Words.insert(words(v, f.width), 0, f.width, key, 0, at.position(i));
        }
        return key;
    }

    private static long[] words(BigInteger v, int width) {
        long[] words = new long[Words.count(width)];
        for (int i = 0; i < words.length; i++) {
            words[i] = v.shiftRight(64 * i).longValue();
        }
        return words;
    }

    private static Value[] parameters(Action a, long[] data, int from) {
        Value[] values = new Value[a.paramWidths.length];
        for (int i = 0; i < values.length; i++) {
            BigInteger v = BigInteger.ZERO;
            int word = from + a.paramWord(i);
            for (int w = Words.count(a.paramWidths[i]) - 1; w >= 0; w--) {
                BigInteger low = new BigInteger(Long.toUnsignedString(data[word + w]));
                v = v.shiftLeft(64).or(low);
            }
            values[i] = Value.of(v);
        }
        return values;
    }

    /** The port that ingress has decided on. */
    private int leave() throws Untraceable {
        if (state.standard("intrinsic_metadata.mcast_grp") != 0) {
            throw new Untraceable("multicast");
        }
        int port = state.standard("standard_metadata.egress_spec");
        if (port == linkage.dropPort()) {
            throw new Untraceable("drop");
        }
        Expr.FieldRef type = program.standard("standard_metadata.instance_type");
        if (type != null) {
            state.set(type.header, type.index, Value.ZERO);
        }
        return port;
    }
}
