// SPDX-License-Identifier: Apache-2.0
package org.isthmus.target.bmv2;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.google.protobuf.TextFormat;
import java.io.IOException;
import java.math.BigInteger;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.isthmus.target.ActionProfile;
import org.isthmus.target.ActionSpec;
import org.isthmus.target.CounterArray;
import org.isthmus.target.MatchKey;
import org.isthmus.target.MeterConfig;
import org.isthmus.target.RefusedException;
import org.isthmus.target.Replication;
import org.isthmus.target.Table;
import org.isthmus.target.bmv2.run.Words;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import p4.config.v1.P4InfoOuterClass;
import p4.config.v1.P4InfoOuterClass.P4Info;

/** The packet vectors of the pipeline, whose format p4/vectors/README.md describes. */
class VectorTest {
    private static final Path P4 = Path.of("..", "p4");
    private static final int CPU = 255;
    private static final int CLONE_SESSION = 100;

    private static Map<Integer, String> reasons(String kind) throws IOException {
        String source = Files.readString(P4.resolve("include/reasons.p4"));
        Matcher body =
                Pattern.compile("enum bit<8> " + kind + " \\{(.*?)\\}", Pattern.DOTALL)
                        .matcher(source);
        body.find();
        Map<Integer, String> names = new TreeMap<>();
        Matcher m = Pattern.compile("(\\w+) = (\\d+),").matcher(body.group(1));
        while (m.find()) {
            names.put(Integer.valueOf(m.group(2)), m.group(1));
        }
        return names;
    }

    @TestFactory
    Stream<DynamicTest> vectors() throws IOException {
        P4Info.Builder b = P4Info.newBuilder();
        Path compiled = P4.resolve("compiled/v1model");
        TextFormat.Parser.newBuilder()
                .setAllowUnknownFields(true)
                .build()
                .merge(Files.readString(compiled.resolve("isthmus.p4info.txtpb")), b);
        byte[] json = Files.readAllBytes(compiled.resolve("isthmus.json"));
        List<Path> files;
        try (Stream<Path> all = Files.list(P4.resolve("vectors"))) {
            files =
                    all.filter(f -> f.toString().endsWith(".json"))
                            .sorted()
                            .collect(Collectors.toList());
        }
        List<DynamicTest> tests = new ArrayList<>();
        for (Path f : files) {
            JsonNode suite = new ObjectMapper().readTree(f.toFile());
            Run[] run = new Run[1];
            for (JsonNode v : suite.get("vectors")) {
                String name = f.getFileName() + ": " + v.get("name").asText();
                tests.add(
                        DynamicTest.dynamicTest(
                                name,
                                () -> {
                                    if (run[0] == null) {
                                        run[0] = new Run(b.build(), json, suite);
                                    }
                                    run[0].run(v);
                                }));
            }
        }
        return tests.stream();
    }

    /** Takes back what a vector has set. */
    private interface Undo {
        void run() throws RefusedException;
    }

    /** The vectors of one suite, each of which leaves the target as it was. */
    private static final class Run {
        final Harness h;
        final P4Info info;
        final List<Harness.Frame> got = new ArrayList<>();
        final ArrayDeque<Undo> undo = new ArrayDeque<>();
        int nextMember = 1;

        Run(P4Info info, byte[] json, JsonNode suite) throws RefusedException {
            this.info = info;
            this.h = new Harness(info, json, CPU);
            h.program
                    .replication()
                    .setCloneSession(CLONE_SESSION, List.of(new Replication.Replica(CPU, 1)), 0);
            for (JsonNode e : suite.get("entries")) {
                apply(e);
            }
            undo.clear();
        }

        void run(JsonNode v) throws Exception {
            try {
                exchange(v);
            } finally {
                while (!undo.isEmpty()) {
                    undo.pop().run();
                }
            }
        }

