// SPDX-License-Identifier: Apache-2.0
package org.isthmus.netfpga.target;

import java.util.Arrays;
import java.util.BitSet;
import java.util.concurrent.atomic.AtomicLongArray;
import org.isthmus.netfpga.card.CardException;
import org.isthmus.netfpga.card.Registers;
import org.isthmus.netfpga.layout.RegisterMap;
import org.isthmus.target.api.CounterArray;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A counter whose cells are registers of 32 bits in the card, and what the agent itself counts. A
 * cell that is read once before it has counted 2^32 packets more loses none: {@link #poll} often
 * enough. A card that cannot be read leaves them as they were.
 *
 * <p>A packet that the agent takes off again, such as a probe, is in what the card has counted and
 * in what the agent has, or in neither, once it has come up. One that is on its way is in the
 * card's alone.
 */
public final class CardCounters implements CounterArray {
    private static final Logger LOG = LoggerFactory.getLogger(CardCounters.class);
    private static final long WRAP = 0xffff_ffffL;

    /**
     * Readings of one cell while the agent counts for it again and again: nobody waits for long.
     */
    private static final int READINGS = 8;

    private final Object lock;
    private final String name;
    private final Registers registers;
    private final RegisterMap.Array array;
    private final CardEvents events;
    private final int[] last;
    private final long[] counted;
    private final AtomicLongArray own;

    /** Cells that could not be read when they were set: they count from their next reading on. */
    private final BitSet unread = new BitSet();

    /** While the card is out of service it may be programmed again: its registers begin anew. */
    private final ServiceChanges service = new ServiceChanges();

    /** What that counted when each cell was read last. */
    private final int[] lastService;

    /** Whether the last reading failed, which is logged once. */
    private boolean failed;

    CardCounters(
            Object lock,
            String name,
            Registers registers,
            RegisterMap.Array array,
            int size,
            CardEvents events) {
        this.lock = lock;
        this.name = name;
        this.registers = registers;
        this.array = array;
        this.events = events;
        last = new int[size];
        lastService = new int[size];
        counted = new long[size];
        own = new AtomicLongArray(size);
    }

    /**
     * Counts packets that the agent dropped in the card's place, or takes off those that the card
     * counted. Any thread.
     */
    public void count(int index, long packets) {
        own.addAndGet(index, packets);
    }

    /** Reads all cells. */
    void poll() {
        synchronized (lock) {
            for (int i = 0; i < last.length; i++) {
                read(i);
            }
        }
    }

    /**
     * The program begins to run: what was counted before is not of it. By now the agent counts
     * here, not for the program before: else what the card counts from now on is not taken off.
     */
    void begin() {
        synchronized (lock) {
            for (int i = 0; i < last.length; i++) {
                begin(i, 0);
            }
        }
    }

    private void begin(int index, long packets) {
        unread.set(index);
        long agents = readWithOwn(index);
        counted[index] = packets - agents;
    }

    /**
     * Reads a cell, again if the agent has counted for it meanwhile.
     *
     * @return what the agent had counted by then; if it never stops, before the last reading, which
     *     is then too high rather than too low
     */
    private long readWithOwn(int index) {
        long before;
        int readings = 0;
        do {
            before = own.get(index);
            read(index);
        } while (own.get(index) != before && ++readings < READINGS);
        return before;
    }

    /** The card was programmed again: its registers are zero. */
    void restarted() {
        synchronized (lock) {
            Arrays.fill(last, 0);
        }
    }

    /** The card goes out of service, or is back. One thread; waits for none that reads. */
    void service(boolean isIn) {
        service.set(isIn);
    }

    private void read(int index) {
        int changes = service.count();
        try {
            int now = registers.readRegister(array.address(index));
            if (ServiceChanges.wasOut(lastService[index], changes)
                    && Integer.compareUnsigned(now, last[index]) < 0) {
                // It may have come round, too: rather too few than 2^32 too many.
                last[index] = 0;
            }
            if (!unread.get(index)) {
                counted[index] += now - last[index] & WRAP;
            }
            lastService[index] = changes;
            unread.clear(index);
            last[index] = now;
            failed = false;
        } catch (CardException e) {
            events.readFailed();
            if (!failed) {
                LOG.warn("counter {} stands still: {}", name, e.getMessage());
            }
            failed = true;
        }
    }

    @Override
    public int size() {
        return last.length;
    }

    @Override
    public long packets(int index) {
        synchronized (lock) {
            long agents = readWithOwn(index);
            // Below zero if one was on its way when the program began.
            return Math.max(0, counted[index] + agents);
        }
    }

    /** The card counts packets alone. */
    @Override
    public long bytes(int index) {
        return 0;
    }

    @Override
    public void set(int index, long packets, long bytes) {
        synchronized (lock) {
            begin(index, packets);
        }
    }
}
