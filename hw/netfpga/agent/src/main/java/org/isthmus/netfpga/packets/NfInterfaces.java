// SPDX-License-Identifier: Apache-2.0
package org.isthmus.netfpga.packets;

import java.io.IOException;
import java.util.List;
import org.isthmus.netfpga.card.Packets;
import org.isthmus.target.io.Port;
import org.isthmus.target.io.PortLoop;
import org.isthmus.target.io.PortSet;

/**
 * DMA of a real card: its driver makes of it the interfaces nf0 to nf3. A thread receives from all
 * of them. What an interface cannot take is dropped and counted by its port.
 */
public final class NfInterfaces implements Packets, AutoCloseable {
    private final PortSet out;
    private final PortLoop loop = new PortLoop("nf");
    private volatile FrameListener listener = (nf, buf, off, len) -> {};

    /**
     * @param ports with the numbers 0 to 3; stay open
     */
    public NfInterfaces(List<Port> ports) {
        out = new PortSet(ports);
        PortSet none = new PortSet(List.of());
        for (Port port : ports) {
            loop.add(port, (nf, buf, off, len) -> listener.frame(nf, buf, off, len), none);
        }
    }

    /** Begins to receive. */
    public void start() throws IOException {
        loop.start();
    }

    /** Receives what waits now, in the caller's thread; for one that was not started. */
    void serve() {
        loop.serve();
    }

    @Override
    public void send(int nf, byte[] frame) {
        synchronized (out) {
            out.send(nf, frame, 0, frame.length);
            out.flush();
        }
    }

    @Override
    public void onFrame(FrameListener l) {
        listener = l;
    }

    @Override
    public void close() {
        loop.close();
        out.close();
    }
}
