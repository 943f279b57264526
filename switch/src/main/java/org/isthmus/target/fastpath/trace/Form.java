// SPDX-License-Identifier: Apache-2.0
package org.isthmus.target.fastpath.trace;

import java.util.HashMap;
import java.util.Map;

/** How a value that differs between the packets of a flow follows from the packet. Immutable. */
abstract class Form {
    private Form() {}

    /** Bits of the frame as they came. */
    static final class Slice extends Form {
        /** First bit in the frame. */
        final int bit;

        final int width;

        Slice(int bit, int width) {
            this.bit = bit;
            this.width = width;
        }
    }

    /** Something outside of the packet, such as the time. */
    static final class Outside extends Form {
        final String what;

        Outside(String what) {
            this.what = what;
        }
    }

    /** The upper half of a 32-bit sum, or the lower. */
    static final class Half extends Form {
        final Linear of;
        final boolean upper;

        Half(Linear of, boolean upper) {
            this.of = of;
            this.upper = upper;
        }
    }

    /** What sums are made of: numbers from 0 to 0xffff that differ between packets. */
    static final class Term {
        /** Bytes of the IP packet; its bounds are those of {@link Lengths}. */
        static final Term LENGTH = new Term(0, 0xffff, null);

        /** Identification of the IPv4 header. */
        static final Term ID = new Term(0, 0xffff, null);

        /** The transport checksum, and that of UDP, which is not 0. */
        static final Term CHECKSUM = new Term(0, 0xffff, null);

        static final Term UDP_CHECKSUM = new Term(1, 0xffff, null);

        /** Random bits, 16 of them. */
        static final Term RANDOM = new Term(0, 0xffff, null);

        final long min;
        final long max;

        /** Of what only the bounds are known, what it is congruent to modulo 0xffff; else null. */
        final Linear congruent;

        Term(long min, long max, Linear congruent) {
            this.min = min;
            this.max = max;
            this.congruent = congruent;
        }
    }

    /** A sum of a constant and multiples of terms. */
    static final class Linear extends Form {
        static final long MODULUS = 0xffff;

        final long constant;

        /** None is 0. Never changed, and so shared. */
        private final Map<Term, Long> factors;

        /** Null: not asked for yet. */
        private Linear residue;

        private Linear(long constant, Map<Term, Long> factors) {
            this.constant = constant;
            this.factors = factors;
        }

        static Linear of(long constant) {
            return new Linear(constant, Map.of());
        }

        static Linear of(Term term, long more) {
            return new Linear(more, Map.of(term, 1L));
        }

        /** The checksum of a right IPv4 header whose words but for length and id add up to this. */
        static Linear headerChecksum(long rest) {
            Linear sum = of(rest).plus(of(Term.LENGTH, 0), 1).plus(of(Term.ID, 0), 1);
            return of(new Term(0, MODULUS - 1, sum.times(-1)), 0);
        }

        long factor(Term term) {
            return factors.getOrDefault(term, 0L);
        }

        long min(Lengths lengths) {
            return bound(lengths, false);
        }

        long max(Lengths lengths) {
            return bound(lengths, true);
        }

        private long bound(Lengths lengths, boolean upper) {
            long sum = constant;
            for (Map.Entry<Term, Long> e : factors.entrySet()) {
                Term t = e.getKey();
                boolean high = upper == e.getValue() > 0;
                boolean length = t == Term.LENGTH;
                long min = length ? lengths.min() : t.min;
                long max = length ? lengths.max() : t.max;
                sum += e.getValue() * (high ? max : min);
            }
            return sum;
        }

        boolean isConstant() {
            return factors.isEmpty();
        }

        /** Whether it depends on the length and nothing else. */
        boolean onlyLength() {
            return factors.size() == 1 && factors.containsKey(Term.LENGTH);
        }

        /** Whether it depends on one term, of which all is known; then its residue does, too. */
        boolean isOneKnownTerm() {
            return factors.size() == 1 && factors.keySet().iterator().next().congruent == null;
        }

        /** Whether it is this term and nothing else. */
        boolean is(Term term) {
            return constant == 0 && factors.size() == 1 && factor(term) == 1;
        }

        /** What it is modulo 0xffff, by terms of which all is known. */
        Linear residue() {
            if (residue == null) {
                residue = calculateResidue();
            }
            return residue;
        }

        private Linear calculateResidue() {
            Linear sum = of(constant);
            for (Map.Entry<Term, Long> e : factors.entrySet()) {
                Linear congruent = e.getKey().congruent;
                Linear part = congruent == null ? of(e.getKey(), 0) : congruent.residue();
                sum = sum.plus(part, e.getValue());
            }
            return new Linear(Math.floorMod(sum.constant, MODULUS), sum.factors);
        }

        boolean congruentTo(Linear o) {
            return residue().equals(o.residue());
        }

        /** This and a multiple of another. */
        Linear plus(Linear o, long times) {
            if (o.isConstant()) {
                return new Linear(constant + times * o.constant, factors);
            }
            if (isConstant() && times == 1) {
                return new Linear(constant + o.constant, o.factors);
            }
            Map<Term, Long> sum = new HashMap<>(factors);
            o.factors.forEach((t, f) -> sum.merge(t, f * times, Long::sum));
            sum.values().removeIf(f -> f == 0);
            return new Linear(constant + times * o.constant, sum);
        }

        Linear times(long factor) {
            return of(0).plus(this, factor);
        }

        /** Whether it is the same number in each packet. */
        @Override
        public boolean equals(Object o) {
            return o instanceof Linear
                    && constant == ((Linear) o).constant
                    && factors.equals(((Linear) o).factors);
        }

        @Override
        public int hashCode() {
            return Long.hashCode(constant) + 31 * factors.hashCode();
        }
    }
}
