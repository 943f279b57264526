// SPDX-License-Identifier: Apache-2.0
package org.isthmus.target.bmv2.gen;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.isthmus.target.bmv2.gen.Val.Word;
import org.isthmus.target.bmv2.ir.Action;
import org.isthmus.target.bmv2.ir.Expr;
import org.isthmus.target.bmv2.ir.PipelineDef;
import org.isthmus.target.bmv2.ir.PipelineDef.KeyField;
import org.isthmus.target.bmv2.run.KeyLayout;
import org.isthmus.target.bmv2.run.MatchTable;
import org.isthmus.target.bmv2.run.Profile;
import org.isthmus.target.bmv2.run.RowLayout;
import org.objectweb.asm.Label;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/** Writes a control: a method for each table, and the graph of tables and conditions. */
final class ControlCompiler {
    private static final String TABLE = Type.getInternalName(MatchTable.class);
    private static final int NODES_PER_METHOD = 48;

    private final Unit unit;
    private final CalculationCompiler calculations;
    private final PipelineDef pipeline;
    private final List<PipelineDef.Node> nodes = new ArrayList<>();
    private final Map<String, Integer> numbers = new HashMap<>();
    private final Set<Action> exiting = new HashSet<>();

    ControlCompiler(Unit unit, CalculationCompiler calculations, PipelineDef pipeline) {
        this.unit = unit;
        this.calculations = calculations;
        this.pipeline = pipeline;
        for (Action a : unit.program.actions) {
            if (a.primitives.stream().anyMatch(p -> p.op.equals("exit"))) {
                exiting.add(a);
            }
        }
    }

    void compile() {
        if (pipeline.init != null) {
            number();
        }
        for (PipelineDef.Node n : nodes) {
            if (n instanceof PipelineDef.TableDef) {
                try {
                    table((PipelineDef.TableDef) n);
                } catch (Unsupported e) {
                    throw new Unsupported(e.getMessage() + " in table " + n.name);
                }
            }
        }
        GraphCompiler flow =
                new GraphCompiler(
                        unit,
                        pipeline.name,
                        nodes.size(),
                        NODES_PER_METHOD,
                        (c, n, edges) -> node(c, nodes.get(n), edges));
        flow.compile(next(pipeline.init));
    }

    private int next(String name) {
        return name == null ? GraphCompiler.END : numbers.get(name);
    }

    /** Numbers the nodes that can be reached, each before those that follow it where possible. */
    private void number() {
        Deque<String> open = new ArrayDeque<>();
        open.push(pipeline.init);
        while (!open.isEmpty()) {
            String name = open.pop();
            if (numbers.putIfAbsent(name, nodes.size()) != null) {
                continue;
            }
            PipelineDef.Node n = pipeline.nodes.get(name);
            nodes.add(n);
            List<String> nexts = n.nexts();
            for (int i = nexts.size() - 1; i >= 0; i--) {
                if (nexts.get(i) != null) {
                    open.push(nexts.get(i));
                }
            }
        }
    }

    private void node(CodeWriter c, PipelineDef.Node n, GraphCompiler.Edges edges) {
        try {
            if (n instanceof PipelineDef.Conditional) {
                conditional(c, (PipelineDef.Conditional) n, edges);
            } else if (n instanceof PipelineDef.ActionCall) {
                PipelineDef.ActionCall call = (PipelineDef.ActionCall) n;
                c.self();
                c.op(Opcodes.ACONST_NULL);
                c.intConst(0);
                c.call(ActionCompiler.method(call.action), ActionCompiler.DESC);
                leaveIfExit(c, List.of(call.action), edges);
                edges.go(next(call.next));
            } else {
                apply(c, (PipelineDef.TableDef) n, edges);
            }
        } catch (Unsupported e) {
            throw new Unsupported(e.getMessage() + " in " + n.name);
        }
    }

    private void leaveIfExit(CodeWriter c, List<Action> actions, GraphCompiler.Edges edges) {
        if (actions.stream().anyMatch(exiting::contains)) {
            c.get("exit", "Z");
            c.jump(Opcodes.IFNE, edges.label(GraphCompiler.END));
        }
    }

    /** Conditions are methods of their own, so that the graph stays small. */
    private void conditional(CodeWriter c, PipelineDef.Conditional n, GraphCompiler.Edges edges) {
        Set<String> registers = new TreeSet<>();
        ActionCompiler.registers(n.condition, registers);
        if (!registers.isEmpty()) {
            throw new Unsupported("register in a condition");
        }
        String name = "test" + pipeline.name + numbers.get(n.name);
        unit.method(
                name,
                "()Z",
                k -> {
                    new ExprCompiler(k, unit.scope()).bools().pushInt(n.condition);
                    k.op(Opcodes.IRETURN);
                });
        c.self();
        c.call(name, "()Z");
        c.jump(Opcodes.IFNE, edges.label(next(n.trueNext)));
        edges.go(next(n.falseNext));
    }

