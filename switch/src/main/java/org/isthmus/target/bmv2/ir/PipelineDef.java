// SPDX-License-Identifier: Apache-2.0
package org.isthmus.target.bmv2.ir;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;

/** A control: nodes by name, of which {@link #init} runs first. Immutable. */
public final class PipelineDef {

    /** A step of a control. */
    public abstract static class Node {
        public final String name;

        /** Where in the P4 program it is, as "file:line"; empty where the compiler gave none. */
        public final String place;

        private Node(String name, String place) {
            this.name = name;
            this.place = place;
        }

        /** What may come next; null among them: the end. */
        public abstract List<String> nexts();
    }

    /** A branch; a next node of null ends the control. */
    public static final class Conditional extends Node {
        public final Expr condition;
        public final String trueNext;
        public final String falseNext;

        public Conditional(
                String name, String place, Expr condition, String trueNext, String falseNext) {
            super(name, place);
            this.condition = condition;
            this.trueNext = trueNext;
            this.falseNext = falseNext;
        }

        @Override
        public List<String> nexts() {
            return Arrays.asList(trueNext, falseNext);
        }
    }

    /** A call of an action without parameters. */
    public static final class ActionCall extends Node {
        public final Action action;
        public final String next;

        public ActionCall(String name, String place, Action action, String next) {
            super(name, place);
            this.action = action;
            this.next = next;
        }

        @Override
        public List<String> nexts() {
            return Collections.singletonList(next);
        }
    }

    /** How a key field is matched. */
    public enum MatchType {
        EXACT,
        LPM,
        TERNARY,
        RANGE
    }

    /** A field of a table's key. */
    public static final class KeyField {
        public final String name;

        /** Null in a table that the program does not apply. */
        public final Expr.FieldRef field;

        public final MatchType type;

        /** Ands the field before the lookup; null: all of it. */
        public final BigInteger mask;

        public final int width;

        public KeyField(
                String name, Expr.FieldRef field, MatchType type, BigInteger mask, int width) {
            this.name = name;
            this.field = field;
            this.type = type;
            this.mask = mask;
            this.width = width;
        }
    }

    /** A row that the program itself puts in. */
    public static final class ConstEntry {
        /** Per key field. */
        public final BigInteger[] values;

        /** Mask, or upper bound of a range; null for exact fields. */
        public final BigInteger[] seconds;

        public final Action action;
        public final BigInteger[] data;

        /** The lower wins. */
        public final int priority;

        public ConstEntry(
                BigInteger[] values,
                BigInteger[] seconds,
                Action action,
                BigInteger[] data,
                int priority) {
            this.values = values;
            this.seconds = seconds;
            this.action = action;
            this.data = data;
            this.priority = priority;
        }
    }

    /** A match-action table. */
    public static final class TableDef extends Node {
        public final int id;
        public final MatchType match;
        public final List<KeyField> key;
        public final List<Action> actions;

        /** Null for tables that hold their actions themselves. */
        public final ActionProfileDef profile;

        public final int maxSize;
        public final boolean counters;
        public final boolean timeouts;

        /** Null where there is none. */
        public final MeterDef meter;

        /** Next node by action; null where {@link #hitMiss}. */
        public final Map<Action, String> nextByAction;

        public final boolean hitMiss;
        public final String hitNext;
        public final String missNext;

        /** Where to go from a miss without a default action, and from an empty group. */
        public final String baseNext;

        /** Null where there is none. */
        public final Action defaultAction;

        public final BigInteger[] defaultData;
        public final boolean constDefault;

        /** Null: the control plane writes the rows. */
        public final List<ConstEntry> entries;

        public TableDef(TableBuilder b) {
            super(b.name, b.place);
            this.id = b.id;
            this.match = b.match;
            this.key = List.copyOf(b.key);
            this.actions = List.copyOf(b.actions);
            this.profile = b.profile;
            this.maxSize = b.maxSize;
            this.counters = b.counters;
            this.timeouts = b.timeouts;
            this.meter = b.meter;
            this.nextByAction = b.nextByAction;
            this.hitMiss = b.hitMiss;
            this.hitNext = b.hitNext;
            this.missNext = b.missNext;
            this.baseNext = b.baseNext;
            this.defaultAction = b.defaultAction;
            this.defaultData = b.defaultData;
            this.constDefault = b.constDefault;
            this.entries = b.entries;
        }

        @Override
        public List<String> nexts() {
            List<String> nexts = new ArrayList<>();
            nexts.add(hitNext);
            nexts.add(missNext);
            nexts.addAll(nextByAction.values());
            nexts.add(baseNext);
            return nexts;
        }
    }

    /** The parts of a table while it is read. */
    public static final class TableBuilder {
        public String name;
        public String place;
        public int id;
        public MatchType match;
        public List<KeyField> key;
        public List<Action> actions;
        public ActionProfileDef profile;
        public int maxSize;
        public boolean counters;
        public boolean timeouts;
        public MeterDef meter;
        public Map<Action, String> nextByAction;
        public boolean hitMiss;
        public String hitNext;
        public String missNext;
        public String baseNext;
        public Action defaultAction;
        public BigInteger[] defaultData;
        public boolean constDefault;
        public List<ConstEntry> entries;
    }

    /** Members and groups that tables refer to. */
    public static final class ActionProfileDef {
        public final String name;
        public final int maxSize;

        /** Null without a selector. */
        public final Calculation selector;

        public ActionProfileDef(String name, int maxSize, Calculation selector) {
            this.name = name;
            this.maxSize = maxSize;
            this.selector = selector;
        }
    }

    public final String name;
    public final String init;
    public final Map<String, Node> nodes;
    public final List<ActionProfileDef> profiles;

    public PipelineDef(
            String name, String init, Map<String, Node> nodes, List<ActionProfileDef> profiles) {
        this.name = name;
        this.init = init;
        this.nodes = nodes;
        this.profiles = List.copyOf(profiles);
    }
}
