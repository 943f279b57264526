// SPDX-License-Identifier: Apache-2.0
package org.isthmus.app.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import com.google.protobuf.Empty;
import com.google.protobuf.UnknownFieldSet;
import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.Proxy;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.isthmus.app.api.NotReadyException;
import org.isthmus.core.api.ConflictException;
import org.isthmus.core.api.ExhaustedException;
import org.isthmus.core.api.InvalidException;
import org.isthmus.core.api.Nat64;
import org.isthmus.core.api.NotFoundException;
import org.isthmus.core.model.DeviceId;
import org.isthmus.core.model.PoolSpec;
import org.isthmus.proto.Hex;
import org.isthmus.proto.node.v1.NodeProto;
import org.junit.jupiter.api.Test;
import org.onosproject.cluster.NodeId;
import org.onosproject.store.cluster.messaging.MessageSubject;
import org.onosproject.store.cluster.messaging.MessagingException;
import org.slf4j.Logger;

/** Nodes ask each other, and know whom they do not understand. */
class PeersTest {
    private static final NodeId N1 = NodeId.nodeId("n1");
    private static final NodeId N2 = NodeId.nodeId("n2");
    private static final NodeId N3 = NodeId.nodeId("n3");
    private static final Duration LIMIT = Duration.ofSeconds(1);

    private final TestCluster cluster = new TestCluster();
    private final Peers one = new Peers(cluster.communication(N1));
    private final Peers two = new Peers(cluster.communication(N2));

    /** Answers to the methods that are asked; whatever else is asked is an error. */
    private Nat64 remote(Map<String, Object> answers) {
        Nat64 core =
                (Nat64)
                        Proxy.newProxyInstance(
                                PeersTest.class.getClassLoader(),
                                new Class<?>[] {Nat64.class},
                                (proxy, method, arguments) -> {
                                    Object answer = answers.get(method.getName());
                                    if (answer instanceof RuntimeException) {
                                        throw (RuntimeException) answer;
                                    }
                                    return answer;
                                });
        RemoteNat64.serve(one, () -> core, Runnable::run);
        return RemoteNat64.of(two, N1);
    }

    @Test
    void exceptionsArriveAsThemselves() {
        Nat64 remote =
                remote(
                        Map.of(
                                "addPool", new ConflictException("prefixes[0]", "overlaps", "p1"),
                                "removePool", new NotFoundException("no pool p2"),
                                "addEams", new InvalidException("[3].ipv6", "is no prefix"),
                                "pools", new IllegalStateException("the core is closed"),
                                "eamt", new ExhaustedException("no port"),
                                "health", new NotReadyException("soon"),
                                "alarms", new IllegalArgumentException("limit")));
        PoolSpec spec = new PoolSpec("p", "main", List.of(), new int[3], new int[3]);
        ConflictException conflict =
                assertThrows(ConflictException.class, () -> remote.addPool(spec));
        assertEquals("prefixes[0]", conflict.field());
        assertEquals("p1", conflict.other());
        NotFoundException missing =
                assertThrows(NotFoundException.class, () -> remote.removePool("p2"));
        assertEquals("no pool p2", missing.getMessage());
        InvalidException invalid =
                assertThrows(InvalidException.class, () -> remote.addEams(List.of()));
        assertEquals("[3].ipv6", invalid.field());
        IllegalStateException unexpected = assertThrows(IllegalStateException.class, remote::pools);
        assertEquals("on n1: IllegalStateException: the core is closed", unexpected.getMessage());
        assertThrows(ExhaustedException.class, remote::eamt);
        assertThrows(NotReadyException.class, remote::health);
        assertThrows(IllegalArgumentException.class, remote::alarms);
        cluster.cut(N1, true);
        assertThrows(IllegalStateException.class, remote::devices);
    }

    /** Warnings and news of nodes that are not understood. */
    private final List<String> logged = new ArrayList<>();

