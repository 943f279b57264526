// SPDX-License-Identifier: Apache-2.0
package org.isthmus.target.bmv2.ir;

import java.math.BigInteger;
import java.util.List;

/**
 * An expression of BMv2 JSON. Arithmetic is done on unbounded integers; a value is cut to a field's
 * width when it is stored. Immutable.
 */
public abstract class Expr {

    /** What an expression evaluates to. */
    public enum Type {
        DATA,
        BOOL,
        HEADER,
        STACK,
        UNION,
        UNION_STACK
    }

    private Expr() {}

    public abstract Type type();

    /** A constant. */
    public static final class Const extends Expr {
        public final BigInteger value;

        public Const(BigInteger value) {
            this.value = value;
        }

        @Override
        public Type type() {
            return Type.DATA;
        }
    }

    /** True or false. */
    public static final class Bool extends Expr {
        public final boolean value;

        public Bool(boolean value) {
            this.value = value;
        }

        @Override
        public Type type() {
            return Type.BOOL;
        }
    }

    /** A field of a header instance; index -1 is the header's validity bit. */
    public static final class FieldRef extends Expr {
        public final Header header;
        public final int index;

        public FieldRef(Header header, int index) {
            this.header = header;
            this.index = index;
        }

        public HeaderType.Field field() {
            return header.type.fields.get(index);
        }

        @Override
        public Type type() {
            return Type.DATA;
        }

        @Override
        public String toString() {
            return header.name + "." + (index < 0 ? "$valid$" : field().name);
        }
    }

    /** A field of a header expression that is only known at run time. */
    public static final class AccessField extends Expr {
        public final Expr header;
        public final int index;

        public AccessField(Expr header, int index) {
            this.header = header;
            this.index = index;
        }

        @Override
        public Type type() {
            return Type.DATA;
        }
    }

    /** A parameter of the enclosing action. */
    public static final class Param extends Expr {
        public final int index;

        public Param(int index) {
            this.index = index;
        }

        @Override
        public Type type() {
            return Type.DATA;
        }
    }

    /** A header instance. */
    public static final class HeaderRef extends Expr {
        public final Header header;

        public HeaderRef(Header header) {
            this.header = header;
        }

        @Override
        public Type type() {
            return Type.HEADER;
        }
    }

    /** A header stack. */
    public static final class StackRef extends Expr {
        public final HeaderStack stack;

        public StackRef(HeaderStack stack) {
            this.stack = stack;
        }

        @Override
        public Type type() {
            return Type.STACK;
        }
    }

    /** An element of a stack; the index null means the last one extracted. */
    public static final class Element extends Expr {
        public final HeaderStack stack;
        public final Expr index;

        public Element(HeaderStack stack, Expr index) {
            this.stack = stack;
            this.index = index;
        }

        @Override
        public Type type() {
            return Type.HEADER;
        }
    }

    /** A header union: a header expression for each of its members. */
    public static final class UnionRef extends Expr {
        public final List<Expr> members;

        public UnionRef(List<Expr> members) {
            this.members = List.copyOf(members);
        }

        @Override
        public Type type() {
            return Type.UNION;
        }
    }

    /** A stack of header unions. */
    public static final class UnionStackRef extends Expr {
        public final HeaderUnionStack stack;

        public UnionStackRef(HeaderUnionStack stack) {
            this.stack = stack;
        }

        @Override
        public Type type() {
            return Type.UNION_STACK;
        }
    }

    /** A cell of a register array. */
    public static final class RegisterRef extends Expr {
        public final String register;
        public final Expr index;

        public RegisterRef(String register, Expr index) {
            this.register = register;
            this.index = index;
        }

        @Override
        public Type type() {
            return Type.DATA;
        }
    }

    /** Bits of the packet not yet parsed, relative to the parser's position. */
    public static final class Lookahead extends Expr {
        public final int offset;
        public final int width;

        public Lookahead(int offset, int width) {
            this.offset = offset;
            this.width = width;
        }

        @Override
        public Type type() {
            return Type.DATA;
        }
    }

    /** An operator. Operands that it does not have are null. */
    public static final class Op extends Expr {
        public final Operator op;
        public final Expr cond;
        public final Expr left;
        public final Expr right;

        public Op(Operator op, Expr cond, Expr left, Expr right) {
            this.op = op;
            this.cond = cond;
            this.left = left;
            this.right = right;
        }

        @Override
        public Type type() {
            return op == Operator.TERNARY ? left.type() : op.result;
        }
    }
}
