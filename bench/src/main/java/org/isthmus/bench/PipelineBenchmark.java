// SPDX-License-Identifier: Apache-2.0
package org.isthmus.bench;

import java.io.IOException;
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
        /** Routed as they are, all by one route, beside the bindings. */
        NATIVE6,
        /** Translated by bindings. */
        TO4,
        TO6,
        /** Translated by EAMs. */
        EAM_TO4,
        EAM_TO6,
        /** Routed as they are, by routes of many lengths. */
        ROUTED4,
        ROUTED6
    }

    @Param({"NATIVE6", "TO4", "TO6", "EAM_TO4", "EAM_TO6", "ROUTED4", "ROUTED6"})
    public Path path;

    /** Bindings, EAMs or routes; a power of two. */
    @Param({"1024", "1048576"})
    public int rows;

    /** Frames that a port hands over at a time, when many wait. */
    private static final int BATCH = 64;

    /** What is between the packets and the switch; null: nothing, they are given to its worker. */
    ByWire wire;

    private LoadedSwitch device;
    private Worker worker;
    private byte[] frame;

    /** Grows without end: packets by few of the rows do not bring it back to where it was. */
    private int step;

    private int packets;
    private long left;

    @Setup
    public void load() throws Exception {
        device = new LoadedSwitch();
        switch (path) {
            case EAM_TO4:
            case EAM_TO6:
                device.eams(rows);
                break;
            case ROUTED4:
            case ROUTED6:
                device.routes(rows);
                break;
            default:
                device.bindings(rows);
        }
        if (wire == null) {
            worker = device.target().newWorker((port, buf, off, len) -> left++);
        } else {
            wire.open(device);
            worker = wire;
        }
        boolean ipv4 = path == Path.TO6 || path == Path.EAM_TO6 || path == Path.ROUTED4;
        frame = ipv4 ? Frames.ipv4() : Frames.ipv6(path == Path.TO4 || path == Path.EAM_TO4);
        long before = left();
        packet();
        worker.flush();
        if (left() != before + 1) {
            throw new IllegalStateException("the packet did not leave");
        }
    }

    private long left() {
        return wire == null ? left : wire.left();
    }

    /** What packets have taken so far of this thread's CPU, ns; a difference says something. */
    long nanos() {
        return wire == null ? TableSizes.cpuNanos() : wire.nanos();
    }

    @Benchmark
    public void packet() {
        // A stride that is prime to the number of rows: every packet another row, none near the
        // last one in memory.
        step += 514_229;
        int row = step & rows - 1;
        switch (path) {
            case TO6:
                Frames.destination(frame, row);
                worker.accept(2, frame, 0, frame.length);
                break;
            case EAM_TO4:
                Frames.source(frame, Prefixes.EAM_NETWORK6, Prefixes.eamHost6(row));
                worker.accept(1, frame, 0, frame.length);
                break;
            case EAM_TO6:
                Frames.destination4(frame, Prefixes.eamHost4(row));
                worker.accept(2, frame, 0, frame.length);
                break;
            case ROUTED4:
                Frames.destination4(frame, Prefixes.routed4(row));
                worker.accept(1, frame, 0, frame.length);
                break;
            case ROUTED6:
                Frames.destination(frame, Prefixes.routed6(row));
                worker.accept(1, frame, 0, frame.length);
                break;
            default:
                Frames.source(frame, row);
                worker.accept(1, frame, 0, frame.length);
        }
        if ((++packets & BATCH - 1) == 0) {
            worker.flush();
        }
    }

    @TearDown
    public void close() throws IOException {
        if (wire != null) {
            wire.close();
        }
        device.close();
    }
}
