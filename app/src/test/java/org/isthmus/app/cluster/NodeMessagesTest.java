// SPDX-License-Identifier: Apache-2.0
package org.isthmus.app.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.protobuf.ByteString;
import com.google.protobuf.Descriptors.EnumDescriptor;
import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.UnknownFieldSet;
import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.Field;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Proxy;
import java.lang.reflect.Type;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.isthmus.core.api.Nat64;
import org.isthmus.core.model.Change;
import org.isthmus.core.model.DeviceId;
import org.isthmus.core.model.Intent;
import org.isthmus.core.net.Ipv4Address;
import org.isthmus.core.net.Ipv4Prefix;
import org.isthmus.core.net.Ipv6Prefix;
import org.isthmus.core.testing.Seeds;
import org.isthmus.pipeline.Pipeline;
import org.isthmus.pipeline.Samples;
import org.isthmus.pipeline.Translator;
import org.isthmus.proto.Hex;
import org.isthmus.proto.node.v1.ApiProto.Call;
import org.isthmus.proto.node.v1.ApiProto.Result;
import org.isthmus.proto.node.v1.IntentProto;
import org.isthmus.proto.node.v1.NodeProto.Answer;
import org.isthmus.proto.node.v1.NodeProto.Failure;
import org.isthmus.proto.node.v1.NodeProto.Question;
import org.isthmus.proto.node.v1.NodeProto.Question.QuestionCase;
import org.junit.jupiter.api.Test;
import org.onosproject.cluster.NodeId;
import org.onosproject.store.cluster.messaging.ClusterCommunicationService;
import p4.v1.P4RuntimeOuterClass.Entity;
import p4.v1.P4RuntimeOuterClass.MeterEntry;

/**
 * Every kind of message arrives as it was, or is refused by name. The kinds are those of the
 * schema, of the API and of the samples of intents, so a new one is tested as soon as it is there.
 */
class NodeMessagesTest {
    private static final NodeId N1 = NodeId.nodeId("n1");

    /** Names of golden bytes: what goes there, and what comes back. */
    private static final String CALL = "CALL ";

    private static final String RESULT = "RESULT ";
    private static final String ANSWER = "ANSWER ";

    /** A kind of exchange that is not a call of the API, and the types of its values. */
    private static final class Kind {
        final Exchange<Object, Object> exchange;
        final Type question;
        final Type answer;

        @SuppressWarnings("unchecked")
        Kind(Field field) {
            ParameterizedType type = (ParameterizedType) field.getGenericType();
            try {
                exchange = (Exchange<Object, Object>) field.get(null);
            } catch (IllegalAccessException e) {
                throw new IllegalArgumentException(e);
            }
            question = type.getActualTypeArguments()[0];
            answer = type.getActualTypeArguments()[1];
        }

        boolean confirms() {
            return answer == Void.class;
        }
    }

    private static List<Kind> kinds() {
        List<Kind> kinds = new ArrayList<>();
        for (Class<?> codec : List.of(DataPlaneCodec.class, MappingLogCodec.class)) {
            for (Field field : codec.getDeclaredFields()) {
                if (field.getType() == Exchange.class) {
                    kinds.add(new Kind(field));
                }
            }
        }
        return kinds;
    }

    private static List<Method> methods() {
        return Arrays.stream(Nat64.class.getMethods())
                .sorted(Comparator.comparing(Method::getName))
                .collect(Collectors.toList());
    }

    private static boolean confirms(Method method) {
        return method.getReturnType() == void.class;
    }

    private static Object[] arguments(Method method, RandomValues random) {
        Object[] arguments =
                Arrays.stream(method.getGenericParameterTypes()).map(random::of).toArray();
        // What may be null: see Nat64.
        if (List.of("bindings", "sessions", "subscribers").contains(method.getName())) {
            arguments[1] = random.maybe(String.class);
        } else if (method.getName().equals("replaceEamt") && random.maybe(String.class) == null) {
            arguments[1] = null;
        } else if (method.getName().equals("path")) {
            arguments[3] = random.maybe(Ipv4Address.class);
        }
        return arguments;
    }

    /** A core that says what it is asked, and returns what it is given. */
    private static Nat64 core(List<String> asked, Object result) {
        return (Nat64)
                Proxy.newProxyInstance(
                        NodeMessagesTest.class.getClassLoader(),
                        new Class<?>[] {Nat64.class},
                        (proxy, method, arguments) -> {
                            asked.add(
                                    method.getName()
                                            + ValueText.of(
                                                    arguments == null
                                                            ? List.of()
                                                            : Arrays.asList(arguments)));
                            return result;
                        });
    }

