// SPDX-License-Identifier: Apache-2.0
package org.isthmus.netfpga.target;

import java.util.Arrays;
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
 */
public final class CardCounters implements CounterArray {
    private static final Logger LOG = LoggerFactory.getLogger(CardCounters.class);
    private static final long WRAP = 0xffff_ffffL;

    private final Object lock;
    private final String name;
    private final Registers registers;
    private final RegisterMap.Array array;
    private final int[] last;
    private final long[] counted;
    private final AtomicLongArray own;

    /** Whether the last reading failed, which is logged once. */
    private boolean failed;

    CardCounters(Object lock, String name, Registers registers, RegisterMap.Array array, int size) {
        this.lock = lock;
        this.name = name;
        this.registers = registers;
        this.array = array;
        last = new int[size];
        counted = new long[size];
        own = new AtomicLongArray(size);
    }

    /** Counts packets that the agent dropped in the card's place. Any thread. */
    public void count(int index, long packets) {
        own.addAndGet(index, packets);
    }

    /** Reads all cells. */
    public void poll() {
        synchronized (lock) {
            for (int i = 0; i < last.length; i++) {
                read(i);
            }
        }
    }

    /** The program begins to run: what the card has counted before is not of it. */
    void begin() {
        synchronized (lock) {
            poll();
            Arrays.fill(counted, 0);
        }
    }

    /** The card was programmed again: its registers are zero. */
    void restarted() {
        synchronized (lock) {
            Arrays.fill(last, 0);
        }
    }

    private void read(int index) {
        try {
            int now = registers.readRegister(array.address(index));
            counted[index] += now - last[index] & WRAP;
            last[index] = now;
            failed = false;
        } catch (CardException e) {
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
            read(index);
            return counted[index] + own.get(index);
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
            read(index);
            counted[index] = packets;
            own.set(index, 0);
        }
    }
}
