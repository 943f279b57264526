// SPDX-License-Identifier: Apache-2.0
package org.isthmus.export;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.DatagramChannel;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * UDP. What was sent counts as delivered once a second has passed without an ICMP error; a
 * collector that is silently away is not noticed.
 */
final class DatagramTransport implements Transport {
    /** What was missed comes at no more than some 20,000 datagrams a second. */
    private static final int BURST = 100;

    private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(5);

    private final DatagramChannel channel;
    private final Grace grace = new Grace();
    private final ByteBuffer answers = ByteBuffer.allocate(2048);
    private long datagrams;
    private long sent;

    DatagramTransport(InetSocketAddress to) throws IOException {
        channel = DatagramChannel.open();
        try {
            channel.connect(to);
            channel.configureBlocking(false);
        } catch (IOException | RuntimeException e) {
            channel.close();
            throw e;
        }
    }

    @Override
    public boolean isDatagram() {
        return true;
    }

    @Override
    public void send(byte[] bytes, int length) throws IOException {
        ByteBuffer datagram = ByteBuffer.wrap(bytes, 0, length);
        while (channel.write(datagram) == 0) {
            LockSupport.parkNanos(PAUSE_NANOS);
        }
        sent += length;
        if (++datagrams % BURST == 0) {
            LockSupport.parkNanos(PAUSE_NANOS);
        }
    }

    @Override
    public long sent() {
        return sent;
    }

    @Override
    public long settled(long now) throws IOException {
        if (grace.isDue(now)) {
            refused();
            grace.passed(now, sent);
        }
        return grace.settled();
    }

    /** Throws what ICMP said of what was sent. */
    private void refused() throws IOException {
        do {
            answers.clear();
        } while (channel.read(answers) > 0);
    }

    @Override
    public void finish() throws IOException {
        refused();
    }

    @Override
    public void close() {
        try {
            channel.close();
        } catch (IOException e) {
            // Nothing was promised of it.
        }
    }
}
