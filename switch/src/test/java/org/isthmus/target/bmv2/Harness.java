// SPDX-License-Identifier: Apache-2.0
package org.isthmus.target.bmv2;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import com.google.protobuf.TextFormat;
import com.google.rpc.Code;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.isthmus.target.api.ActionSpec;
import org.isthmus.target.api.Frame;
import org.isthmus.target.api.Hex;
import org.isthmus.target.api.MatchKey;
import org.isthmus.target.api.Program;
import org.isthmus.target.api.RefusedException;
import org.isthmus.target.api.Table;
import org.isthmus.target.api.Worker;
import p4.config.v1.P4InfoOuterClass.P4Info;

/** A target with one worker whose frames are kept, and a clock that the test sets. */
public final class Harness {
    static final int CPU = 510;
    static final int DROP = 511;
    private static final int MAX_FRAME = 2048;

    long nanos = 1_000_000_000L;
    final Bmv2Target target;
    final Program program;
    final P4Info p4info;
    final List<Frame> sent = new ArrayList<>();
    private final Worker worker;
    private final Map<String, Integer> ids = new HashMap<>();

    Harness(P4Info p4info, byte[] json) throws RefusedException {
        this(p4info, json, Integer.MAX_VALUE);
    }

    private Harness(P4Info p4info, byte[] json, int nearRows) throws RefusedException {
        this.p4info = p4info;
        this.target = new Bmv2Target(CPU, DROP, () -> nanos, nearRows);
        target.setCpuSink(this::keep);
        this.program = target.compile(p4info, json);
        target.onPacketIn(f -> sent.add(new Frame(CPU, f)));
        target.run(program);
        this.worker = target.newWorker(this::keep);
        p4info.getTablesList().forEach(t -> ids.put(t.getPreamble().getName(), id(t)));
        p4info.getActionsList()
                .forEach(a -> ids.put(a.getPreamble().getName(), a.getPreamble().getId()));
        p4info.getCountersList()
                .forEach(a -> ids.put(a.getPreamble().getName(), a.getPreamble().getId()));
        p4info.getMetersList()
                .forEach(a -> ids.put(a.getPreamble().getName(), a.getPreamble().getId()));
        p4info.getRegistersList()
                .forEach(a -> ids.put(a.getPreamble().getName(), a.getPreamble().getId()));
        p4info.getActionProfilesList()
                .forEach(a -> ids.put(a.getPreamble().getName(), a.getPreamble().getId()));
    }

    private void keep(int port, byte[] b, int off, int len) {
        sent.add(new Frame(port, Arrays.copyOfRange(b, off, off + len)));
    }

    private static int id(p4.config.v1.P4InfoOuterClass.Table t) {
        return t.getPreamble().getId();
    }

    /** A program of the test resources. */
    static Harness of(String name) throws IOException, RefusedException {
        return new Harness(p4info(name), resource(name + ".json"));
    }

    /** The same, with every table one that packets of a batch stop at. */
    static Harness stopping(String name) throws IOException, RefusedException {
        return new Harness(p4info(name), resource(name + ".json"), -1);
    }

    public static P4Info p4info(String name) throws IOException {
        P4Info.Builder b = P4Info.newBuilder();
        String text = new String(resource(name + ".p4info.txtpb"), StandardCharsets.UTF_8);
        TextFormat.Parser.newBuilder().setAllowUnknownFields(true).build().merge(text, b);
        return b.build();
    }

    public static byte[] resource(String name) throws IOException {
        try (InputStream in = Harness.class.getResourceAsStream("/bmv2/" + name)) {
            return in.readAllBytes();
        }
    }

    int id(String name) {
        return ids.get(name);
    }

    Table table(String name) {
        return program.table(id(name));
    }

    ActionSpec action(String name, byte[]... params) {
        return ActionSpec.action(id(name), params);
    }

    /** Sends a batch of frames in and returns what came out. */
    List<Frame> send(List<Frame> batch) {
        sent.clear();
        byte[] reused = new byte[MAX_FRAME];
        for (Frame f : batch) {
            System.arraycopy(f.bytes, 0, reused, 3, f.bytes.length);
            worker.accept(f.port, reused, 3, f.bytes.length);
            Arrays.fill(reused, (byte) 0xee);
        }
        worker.flush();
        return List.copyOf(sent);
    }

    /** Sends the first frame of a batch in and returns what came out before the next one. */
    List<Frame> begin(Frame f) {
        worker.flush();
        sent.clear();
        worker.accept(f.port, f.bytes, 0, f.bytes.length);
        return List.copyOf(sent);
    }

    /** Sends a frame in and returns what came out. */
    List<Frame> send(int port, byte[] frame) {
        sent.clear();
        byte[] padded = new byte[frame.length + 7];
        System.arraycopy(frame, 0, padded, 3, frame.length);
        byte[] before = padded.clone();
        worker.process(port, padded, 3, frame.length);
        if (!Arrays.equals(before, padded)) {
            throw new AssertionError("the received frame was written to");
        }
        return List.copyOf(sent);
    }

    List<Frame> send(int port, String hex) {
        return send(port, Hex.bytes(hex));
    }

    /** Sends the frames of a file and checks what comes out; how many there were. */
    int checkVectors(String name) throws IOException {
        String text = new String(resource(name + ".vectors"), StandardCharsets.US_ASCII);
        int checked = 0;
        for (String line : text.split("\n")) {
            if (line.startsWith("#")) {
                continue;
            }
            String[] sides = line.split(" >", -1);
            String[] in = sides[0].split(":");
            String got =
                    send(Integer.parseInt(in[0]), in[1]).stream()
                            .map(Object::toString)
                            .sorted()
                            .collect(Collectors.joining(" "));
            assertEquals(sides[1].trim(), got, sides[0]);
            checked++;
        }
        return checked;
    }

    static MatchKey exact(byte[]... values) {
        return new MatchKey(values, new byte[values.length][], 0);
    }

    static Table.Entry entry(MatchKey key, ActionSpec action) {
        return new Table.Entry(key, action, 0, 0, new byte[0]);
    }

    static byte[] number(long v, int bits) {
        byte[] b = new byte[(bits + 7) / 8];
        for (int i = 0; i < b.length && i < 8; i++) {
            b[b.length - 1 - i] = (byte) (v >>> 8 * i);
        }
        return b;
    }

    /** A change that is refused. */
    interface Change {
        void run() throws RefusedException;
    }

    /** Why a change is refused. */
    static Code code(Change c) {
        return assertThrows(RefusedException.class, c::run).code();
    }
}
