// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core.loop;

import org.isthmus.core.model.DeviceId;
import org.isthmus.core.model.PuntReason;

/**
 * Bounded queue of packet-ins for the core's thread, shared fairly: packets are in queues by whose
 * they are, and these take turns, a packet each (deficit round robin, where every packet costs the
 * same). A full one drops the oldest packet of the longest queue. Allocates nothing per packet. Any
 * thread may offer.
 */
public final class PuntQueue {
    /** Receives a packet. */
    public interface Sink {
        void packet(DeviceId device, int port, PuntReason reason, byte[] frame);
    }

    /** Says whose packet it is. Any thread. */
    public interface Owner {
        /** A hash: of any owner always the same. */
        int of(DeviceId device, int port, PuntReason reason, byte[] frame);
    }

    private static final int NONE = -1;

    private final Owner owner;

    // Packets, by place; those of one queue are linked by next, as are places that are free.
    private final DeviceId[] devices;
    private final int[] ports;
    private final PuntReason[] reasons;
    private final byte[][] frames;
    private final int[] next;
    private int free;
    private int size;

    // Queues, by hash.
    private final int[] first;
    private final int[] last;
    private final int[] sizes;

    /** Queues that are not empty, in the order of their turns: from head, as many as busy. */
    private final int[] turns;

    private int head;
    private int busy;
    private long dropped;

    /**
     * @param capacity packets; more than queues, so that no queue loses its only one
     * @param queues a power of two; owners that share one are as one
     */
    public PuntQueue(int capacity, int queues, Owner owner) {
        if (capacity <= queues || Integer.bitCount(queues) != 1) {
            throw new IllegalArgumentException(capacity + " packets in " + queues + " queues");
        }
        this.owner = owner;
        devices = new DeviceId[capacity];
        ports = new int[capacity];
        reasons = new PuntReason[capacity];
        frames = new byte[capacity][];
        next = new int[capacity];
        for (int i = 0; i < capacity; i++) {
            next[i] = i + 1 < capacity ? i + 1 : NONE;
        }
        first = new int[queues];
        last = new int[queues];
        sizes = new int[queues];
        turns = new int[queues];
    }

    /**
     * Adds a packet.
     *
     * @return false: there is no room for it. Where it took the room of another, that one is lost
     *     and this one is not. Both are counted as dropped
     */
    public boolean offer(DeviceId device, int port, PuntReason reason, byte[] frame) {
        int queue = owner.of(device, port, reason, frame) & first.length - 1;
        synchronized (this) {
            if (free == NONE) {
                dropped++;
                int longest = longest();
                if (sizes[queue] >= sizes[longest]) {
                    return false;
                }
                release(take(longest));
            }
            int place = free;
            free = next[place];
            next[place] = NONE;
            devices[place] = device;
            ports[place] = port;
            reasons[place] = reason;
            frames[place] = frame;
            if (sizes[queue]++ == 0) {
                first[queue] = place;
                turns[head + busy++ & turns.length - 1] = queue;
            } else {
                next[last[queue]] = place;
            }
            last[queue] = place;
            size++;
            return true;
        }
    }

    private int longest() {
        int longest = 0;
        for (int i = 1; i < sizes.length; i++) {
            if (sizes[i] > sizes[longest]) {
                longest = i;
            }
        }
        return longest;
    }

    /** Takes the oldest packet out of a queue, which keeps its turn if another one waits. */
    private int take(int queue) {
        int place = first[queue];
        first[queue] = next[place];
        sizes[queue]--;
        size--;
        return place;
    }

    private void release(int place) {
        frames[place] = null;
        next[place] = free;
        free = place;
    }

    /**
     * Passes at most {@code max} packets to the sink, without holding the lock; returns how many.
     */
    public int drain(int max, Sink sink) {
        int count = 0;
        while (count < max) {
            DeviceId device;
            int port;
            PuntReason reason;
            byte[] frame;
            synchronized (this) {
                if (size == 0) {
                    break;
                }
                int queue = turns[head];
                head = head + 1 & turns.length - 1;
                int place = take(queue);
                if (sizes[queue] == 0) {
                    busy--;
                } else {
                    turns[head + busy - 1 & turns.length - 1] = queue;
                }
                device = devices[place];
                port = ports[place];
                reason = reasons[place];
                frame = frames[place];
                release(place);
            }
            sink.packet(device, port, reason, frame);
            count++;
        }
        return count;
    }

    public synchronized boolean isEmpty() {
        return size == 0;
    }

    /** Packets that wait. */
    public synchronized int size() {
        return size;
    }

    public synchronized long dropped() {
        return dropped;
    }
}
