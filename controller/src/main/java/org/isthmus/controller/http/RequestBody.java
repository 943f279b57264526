// SPDX-License-Identifier: Apache-2.0
package org.isthmus.controller.http;

import io.netty.buffer.ByteBuf;
import java.io.InputStream;
import java.util.ArrayDeque;
import java.util.Deque;
import javax.ws.rs.ServiceUnavailableException;

/**
 * A body between the event loop, which adds to it, and the one thread that reads it and waits for
 * more.
 */
final class RequestBody extends InputStream {
    /** Bytes of a part with room for what comes next: a body may come in chunks of one byte. */
    private static final int PART = 1 << 10;

    private static final class Part {
        final byte[] bytes;
        int length;

        Part(int room) {
            bytes = new byte[room];
        }
    }

    private final Runnable onDrained;
    private final Deque<Part> parts = new ArrayDeque<>();
    private Part current = new Part(0);
    private int at;
    private int waiting;
    private boolean ended;
    private RuntimeException failure;

    /**
     * @param onDrained called by the reader when it took the last there was
     */
    RequestBody(Runnable onDrained) {
        this.onDrained = onDrained;
    }

    synchronized void add(ByteBuf bytes) {
        if (failure != null || !bytes.isReadable()) {
            return;
        }
        int more = bytes.readableBytes();
        Part last = parts.peekLast();
        if (last == null || last.bytes.length - last.length < more) {
            last = new Part(Math.max(more, PART));
            parts.add(last);
        }
        bytes.readBytes(last.bytes, last.length, more);
        last.length += more;
        waiting += more;
        notifyAll();
    }

    synchronized void end() {
        ended = true;
        notifyAll();
    }

    /** What the reader gets in place of the rest. */
    synchronized void fail(RuntimeException why) {
        if (!ended && failure == null) {
            failure = why;
            parts.clear();
            waiting = 0;
            notifyAll();
        }
    }

    /** Bytes that were added and not read. */
    synchronized int waiting() {
        return waiting;
    }

    synchronized boolean hasEnded() {
        return ended;
    }

    @Override
    public int read() {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] b, int off, int len) {
        if (len == 0) {
            return 0;
        }
        if (at == current.length && !next()) {
            return -1;
        }
        int n = Math.min(len, current.length - at);
        System.arraycopy(current.bytes, at, b, off, n);
        at += n;
        return n;
    }

    private boolean next() {
        boolean drained;
        synchronized (this) {
            while (parts.isEmpty() && !ended && failure == null) {
                try {
                    wait();
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                    throw new ServiceUnavailableException(RestServer.CLOSING);
                }
            }
            if (failure != null) {
                throw failure;
            }
            if (parts.isEmpty()) {
                return false;
            }
            current = parts.remove();
            at = 0;
            waiting -= current.length;
            drained = parts.isEmpty() && !ended;
        }
        if (drained) {
            onDrained.run();
        }
        return true;
    }
}
