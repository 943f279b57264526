// SPDX-License-Identifier: Apache-2.0
package org.isthmus.netfpga.target;

import java.util.concurrent.atomic.LongAdder;
import org.isthmus.netfpga.rows.Repair;

/**
 * What became of rows and registers since the agent began, whichever programs ran. Any thread may
 * read; nobody waits.
 */
public final class CardEvents {
    private final LongAdder verified = new LongAdder();
    private final LongAdder written = new LongAdder();
    private final LongAdder unwritten = new LongAdder();
    private final LongAdder noRoom = new LongAdder();
    private final LongAdder failed = new LongAdder();
    private final LongAdder unread = new LongAdder();

    CardEvents() {}

    void repaired(Repair done) {
        verified.add(done.verified());
        written.add(done.written());
        unwritten.add(done.failed());
    }

    void hadNoRoom() {
        noRoom.increment();
    }

    void changeFailed() {
        failed.increment();
    }

    void readFailed() {
        unread.increment();
    }

    /** Rows that the card was found to hold. */
    public long verified() {
        return verified.sum();
    }

    /** Rows that were found to be missing or different, and written. */
    public long written() {
        return written.sum();
    }

    /** How often such a row could not be written, or one not erased. */
    public long unwritten() {
        return unwritten.sum();
    }

    /** Changes of a row for which the card had no place. */
    public long noRoom() {
        return noRoom.sum();
    }

    /** Changes of a row that the card failed at. */
    public long failed() {
        return failed.sum();
    }

    /** Readings of counters that the card failed at. */
    public long unread() {
        return unread.sum();
    }
}