    private static Object invoke(Nat64 core, Method method, Object... arguments) {
        try {
            return method.invoke(core, arguments);
        } catch (InvocationTargetException e) {
            throw (RuntimeException) e.getCause();
        } catch (IllegalAccessException e) {
            throw new IllegalArgumentException(e);
        }
    }

    /** Bytes of a question or answer, with what they say. */
    private static final class Sample {
        final byte[] bytes;
        final String text;

        Sample(byte[] bytes, String text) {
            this.bytes = bytes;
            this.text = text;
        }
    }

    /** One of each kind, by name. */
    private static Map<String, Sample> samples(RandomValues random) {
        Map<String, Sample> samples = new TreeMap<>();
        for (Kind kind : kinds()) {
            String name = kind.exchange.kind().name();
            Object question = random.of(kind.question);
            samples.put(name, sample(kind.exchange.writeQuestion(question), question));
            if (!kind.confirms()) {
                Object answer = random.of(kind.answer);
                samples.put(ANSWER + name, sample(kind.exchange.writeAnswer(answer), answer));
            }
        }
        intents().forEach((name, apply) -> samples.put(name, sample(write(apply), apply)));
        for (Method method : methods()) {
            Object result = confirms(method) ? null : random.of(method.getGenericReturnType());
            List<byte[]> crossed = new ArrayList<>();
            List<String> asked = new ArrayList<>();
            Nat64 remote = remote(core(asked, result), crossed);
            Object returned = invoke(remote, method, arguments(method, random));
            assertEquals(ValueText.of(result), ValueText.of(returned), method.getName());
            samples.put(CALL + method.getName(), new Sample(crossed.get(0), asked.get(0)));
            if (!confirms(method)) {
                samples.put(RESULT + method.getName(), sample(crossed.get(1), result));
            }
        }
        return samples;
    }

    /** Changes to and from intents of every kind, by what they go as. */
    private static Map<String, Message.Apply> intents() {
        Map<String, List<Change>> changes = new TreeMap<>();
        for (Intent intent : Samples.chosen()) {
            changes.computeIfAbsent(
                            IntentCodec.encode(intent).getIntentCase().name(),
                            kind -> new ArrayList<>())
                    .addAll(List.of(Change.set(intent), Change.remove(intent)));
        }
        Map<String, Message.Apply> all = new TreeMap<>();
        changes.forEach((kind, of) -> all.put("APPLY " + kind, apply(of)));
        return all;
    }

    private static Message.Apply apply(List<Change> changes) {
        return new Message.Apply(1, DeviceId.of("device:leaf1"), changes);
    }

    private static byte[] write(Message.Apply apply) {
        return DataPlaneCodec.APPLY.writeQuestion(apply);
    }

    private static Sample sample(byte[] bytes, Object value) {
        return new Sample(bytes, ValueText.of(value));
    }

    /**
     * The API of a node.
     *
     * @param crossed gets each question and answer
     */
    private static Nat64 remote(Nat64 core, List<byte[]> crossed) {
        TestCluster cluster = new TestCluster();
        Peers peers = new Peers(cluster.communication(N1));
        RemoteNat64.serve(peers, () -> core, Runnable::run);
        return RemoteNat64.of(
                new Peers(Wiretap.of(cluster.communication(NodeId.nodeId("n2")), crossed::add)),
                N1);
    }

    /** What a question or answer says, by the name of its kind. */
    private static String read(String name, byte[] bytes) {
        if (name.startsWith(CALL)) {
            Question question = Wire.parse(Question.parser(), bytes);
            Call call = RemoteNat64.CALL.readQuestion(question);
            List<String> asked = new ArrayList<>();
            Object none = null;
            try {
                var unused = CallReader.read(call).apply(core(asked, none));
            } catch (NullPointerException e) {
                // It returns nothing that could be written.
                assertEquals(1, asked.size());
            }
            return asked.get(0);
        }
        if (name.startsWith(RESULT)) {
            Method method = method(name.substring(RESULT.length()));
            ClusterCommunicationService answers = Wiretap.answering(bytes);
            Object[] arguments = arguments(method, new RandomValues(1));
            return ValueText.of(invoke(RemoteNat64.of(new Peers(answers), N1), method, arguments));
        }
        String kind = name.replace(ANSWER, "").split(" ")[0];
        Exchange<?, ?> exchange =
                kinds().stream()
                        .map(k -> k.exchange)
                        .filter(e -> e.kind().name().equals(kind))
                        .findFirst()
                        .orElseThrow();
        return ValueText.of(
                name.startsWith(ANSWER)
                        ? exchange.readAnswer(Wire.parse(Answer.parser(), bytes))
                        : exchange.readQuestion(Wire.parse(Question.parser(), bytes)));
    }

