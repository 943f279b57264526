// SPDX-License-Identifier: Apache-2.0
package org.isthmus.app.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.protobuf.ByteString;
import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.EnumDescriptor;
import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.UnknownFieldSet;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.isthmus.core.model.Intent;
import org.isthmus.core.model.TranslationIntent;
import org.isthmus.core.net.Ipv4Prefix;
import org.isthmus.core.net.Ipv6Prefix;
import org.isthmus.core.testing.Seeds;
import org.isthmus.pipeline.Pipeline;
import org.isthmus.pipeline.Samples;
import org.isthmus.pipeline.Translator;
import org.isthmus.proto.Hex;
import org.isthmus.proto.node.v1.ApiProto.Result;
import org.isthmus.proto.node.v1.IntentProto;
import org.isthmus.proto.node.v1.NodeProto.Answer;
import org.isthmus.proto.node.v1.NodeProto.Failure;
import org.isthmus.proto.node.v1.NodeProto.Question;
import org.isthmus.proto.node.v1.NodeProto.Question.QuestionCase;
import org.junit.jupiter.api.Test;
import p4.v1.P4RuntimeOuterClass.Entity;
import p4.v1.P4RuntimeOuterClass.MeterEntry;

/** Every kind of message arrives as it was, or is refused by name. */
class NodeMessagesTest {
    private static final String TO_BE_ADDED = "to be added to src/test/resources/.../node-v1.txt";

    @Test
    void everyKindArrivesAsItWas() {
        Seeds.upTo(50)
                .forEach(
                        seed ->
                                NodeSamples.samples(new RandomValues(seed))
                                        .forEach(
                                                (name, s) ->
                                                        assertEquals(
                                                                s.text,
                                                                NodeSamples.read(name, s.bytes),
                                                                name)));
        TreeSet<QuestionCase> left = new TreeSet<>(List.of(QuestionCase.values()));
        left.remove(QuestionCase.QUESTION_NOT_SET);
        left.remove(RemoteNat64.CALL.kind());
        NodeSamples.kinds().forEach(k -> left.remove(k.exchange.kind()));
        assertEquals(new TreeSet<>(), left);
    }

    /** By name, in the order of the file. */
    static Map<String, NodeSamples.Sample> golden() throws IOException {
        Map<String, NodeSamples.Sample> golden = new LinkedHashMap<>();
        try (InputStream in = NodeMessagesTest.class.getResourceAsStream("node-v1.txt")) {
            List<String> lines =
                    new String(in.readAllBytes(), StandardCharsets.UTF_8)
                            .lines()
                            .filter(l -> !l.startsWith("#"))
                            .collect(Collectors.toList());
            for (int i = 0; i + 2 < lines.size(); i += 3) {
                byte[] bytes = Hex.parse(lines.get(i + 1));
                assertTrue(
                        golden.put(lines.get(i), new NodeSamples.Sample(bytes, lines.get(i + 2)))
                                == null,
                        lines.get(i));
            }
        }
        return golden;
    }

    @Test
    void bytesOfVersion1AreReadAsEver() throws IOException {
        for (Map.Entry<String, NodeSamples.Sample> e : golden().entrySet()) {
            assertEquals(
                    e.getValue().text,
                    NodeSamples.read(e.getKey(), e.getValue().bytes),
                    e.getKey());
        }
    }

    @Test
    void everyKindHasBytesOfVersion1() throws IOException {
        Map<String, NodeSamples.Sample> missing = new TreeMap<>();
        for (int seed = 1; seed <= 5; seed++) {
            NodeSamples.samples(new RandomValues(seed))
                    .forEach(
                            (name, s) ->
                                    missing.merge(
                                            name,
                                            s,
                                            (a, b) -> a.bytes.length < b.bytes.length ? b : a));
        }
        missing.keySet().removeAll(golden().keySet());
        StringBuilder lines = new StringBuilder();
        missing.forEach((name, s) -> lines.append(lines(name, s)));
        assertEquals("", lines.toString(), TO_BE_ADDED);
    }

    private static String lines(String name, NodeSamples.Sample sample) {
        return name + "\n" + Hex.text(sample.bytes) + "\n" + sample.text + "\n";
    }

    /** Adds the names of a message and its parts, and of each field that is set. */
    private static void collect(com.google.protobuf.Message message, Set<String> names) {
        names.add(message.getDescriptorForType().getFullName());
        message.getAllFields()
                .forEach(
                        (field, value) -> {
                            names.add(field.getFullName());
                            if (field.getJavaType() == FieldDescriptor.JavaType.MESSAGE) {
                                (field.isRepeated() ? (List<?>) value : List.of(value))
                                        .forEach(
                                                part ->
                                                        collect(
                                                                (com.google.protobuf.Message) part,
                                                                names));
                            }
                        });
    }

