// SPDX-License-Identifier: Apache-2.0
package org.isthmus.target.p4rt;

import org.isthmus.target.api.RefusedException;
import p4.config.v1.P4InfoOuterClass.CounterSpec;
import p4.v1.P4RuntimeOuterClass.CounterData;

/** What a counter counts. */
enum CounterUnits {
    BYTES,
    PACKETS,
    BOTH;

    static CounterUnits of(CounterSpec spec) {
        switch (spec.getUnit()) {
            case BYTES:
                return BYTES;
            case PACKETS:
                return PACKETS;
            default:
                return BOTH;
        }
    }

    /**
     * @throws RefusedException INVALID_ARGUMENT: counters count up from zero
     */
    static void check(String counter, CounterData data) throws RefusedException {
        if (data.getPacketCount() < 0 || data.getByteCount() < 0) {
            throw Refusals.invalid(counter + ": negative counter value");
        }
    }

    CounterData encode(long packets, long bytes) {
        CounterData.Builder b = CounterData.newBuilder();
        if (this != BYTES) {
            b.setPacketCount(packets);
        }
        if (this != PACKETS) {
            b.setByteCount(bytes);
        }
        return b.build();
    }
}