    private static Method method(String name) {
        return methods().stream().filter(m -> m.getName().equals(name)).findFirst().orElseThrow();
    }

    @Test
    void everyKindArrivesAsItWas() {
        Seeds.upTo(50)
                .forEach(
                        seed ->
                                samples(new RandomValues(seed))
                                        .forEach(
                                                (name, s) ->
                                                        assertEquals(
                                                                s.text,
                                                                read(name, s.bytes),
                                                                name)));
        TreeSet<QuestionCase> left = new TreeSet<>(List.of(QuestionCase.values()));
        left.remove(QuestionCase.QUESTION_NOT_SET);
        left.remove(RemoteNat64.CALL.kind());
        kinds().forEach(k -> left.remove(k.exchange.kind()));
        assertEquals(new TreeSet<>(), left);
    }

    /** By name, in the order of the file. */
    private static Map<String, Sample> golden() throws IOException {
        Map<String, Sample> golden = new LinkedHashMap<>();
        try (InputStream in = NodeMessagesTest.class.getResourceAsStream("node-v1.txt")) {
            List<String> lines =
                    new String(in.readAllBytes(), StandardCharsets.UTF_8)
                            .lines()
                            .filter(l -> !l.startsWith("#"))
                            .collect(Collectors.toList());
            for (int i = 0; i + 2 < lines.size(); i += 3) {
                byte[] bytes = Hex.parse(lines.get(i + 1));
                assertTrue(
                        golden.put(lines.get(i), new Sample(bytes, lines.get(i + 2))) == null,
                        lines.get(i));
            }
        }
        return golden;
    }

    @Test
    void bytesOfVersion1AreReadAsEver() throws IOException {
        for (Map.Entry<String, Sample> e : golden().entrySet()) {
            assertEquals(e.getValue().text, read(e.getKey(), e.getValue().bytes), e.getKey());
        }
    }

    @Test
    void everyKindHasBytesOfVersion1() throws IOException {
        Map<String, Sample> missing = new TreeMap<>();
        for (int seed = 1; seed <= 5; seed++) {
            samples(new RandomValues(seed))
                    .forEach(
                            (name, s) ->
                                    missing.merge(
                                            name,
                                            s,
                                            (a, b) -> a.bytes.length < b.bytes.length ? b : a));
        }
        missing.keySet().removeAll(golden().keySet());
        StringBuilder lines = new StringBuilder();
        missing.forEach(
                (name, s) -> lines.append(name + "\n" + Hex.text(s.bytes) + "\n" + s.text + "\n"));
        assertEquals("", lines.toString(), "to be added to src/test/resources/.../node-v1.txt");
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

    private static com.google.protobuf.Message parse(String name, byte[] bytes) {
        return name.startsWith(ANSWER) || name.startsWith(RESULT)
                ? Wire.parse(Answer.parser(), bytes)
                : Wire.parse(Question.parser(), bytes);
    }

    private static void refused(String name, com.google.protobuf.Message message) {
        RuntimeException e =
                assertThrows(
                        RuntimeException.class,
                        () -> read(name, message.toByteArray()),
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
                                samples(new RandomValues(seed))
                                        .forEach(
                                                (name, s) ->
                                                        altered(parse(name, s.bytes), false)
                                                                .forEach(m -> refused(name, m))));
    }

    @Test
    void anUnknownValueOfAnyPartIsRefused() {
        Seeds.upTo(3)
                .forEach(
                        seed ->
                                samples(new RandomValues(seed))
                                        .forEach(
                                                (name, s) ->
                                                        altered(parse(name, s.bytes), true)
                                                                .forEach(m -> refused(name, m))));
    }

    @Test
    void whatIsCutShortIsReadOrRefused() {
        long seed = Seeds.of(1);
        samples(new RandomValues(seed))
                .forEach(
                        (name, s) -> {
                            for (int i = 0; i < s.bytes.length; i++) {
                                byte[] cut = Arrays.copyOf(s.bytes, i);
                                try {
                                    read(name, cut);
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
        List<Entity> prefix = translator.entities(new Intent.NatPrefix(prefix6, 1));
        List<Entity> pool =
                translator.entities(new Intent.Pool4(Ipv4Prefix.parse("203.0.113.0/28"), 1));
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
    void kindsOfFailures() {
        for (Failure.Kind kind : Failure.Kind.values()) {
            if (kind != Failure.Kind.UNRECOGNIZED && kind != Failure.Kind.KIND_UNSPECIFIED) {
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