    private String method(PipelineDef.TableDef t) {
        return "apply" + pipeline.name + numbers.get(t.name);
    }

    private String stop(PipelineDef.TableDef t) {
        return "stop" + pipeline.name + numbers.get(t.name);
    }

    /** Whether packets may stop before a table, for its lookup to be made with those of others. */
    private boolean stops(PipelineDef.TableDef t) {
        return pipeline == unit.program.ingress
                && !t.key.isEmpty()
                && unit.linkage.table(t).mayBeFar();
    }

    /** Calls the table's method and goes on by its result. */
    private void apply(CodeWriter c, PipelineDef.TableDef t, GraphCompiler.Edges edges) {
        if (stops(t)) {
            c.self();
            c.call(stop(t), "()Z");
            c.jump(Opcodes.IFNE, edges.label(GraphCompiler.END));
        }
        c.self();
        c.call(method(t), "()I");
        int result = c.newSlot();
        c.load(Opcodes.ISTORE, result);
        leaveIfExit(c, t.actions, edges);
        if (t.hitMiss) {
            c.load(Opcodes.ILOAD, result);
            c.intConst(1);
            c.op(Opcodes.IAND);
            c.jump(Opcodes.IFNE, edges.label(next(t.hitNext)));
            edges.go(next(t.missNext));
            return;
        }
        Set<Integer> targets = new HashSet<>();
        t.nextByAction.values().forEach(n -> targets.add(next(n)));
        int base = next(t.baseNext);
        if (targets.size() == 1 && targets.contains(base)) {
            edges.go(base);
            return;
        }
        for (Map.Entry<Action, String> e : t.nextByAction.entrySet()) {
            c.load(Opcodes.ILOAD, result);
            c.intConst(1);
            c.op(Opcodes.ISHR);
            c.intConst(e.getKey().index);
            c.jump(Opcodes.IF_ICMPEQ, edges.label(next(e.getValue())));
        }
        edges.go(base);
    }

    /**
     * Writes the method () -> int that looks up and runs the action; it returns twice the action's
     * index, plus 1 after a hit; the action -1 is none.
     */
    private void table(PipelineDef.TableDef t) {
        unit.method(method(t), "()I", c -> table(c, t));
        if (stops(t)) {
            unit.method(stop(t), "()Z", c -> stop(c, t));
        }
    }

    /**
     * Writes the method () -> boolean that stops the packet here with the key of its lookup, unless
     * it goes on from here. Where no row can match nothing has been found already.
     */
    private void stop(CodeWriter c, PipelineDef.TableDef t) {
        MatchTable table = unit.linkage.table(t);
        Label pass = new Label();
        c.get("stops", "Z");
        c.jump(Opcodes.IFEQ, pass);
        unit.pushConstant(c, table);
        c.callOn(TABLE, "far", "()Z");
        c.jump(Opcodes.IFEQ, pass);
        c.get("node", "I");
        c.intConst(numbers.get(t.name));
        c.jump(Opcodes.IF_ICMPEQ, pass);
        int key = c.newSlot();
        key(c, table.keyLayout(), key);
        c.self();
        c.intConst(numbers.get(t.name));
        c.put("node", "I");
        Label none = new Label();
        unit.pushConstant(c, table);
        c.load(Opcodes.ALOAD, key);
        c.callOn(TABLE, "mayMatch", "([J)Z");
        c.jump(Opcodes.IFEQ, none);
        c.self();
        unit.pushConstant(c, table);
        c.put("stopped", "L" + TABLE + ";");
        c.intConst(1);
        c.op(Opcodes.IRETURN);
        c.label(none);
        c.self();
        c.op(Opcodes.ACONST_NULL);
        c.put("found", "[J");
        c.label(pass);
        c.intConst(0);
        c.op(Opcodes.IRETURN);
    }

