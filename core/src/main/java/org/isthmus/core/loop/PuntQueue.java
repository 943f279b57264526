// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core.loop;

import org.isthmus.core.model.DeviceId;
import org.isthmus.core.model.PuntReason;

/**
 * Bounded queue of packet-ins for the core's thread; allocates nothing per packet. Any thread may
 * offer.
 */
public final class PuntQueue {
    /** Receives a packet. */
    public interface Sink {
        void packet(DeviceId device, int port, PuntReason reason, byte[] frame);
    }

    private final DeviceId[] devices;
    private final int[] ports;
    private final PuntReason[] reasons;
    private final byte[][] frames;
    private int head;
    private int size;
    private long dropped;

    public PuntQueue(int capacity) {
        devices = new DeviceId[capacity];
        ports = new int[capacity];
        reasons = new PuntReason[capacity];
        frames = new byte[capacity][];
    }

    /** Adds a packet; false: the queue is full, and the packet is counted as dropped. */
    public synchronized boolean offer(DeviceId device, int port, PuntReason reason, byte[] frame) {
        if (size == devices.length) {
            dropped++;
            return false;
        }
        int at = (head + size++) % devices.length;
        devices[at] = device;
        ports[at] = port;
        reasons[at] = reason;
        frames[at] = frame;
        return true;
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
                device = devices[head];
                port = ports[head];
                reason = reasons[head];
                frame = frames[head];
                frames[head] = null;
                head = (head + 1) % devices.length;
                size--;
            }
            sink.packet(device, port, reason, frame);
            count++;
        }
        return count;
    }

    public synchronized boolean isEmpty() {
        return size == 0;
    }

    public synchronized long dropped() {
        return dropped;
    }
}
