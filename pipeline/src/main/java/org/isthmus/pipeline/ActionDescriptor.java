// SPDX-License-Identifier: Apache-2.0
package org.isthmus.pipeline;

import com.google.protobuf.ByteString;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.ToIntFunction;
import java.util.function.ToLongFunction;
import p4.v1.P4RuntimeOuterClass.Action;
import p4.v1.P4RuntimeOuterClass.TableEntry;

/**
 * The actions by which something is told to a device, and their parameters. A subclass declares the
 * actions first and then their parameters, each as a field that {@link #read} reads it by.
 * Immutable once declared; any thread.
 *
 * @param <T> what is told
 */
abstract class ActionDescriptor<T> {

    /** An action, with what it is chosen by. */
    private final class Outcome {
        final Object chosenBy;
        final Ids.Action action;
        final List<Cell> params = new ArrayList<>();

        /** The action, if it has no parameters. */
        Action plain;

        Outcome(Object chosenBy, Ids.Action action) {
            this.chosenBy = chosenBy;
            this.action = action;
            this.plain = Action.newBuilder().setActionId(action.id).build();
        }
    }

    private final List<Outcome> outcomes = new ArrayList<>(1);

    /** Null with a single action. */
    private Function<T, ?> chooser;

    /** To be followed by a {@link #choice} of actions. */
    ActionDescriptor() {}

    /**
     * @param action the only one
     */
    ActionDescriptor(Ids.Action action) {
        outcomes.add(new Outcome(null, action));
    }

    // What subclasses declare.

    /** Several actions, of which a property of what is told chooses. */
    final <V> Choice<V> choice(Function<T, V> by) {
        chooser = by;
        return new Choice<>();
    }

    /** A parameter of up to 32 bits. */
    final Int param(Ids.Param param, ToIntFunction<T> from) {
        return param(List.of(param), from);
    }

    /** A parameter that several actions have, under one id. */
    final Int param(List<Ids.Param> params, ToIntFunction<T> from) {
        params.forEach(p -> check(p, p.bits <= Integer.SIZE));
        return add(params, new Int(params.get(0), from));
    }

    /** A parameter of 128 bits. */
    final Wide param(List<Ids.Param> params, ToLongFunction<T> high, ToLongFunction<T> low) {
        params.forEach(p -> check(p, p.bits == 2 * Long.SIZE));
        return add(params, new Wide(params.get(0), high, low));
    }

    final Wide param(Ids.Param param, ToLongFunction<T> high, ToLongFunction<T> low) {
        return param(List.of(param), high, low);
    }

    /** A parameter of a kind of value. */
    final <V> Value<V> param(Ids.Param param, Codec<V> codec, Function<T, V> from) {
        check(param, param.bits == codec.bits);
        return add(List.of(param), new Value<>(param, codec, from));
    }

    private <C extends Cell> C add(List<Ids.Param> params, C cell) {
        for (Ids.Param param : params) {
            Outcome outcome = outcome(param.action.id);
            check(param, outcome != null && param.id == cell.id);
            outcome.params.add(cell);
            outcome.plain = null;
        }
        return cell;
    }

    static void check(Object what, boolean holds) {
        if (!holds) {
            throw new IllegalStateException(what + " is not declared as the P4 program has it");
        }
    }

    /**
     * What an entry tells.
     *
     * @param entry has one of the actions; a parameter that it lacks is 0
     * @throws IllegalArgumentException it has values that are never written
     */
    abstract T read(TableEntry entry);

    // Writing and reading.

    final Action action(T told) {
        Outcome outcome = chooser == null ? outcomes.get(0) : chosen(chooser.apply(told));
        if (outcome.plain != null) {
            return outcome.plain;
        }
        Action.Builder action = Action.newBuilder().setActionId(outcome.action.id);
        for (int i = 0; i < outcome.params.size(); i++) {
            Cell cell = outcome.params.get(i);
            action.addParams(
                    Action.Param.newBuilder().setParamId(cell.id).setValue(cell.bytes(told)));
        }
        return action.build();
    }

    private Outcome chosen(Object by) {
        for (Outcome outcome : outcomes) {
            if (outcome.chosenBy.equals(by)) {
                return outcome;
            }
        }
        throw new IllegalArgumentException("no action does " + by + "; " + this);
    }

    final boolean hasAction(int id) {
        return outcome(id) != null;
    }

    private Outcome outcome(int id) {
        for (int i = 0; i < outcomes.size(); i++) {
            if (outcomes.get(i).action.id == id) {
                return outcomes.get(i);
            }
        }
        return null;
    }

    /** Which of several actions it is. */
    final class Choice<V> {
        Choice<V> when(V value, Ids.Action action) {
            outcomes.add(new Outcome(value, action));
            return this;
        }

        @SuppressWarnings("unchecked")
        V of(TableEntry entry) {
            return (V) outcome(entry.getAction().getAction().getActionId()).chosenBy;
        }
    }

    /** A value that is matched on exactly, or given to an action. */
    abstract class Cell {
        final int id;

        /** Bits that are matched on; 0: it is no match. */
        private final int matched;

        private Cell(Ids.Field field) {
            id = field.id;
            matched = field.bits;
        }

        private Cell(Ids.Param param) {
            id = param.id;
            matched = 0;
        }

        abstract ByteString bytes(T told);

        final ByteString in(TableEntry entry) {
            if (matched > 0) {
                return MatchKinds.exact(entry, id, matched);
            }
            Action action = entry.getAction().getAction();
            for (int i = 0; i < action.getParamsCount(); i++) {
                if (action.getParams(i).getParamId() == id) {
                    return action.getParams(i).getValue();
                }
            }
            return ByteString.EMPTY;
        }
    }

    /** Up to 32 bits. */
    final class Int extends Cell {
        private final ToIntFunction<T> from;

        Int(Ids.Field field, ToIntFunction<T> from) {
            super(field);
            this.from = from;
        }

        Int(Ids.Param param, ToIntFunction<T> from) {
            super(param);
            this.from = from;
        }

        @Override
        ByteString bytes(T told) {
            return Bytes.of(from.applyAsInt(told));
        }

        int of(TableEntry entry) {
            return Bytes.intOf(in(entry));
        }
    }

    /** 128 bits. */
    final class Wide extends Cell {
        private final ToLongFunction<T> high;
        private final ToLongFunction<T> low;

        Wide(Ids.Field field, ToLongFunction<T> high, ToLongFunction<T> low) {
            super(field);
            this.high = high;
            this.low = low;
        }

        Wide(Ids.Param param, ToLongFunction<T> high, ToLongFunction<T> low) {
            super(param);
            this.high = high;
            this.low = low;
        }

        @Override
        ByteString bytes(T told) {
            return Bytes.of(high.applyAsLong(told), low.applyAsLong(told));
        }

        long highOf(TableEntry entry) {
            return Bytes.high(in(entry));
        }

        long lowOf(TableEntry entry) {
            return Bytes.low(in(entry));
        }
    }

    /** A kind of value. */
    final class Value<V> extends Cell {
        private final Codec<V> codec;
        private final Function<T, V> from;

        Value(Ids.Field field, Codec<V> codec, Function<T, V> from) {
            super(field);
            this.codec = codec;
            this.from = from;
        }

        Value(Ids.Param param, Codec<V> codec, Function<T, V> from) {
            super(param);
            this.codec = codec;
            this.from = from;
        }

        @Override
        ByteString bytes(T told) {
            return codec.write.apply(from.apply(told));
        }

        V of(TableEntry entry) {
            return codec.read.apply(in(entry));
        }
    }
}
