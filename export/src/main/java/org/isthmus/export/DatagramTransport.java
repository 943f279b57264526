// SPDX-License-Identifier: Apache-2.0
package org.isthmus.export;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;
import java.nio.channels.DatagramChannel;
import java.util.List;
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

    /** Nobody says that a collector's name has another address. */
    static final long RESOLVE_MILLIS = 60_000;

    /** Knows the addresses of a name now; may wait. */
    interface Resolver {
        InetAddress[] of(String host) throws UnknownHostException;
    }

    private final InetSocketAddress to;
    private final Resolver resolver;
    private final DatagramChannel channel;
    private final Grace grace = new Grace();
    private final ByteBuffer answers = ByteBuffer.allocate(2048);
    private long datagrams;
    private long sent;

    /** When the name was looked up; 0: not since this was opened. */
    private long resolved;

    DatagramTransport(InetSocketAddress to, Resolver resolver) throws IOException {
        this.to = to;
        this.resolver = resolver;
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
            moved(now);
            refused();
            grace.passed(now, sent);
        }
        return grace.settled();
    }

    /** Throws if the collector's name has other addresses by now. */
    private void moved(long now) throws IOException {
        if (resolved != 0 && now - resolved < RESOLVE_MILLIS) {
            return;
        }
        if (resolved != 0) {
            List<InetAddress> addresses;
            try {
                addresses = List.of(resolver.of(to.getHostString()));
            } catch (UnknownHostException e) {
                addresses = List.of(to.getAddress());
            }
            if (!addresses.contains(to.getAddress())) {
                throw new IOException(
                        to.getHostString() + " is no longer " + to.getAddress().getHostAddress());
            }
        }
        resolved = now;
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
