// SPDX-License-Identifier: Apache-2.0
package org.isthmus.target.conformance;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.isthmus.target.api.Frame;
import org.isthmus.target.api.Hex;
import p4.config.v1.P4InfoOuterClass.P4Info;
import p4.v1.P4RuntimeOuterClass.CounterEntry;
import p4.v1.P4RuntimeOuterClass.Entity;

/** Runs the vectors of p4/vectors on a switch. */
public final class VectorRunner {
    public static final Path P4 = p4();
    private static final ObjectMapper JSON = new ObjectMapper();

    private final SwitchUnderTest device;
    private final P4Info p4info;
    private final byte[] config;
    private final VectorEntries entries;
    private final Set<String> features;
    private final Map<String, Integer> drops = reasons("drop_reason_t DROP_");
    private final Map<String, Integer> punts = reasons("punt_reason_t PUNT_");

    /**
     * @param compiled the folder of the compiled program
     */
    public VectorRunner(SwitchUnderTest device, Path compiled) throws IOException {
        this.device = device;
        p4info = Artifacts.p4info(compiled);
        config = Artifacts.config(compiled);
        entries = new VectorEntries(p4info);
        features = features(JSON.readTree(config), device.hasJumboFrames());
    }

    /** Tests run in the directories of their modules. */
    private static Path p4() {
        Path up = Path.of("..");
        while (!Files.exists(up.resolve("p4"))) {
            up = up.resolve("..");
        }
        return up.resolve("p4");
    }

    /** What a compiled program has of that which vectors may need. */
    private static Set<String> features(JsonNode config, boolean jumbo) {
        Set<String> has = new TreeSet<>();
        for (JsonNode header : config.get("header_types")) {
            for (JsonNode field : header.get("fields")) {
                if (field.get(1).asText().equals("*")) {
                    has.add("VARBIT");
                }
            }
        }
        boolean isCard = config.get("header_types").findValuesAsText("name").contains("dma_t");
        if (isCard) {
            has.add("CARD");
        }
        has.add(isCard && !jumbo ? "NO_JUMBO" : "JUMBO");
        for (JsonNode calculation : config.get("calculations")) {
            if (calculation.get("input").findValuesAsText("type").contains("payload")) {
                has.add("PAYLOAD_CHECKSUM");
            }
        }
        if (config.get("pipelines").findValuesAsText("name").contains("port_sets6")) {
            has.add("PORT_SETS");
        }
        if (config.get("meter_arrays").findValuesAsText("name").contains("shares")) {
            has.add("SHARE_METER");
        }
        for (JsonNode pipeline : config.get("pipelines")) {
            for (JsonNode table : pipeline.get("tables")) {
                if (table.get("name").asText().equals("session")) {
                    has.add("SESSIONS");
                }
            }
        }
        if (config.get("actions").findValuesAsText("op").contains("truncate")) {
            has.add("TRUNCATE");
        }
        return has;
    }

    /** Files, by name. */
    public static List<Path> suites() throws IOException {
        try (Stream<Path> files = Files.list(P4.resolve("vectors"))) {
            return files.filter(f -> f.toString().endsWith(".json"))
                    .sorted()
                    .collect(Collectors.toList());
        }
    }

    public static JsonNode read(Path suite) throws IOException {
        return JSON.readTree(suite.toFile());
    }

    /** What a vector needs that the program does not have; empty: it applies. */
    public Set<String> lacking(JsonNode vector) {
        Set<String> lacking = new TreeSet<>();
        vector.path("needs").forEach(need -> lacking.add(need.asText()));
        lacking.removeAll(features);
        return lacking;
    }

    /** An empty switch with the suite's entries. */
    public void start(JsonNode suite) {
        device.control().push(p4info, config);
        if (device.hasCloneSessions()) {
            device.control()
                    .write(
                            new Entries(p4info)
                                    .cloneSession(Scenario.CLONE_SESSION, SwitchUnderTest.CPU_PORT)
                                    .updates());
        }
        device.control().write(entries.apply(suite.get("entries")));
    }

