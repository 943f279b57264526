// SPDX-License-Identifier: Apache-2.0
package org.isthmus.export;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import javax.net.ssl.SSLSocket;
import org.isthmus.core.model.ExporterConfig;

/**
 * TCP, encrypted or not. What the collector's end has acknowledged counts as delivered once the
 * connection has lasted for another second, or was closed by both sides in good order.
 */
final class StreamTransport implements Transport {
    private static final int CONNECT_MILLIS = 5_000;
    private static final int HANDSHAKE_MILLIS = 10_000;
    private static final int FINISH_MILLIS = 2_000;

    /** Beneath TLS: its end does not wait for who takes nothing. */
    private final Socket plain;

    private final Socket socket;
    private final Grace grace = new Grace();
    private final byte[] answers = new byte[1024];
    private long sent;

    /**
     * @param tls null: in clear
     * @throws IOException there is no connection, or not with whom it should be
     */
    StreamTransport(InetSocketAddress to, ExporterConfig.Collector tls) throws IOException {
        plain = new Socket();
        try {
            plain.connect(to, CONNECT_MILLIS);
            plain.setTcpNoDelay(true);
            plain.setKeepAlive(true);
            plain.setSoTimeout(HANDSHAKE_MILLIS);
            socket = tls == null ? plain : Tls.over(plain, tls);
            // Just long enough to hear that the other end has closed.
            plain.setSoTimeout(1);
        } catch (IOException | RuntimeException e) {
            close();
            throw e;
        }
    }

    @Override
    public boolean isDatagram() {
        return false;
    }

    @Override
    public void send(byte[] bytes, int length) throws IOException {
        socket.getOutputStream().write(bytes, 0, length);
        sent += length;
    }

    @Override
    public long sent() {
        return sent;
    }

    @Override
    public long settled(long now) throws IOException {
        if (grace.isDue(now)) {
            if (hasEnded()) {
                throw new EOFException("closed by the collector");
            }
            grace.passed(now, sent - SendQueue.bytes(plain.getLocalPort(), plain.getPort()));
        }
        return grace.settled();
    }

    private boolean hasEnded() throws IOException {
        try {
            InputStream in = socket.getInputStream();
            int length = 1;
            while (length > 0) {
                length = in.read(answers);
            }
            return true;
        } catch (SocketTimeoutException e) {
            return false;
        }
    }

    @Override
    public void finish() throws IOException {
        // Of TLS, this says that nothing more comes.
        if (socket instanceof SSLSocket) {
            ((SSLSocket) socket).shutdownOutput();
        }
        plain.setSoTimeout(FINISH_MILLIS);
        if (!plain.isOutputShutdown()) {
            plain.shutdownOutput();
        }
        if (!hasEnded()) {
            throw new SocketTimeoutException("the collector does not close the connection");
        }
    }

    @Override
    public void close() {
        try {
            plain.close();
        } catch (IOException e) {
            // Nothing was promised of it.
        }
    }
}
