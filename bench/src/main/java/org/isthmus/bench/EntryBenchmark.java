// SPDX-License-Identifier: Apache-2.0
package org.isthmus.bench;

import com.google.protobuf.ByteString;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.isthmus.core.model.BibIntent;
import org.isthmus.core.net.Protocol;
import org.isthmus.pipeline.Pipeline;
import org.isthmus.pipeline.Translator;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import p4.v1.P4RuntimeOuterClass.Action;
import p4.v1.P4RuntimeOuterClass.Entity;
import p4.v1.P4RuntimeOuterClass.FieldMatch;
import p4.v1.P4RuntimeOuterClass.TableAction;
import p4.v1.P4RuntimeOuterClass.TableEntry;

/** The entry of a binding's forward side, as every set-up writes it; on one thread. */
@State(Scope.Thread)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
@Fork(value = 1, jvmArgsAppend = "-Dcom.google.protobuf.use_unsafe_pre22_gencode=true")
public class EntryBenchmark {
    /** Who makes the entry. */
    public enum Writer {
        /** By the description of its table. */
        DESCRIPTOR,
        /** Builders of protobuf alone. */
        BY_HAND
    }

    @Param({"DESCRIPTOR", "BY_HAND"})
    public Writer writer;

    private final Translator translator = Pipeline.v1model().translator();
    private final TableEntry template = translator.entities(binding(1)).get(0).getTableEntry();
    private final int table = template.getTableId();
    private final int action = template.getAction().getAction().getActionId();
    private int flow;

    private static BibIntent.Outbound binding(int flow) {
        return new BibIntent.Outbound(
                1, Protocol.TCP, 0x20010db800000000L, flow, 4242, 0xcb007107, flow & 0xffff);
    }

    @Benchmark
    public List<Entity> entry() {
        BibIntent.Outbound binding = binding(++flow);
        return writer == Writer.DESCRIPTOR ? translator.entities(binding) : byHand(binding);
    }

    private List<Entity> byHand(BibIntent.Outbound b) {
        return List.of(
                Entity.newBuilder()
                        .setTableEntry(
                                TableEntry.newBuilder()
                                        .setTableId(table)
                                        .addMatch(exact(1, bytes(b.instance, 1)))
                                        .addMatch(exact(2, bytes(b.protocol.v6(), 1)))
                                        .addMatch(exact(3, bytes(b.address6High, b.address6Low)))
                                        .addMatch(exact(4, bytes(b.port6, 2)))
                                        .setAction(
                                                TableAction.newBuilder()
                                                        .setAction(
                                                                Action.newBuilder()
                                                                        .setActionId(action)
                                                                        .addParams(
                                                                                param(
                                                                                        1,
                                                                                        b.address4,
                                                                                        4))
                                                                        .addParams(
                                                                                param(
                                                                                        2, b.port4,
                                                                                        2)))))
                        .build());
    }

    private static FieldMatch exact(int field, ByteString value) {
        return FieldMatch.newBuilder()
                .setFieldId(field)
                .setExact(FieldMatch.Exact.newBuilder().setValue(value))
                .build();
    }

    private static Action.Param param(int id, long value, int length) {
        return Action.Param.newBuilder().setParamId(id).setValue(bytes(value, length)).build();
    }

    private static ByteString bytes(long value, int length) {
        byte[] bytes = new byte[length];
        put(bytes, length, value);
        return ByteString.copyFrom(bytes);
    }

    private static ByteString bytes(long high, long low) {
        byte[] bytes = new byte[16];
        put(bytes, 8, high);
        put(bytes, 16, low);
        return ByteString.copyFrom(bytes);
    }

    private static void put(byte[] bytes, int end, long value) {
        for (int i = end - 1; i >= Math.max(0, end - 8); i--) {
            bytes[i] = (byte) value;
            value >>>= 8;
        }
    }
}
