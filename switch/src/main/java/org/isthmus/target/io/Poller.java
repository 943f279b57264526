// SPDX-License-Identifier: Apache-2.0
package org.isthmus.target.io;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;

/** Waits for frames at any of several ports, by poll(2). For one thread, but for {@link #wake}. */
final class Poller implements AutoCloseable {
    // struct pollfd
    private static final int ENTRY = 8;
    private static final int EVENTS = 4;
    private static final int RETURNED = 6;

    private final List<? extends Port> ports;
    private final ByteBuffer entries;
    private final long address;
    private final int wakeup;
    private final ByteBuffer number = LibC.allocate(8);

    Poller(List<? extends Port> ports) throws IOException {
        this.ports = List.copyOf(ports);
        entries = LibC.allocate(ENTRY * (ports.size() + 1));
        address = LibC.address(entries);
        wakeup = LibC.check(LibC.eventfd(0, LibC.EFD_NONBLOCK_CLOEXEC), "eventfd");
    }

    /** Waits until a port has frames or an error, a call of {@link #wake}, or the timeout. */
    void await(int millis) {
        for (int i = 0; i <= ports.size(); i++) {
            int fd = i < ports.size() ? ports.get(i).descriptor() : wakeup;
            entries.putInt(i * ENTRY, fd);
            entries.putShort(i * ENTRY + EVENTS, LibC.POLLIN);
            entries.putShort(i * ENTRY + RETURNED, (short) 0);
        }
        if (LibC.poll(address, ports.size() + 1, millis) <= 0) {
            return;
        }
        for (int i = 0; i < ports.size(); i++) {
            if ((entries.getShort(i * ENTRY + RETURNED) & ~LibC.POLLIN) != 0) {
                PortLoop.inspect(ports.get(i));
            }
        }
        if (entries.getShort(ports.size() * ENTRY + RETURNED) != 0) {
            LibC.read(wakeup, LibC.address(number), number.capacity());
        }
    }

    /** Ends the present or next wait. Any thread may call. */
    void wake() {
        ByteBuffer one = LibC.allocate(8).putLong(0, 1);
        LibC.write(wakeup, LibC.address(one), one.capacity());
    }

    @Override
    public void close() {
        LibC.close(wakeup);
    }
}
