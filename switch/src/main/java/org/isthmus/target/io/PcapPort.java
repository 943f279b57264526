// SPDX-License-Identifier: Apache-2.0
package org.isthmus.target.io;

import java.io.IOException;
import java.nio.file.Path;

/** A port whose frames are captured, in NAME_in.pcap and NAME_out.pcap. It is slower for it. */
public final class PcapPort implements Port {
    private final Port port;
    private final PcapFile in;
    private final PcapFile out;

    /**
     * @param directory must exist
     */
    public PcapPort(Port port, Path directory) throws IOException {
        this.port = port;
        in = new PcapFile(directory.resolve(port.name() + "_in.pcap"));
        out = new PcapFile(directory.resolve(port.name() + "_out.pcap"));
    }

    @Override
    public int number() {
        return port.number();
    }

    @Override
    public String name() {
        return port.name();
    }

    @Override
    public int receive(FrameHandler handler, int max) {
        int n =
                port.receive(
                        (buf, off, len) -> {
                            in.write(buf, off, len);
                            handler.frame(buf, off, len);
                        },
                        max);
        if (n > 0) {
            in.flush();
        }
        return n;
    }

    @Override
    public Transmitter newTransmitter() {
        Transmitter t = port.newTransmitter();
        return new Transmitter() {
            @Override
            public void send(byte[] buf, int off, int len) {
                out.write(buf, off, len);
                t.send(buf, off, len);
            }

            @Override
            public void flush() {
                out.flush();
                t.flush();
            }

            @Override
            public void close() {
                t.close();
            }
        };
    }

    @Override
    public int descriptor() {
        return port.descriptor();
    }

    @Override
    public void onState(StateListener listener) {
        port.onState(listener);
    }

    @Override
    public void inspect() {
        port.inspect();
    }

    @Override
    public PortCounters counters() {
        return port.counters();
    }

    @Override
    public void close() {
        port.close();
        in.close();
        out.close();
    }
}
