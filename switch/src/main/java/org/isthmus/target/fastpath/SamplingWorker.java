// SPDX-License-Identifier: Apache-2.0
package org.isthmus.target.fastpath;

import java.util.Arrays;
import java.util.function.Function;
import org.isthmus.target.api.PortSink;
import org.isthmus.target.api.Worker;

/**
 * Runs packets through a worker, and offers those that a {@link Sampler} chooses and that left as
 * one frame, with this. For one thread.
 */
final class SamplingWorker implements Worker {
    private final FastPath fastPath;
    private final Worker worker;
    private final PortSink sink;
    private final Sampler sampler = new Sampler();

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
        if (!sampler.isSample(port, buf, off, len) || !fastPath.wants(sampler.nth())) {
            worker.accept(port, buf, off, len);
            return;
        }
        worker.flush();
        byte[] frame = Arrays.copyOfRange(buf, off, off + len);
        long changes = fastPath.changes();
        watching = true;
        frames = 0;
        try {
            worker.process(port, buf, off, len);
        } finally {
            watching = false;
        }
        if (frames == 1) {
            fastPath.offer(new Candidate(port, frame, outPort, out, changes, sampler.nth()));
        }
        out = null;
    }

    @Override
    public void flush() {
        worker.flush();
    }

    @Override
    public void idle(int port) {
        worker.idle(port);
        fastPath.idle(port);
    }
}