    private final Logger logger =
            (Logger)
                    Proxy.newProxyInstance(
                            PeersTest.class.getClassLoader(),
                            new Class<?>[] {Logger.class},
                            (proxy, method, arguments) -> {
                                String text = (String) arguments[0];
                                for (int i = 1; i < arguments.length; i++) {
                                    text = text.replaceFirst("\\{}", "" + arguments[i]);
                                }
                                logged.add(method.getName() + " " + text);
                                return null;
                            });

    private final Peers three = new Peers(cluster.communication(N3), logger);

    private static <T> Throwable failure(CompletableFuture<T> future) {
        return assertThrows(CompletionException.class, future::join).getCause();
    }

    private CompletableFuture<Message.Part> read(NodeId node) {
        Message.Read question = new Message.Read(1, DeviceId.of("device:leaf1"));
        return three.ask(node, DataPlaneCodec.READ, question, LIMIT);
    }

    @Test
    void aNodeOfAnotherVersionIsNamedOnceInTheLog() {
        // What a node of release 0.1 hears, and one of a version to come.
        for (String subject : List.of("isthmus-1-read", "isthmus.node.v2")) {
            cluster.communication(N1)
                    .<byte[], byte[]>addSubscriber(
                            new MessageSubject(subject),
                            bytes -> fail("misunderstood"),
                            (byte[] bytes) -> CompletableFuture.completedFuture(bytes),
                            bytes -> bytes);
        }
        String message =
                "Node n1 does not speak isthmus.node.v1: it runs another release, or none yet.";
        for (int i = 0; i < 2; i++) {
            Throwable e = failure(read(N1));
            assertEquals(NotReadyException.class, e.getClass());
            assertEquals(message, e.getMessage());
        }
        assertEquals(List.of("warn READ was not understood: " + message), logged);
        one.answer(
                DataPlaneCodec.READ,
                q -> CompletableFuture.completedFuture(new Message.Part(List.of(), 0)));
        read(N1).join();
        read(N1).join();
        assertEquals("info node n1 understands READ now", logged.get(1));
        assertEquals(2, logged.size());
    }

    /** An answer to whatever is asked. */
    private void answer(NodeId node, byte[] answer) {
        cluster.communication(node)
                .<byte[], byte[]>addSubscriber(
                        Peers.SUBJECT,
                        bytes -> bytes,
                        (byte[] bytes) -> CompletableFuture.completedFuture(answer),
                        bytes -> bytes);
    }

    @Test
    void anAnswerOfALaterReleaseIsNamed() {
        UnknownFieldSet field =
                UnknownFieldSet.newBuilder()
                        .addField(99, UnknownFieldSet.Field.newBuilder().addVarint(1).build())
                        .build();
        answer(N1, NodeProto.Answer.newBuilder().setUnknownFields(field).build().toByteArray());
        String message =
                "node n1 answers READ with: isthmus.node.v1.Answer has a field 99, which this"
                        + " release does not know";
        assertEquals(message, failure(read(N1)).getMessage());
        assertEquals(List.of("warn READ was not understood: " + message), logged);
        answer(
                N2,
                NodeProto.Answer.newBuilder()
                        .setDone(Empty.getDefaultInstance())
                        .build()
                        .toByteArray());
        assertEquals(
                "node n2 answers READ with: READ is answered by DONE",
                failure(read(N2)).getMessage());
    }

    @Test
    void aQuestionOfALaterReleaseIsRefusedByName() throws Exception {
        one.answer(
                DataPlaneCodec.READ,
                q -> CompletableFuture.completedFuture(new Message.Part(List.of(), 0)));
        UnknownFieldSet field =
                UnknownFieldSet.newBuilder()
                        .addField(12, UnknownFieldSet.Field.newBuilder().addVarint(1).build())
                        .build();
        byte[] question =
                NodeProto.Question.newBuilder().setUnknownFields(field).build().toByteArray();
        byte[] bytes =
                cluster.communication(N2)
                        .<byte[], byte[]>sendAndReceive(
                                question, Peers.SUBJECT, b -> b, b -> b, N1, LIMIT)
                        .join();
        answer(N2, bytes);
        String message =
                "node n2 cannot read it: isthmus.node.v1.Question has a field 12, which this"
                        + " release does not know";
        assertEquals(message, failure(read(N2)).getMessage());
        assertEquals(List.of("warn READ was not understood: " + message), logged);
    }