    private void table(CodeWriter c, PipelineDef.TableDef t) {
        MatchTable table = unit.linkage.table(t);
        RowLayout at = table.rowLayout();
        if (t.key.isEmpty() && t.constDefault && t.profile == null && !t.counters) {
            // Tables that p4c generates: they only run their default action.
            if (t.defaultAction.paramWidths.length == 0) {
                c.self();
                c.op(Opcodes.ACONST_NULL);
                c.intConst(0);
                c.call(ActionCompiler.method(t.defaultAction), ActionCompiler.DESC);
                c.intConst(2 * t.defaultAction.index);
                c.op(Opcodes.IRETURN);
                return;
            }
        }
        int key = c.newSlot();
        int row = c.newSlot();
        int hit = c.newSlot();
        if (t.key.isEmpty()) {
            c.op(Opcodes.ACONST_NULL);
            c.load(Opcodes.ASTORE, key);
            c.op(Opcodes.ACONST_NULL);
            c.mv.visitTypeInsn(Opcodes.CHECKCAST, "[J");
        } else {
            Label looked = new Label();
            if (stops(t)) {
                Label look = new Label();
                c.get("node", "I");
                c.intConst(numbers.get(t.name));
                c.jump(Opcodes.IF_ICMPNE, look);
                c.get("key", "[J");
                c.load(Opcodes.ASTORE, key);
                c.get("found", "[J");
                c.jump(Opcodes.GOTO, looked);
                c.label(look);
            }
            key(c, table.keyLayout(), key);
            unit.pushConstant(c, table);
            c.load(Opcodes.ALOAD, key);
            c.callOn(TABLE, "find", "([J)[J");
            c.label(looked);
        }
        c.load(Opcodes.ASTORE, row);
        c.intConst(1);
        c.load(Opcodes.ISTORE, hit);
        Label found = new Label();
        Label act = new Label();
        c.load(Opcodes.ALOAD, row);
        c.jump(Opcodes.IFNONNULL, found);
        c.intConst(0);
        c.load(Opcodes.ISTORE, hit);
        unit.pushConstant(c, table);
        c.callOn(TABLE, "defaultRow", "()[J");
        c.load(Opcodes.ASTORE, row);
        if (t.counters) {
            count(c, table, row, -1);
        }
        c.jump(Opcodes.GOTO, act);
        c.label(found);
        hit(c, t, table, row, key);
        c.label(act);
        if (t.profile == null) {
            dispatch(c, t, row, at.action, at.params, hit);
        } else {
            indirect(c, t, table, row, key, hit);
        }
    }

    private void count(CodeWriter c, MatchTable table, int row, int key) {
        unit.pushConstant(c, table);
        c.load(Opcodes.ALOAD, row);
        if (key < 0) {
            c.op(Opcodes.ACONST_NULL);
        } else {
            c.load(Opcodes.ALOAD, key);
        }
        c.get("ingressLength", "I");
        c.callOn(TABLE, "count", "([J[JI)V");
    }

    private void hit(CodeWriter c, PipelineDef.TableDef t, MatchTable table, int row, int key) {
        if (t.counters) {
            count(c, table, row, key);
        }
        if (t.timeouts) {
            unit.pushConstant(c, table);
            c.load(Opcodes.ALOAD, row);
            c.get("nowNanos", "J");
            c.callOn(TABLE, "touch", "([JJ)V");
        }
        if (t.meter != null) {
            Word color =
                    k -> {
                        unit.pushConstant(k, table);
                        k.load(Opcodes.ALOAD, row);
                        k.get("nowMicros", "J");
                        k.get("ingressLength", "I");
                        k.callOn(TABLE, "color", "([JJI)J");
                    };
            ExprCompiler values = new ExprCompiler(c, unit.scope());
            new Assigner(unit, c, values)
                    .store(t.meter.target, Val.exact(new Word[] {color}, Range.unsigned(2)));
        }
    }

    /** Runs the action of the data in a slot and returns. */
    private void dispatch(
            CodeWriter c, PipelineDef.TableDef t, int data, int actionAt, int paramsAt, int hit) {
        Label none = new Label();
        int action = c.newSlot();
        c.load(Opcodes.ALOAD, data);
        c.intConst(actionAt);
        c.op(Opcodes.LALOAD);
        c.op(Opcodes.L2I);
        c.load(Opcodes.ISTORE, action);
        Set<Action> actions = new HashSet<>(t.actions);
        if (t.defaultAction != null) {
            actions.add(t.defaultAction);
        }
        Action[] sorted = actions.toArray(new Action[0]);
        Arrays.sort(sorted, (a, b) -> Integer.compare(a.index, b.index));
        int[] keys = new int[sorted.length];
        Label[] labels = new Label[sorted.length];
        for (int i = 0; i < keys.length; i++) {
            keys[i] = sorted[i].index;
            labels[i] = new Label();
        }
        c.load(Opcodes.ILOAD, action);
        c.mv.visitLookupSwitchInsn(none, keys, labels);
        for (int i = 0; i < keys.length; i++) {
            c.label(labels[i]);
            if (!sorted[i].primitives.isEmpty()) {
                c.self();
                c.load(Opcodes.ALOAD, data);
                c.intConst(paramsAt);
                c.call(ActionCompiler.method(sorted[i]), ActionCompiler.DESC);
            }
            c.jump(Opcodes.GOTO, none);
        }
        c.label(none);
        c.load(Opcodes.ILOAD, action);
        c.intConst(1);
        c.op(Opcodes.ISHL);
        c.load(Opcodes.ILOAD, hit);
        c.op(Opcodes.IOR);
        c.op(Opcodes.IRETURN);
    }

