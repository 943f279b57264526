// SPDX-License-Identifier: Apache-2.0
package org.isthmus.target.fastpath.trace;

import java.util.Arrays;
import org.isthmus.target.bmv2.ir.Bmv2Program;
import org.isthmus.target.bmv2.ir.Expr;
import org.isthmus.target.bmv2.ir.Header;
import org.isthmus.target.bmv2.ir.HeaderType;

/** Headers and metadata of the packet that is traced. */
final class State {
    private final Bmv2Program program;
    private final Numbers numbers;
    private final Value[][] fields;
    private final boolean[] valid;

    /** Bytes by which headers that were added and removed have changed the packet. */
    int longer;

    State(Bmv2Program program, Numbers numbers) {
        this.program = program;
        this.numbers = numbers;
        this.fields = new Value[program.headers.size()][];
        this.valid = new boolean[fields.length];
        for (Header h : program.headers) {
            fields[h.index] = new Value[h.type.fields.size()];
            clear(h);
            valid[h.index] = h.metadata;
        }
    }

    private void clear(Header h) {
        Arrays.fill(fields[h.index], Value.ZERO);
    }

    boolean valid(Header h) {
        return valid[h.index];
    }

    Value get(Header h, int field) {
        return fields[h.index][field];
    }

    /** Stores a value, cut to the field's width. */
    void set(Header h, int field, Value v) throws Untraceable {
        HeaderType.Field f = h.type.fields.get(field);
        if (f.variable()) {
            throw new Untraceable("variable fields");
        }
        Value stored = numbers.low(v, f.width);
        if (f.signed && (!stored.same() || stored.now.testBit(f.width - 1))) {
            throw new Untraceable("signed fields");
        }
        fields[h.index][field] = stored;
    }

    /** Sets a field that the architecture knows, where the program has it. */
    void set(String standard, Value v) throws Untraceable {
        Expr.FieldRef f = program.standard(standard);
        if (f != null) {
            set(f.header, f.index, v);
        }
    }

    /** What the program has in a field that the architecture knows; 0 where it has none. */
    int standard(String name) throws Untraceable {
        Expr.FieldRef f = program.standard(name);
        return f == null ? 0 : numbers.constant(get(f.header, f.index)).intValue();
    }

    void makeValid(Header h) throws Untraceable {
        if (program.unions.containsKey(h)) {
            throw new Untraceable("header unions");
        }
        valid[h.index] = true;
    }

    void add(Header h) throws Untraceable {
        if (!valid[h.index]) {
            clear(h);
            makeValid(h);
            longer += bytes(h);
        }
    }

    void remove(Header h) throws Untraceable {
        if (valid[h.index] && !h.metadata) {
            longer -= bytes(h);
            valid[h.index] = false;
        }
    }

    static int bytes(Header h) throws Untraceable {
        if (h.type.variableField() >= 0) {
            throw new Untraceable("variable fields");
        }
        return h.type.fixedBits() / 8;
    }

    void assign(Header to, Header from) throws Untraceable {
        if (to == from) {
            return;
        }
        bytes(from);
        if (valid[from.index]) {
            System.arraycopy(fields[from.index], 0, fields[to.index], 0, fields[to.index].length);
            makeValid(to);
        } else if (!to.metadata) {
            valid[to.index] = false;
        }
    }
}
