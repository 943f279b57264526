// SPDX-License-Identifier: Apache-2.0
package org.isthmus.target.bmv2.ir;

import java.util.HashMap;
import java.util.Map;

/** The operators of BMv2 expressions. */
public enum Operator {
    ADD("+", Expr.Type.DATA),
    SUB("-", Expr.Type.DATA),
    MUL("*", Expr.Type.DATA),
    DIV("/", Expr.Type.DATA),
    MOD("%", Expr.Type.DATA),
    SHL("<<", Expr.Type.DATA),
    SHR(">>", Expr.Type.DATA),
    BIT_AND("&", Expr.Type.DATA),
    BIT_OR("|", Expr.Type.DATA),
    BIT_XOR("^", Expr.Type.DATA),
    BIT_NEG("~", Expr.Type.DATA),
    TWO_COMP_MOD("two_comp_mod", Expr.Type.DATA),
    USAT_CAST("usat_cast", Expr.Type.DATA),
    SAT_CAST("sat_cast", Expr.Type.DATA),
    B2D("b2d", Expr.Type.DATA),
    LAST_STACK_INDEX("last_stack_index", Expr.Type.DATA),
    SIZE_STACK("size_stack", Expr.Type.DATA),
    EQ("==", Expr.Type.BOOL),
    NE("!=", Expr.Type.BOOL),
    LT("<", Expr.Type.BOOL),
    GT(">", Expr.Type.BOOL),
    LE("<=", Expr.Type.BOOL),
    GE(">=", Expr.Type.BOOL),
    AND("and", Expr.Type.BOOL),
    OR("or", Expr.Type.BOOL),
    NOT("not", Expr.Type.BOOL),
    VALID("valid", Expr.Type.BOOL),
    D2B("d2b", Expr.Type.BOOL),
    TERNARY("?", null);

    private static final Map<String, Operator> BY_NAME = new HashMap<>();

    static {
        for (Operator op : values()) {
            BY_NAME.put(op.symbol, op);
        }
    }

    public final String symbol;
    final Expr.Type result;

    Operator(String symbol, Expr.Type result) {
        this.symbol = symbol;
        this.result = result;
    }

    /** Null where there is none of this name. */
    public static Operator of(String symbol) {
        return BY_NAME.get(symbol);
    }
}
