// SPDX-License-Identifier: Apache-2.0
package org.isthmus.target.p4rt;

import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReferenceArray;

/** Bounded queue of frames, many producers and one consumer at a time; nobody ever waits. */
final class FrameQueue {
    private final AtomicReferenceArray<byte[]> slots;
    private final int mask;
    private final AtomicLong tail = new AtomicLong();
    private volatile long head;

    /**
     * @param capacity a power of two
     */
    FrameQueue(int capacity) {
        if (Integer.bitCount(capacity) != 1) {
            throw new IllegalArgumentException("capacity " + capacity);
        }
        slots = new AtomicReferenceArray<>(capacity);
        mask = capacity - 1;
    }

    /** False: full. */
    boolean offer(byte[] frame) {
        while (true) {
            long t = tail.get();
            if (t - head > mask) {
                return false;
            }
            if (tail.compareAndSet(t, t + 1)) {
                slots.set((int) t & mask, frame);
                return true;
            }
        }
    }

    /** Null: empty, or the next producer is not done yet and will be soon. */
    byte[] poll() {
        long h = head;
        int at = (int) h & mask;
        byte[] frame = slots.get(at);
        if (frame != null) {
            slots.lazySet(at, null);
            head = h + 1;
        }
        return frame;
    }

    boolean isEmpty() {
        return head == tail.get();
    }
}
