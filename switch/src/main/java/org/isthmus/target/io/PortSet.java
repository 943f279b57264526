// SPDX-License-Identifier: Apache-2.0
package org.isthmus.target.io;

import java.util.Collection;
import org.isthmus.target.api.PortSink;

/** The transmitters of one thread for the ports of one switch. Frames leave when it is flushed. */
public final class PortSet implements PortSink, AutoCloseable {
    private final int[] numbers;
    private final Port.Transmitter[] transmitters;

    /** Transmitters by port number, as far as numbers are small. */
    private final Port.Transmitter[] direct = new Port.Transmitter[512];

    private long unknown;

    public PortSet(Collection<? extends Port> ports) {
        numbers = new int[ports.size()];
        transmitters = new Port.Transmitter[ports.size()];
        int i = 0;
        for (Port p : ports) {
            numbers[i] = p.number();
            transmitters[i] = p.newTransmitter();
            if (p.number() >= 0 && p.number() < direct.length) {
                direct[p.number()] = transmitters[i];
            }
            i++;
        }
    }

    @Override
    public void send(int port, byte[] buf, int off, int len) {
        Port.Transmitter t = port >= 0 && port < direct.length ? direct[port] : find(port);
        if (t == null) {
            unknown++;
        } else {
            t.send(buf, off, len);
        }
    }

    private Port.Transmitter find(int port) {
        for (int i = 0; i < numbers.length; i++) {
            if (numbers[i] == port) {
                return transmitters[i];
            }
        }
        return null;
    }

    /** Frames for ports that the switch does not have. */
    public long unknown() {
        return unknown;
    }

    public void flush() {
        for (Port.Transmitter t : transmitters) {
            t.flush();
        }
    }

    @Override
    public void close() {
        for (Port.Transmitter t : transmitters) {
            t.close();
        }
    }
}
