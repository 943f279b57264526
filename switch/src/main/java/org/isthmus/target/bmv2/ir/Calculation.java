// SPDX-License-Identifier: Apache-2.0
package org.isthmus.target.bmv2.ir;

import java.math.BigInteger;
import java.util.List;

/** A hash or checksum over fields, constants, headers and the payload. Immutable. */
public final class Calculation {

    /** One piece of the input; exactly one of field, header, constant is given, or payload. */
    public static final class Input {
        public final Expr.FieldRef field;
        public final Header header;
        public final BigInteger constant;
        public final int constantBits;
        public final boolean payload;

        private Input(
                Expr.FieldRef field,
                Header header,
                BigInteger constant,
                int constantBits,
                boolean payload) {
            this.field = field;
            this.header = header;
            this.constant = constant;
            this.constantBits = constantBits;
            this.payload = payload;
        }

        public static Input of(Expr.FieldRef field) {
            return new Input(field, null, null, 0, false);
        }

        public static Input of(Header header) {
            return new Input(null, header, null, 0, false);
        }

        public static Input of(BigInteger constant, int bits) {
            return new Input(null, null, constant, bits, false);
        }

        public static Input ofPayload() {
            return new Input(null, null, null, 0, true);
        }
    }

    public final String name;
    public final String algo;
    public final List<Input> inputs;

    public Calculation(String name, String algo, List<Input> inputs) {
        this.name = name;
        this.algo = algo;
        this.inputs = List.copyOf(inputs);
    }
}