    private void indirect(
            CodeWriter c, PipelineDef.TableDef t, MatchTable table, int row, int key, int hit) {
        int hash = c.newLong();
        c.longConst(0);
        c.load(Opcodes.LSTORE, hash);
        if (t.profile.selector != null) {
            Label plain = new Label();
            unit.pushConstant(c, table);
            c.load(Opcodes.ALOAD, row);
            c.callOn(TABLE, "needsHash", "([J)Z");
            c.jump(Opcodes.IFEQ, plain);
            c.self();
            c.call(calculations.method(t.profile.selector), "()J");
            c.load(Opcodes.LSTORE, hash);
            c.label(plain);
        }
        unit.pushConstant(c, table);
        c.load(Opcodes.ALOAD, row);
        c.load(Opcodes.LLOAD, hash);
        c.load(Opcodes.ALOAD, key);
        c.callOn(TABLE, "member", "([JJ[J)[J");
        int data = c.newSlot();
        c.load(Opcodes.ASTORE, data);
        Label some = new Label();
        c.load(Opcodes.ALOAD, data);
        c.jump(Opcodes.IFNONNULL, some);
        c.intConst(-2);
        c.load(Opcodes.ILOAD, hit);
        c.op(Opcodes.IOR);
        c.op(Opcodes.IRETURN);
        c.label(some);
        dispatch(c, t, data, 0, Profile.PARAMS, hit);
    }

    /** Writes the key's words into the context's array, which goes to a slot. */
    private void key(CodeWriter c, KeyLayout layout, int slot) {
        c.get("key", "[J");
        c.load(Opcodes.ASTORE, slot);
        Word[] words = new Word[layout.words()];
        ExprCompiler values = new ExprCompiler(c, unit.scope());
        for (int i = 0; i < layout.fields(); i++) {
            KeyField f = layout.field(i);
            Word[] v = keyField(c, values, f);
            int pos = layout.position(i);
            for (int w = 0; w < v.length; w++) {
                int at = pos + 64 * w;
                or(words, at / 64, WordOps.shift(Opcodes.LSHL, v[w], at % 64));
                int width = Math.min(64, f.width - 64 * w);
                if (at % 64 + width > 64) {
                    int by = 64 - at % 64;
                    or(words, at / 64 + 1, WordOps.shift(Opcodes.LUSHR, v[w], by));
                }
            }
        }
        for (int w = 0; w < words.length; w++) {
            c.load(Opcodes.ALOAD, slot);
            c.intConst(w);
            (words[w] == null ? Val.ZERO : words[w]).push(c);
            c.op(Opcodes.LASTORE);
        }
    }

    private static void or(Word[] words, int i, Word w) {
        words[i] = words[i] == null ? w : WordOps.binary(Opcodes.LOR, words[i], w);
    }

    /** A field as part of a key: zero if its header is not valid. */
    private Word[] keyField(CodeWriter c, ExprCompiler values, KeyField f) {
        Expr.FieldRef ref = f.field;
        Word[] v = values.words(ref, f.width);
        if (ref.index >= 0) {
            if (ref.field().signed && f.width % 64 != 0) {
                int last = v.length - 1;
                long mask = (1L << f.width % 64) - 1;
                v[last] = WordOps.binary(Opcodes.LAND, v[last], new Val.ConstWord(mask));
            }
            if (!ref.header.metadata) {
                Word valid = values.eval(new Expr.FieldRef(ref.header, -1), 64).words[0];
                Word all =
                        k -> {
                            valid.push(k);
                            k.op(Opcodes.LNEG);
                        };
                Word mask = v.length > 1 ? Val.force(c, all) : all;
                for (int i = 0; i < v.length; i++) {
                    v[i] = WordOps.binary(Opcodes.LAND, v[i], mask);
                }
            }
        }
        if (f.mask != null) {
            Word[] mask = Val.constant(f.mask, v.length);
            for (int i = 0; i < v.length; i++) {
                v[i] = WordOps.binary(Opcodes.LAND, v[i], mask[i]);
            }
        }
        return Val.force(c, v);
    }
}
