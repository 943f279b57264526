// SPDX-License-Identifier: Apache-2.0
package org.isthmus.target.p4rt;

import p4.v1.P4RuntimeOuterClass.Uint128;

/** An election id: an unsigned number of 128 bits. Immutable. */
final class ElectionId implements Comparable<ElectionId> {
    private final long high;
    private final long low;

    ElectionId(Uint128 id) {
        high = id.getHigh();
        low = id.getLow();
    }

    Uint128 toMessage() {
        return Uint128.newBuilder().setHigh(high).setLow(low).build();
    }

    @Override
    public int compareTo(ElectionId o) {
        int c = Long.compareUnsigned(high, o.high);
        return c != 0 ? c : Long.compareUnsigned(low, o.low);
    }

    @Override
    public boolean equals(Object o) {
        return o instanceof ElectionId && compareTo((ElectionId) o) == 0;
    }

    @Override
    public int hashCode() {
        return Long.hashCode(31 * high + low);
    }

    @Override
    public String toString() {
        return Long.toUnsignedString(high) + ":" + Long.toUnsignedString(low);
    }
}
