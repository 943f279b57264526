// SPDX-License-Identifier: Apache-2.0
package org.isthmus.target.fastpath.trace;

import java.math.BigInteger;

/** A value: what it is for the packet that is traced, and for the others. Immutable. */
final class Value {
    static final Value ZERO = of(BigInteger.ZERO);

    final BigInteger now;

    /** Null: it is the same for all packets of the flow. */
    final Form form;

    Value(BigInteger now, Form form) {
        this.now = now;
        this.form = form;
    }

    static Value of(BigInteger constant) {
        return new Value(constant, null);
    }

    static Value of(long constant) {
        return of(BigInteger.valueOf(constant));
    }

    boolean same() {
        return form == null;
    }
}
