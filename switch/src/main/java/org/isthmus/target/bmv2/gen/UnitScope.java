// SPDX-License-Identifier: Apache-2.0
package org.isthmus.target.bmv2.gen;

import org.isthmus.target.bmv2.ir.Action;
import org.isthmus.target.bmv2.ir.Expr;
import org.objectweb.asm.Opcodes;

/** Names within an action: its parameters are words of the array in slot 1 from index slot 2. */
class UnitScope implements ExprCompiler.Scope {
    private final Unit unit;
    private final int[] widths;
    private final int[] offsets;

    UnitScope(Unit unit, int[] widths) {
        this.unit = unit;
        this.widths = widths;
        this.offsets = new int[widths.length];
        int at = 0;
        for (int i = 0; i < widths.length; i++) {
            offsets[i] = at;
            at += HeaderLayout.words(widths[i]);
        }
    }

    static UnitScope of(Unit unit, Action a) {
        return new UnitScope(unit, a.paramWidths);
    }

    @Override
    public int paramWidth(int index) {
        if (index < 0 || index >= widths.length) {
            throw new Unsupported("parameter " + index);
        }
        return widths[index];
    }

    @Override
    public void pushParam(CodeWriter c, int index, int word) {
        c.load(Opcodes.ALOAD, 1);
        c.load(Opcodes.ILOAD, 2);
        c.intConst(offsets[index] + word);
        c.op(Opcodes.IADD);
        c.op(Opcodes.LALOAD);
    }

    @Override
    public int registerWidth(String register) {
        return unit.linkage.register(register).width();
    }

    @Override
    public void pushRegister(CodeWriter c, String register) {
        unit.pushRegister(c, register);
    }

    @Override
    public String stackGetter(Expr.Element e, int field, int word) {
        return unit.stackGetter(e, field, word);
    }
}