    /** What is wrong, a line each; empty when all is as the vector says. */
    public List<String> run(JsonNode vector) {
        device.control().write(entries.apply(vector.path("entries")));
        device.control().write(entries.meters(vector.path("meters"), punts, false));
        Map<Integer, Long> before = dropCounts();
        List<Frame> in = new ArrayList<>();
        for (JsonNode sent : vector.get("send")) {
            in.add(frame(sent));
        }
        List<Frame> out =
                device.exchange(in).stream().flatMap(List::stream).collect(Collectors.toList());
        List<String> wrong = compare(vector, out);
        Map<String, Long> counted = new TreeMap<>();
        Map<Integer, Long> after = dropCounts();
        drops.forEach(
                (name, index) -> {
                    long n = after.get(index) - before.get(index);
                    if (n != 0) {
                        counted.put(name, n);
                    }
                });
        Map<String, Long> expected = new TreeMap<>();
        vector.get("drops")
                .properties()
                .forEach(e -> expected.put(e.getKey(), e.getValue().asLong()));
        if (!counted.equals(expected)) {
            wrong.add("drops " + counted + ", not " + expected);
        }
        device.control().write(entries.meters(vector.path("meters"), punts, true));
        device.control().write(entries.undo(vector.path("entries")));
        return wrong;
    }

    private List<String> compare(JsonNode vector, List<Frame> out) {
        List<String> wrong = new ArrayList<>();
        List<Frame> left = new ArrayList<>(out);
        for (JsonNode e : vector.get("expect")) {
            Frame wanted = new Frame(e.get("port").asInt(), Hex.bytes(e.get("packet").asText()));
            boolean generated = e.path("generated_id").asBoolean();
            if (!left.removeIf(once(f -> same(wanted, f, generated)))) {
                wrong.add("missing on port " + wanted);
            }
        }
        for (JsonNode e : vector.get("packet_ins")) {
            // The names of p4/include/reasons.p4 and the layout of p4/include/packet_io.p4.
            byte[] packet = Hex.bytes(e.get("packet").asText());
            byte[] bytes = new byte[3 + packet.length];
            int port = e.get("ingress_port").asInt();
            bytes[0] = (byte) (port >>> 1);
            bytes[1] = (byte) (port << 7);
            bytes[2] = (byte) (int) reasons("punt_reason_t PUNT_").get(e.get("reason").asText());
            System.arraycopy(packet, 0, bytes, 3, packet.length);
            Frame wanted = new Frame(SwitchUnderTest.CPU_PORT, bytes);
            if (!left.removeIf(once(f -> device.isPacketIn(wanted, f)))) {
                wrong.add("missing packet-in " + e.get("reason") + " on port " + wanted);
            }
        }
        left.forEach(f -> wrong.add("unexpected on port " + f));
        return wrong;
    }

    private static java.util.function.Predicate<Frame> once(
            java.util.function.Predicate<Frame> condition) {
        boolean[] done = new boolean[1];
        return f -> !done[0] && (done[0] = condition.test(f));
    }

    private static boolean same(Frame a, Frame b, boolean generatedId) {
        if (a.port != b.port || !generatedId) {
            return a.equals(b);
        }
        byte[] x = PacketGenerator.withoutIdentification(a.bytes);
        byte[] y = PacketGenerator.withoutIdentification(b.bytes);
        return x != null && y != null && Arrays.equals(x, y);
    }

    private static Frame frame(JsonNode sent) {
        byte[] packet = Hex.bytes(sent.get("packet").asText());
        if (!sent.has("packet_out")) {
            return new Frame(sent.get("port").asInt(), packet);
        }
        JsonNode header = sent.get("packet_out");
        byte[] bytes = new byte[2 + packet.length];
        int port = header.get("egress_port").asInt();
        bytes[0] = (byte) (port >>> 1);
        bytes[1] = (byte) (port << 7 | header.get("submit").asInt() << 6);
        System.arraycopy(packet, 0, bytes, 2, packet.length);
        return new Frame(SwitchUnderTest.CPU_PORT, bytes);
    }

    private Map<Integer, Long> dropCounts() {
        int id =
                p4info.getCountersList().stream()
                        .filter(c -> c.getPreamble().getAlias().equals("drops"))
                        .findFirst()
                        .orElseThrow()
                        .getPreamble()
                        .getId();
        Map<Integer, Long> counts = new HashMap<>();
        for (Entity e :
                device.control()
                        .read(
                                Entity.newBuilder()
                                        .setCounterEntry(CounterEntry.newBuilder().setCounterId(id))
                                        .build())) {
            counts.put(
                    (int) e.getCounterEntry().getIndex().getIndex(),
                    e.getCounterEntry().getData().getPacketCount());
        }
        return counts;
    }

    /** Numbers by name. */
    private static Map<String, Integer> reasons(String prefix) {
        try {
            String source = Files.readString(P4.resolve("include/reasons.p4"));
            Map<String, Integer> reasons = new TreeMap<>();
            Matcher constant =
                    Pattern.compile("const " + prefix + "(\\w+) = (\\d+);").matcher(source);
            while (constant.find()) {
                reasons.put(constant.group(1), Integer.valueOf(constant.group(2)));
            }
            return reasons;
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }
}
