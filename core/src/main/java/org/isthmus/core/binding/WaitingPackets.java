// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core.binding;

import java.util.ArrayList;
import java.util.List;
import org.isthmus.core.model.DeviceId;

/**
 * Packets that wait for the set-up of a binding or a session, in order of arrival. The note in its
 * row is the number of its queue.
 */
final class WaitingPackets {
    /** Rows that packets wait for, by their numbers. */
    interface Rows {
        /** What was noted last; below 0 after the row was made. */
        int note(int row);

        void note(int row, int note);
    }

    /** Takes a packet that is to be handled as a new miss. */
    interface Misses {
        void again(DeviceId device, int port, byte[] frame);
    }

    /** A packet as it came up. */
    static final class Packet {
        final DeviceId device;
        final int port;
        final byte[] frame;
        private Packet next;

        /** Whether it was given back to its device before the answer to the entries came. */
        boolean isSent;

        private Packet(DeviceId device, int port, byte[] frame) {
            this.device = device;
            this.port = port;
            this.frame = frame;
        }

        /** The one behind it, or null. */
        Packet next() {
            return next;
        }
    }

    private static final class Queue {
        private Packet first;
        private Packet last;
        private int length;
        private int nextFree = -1;
    }

    private final Rows rows;
    private final List<Queue> queues = new ArrayList<>();
    private int freeQueue = -1;

    WaitingPackets(Rows rows) {
        this.rows = rows;
    }

    /**
     * Adds a packet to the queue of a row; returns whether there was room.
     *
     * @param most how many packets may wait for the row
     */
    boolean add(int row, DeviceId device, int port, byte[] frame, int most) {
        Queue queue = queue(row);
        if (queue.length >= most) {
            return false;
        }
        Packet packet = new Packet(device, port, frame);
        if (queue.length++ == 0) {
            queue.first = packet;
        } else {
            queue.last.next = packet;
        }
        queue.last = packet;
        return true;
    }

    private Queue queue(int row) {
        int number = rows.note(row);
        if (number < 0) {
            if (freeQueue < 0) {
                number = queues.size();
                queues.add(new Queue());
            } else {
                number = freeQueue;
                freeQueue = queues.get(number).nextFree;
            }
            rows.note(row, number);
        }
        return queues.get(number);
    }

    /** The first of the packets that wait for a row, or null. */
    Packet first(int row) {
        int number = rows.note(row);
        return number < 0 ? null : queues.get(number).first;
    }

    /** Takes the packets that wait for a row: the first of them, or null. */
    Packet take(int row) {
        int number = rows.note(row);
        if (number < 0) {
            return null;
        }
        Queue queue = queues.get(number);
        Packet first = queue.first;
        queue.first = null;
        queue.last = null;
        queue.length = 0;
        queue.nextFree = freeQueue;
        freeQueue = number;
        rows.note(row, -1);
        return first;
    }
}