    /** Bytes of each message, by its name and what is in it. */
    private static Map<String, byte[]> release01() throws IOException {
        Map<String, byte[]> golden = new LinkedHashMap<>();
        try (InputStream in = PeersTest.class.getResourceAsStream("node-release-0.1.txt")) {
            Iterator<String> lines =
                    new String(in.readAllBytes(), StandardCharsets.UTF_8)
                            .lines()
                            .filter(l -> !l.startsWith("#"))
                            .iterator();
            while (lines.hasNext()) {
                golden.put(lines.next(), Hex.parse(lines.next()));
            }
        }
        assertEquals(20, golden.size());
        return golden;
    }

    @Test
    void noMessageOfRelease01IsTakenForAQuestion() throws IOException {
        three.answer(DataPlaneCodec.READ, q -> fail("misunderstood"));
        for (Map.Entry<String, byte[]> each : release01().entrySet()) {
            byte[] bytes =
                    cluster.communication(N2)
                            .<byte[], byte[]>sendAndReceive(
                                    each.getValue(), Peers.SUBJECT, b -> b, b -> b, N3, LIMIT)
                            .join();
            NodeProto.Failure failure = Wire.parse(NodeProto.Answer.parser(), bytes).getFailure();
            assertEquals(NodeProto.Failure.Kind.KIND_UNREADABLE, failure.getKind(), each.getKey());
            assertEquals(
                    "a node runs release 0.1 and sent "
                            + each.getKey().split(" ")[0]
                            + "; this one speaks isthmus.node.v1. All nodes need the same release.",
                    failure.getMessage().getValue());
        }
        assertEquals(1, logged.size());
        assertTrue(logged.get(0).startsWith("warn a node runs release 0.1 and sent Apply;"));
    }

    @Test
    void noMessageOfRelease01IsTakenForAnAnswer() throws IOException {
        for (Map.Entry<String, byte[]> each : release01().entrySet()) {
            answer(N1, each.getValue());
            assertEquals(
                    "node n1 answers READ with: " + each.getKey().split(" ")[0] + " of release 0.1",
                    failure(read(N1)).getMessage());
        }
        assertEquals(1, logged.size());
    }

    @Test
    void aNodeOfRelease01ThatAsksIsNamedOnceInTheLog() throws IOException {
        three.answer(DataPlaneCodec.READ, q -> fail("misunderstood"));
        byte[] question = release01().get("Devices");
        // The whole of what it asks, as it asks it.
        List<String> subjects =
                List.of(
                        "apply",
                        "read",
                        "read-on",
                        "packets",
                        "statistics",
                        "frames",
                        "devices",
                        "punts",
                        "nat64",
                        "mappings",
                        "mappings-since");
        for (NodeId node : List.of(N1, N2)) {
            for (String subject : subjects) {
                CompletableFuture<byte[]> answer =
                        cluster.communication(node)
                                .sendAndReceive(
                                        question,
                                        new MessageSubject("isthmus-1-" + subject),
                                        b -> b,
                                        b -> b,
                                        N3,
                                        LIMIT);
                assertEquals(
                        MessagingException.RemoteHandlerFailure.class, failure(answer).getClass());
            }
        }
        String message =
                " runs release 0.1 and sent Devices; this one speaks isthmus.node.v1. All nodes need"
                        + " the same release.";
        assertEquals(List.of("warn node n1" + message, "warn node n2" + message), logged);
        three.close();
        assertEquals(Set.of(), cluster.subjects(N3));
    }

    @Test
    void noMessageOfTodayIsTakenForOneOfRelease01() throws IOException {
        for (NodeSamples.Sample sample : NodeMessagesTest.golden().values()) {
            assertNull(Release01.name(sample.bytes));
        }
    }
}
