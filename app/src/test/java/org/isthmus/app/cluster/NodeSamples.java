// SPDX-License-Identifier: Apache-2.0
package org.isthmus.app.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.lang.reflect.Field;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Proxy;
import java.lang.reflect.Type;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletionException;
import java.util.stream.Collectors;
import org.isthmus.app.api.NotReadyException;
import org.isthmus.core.api.ConflictException;
import org.isthmus.core.api.ExhaustedException;
import org.isthmus.core.api.InvalidException;
import org.isthmus.core.api.LostException;
import org.isthmus.core.api.Nat64;
import org.isthmus.core.api.NotFoundException;
import org.isthmus.core.model.Change;
import org.isthmus.core.model.DeviceId;
import org.isthmus.core.model.Intent;
import org.isthmus.core.model.StaticBinding;
import org.isthmus.core.net.Ipv4Address;
import org.isthmus.pipeline.Samples;
import org.isthmus.proto.node.v1.ApiProto.Call;
import org.isthmus.proto.node.v1.NodeProto.Answer;
import org.isthmus.proto.node.v1.NodeProto.Failure;
import org.isthmus.proto.node.v1.NodeProto.Question;
import org.onosproject.cluster.NodeId;
import org.onosproject.store.cluster.messaging.ClusterCommunicationService;

/**
 * Messages between nodes with random content, by the name of their kind, and what the reader makes
 * of them. The kinds are those of the schema, of the API and of the samples of intents, so a new
 * one is there at once.
 */
final class NodeSamples {
    private static final NodeId N1 = NodeId.nodeId("n1");

    /** Names of golden bytes: what goes there, and what comes back. */
    private static final String CALL = "CALL ";

    private static final String RESULT = "RESULT ";
    private static final String ANSWER = "ANSWER ";
    private static final String FAILURE = ANSWER + "FAILURE ";

    /** One of each kind. */
    private static final List<RuntimeException> FAILURES =
            List.of(
                    new InvalidException("[3].ipv6", "is no prefix"),
                    new ConflictException("prefixes[0]", "overlaps", "p1"),
                    new NotFoundException("no pool p2"),
                    new ExhaustedException("no port"),
                    new LostException("row 17 is damaged"),
                    new NotReadyException("soon"),
                    new IllegalArgumentException("limit"),
                    new IllegalStateException("the core is closed"),
                    new UnreadableException(new IllegalArgumentException("not a message")));

    private NodeSamples() {}

    /** A kind of exchange that is not a call of the API, and the types of its values. */
    static final class Kind {
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

    static List<Kind> kinds() {
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
                .filter(m -> !m.isDefault())
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
        if (List.of("subscribers", "sourceBindings").contains(method.getName())) {
            arguments[1] = random.maybe(String.class);
        } else if (method.getName().equals("replaceEamt") && random.maybe(String.class) == null) {
            arguments[1] = null;
        } else if (method.getName().equals("checkStaticBinding")) {
            arguments[1] = random.maybe(StaticBinding.class);
        } else if (method.getName().equals("path")) {
            arguments[3] = random.maybe(Ipv4Address.class);
        }
        return arguments;
    }

    /** A core that says what it is asked, and returns what it is given. */
    private static Nat64 core(List<String> asked, Object result) {
        return (Nat64)
                Proxy.newProxyInstance(
                        NodeSamples.class.getClassLoader(),
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
    static final class Sample {
        final byte[] bytes;
        final String text;

        Sample(byte[] bytes, String text) {
            this.bytes = bytes;
            this.text = text;
        }
    }

    /** One of each kind, by name. */
    static Map<String, Sample> samples(RandomValues random) {
        Map<String, Sample> samples = new TreeMap<>();
        for (Kind kind : kinds()) {
            String name = kind.exchange.kind().name();
            Object question = random.of(kind.question);
            samples.put(name, sample(kind.exchange.writeQuestion(question), question));
            Object answer = kind.confirms() ? null : random.of(kind.answer);
            samples.put(ANSWER + name, sample(kind.exchange.writeAnswer(answer), answer));
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
            samples.put(RESULT + method.getName(), sample(crossed.get(1), result));
        }
        for (RuntimeException e : FAILURES) {
            Failure failure = FailureCodec.of(e);
            samples.put(
                    FAILURE + failure.getKind(),
                    new Sample(
                            Answer.newBuilder().setFailure(failure).build().toByteArray(),
                            text(FailureCodec.exception(failure, N1.id()))));
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

    private static String text(RuntimeException e) {
        String text = e.toString();
        if (e instanceof InvalidException) {
            text += ", " + ((InvalidException) e).field();
        }
        if (e instanceof ConflictException) {
            text += ", " + ((ConflictException) e).field() + ", " + ((ConflictException) e).other();
        }
        return text;
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
    static String read(String name, byte[] bytes) {
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
        ClusterCommunicationService answers = Wiretap.answering(bytes);
        if (name.startsWith(FAILURE)) {
            CompletionException e =
                    assertThrows(
                            CompletionException.class,
                            new Peers(answers)
                                            .ask(
                                                    N1,
                                                    DataPlaneCodec.READ,
                                                    new Message.Read(
                                                            1, DeviceId.of("device:leaf1")),
                                                    Duration.ofSeconds(1))
                                    ::join);
            RuntimeException failure = (RuntimeException) e.getCause();
            if (failure.getCause() != null) {
                throw failure;
            }
            return text(failure);
        }
        if (name.startsWith(RESULT)) {
            Method method = method(name.substring(RESULT.length()).split(" ")[0]);
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

    static com.google.protobuf.Message parse(String name, byte[] bytes) {
        return name.startsWith(ANSWER) || name.startsWith(RESULT)
                ? Wire.parse(Answer.parser(), bytes)
                : Wire.parse(Question.parser(), bytes);
    }
}