    /** Adds the names of all messages and fields of a message type. */
    private static void collect(Descriptor type, Set<String> names) {
        if (names.add(type.getFullName())) {
            for (FieldDescriptor field : type.getFields()) {
                names.add(field.getFullName());
                if (field.getJavaType() == FieldDescriptor.JavaType.MESSAGE) {
                    collect(field.getMessageType(), names);
                }
            }
        }
    }

    /** The first sample that says the name. */
    private static String lines(String name) {
        for (int seed = 1; seed <= 50; seed++) {
            for (Map.Entry<String, NodeSamples.Sample> e :
                    NodeSamples.samples(new RandomValues(seed)).entrySet()) {
                Set<String> names = new TreeSet<>();
                collect(NodeSamples.parse(e.getKey(), e.getValue().bytes), names);
                if (names.contains(name)) {
                    return lines(e.getKey() + " " + name, e.getValue());
                }
            }
        }
        return "no sample has " + name + "\n";
    }

    @Test
    void everyMessageAndFieldHasBytesOfVersion1() throws IOException {
        Set<String> missing = new TreeSet<>();
        collect(Question.getDescriptor(), missing);
        collect(Answer.getDescriptor(), missing);
        Set<String> found = new TreeSet<>();
        golden().forEach((name, sample) -> collect(NodeSamples.parse(name, sample.bytes), found));
        missing.removeAll(found);
        String lines = missing.stream().map(NodeMessagesTest::lines).collect(Collectors.joining());
        assertEquals("", lines, TO_BE_ADDED);
    }

    /** The message, with an addition in one of its parts each time. */
    private static List<com.google.protobuf.Message> altered(
            com.google.protobuf.Message message, boolean values) {
        List<com.google.protobuf.Message> altered = new ArrayList<>();
        if (!values) {
            UnknownFieldSet field =
                    UnknownFieldSet.newBuilder()
                            .addField(99, UnknownFieldSet.Field.newBuilder().addVarint(1).build())
                            .build();
            altered.add(message.toBuilder().setUnknownFields(field).build());
        }
        message.getAllFields()
                .forEach(
                        (field, value) -> {
                            if (field.isRepeated()) {
                                for (int i = 0; i < ((List<?>) value).size(); i++) {
                                    int at = i;
                                    alteredPart(field, ((List<?>) value).get(i), values)
                                            .forEach(
                                                    part ->
                                                            altered.add(
                                                                    message.toBuilder()
                                                                            .setRepeatedField(
                                                                                    field, at, part)
                                                                            .build()));
                                }
                            } else {
                                alteredPart(field, value, values)
                                        .forEach(
                                                part ->
                                                        altered.add(
                                                                message.toBuilder()
                                                                        .setField(field, part)
                                                                        .build()));
                            }
                        });
        return altered;
    }

    private static List<Object> alteredPart(FieldDescriptor field, Object part, boolean values) {
        if (field.getJavaType() == FieldDescriptor.JavaType.ENUM && values) {
            EnumDescriptor type = field.getEnumType();
            return List.of(type.findValueByNumberCreatingIfUnknown(99));
        }
        if (field.getJavaType() != FieldDescriptor.JavaType.MESSAGE) {
            return List.of();
        }
        List<Object> parts = new ArrayList<>(altered((com.google.protobuf.Message) part, values));
        if (field.isMapField() && !values) {
            // What is unknown of an entry itself, and not of its value, protobuf does not keep.
            parts.remove(0);
        }
        return parts;
    }

    private static void refused(String name, com.google.protobuf.Message message) {
        RuntimeException e =
                assertThrows(
                        RuntimeException.class,
                        () -> NodeSamples.read(name, message.toByteArray()),
                        () -> name + " " + message);
        assertTrue(
                e instanceof UnreadableException
                        || e instanceof IllegalArgumentException
                        || e instanceof IllegalStateException
                                && e.getMessage().startsWith("node n1 answers"),
                () -> name + " " + e);
    }

    @Test
    void anUnknownFieldOfAnyPartIsRefused() {
        Seeds.upTo(3)
                .forEach(
                        seed ->
                                NodeSamples.samples(new RandomValues(seed))
                                        .forEach(
                                                (name, s) ->
                                                        altered(
                                                                        NodeSamples.parse(
                                                                                name, s.bytes),
                                                                        false)
                                                                .forEach(m -> refused(name, m))));
    }

    @Test
    void anUnknownValueOfAnyPartIsRefused() {
        Seeds.upTo(3)
                .forEach(
                        seed ->
                                NodeSamples.samples(new RandomValues(seed))
                                        .forEach(
                                                (name, s) ->
                                                        altered(
                                                                        NodeSamples.parse(
                                                                                name, s.bytes),
                                                                        true)
                                                                .forEach(m -> refused(name, m))));
    }