        private void exchange(JsonNode v) throws Exception {
            got.clear();
            CounterArray counter = h.program.counter(h.id("drops"));
            for (int i = 0; i < counter.size(); i++) {
                counter.set(i, 0, 0);
            }
            for (JsonNode e : v.path("entries")) {
                apply(e);
            }
            Map<Integer, String> punts = reasons("punt_reason_t");
            meters(v.path("meters"), punts);
            for (JsonNode s : v.get("send")) {
                byte[] packet = Harness.bytes(s.get("packet").asText());
                if (s.has("packet_out")) {
                    packetOut(s.get("packet_out"), packet);
                } else {
                    got.addAll(h.send(s.get("port").asInt(), packet));
                }
            }
            Map<String, Long> drops = new TreeMap<>();
            reasons("drop_reason_t")
                    .forEach(
                            (i, name) -> {
                                if (i < counter.size() && counter.packets(i) > 0) {
                                    drops.put(name, counter.packets(i));
                                }
                            });
            Map<String, Long> wanted = new TreeMap<>();
            v.get("drops").fields().forEachRemaining(d -> wanted.put(d.getKey(), d.getValue().asLong()));
            assertEquals(lines(expected(v)), lines(actual(v, punts)));
            assertEquals(wanted, drops);
        }

        private void packetOut(JsonNode out, byte[] packet) {
            byte[] frame = new byte[packet.length + 2];
            int header = out.get("egress_port").asInt() << 7 | out.get("submit").asInt() << 6;
            frame[0] = (byte) (header >> 8);
            frame[1] = (byte) header;
            System.arraycopy(packet, 0, frame, 2, packet.length);
            h.sent.clear();
            h.target.packetOut(frame);
            got.addAll(h.sent);
        }

        private static String lines(List<String> all) {
            return all.stream().sorted().collect(Collectors.joining("\n"));
        }

        private static List<String> expected(JsonNode v) {
            List<String> lines = new ArrayList<>();
            for (JsonNode e : v.get("expect")) {
                String packet = e.get("packet").asText();
                boolean any = e.path("generated_id").asBoolean();
                lines.add(
                        e.get("port").asInt() + ": " + (any ? "~" + withoutId(packet) : packet));
            }
            for (JsonNode e : v.get("packet_ins")) {
                lines.add(
                        e.get("reason").asText()
                                + " "
                                + e.get("ingress_port").asInt()
                                + ": "
                                + e.get("packet").asText());
            }
            return lines;
        }

        private List<String> actual(JsonNode v, Map<Integer, String> punts) {
            List<String> lines = new ArrayList<>();
            boolean any = false;
            for (JsonNode e : v.get("expect")) {
                any |= e.path("generated_id").asBoolean();
            }
            List<String> wanted = expected(v);
            for (Harness.Frame f : got) {
                String hex = Harness.hex(f.bytes);
                if (f.port == CPU) {
                    int port = (f.bytes[0] & 0xff) << 1 | (f.bytes[1] & 0x80) >> 7;
                    String reason = punts.get(f.bytes[2] & 0xff);
                    lines.add(reason + " " + port + ": " + hex.substring(6));
                    continue;
                }
                String line = f.port + ": " + hex;
                boolean exact = wanted.contains(line);
                lines.add(any && !exact ? f.port + ": ~" + withoutId(hex) : line);
            }
            return lines;
        }

        /** The frame with identification and header checksum at 0, once that checksum is right. */
        private static String withoutId(String hex) {
            byte[] b = Harness.bytes(hex);
            int at = b[12] == (byte) 0x81 ? 18 : 14;
            int sum = 0;
            for (int i = at; i < at + 20; i += 2) {
                sum += (b[i] & 0xff) << 8 | b[i + 1] & 0xff;
            }
            while (sum >> 16 != 0) {
                sum = (sum & 0xffff) + (sum >> 16);
            }
            if (sum != 0xffff) {
                return "wrong header checksum: " + hex;
            }
            b[at + 4] = 0;
            b[at + 5] = 0;
            b[at + 10] = 0;
            b[at + 11] = 0;
            return Harness.hex(b);
        }

        private void meters(JsonNode meters, Map<Integer, String> punts) {
            meters.fields()
                    .forEachRemaining(
                            m ->
                                    m.getValue()
                                            .fields()
                                            .forEachRemaining(
                                                    cell -> meter(m.getKey(), cell, punts)));
        }

        private void meter(
                String name, Map.Entry<String, JsonNode> cell, Map<Integer, String> punts) {
            long rate = cell.getValue().get("rate").asLong();
            long burst = cell.getValue().get("burst").asLong();
            punts.forEach(
                    (i, reason) -> {
                        if (reason.equals(cell.getKey())) {
                            h.program
                                    .meter(h.id(name))
                                    .configure(i, new MeterConfig(rate, burst, rate, burst));
                            undo.push(() -> h.program.meter(h.id(name)).configure(i, null));
                        }
                    });
        }

