// SPDX-License-Identifier: Apache-2.0
package org.isthmus.bench;

import java.util.concurrent.TimeUnit;
import org.isthmus.target.api.Worker;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/** TCP packets without payload through the embedded switch's pipeline, on one thread. */
@State(Scope.Thread)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
@Fork(
        value = 1,
        jvmArgsAppend = {"-Xms4g", "-Xmx4g", "-XX:+UseParallelGC", "-XX:+UseTransparentHugePages"})
public class PipelineBenchmark {
    /** What happens to the packets. */
    public enum Path {
        /** Routed as they are. */
        NATIVE6,
        TO4,
        TO6
    }

    @Param({"NATIVE6", "TO4", "TO6"})
    public Path path;

    @Param({"1024", "1048576"})
    public int bindings;

    /** Frames that a port hands over at a time, when many wait. */
    private static final int BATCH = 64;

    private LoadedSwitch device;
    private Worker worker;
    private byte[] frame;
    private int flow;
    private int packets;
    private long left;

    @Setup
    public void load() throws Exception {
        device = new LoadedSwitch(bindings);
        worker = device.target().newWorker((port, buf, off, len) -> left++);
        frame = path == Path.TO6 ? Frames.ipv4() : Frames.ipv6(path == Path.TO4);
        long before = left;
        packet();
        worker.flush();
        if (left != before + 1) {
            throw new IllegalStateException("the packet did not leave");
        }
    }

    @Benchmark
    public void packet() {
        // A stride that is prime to the number of flows: every packet another flow, none near the
        // last one in memory.
        flow = flow + 514_229 & bindings - 1;
        if (path == Path.TO6) {
            Frames.destination(frame, flow);
            worker.accept(2, frame, 0, frame.length);
        } else {
            Frames.source(frame, flow);
            worker.accept(1, frame, 0, frame.length);
        }
        if ((++packets & BATCH - 1) == 0) {
            worker.flush();
        }
    }

    @TearDown
    public void close() {
        device.close();
    }
}