    @Test
    void whatIsCutShortIsReadOrRefused() {
        long seed = Seeds.of(1);
        NodeSamples.samples(new RandomValues(seed))
                .forEach(
                        (name, s) -> {
                            for (int i = 0; i < s.bytes.length; i++) {
                                byte[] cut = Arrays.copyOf(s.bytes, i);
                                try {
                                    NodeSamples.read(name, cut);
                                } catch (UnreadableException
                                        | IllegalArgumentException
                                        | IllegalStateException e) {
                                    assertTrue(e.getMessage() != null, name);
                                }
                            }
                        });
    }

    private static void refusedEntities(String why, Entity... entities) {
        refusedEntities(why, Wire.list(List.of(entities), Entity::toByteString));
    }

    private static void refusedEntities(String why, List<ByteString> entities) {
        IntentProto.Intent message =
                IntentProto.Intent.newBuilder()
                        .setEntities(IntentProto.Entities.newBuilder().addAllEntities(entities))
                        .build();
        Exception e =
                assertThrows(
                        IllegalArgumentException.class,
                        () -> IntentCodec.decode(message),
                        message::toString);
        assertTrue(e.getMessage().contains(why), e::getMessage);
    }

    @Test
    void entitiesThatAreNotThoseOfOneIntentAreRefused() {
        Translator translator = Pipeline.v1model().translator();
        Ipv6Prefix prefix6 = Ipv6Prefix.parse("64:ff9b::/96");
        List<Entity> prefix = translator.entities(new TranslationIntent.NatPrefix(prefix6, 1));
        List<Entity> pool =
                translator.entities(
                        new TranslationIntent.Pool4(Ipv4Prefix.parse("203.0.113.0/28"), 1));
        String not = "isthmus.node.v1.Entities are not those of one intent";
        // None, not all, in another order, and of two.
        refusedEntities(not);
        refusedEntities(not, prefix.get(0), prefix.get(1));
        refusedEntities(not, prefix.get(1), prefix.get(0), prefix.get(2));
        refusedEntities(not, prefix.get(0), prefix.get(1), prefix.get(2), pool.get(0));
        refusedEntities(not, pool.get(0), pool.get(0));

        Entity.Builder other = pool.get(0).toBuilder();
        other.getTableEntryBuilder().setTableId(0x0200ffff);
        refusedEntities("table 0x0200ffff", other.build());
        refusedEntities(
                "meter 0x1500ffff",
                Entity.newBuilder()
                        .setMeterEntry(MeterEntry.newBuilder().setMeterId(0x1500ffff))
                        .build());
        refusedEntities("[ENTITY_NOT_SET]", Entity.getDefaultInstance());
        refusedEntities("not a message", List.of(pool.get(0).toByteString().substring(1)));
    }

    @Test
    void whatAnEntityHasThatIsNeverWrittenIsRefused() {
        Translator translator = Pipeline.v1model().translator();
        for (Intent intent : Samples.chosen()) {
            List<Entity> entities = translator.entities(intent);
            for (int i = 0; i < entities.size(); i++) {
                for (com.google.protobuf.Message altered : altered(entities.get(i), false)) {
                    List<Entity> all = new ArrayList<>(entities);
                    all.set(i, (Entity) altered);
                    refusedEntities("not those of one intent", all.toArray(new Entity[0]));
                }
            }
        }
    }

    @Test
    void kindsOfFailures() throws IOException {
        for (Failure.Kind kind : Failure.Kind.values()) {
            if (kind != Failure.Kind.UNRECOGNIZED && kind != Failure.Kind.KIND_UNSPECIFIED) {
                assertTrue(golden().containsKey("ANSWER FAILURE " + kind), "no bytes of " + kind);
                Failure failure = Failure.newBuilder().setKind(kind).build();
                RuntimeException e = FailureCodec.exception(failure, "n1");
                if (kind != Failure.Kind.KIND_UNREADABLE && kind != Failure.Kind.KIND_UNEXPECTED) {
                    assertEquals(kind, FailureCodec.of(e).getKind());
                }
            }
        }
        for (int unknown : new int[] {0, 99}) {
            Failure failure = Failure.newBuilder().setKindValue(unknown).build();
            assertThrows(
                    IllegalArgumentException.class, () -> FailureCodec.exception(failure, "n1"));
        }
    }

    @Test
    void aResultThatIsNotTheMethodsIsRefused() {
        Answer answer =
                Answer.newBuilder().setResult(Result.newBuilder().setDone(Wire.NOTHING)).build();
        refused("RESULT pools", answer);
    }
}
