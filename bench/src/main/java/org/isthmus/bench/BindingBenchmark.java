// SPDX-License-Identifier: Apache-2.0
package org.isthmus.bench;

import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/** Set-ups in a table that is full of other bindings; each set-up ends the oldest one. */
@State(Scope.Thread)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
@Fork(
        value = 1,
        jvmArgsAppend = {"-Xms6g", "-Xmx6g"})
public class BindingBenchmark {
    @Param({"core", "maps"})
    public String table;

    @Param("10000000")
    public int bindings;

    private BindingTable under;
    private long next;

    static BindingTable table(String name) {
        return name.equals("core") ? new CoreBindings() : new MapBindings();
    }

    @Setup
    public void fill() {
        under = table(table);
        for (next = 0; next < bindings; next++) {
            under.bind(next);
        }
    }

    @Benchmark
    public void setUp() {
        under.release(next - bindings);
        under.bind(next++);
    }
}
