// SPDX-License-Identifier: Apache-2.0
package org.isthmus.target.bmv2.gen;

import org.isthmus.target.bmv2.gen.Val.Word;
import org.isthmus.target.bmv2.ir.Expr;
import org.isthmus.target.bmv2.ir.Header;
import org.isthmus.target.bmv2.ir.HeaderType;
import org.objectweb.asm.Opcodes;

/** Writes code that stores into fields. */
final class Assigner {
    private final Unit unit;
    private final CodeWriter c;
    private final ExprCompiler values;

    Assigner(Unit unit, CodeWriter c, ExprCompiler values) {
        this.unit = unit;
        this.c = c;
        this.values = values;
    }

    /** Stores an expression into a field. */
    void assign(Expr target, Expr value) {
        HeaderType.Field f = field(target);
        if (f.variable()) {
            throw new Unsupported("assignment of a value to variable field " + f.name);
        }
        Val v = values.eval(value, f.width);
        store(target, v);
    }

    /** Stores a value into a field. */
    void store(Expr target, Val v) {
        HeaderType.Field f = field(target);
        Word[] w = v.widen(c, HeaderLayout.words(f.width));
        int n = w.length;
        int unused = 64 * n - f.width;
        if (f.signed) {
            if (!(v.exact() && new Range(v.min, v.max).within(Range.signed(f.width)))) {
                w[n - 1] = WordOps.signExtend(w[n - 1], unused);
            }
        } else if (unused > 0 && !v.fits(f.width)) {
            w[n - 1] = WordOps.binary(Opcodes.LAND, w[n - 1], new Val.ConstWord(-1L >>> unused));
        }
        if (target instanceof Expr.FieldRef) {
            Expr.FieldRef ref = (Expr.FieldRef) target;
            unit.touch(c, ref.header);
            storeWords(ref.header, ref.index, w);
        } else {
            Expr.AccessField a = (Expr.AccessField) target;
            Word[] forced = Val.force(c, w);
            unit.withHeader(
                    c,
                    values,
                    a.header,
                    h -> {
                        unit.touch(c, h);
                        storeWords(h, a.index, forced);
                    });
        }
    }

    /** All words are pushed before the first is stored: they may depend on the field itself. */
    private void storeWords(Header h, int field, Word[] w) {
        for (Word word : w) {
            c.self();
            word.push(c);
        }
        for (int i = w.length - 1; i >= 0; i--) {
            c.put(HeaderLayout.word(h, field, i), "J");
        }
    }

    static HeaderType.Field field(Expr target) {
        if (target instanceof Expr.FieldRef && ((Expr.FieldRef) target).index >= 0) {
            return ((Expr.FieldRef) target).field();
        }
        if (target instanceof Expr.AccessField) {
            Expr.AccessField a = (Expr.AccessField) target;
            return ((Expr.Element) a.header).stack.type.fields.get(a.index);
        }
        throw new Unsupported("assignment to something that is not a field");
    }
}
