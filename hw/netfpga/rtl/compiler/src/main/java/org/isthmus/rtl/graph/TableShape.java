// SPDX-License-Identifier: Apache-2.0
package org.isthmus.rtl.graph;

import java.util.List;
import java.util.Map;

/** What the hardware of a table is made by. Immutable. */
public final class TableShape {
    /** How its rows match. */
    public enum Kind {
        EXACT,
        TERNARY,
        LPM;

        /** Whether hashes say where a row may be. */
        public boolean isHashed() {
            return this != TERNARY;
        }
    }

    /** A parameter of an action in the value of a row. */
    public static final class Param {
        public final String action;
        public final String name;
        public final int width;

        /** Its lowest bit. */
        public final int low;

        public Param(String action, String name, int width, int low) {
            this.action = action;
            this.name = name;
            this.width = width;
            this.low = low;
        }
    }

    public final String name;

    /** Position among the tables of the P4Info, from 0. */
    public final int number;

    public final Kind kind;
    public final int keyBits;
    public final int valueBits;

    /** Rows that the host may put in. */
    public final int size;

    /** Bits of the number of the action, which are the highest of the value. */
    public final int actionBits;

    /** Numbers of the actions that a row may have, by name. */
    public final Map<String, Integer> actions;

    public final List<Param> params;

    public TableShape(
            String name,
            int number,
            Kind kind,
            int keyBits,
            int valueBits,
            int size,
            int actionBits,
            Map<String, Integer> actions,
            List<Param> params) {
        this.name = name;
        this.number = number;
        this.kind = kind;
        this.keyBits = keyBits;
        this.valueBits = valueBits;
        this.size = size;
        this.actionBits = actionBits;
        this.actions = Map.copyOf(actions);
        this.params = List.copyOf(params);
    }
}
