// SPDX-License-Identifier: Apache-2.0
package org.isthmus.target.io;

import java.util.Arrays;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/** A port in memory: frames are put into it and taken from it by calls. Any thread may do so. */
public final class MemoryPort implements Port {
    private final int number;
    private final String name;
    private final PortCounters counters = new PortCounters();
    private final Queue<byte[]> in = new ConcurrentLinkedQueue<>();
    private final Queue<byte[]> out = new ConcurrentLinkedQueue<>();
    private StateListener states;

    public MemoryPort(int number, String name) {
        this.number = number;
        this.name = name;
    }

    /** Lets a frame arrive. */
    public void arrive(byte[] frame) {
        in.add(frame);
    }

    /** Brings its link up, or down; the listener hears of it at once. */
    public void link(boolean up) {
        states.up(up);
    }

    /** The next frame that left, or null. */
    public byte[] left() {
        return out.poll();
    }

    @Override
    public int number() {
        return number;
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public int receive(FrameHandler handler, int max) {
        int n = 0;
        byte[] frame;
        while (n < max && (frame = in.poll()) != null) {
            n++;
            counters.rxFrames.increment();
            counters.rxBytes.add(frame.length);
            handler.frame(frame, 0, frame.length);
        }
        return n;
    }

    @Override
    public Transmitter newTransmitter() {
        return new Transmitter() {
            private final Queue<byte[]> batch = new ConcurrentLinkedQueue<>();

            @Override
            public void send(byte[] buf, int off, int len) {
                batch.add(Arrays.copyOfRange(buf, off, off + len));
            }

            @Override
            public void flush() {
                byte[] frame;
                while ((frame = batch.poll()) != null) {
                    counters.txFrames.increment();
                    counters.txBytes.add(frame.length);
                    out.add(frame);
                }
            }

            @Override
            public void close() {}
        };
    }

    @Override
    public int descriptor() {
        return -1;
    }

    /** It is up until {@link #link} says otherwise. */
    @Override
    public void onState(StateListener listener) {
        states = listener;
        listener.up(true);
    }

    @Override
    public void inspect() {}

    @Override
    public PortCounters counters() {
        return counters;
    }

    @Override
    public void close() {}
}