        private P4InfoOuterClass.Table tableInfo(String name) {
            return info.getTablesList().stream()
                    .filter(t -> t.getPreamble().getName().equals(name))
                    .findFirst()
                    .get();
        }

        private static BigInteger number(JsonNode v) {
            return v.isTextual() ? number(v.asText()) : v.bigIntegerValue();
        }

        private static BigInteger number(String s) {
            if (s.matches("([0-9a-f]{2}:){5}[0-9a-f]{2}")) {
                return new BigInteger(s.replace(":", ""), 16);
            }
            try {
                return new BigInteger(1, InetAddress.getByName(s).getAddress());
            } catch (IOException e) {
                throw new IllegalArgumentException(e);
            }
        }

        private ActionSpec action(JsonNode row) {
            P4InfoOuterClass.Action a =
                    info.getActionsList().stream()
                            .filter(
                                    x ->
                                            x.getPreamble()
                                                    .getName()
                                                    .equals(row.get("action").asText()))
                            .findFirst()
                            .get();
            byte[][] params = new byte[a.getParamsCount()][];
            for (int i = 0; i < params.length; i++) {
                JsonNode value = row.get("params").get(a.getParams(i).getName());
                params[i] = Words.toBytes(number(value), a.getParams(i).getBitwidth());
            }
            return ActionSpec.action(a.getPreamble().getId(), params);
        }

        private ActionSpec members(P4InfoOuterClass.Table t, JsonNode members)
                throws RefusedException {
            ActionProfile profile = h.program.actionProfile(t.getImplementationId());
            int n = members.size();
            int[] ids = new int[n];
            int[] weights = new int[n];
            for (int i = 0; i < n; i++) {
                ids[i] = nextMember++;
                weights[i] = members.get(i).get("weight").asInt();
                profile.insertMember(new ActionProfile.Member(ids[i], action(members.get(i))));
                int id = ids[i];
                undo.push(() -> profile.deleteMember(id));
            }
            profile.insertGroup(new ActionProfile.Group(ids[0], 0, ids, weights));
            undo.push(() -> profile.deleteGroup(ids[0]));
            return ActionSpec.group(ids[0]);
        }

        private void apply(JsonNode row) throws RefusedException {
            P4InfoOuterClass.Table t = tableInfo(row.get("table").asText());
            Table table = h.program.table(t.getPreamble().getId());
            ActionSpec action = row.has("members") ? members(t, row.get("members")) : action(row);
            if (row.path("default").asBoolean()) {
                table.setDefaultAction(action);
                undo.push(() -> table.setDefaultAction(null));
                return;
            }
            int n = t.getMatchFieldsCount();
            byte[][] values = new byte[n][];
            byte[][] seconds = new byte[n][];
            int priority = 0;
            for (int i = 0; i < n; i++) {
                P4InfoOuterClass.MatchField f = t.getMatchFields(i);
                int w = f.getBitwidth();
                JsonNode v = row.get("match").get(f.getName());
                boolean exact = f.getMatchType() == P4InfoOuterClass.MatchField.MatchType.EXACT;
                if (exact) {
                    values[i] = Words.toBytes(number(v), w);
                    continue;
                }
                BigInteger mask = BigInteger.ZERO;
                BigInteger value = BigInteger.ZERO;
                if (v != null && v.asText().contains("/")) {
                    String[] parts = v.asText().split("/");
                    int length = Integer.parseInt(parts[1]);
                    value = number(parts[0]);
                    mask =
                            BigInteger.ONE
                                    .shiftLeft(length)
                                    .subtract(BigInteger.ONE)
                                    .shiftLeft(w - length);
                } else if (v != null) {
                    String[] parts = v.asText().split("&&&");
                    value = number(parts[0]);
                    mask = number(parts[1]);
                    priority = row.get("priority").asInt();
                }
                values[i] = Words.toBytes(value, w);
                seconds[i] = Words.toBytes(mask, w);
            }
            MatchKey key = new MatchKey(values, seconds, priority);
            table.insert(new Table.Entry(key, action, 0, 0, new byte[0]));
            undo.push(() -> table.delete(key));
        }
    }
}
