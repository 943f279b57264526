// SPDX-License-Identifier: Apache-2.0
package org.isthmus.pipeline;

/** What a P4 program names by ids. Those of ours are in {@link P4}. */
public final class Ids {
    private Ids() {}

    /** A table. Immutable. */
    public static final class Table {
        public final int id;
        public final String name;

        Table(int id, String name) {
            this.id = id;
            this.name = name;
        }

        @Override
        public String toString() {
            return name;
        }
    }

    /** What a table matches on. Immutable. */
    public static final class Field {
        public final Table table;
        public final int id;
        public final String name;
        public final int bits;

        Field(Table table, int id, String name, int bits) {
            this.table = table;
            this.id = id;
            this.name = name;
            this.bits = bits;
        }

        @Override
        public String toString() {
            return table + "." + name;
        }
    }

    /** An action. Immutable. */
    public static final class Action {
        public final int id;
        public final String name;

        Action(int id, String name) {
            this.id = id;
            this.name = name;
        }

        @Override
        public String toString() {
            return name;
        }
    }

    /** A parameter of an action. Immutable. */
    public static final class Param {
        public final Action action;
        public final int id;
        public final String name;
        public final int bits;

        Param(Action action, int id, String name, int bits) {
            this.action = action;
            this.id = id;
            this.name = name;
            this.bits = bits;
        }

        @Override
        public String toString() {
            return action + "." + name;
        }
    }
}
