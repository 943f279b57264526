// SPDX-License-Identifier: Apache-2.0
package org.isthmus.bench;

import java.nio.ByteBuffer;
import java.util.Arrays;
import org.isthmus.target.api.PortSink;
import org.isthmus.target.api.Worker;

/** The host at port 2 of {@link OneSwitch}, with {@link Frames#PEER4}: answers ARP. */
final class Ipv4Peer implements PortSink {
    private static final int PORT = 2;
    private static final int ARP = 0x0806;
    private static final int ARP_LENGTH = 42;

    private final Worker worker;
    private final PortSink others;

    /**
     * Also takes what leaves because of packet-outs.
     *
     * @param others takes the frames for the peer that are not ARP; called by any thread
     */
    Ipv4Peer(OneSwitch network, PortSink others) {
        this.others = others;
        worker = network.target.newWorker(this);
        network.target.setCpuSink(this);
    }

    @Override
    public void send(int port, byte[] buf, int off, int len) {
        if (port != PORT) {
            return;
        }
        ByteBuffer frame = ByteBuffer.wrap(buf, off, len);
        if (frame.getShort(off + 12) != ARP) {
            others.send(port, buf, off, len);
        } else if (frame.getShort(off + 20) == 1 && frame.getInt(off + 38) == Frames.PEER4) {
            byte[] answer = answer(Arrays.copyOfRange(buf, off, off + ARP_LENGTH));
            // Not from within what sent the question.
            new Thread(() -> worker.process(PORT, answer, 0, answer.length)).start();
        }
    }

    private static byte[] answer(byte[] request) {
        ByteBuffer b = ByteBuffer.wrap(request);
        byte[] asker = Arrays.copyOfRange(request, 22, 32);
        b.position(0);
        b.put(asker, 0, 6).putShort((short) 0x0200).putInt(0x2102);
        b.putShort(20, (short) 2);
        b.position(22);
        b.putShort((short) 0x0200).putInt(0x2102).putInt(Frames.PEER4).put(asker);
        return request;
    }
}
