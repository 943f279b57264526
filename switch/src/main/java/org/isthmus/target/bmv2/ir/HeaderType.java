// SPDX-License-Identifier: Apache-2.0
package org.isthmus.target.bmv2.ir;

import java.util.List;

/** A header or struct type. Immutable. */
public final class HeaderType {

    /** One field. */
    public static final class Field {
        /** The width of a field whose length is only known when it is extracted. */
        public static final int VARIABLE = -1;

        public final String name;

        /** Bits, or {@link #VARIABLE}. */
        public final int width;

        public final boolean signed;

        public Field(String name, int width, boolean signed) {
            this.name = name;
            this.width = width;
            this.signed = signed;
        }

        public boolean variable() {
            return width == VARIABLE;
        }
    }

    public final String name;
    public final List<Field> fields;

    /** Bytes a header with a variable field may have; 0 where there is none. */
    public final int maxLength;

    /**
     * Bits of the variable field where the program does not give them when it extracts the header;
     * its parameters are fields by their index. Null: the program does.
     */
    public final Expr variableBits;

    public HeaderType(String name, List<Field> fields, int maxLength, Expr variableBits) {
        this.name = name;
        this.fields = List.copyOf(fields);
        this.maxLength = maxLength;
        this.variableBits = variableBits;
    }

    /** -1 where there is none. */
    public int indexOf(String field) {
        for (int i = 0; i < fields.size(); i++) {
            if (fields.get(i).name.equals(field)) {
                return i;
            }
        }
        return -1;
    }

    /** Index of the variable field, or -1. */
    public int variableField() {
        for (int i = 0; i < fields.size(); i++) {
            if (fields.get(i).variable()) {
                return i;
            }
        }
        return -1;
    }

    /** Bits of all fields but the variable one. */
    public int fixedBits() {
        int bits = 0;
        for (Field f : fields) {
            bits += f.variable() ? 0 : f.width;
        }
        return bits;
    }
}
