// SPDX-License-Identifier: Apache-2.0
package org.isthmus.target.bmv2.ir;

import java.util.List;

/** An action: parameters and the primitives it runs. Immutable. */
public final class Action {

    /** A call of a primitive. */
    public static final class Primitive {
        public final String op;
        public final List<Arg> args;

        /** The P4 text it came from, for messages; empty where the compiler gave none. */
        public final String source;

        public Primitive(String op, List<Arg> args, String source) {
            this.op = op;
            this.args = List.copyOf(args);
            this.source = source;
        }
    }

    /** An argument of a primitive: exactly one of the members is not null. */
    public static final class Arg {
        /** A value, a header or a stack. */
        public final Expr expr;

        /** The JSON type of a named argument ("calculation", "meter_array", "string", ...). */
        public final String kind;

        public final String name;

        /** The values of a "parameters_vector". */
        public final List<Expr> vector;

        private Arg(Expr expr, String kind, String name, List<Expr> vector) {
            this.expr = expr;
            this.kind = kind;
            this.name = name;
            this.vector = vector;
        }

        public static Arg of(Expr expr) {
            return new Arg(expr, null, null, null);
        }

        public static Arg named(String kind, String name) {
            return new Arg(null, kind, name, null);
        }

        public static Arg vector(List<Expr> values) {
            return new Arg(null, "parameters_vector", null, List.copyOf(values));
        }
    }

    public final String name;
    public final int id;

    /** Position among the program's actions, from 0 without gaps. */
    public final int index;

    public final List<String> paramNames;
    public final int[] paramWidths;
    public final List<Primitive> primitives;

    public Action(
            String name,
            int id,
            int index,
            List<String> paramNames,
            int[] paramWidths,
            List<Primitive> primitives) {
        this.name = name;
        this.id = id;
        this.index = index;
        this.paramNames = List.copyOf(paramNames);
        this.paramWidths = paramWidths;
        this.primitives = List.copyOf(primitives);
    }

    /** Offset of a parameter in the words of the action's data, 64 bits a word, low word first. */
    public int paramWord(int index) {
        int word = 0;
        for (int i = 0; i < index; i++) {
            word += words(paramWidths[i]);
        }
        return word;
    }

    public int dataWords() {
        return paramWord(paramWidths.length);
    }

    private static int words(int bits) {
        return Math.max(1, (bits + 63) / 64);
    }
}
