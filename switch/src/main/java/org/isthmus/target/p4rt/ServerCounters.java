// SPDX-License-Identifier: Apache-2.0
package org.isthmus.target.p4rt;

import com.google.rpc.Code;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.atomic.LongAdder;

/** What a server has done since it began. Any thread may read and count; nobody waits. */
public final class ServerCounters {
    /** Why a packet for the controllers was dropped. */
    public enum Loss {
        NO_PRIMARY,
        QUEUE_FULL,
        PRIMARY_SLOW,
        NO_HEADER
    }

    /** Of canonical codes, with OK. */
    private static final int CODES = 17;

    private final LongAdder packetIns = new LongAdder();
    private final LongAdder[] lost = new LongAdder[Loss.values().length];
    private final LongAdder writes = new LongAdder();
    private final LongAdder refusedWrites = new LongAdder();
    private final LongAdder updates = new LongAdder();
    private final AtomicLongArray failedUpdates = new AtomicLongArray(CODES);

    ServerCounters() {
        for (int i = 0; i < lost.length; i++) {
            lost[i] = new LongAdder();
        }
    }

    void sentPacketIn() {
        packetIns.increment();
    }

    void lost(Loss why) {
        lost[why.ordinal()].increment();
    }

    void write(int ofUpdates) {
        writes.increment();
        updates.add(ofUpdates);
    }

    void refusedWrite() {
        refusedWrites.increment();
    }

    void failedUpdate(Code code) {
        failedUpdates.incrementAndGet(code.getNumber());
    }

    /** Packets that were sent to a controller; one for each that got it. */
    public long packetIns() {
        return packetIns.sum();
    }

    /** Packets to the controller that were dropped. */
    public long lostPacketIns(Loss why) {
        return lost[why.ordinal()].sum();
    }

    /** The same, for whatever reason. */
    public long lostPacketIns() {
        long all = 0;
        for (Loss why : Loss.values()) {
            all += lostPacketIns(why);
        }
        return all;
    }

    /** Writes whose updates were done, or tried. */
    public long writes() {
        return writes.sum();
    }

    /** Writes of which nothing was tried. */
    public long refusedWrites() {
        return refusedWrites.sum();
    }

    /** Updates of Writes, failed ones included. */
    public long updates() {
        return updates.sum();
    }

    public long failedUpdates(Code code) {
        return failedUpdates.get(code.getNumber());
    }
}
