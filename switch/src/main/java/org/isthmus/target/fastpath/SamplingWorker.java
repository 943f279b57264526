// SPDX-License-Identifier: Apache-2.0
package org.isthmus.target.fastpath;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.function.Function;
import org.isthmus.target.api.PortSink;
import org.isthmus.target.api.Worker;

/**
 * Runs packets through a worker, and offers some of them with what became of them: the second and
 * the third of a flow, and two of every 64 that follow. Flows are told apart by a hash, so that an
 * attack costs no memory; those with the same hash are offered more seldom, or sooner. For one
 * thread.
 */
final class SamplingWorker implements Worker {
    private static final int COUNTERS = 1 << 14;

    /** Long enough for what is looked at. */
    private static final int SHORTEST = 18 + 40 + 8;

    private static final VarHandle INTS =
            MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN);

    private final FastPath fastPath;
    private final Worker worker;
    private final PortSink sink;
    private final byte[] seen = new byte[COUNTERS];

    private boolean watching;
    private int frames;
    private int outPort;
    private byte[] out;

    SamplingWorker(FastPath fastPath, Function<PortSink, Worker> workers, PortSink sink) {
        this.fastPath = fastPath;
        this.sink = sink;
        this.worker = workers.apply(this::send);
    }

    private void send(int port, byte[] buf, int off, int len) {
        if (watching) {
            frames++;
            outPort = port;
            out = Arrays.copyOfRange(buf, off, off + len);
        }
        sink.send(port, buf, off, len);
    }

    @Override
    public void process(int port, byte[] buf, int off, int len) {
        worker.process(port, buf, off, len);
    }

    @Override
    public void accept(int port, byte[] buf, int off, int len) {
        if (!isSample(port, buf, off, len)) {
            worker.accept(port, buf, off, len);
            return;
        }
        worker.flush();
        byte[] frame = Arrays.copyOfRange(buf, off, off + len);
        long changes = fastPath.changes();
        watching = true;
        frames = 0;
        out = null;
        try {
            worker.process(port, buf, off, len);
        } finally {
            watching = false;
        }
        fastPath.offer(new Candidate(port, frame, outPort, frames == 1 ? out : null, changes));
    }

    @Override
    public void flush() {
        worker.flush();
    }

    private boolean isSample(int port, byte[] b, int off, int len) {
        if (len < SHORTEST - 24) {
            return false;
        }
        int at = off + 14;
        int type = word(b, off + 12);
        if (type >>> 16 == 0x8100) {
            at += 4;
            type = word(b, off + 16);
        }
        int hash = port;
        int transport;
        int protocol;
        if (type >>> 16 == 0x0800) {
            hash = mix(mix(hash, word(b, at + 12)), word(b, at + 16));
            transport = at + 20;
            protocol = b[at + 9];
        } else if (type >>> 16 == 0x86dd && at + 44 <= off + len) {
            for (int i = 8; i < 40; i += 4) {
                hash = mix(hash, word(b, at + i));
            }
            transport = at + 40;
            protocol = b[at + 6];
        } else {
            return false;
        }
        if (protocol != 6 && protocol != 17) {
            // The identifier of an echo.
            transport += 4;
        }
        if (transport + 4 > off + len) {
            return false;
        }
        int id = word(b, transport);
        hash = mix(hash, protocol != 6 && protocol != 17 ? id >>> 16 : id);
        int n = ++seen[(hash ^ hash >>> 15) & COUNTERS - 1];
        return n == 2 || n == 3 || n != 1 && (n & 62) == 0;
    }

    private static int word(byte[] b, int at) {
        return (int) INTS.get(b, at);
    }

    private static int mix(int hash, int word) {
        int h = (hash ^ word) * 0x9e3779b1;
        return h ^ h >>> 15;
    }
}
