// SPDX-License-Identifier: Apache-2.0
package org.isthmus.bench;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.google.common.io.ByteStreams;
import io.grpc.CallOptions;
import io.grpc.ManagedChannel;
import io.grpc.MethodDescriptor;
import io.grpc.StatusRuntimeException;
import io.grpc.netty.shaded.io.grpc.netty.NettyChannelBuilder;
import io.grpc.stub.ClientCalls;
import java.io.BufferedReader;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.isthmus.core.model.BibIntent;
import org.isthmus.core.model.Eam;
import org.isthmus.core.model.Intent;
import org.isthmus.core.model.TranslationIntent;
import org.isthmus.core.net.Ipv4Address;
import org.isthmus.core.net.Ipv4Prefix;
import org.isthmus.core.net.Ipv6Address;
import org.isthmus.core.net.Ipv6Prefix;
import org.isthmus.pipeline.IntentReader;
import org.isthmus.pipeline.Pipeline;
import p4.v1.P4RuntimeGrpc;
import p4.v1.P4RuntimeOuterClass.Entity;
import p4.v1.P4RuntimeOuterClass.GetForwardingPipelineConfigRequest;
import p4.v1.P4RuntimeOuterClass.ReadRequest;
import p4.v1.P4RuntimeOuterClass.ReadResponse;
import p4.v1.P4RuntimeOuterClass.SetForwardingPipelineConfigRequest;
import p4.v1.P4RuntimeOuterClass.Update;
import p4.v1.P4RuntimeOuterClass.WriteRequest;

/**
 * Speaks P4Runtime with switches on the loopback for programs that do not: a line of the input is a
 * command, a line of JSON the answer. It is never primary.
 *
 * <ul>
 *   <li>{@code read PORT DEVICE_ID}: the mappings that the switch holds. {@code outbound} and
 *       {@code inbound} are lists of protocol, IPv6 address, port, IPv4 address, port; {@code eams}
 *       of IPv4 prefix, IPv6 prefix, family of the hosts; {@code unknown} is the number of entries
 *       that belong to no intent.
 *   <li>{@code mutate PORT DEVICE_ID SEED COUNT}: so many damaged requests; the number of each
 *       status they were answered with.
 * </ul>
 *
 * What fails is answered with {@code {"error": "..."}}.
 */
public final class SwitchPeer {
    private static final int MAX_MESSAGE = 64 << 20;
    private static final int READ_SECONDS = 60;
    private static final int CALL_SECONDS = 20;

    private static final MethodDescriptor.Marshaller<byte[]> BYTES =
            new MethodDescriptor.Marshaller<byte[]>() {
                @Override
                public InputStream stream(byte[] message) {
                    return new ByteArrayInputStream(message);
                }

                @Override
                public byte[] parse(InputStream stream) {
                    try {
                        return ByteStreams.toByteArray(stream);
                    } catch (IOException e) {
                        throw new UncheckedIOException(e);
                    }
                }
            };

    private final Pipeline pipeline = Pipeline.v1model();

    private SwitchPeer() {}

    public static void main(String[] args) throws IOException {
        // The stubs of P4Runtime are older than protobuf 22, which it would say for each message.
        System.setProperty("com.google.protobuf.use_unsafe_pre22_gencode", "true");
        SwitchPeer peer = new SwitchPeer();
        ObjectMapper json = new ObjectMapper();
        BufferedReader in =
                new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            Object answer;
            try {
                answer = peer.answer(line.split(" "));
            } catch (StatusRuntimeException e) {
                answer = Map.of("error", e.getStatus().toString());
            }
            System.out.println(json.writeValueAsString(answer));
        }
    }

    private Object answer(String[] words) {
        ManagedChannel channel =
                NettyChannelBuilder.forAddress("127.0.0.1", Integer.parseInt(words[1]))
                        .usePlaintext()
                        .maxInboundMessageSize(MAX_MESSAGE)
                        .build();
        try {
            long device = Long.parseLong(words[2]);
            if (words[0].equals("read")) {
                return read(channel, device);
            }
            return mutate(channel, device, Long.parseLong(words[3]), Integer.parseInt(words[4]));
        } finally {
            channel.shutdownNow();
        }
    }

    private Map<String, Object> read(ManagedChannel channel, long device) {
        IntentReader reader = pipeline.translator().reader();
        Iterator<ReadResponse> answer =
                P4RuntimeGrpc.newBlockingStub(channel)
                        .withDeadlineAfter(READ_SECONDS, TimeUnit.SECONDS)
                        .read(everything(device));
        while (answer.hasNext()) {
            answer.next().getEntitiesList().forEach(reader::add);
        }
        List<List<Object>> outbound = new ArrayList<>();
        List<List<Object>> inbound = new ArrayList<>();
        List<List<Object>> eams = new ArrayList<>();
        for (Intent intent : reader.intents()) {
            if (intent instanceof BibIntent.Outbound) {
                BibIntent.Outbound o = (BibIntent.Outbound) intent;
                outbound.add(
                        mapping(
                                o.protocol,
                                o.address6High,
                                o.address6Low,
                                o.port6,
                                o.address4,
                                o.port4));
            } else if (intent instanceof BibIntent.Inbound) {
                BibIntent.Inbound i = (BibIntent.Inbound) intent;
                inbound.add(
                        mapping(
                                i.protocol,
                                i.address6High,
                                i.address6Low,
                                i.port6,
                                i.address4,
                                i.port4));
            } else if (intent instanceof TranslationIntent.Eam) {
                TranslationIntent.Eam e = (TranslationIntent.Eam) intent;
                eams.add(List.of(e.prefix4.toString(), e.prefix6.toString(), lower(e.host)));
            }
        }
        return Map.of(
                "outbound", outbound,
                "inbound", inbound,
                "eams", eams,
                "unknown", reader.unknown().size());
    }

    private static List<Object> mapping(
            Object protocol, long high, long low, int port6, int address4, int port4) {
        return List.of(
                lower(protocol),
                Ipv6Address.of(high, low).toString(),
                port6,
                Ipv4Address.of(address4).toString(),
                port4);
    }

    private static String lower(Object name) {
        return name.toString().toLowerCase(Locale.ROOT);
    }

    private ReadRequest everything(long device) {
        return ReadRequest.newBuilder()
                .setDeviceId(device)
                .addAllEntities(pipeline.translator().everything())
                .build();
    }

    private Map<String, Integer> mutate(ManagedChannel channel, long device, long seed, int count) {
        Random random = new Random(seed);
        Entity entity =
                pipeline.translator()
                        .entities(
                                new TranslationIntent.Eam(
                                        Ipv4Prefix.parse("198.18.7.0/24"),
                                        Ipv6Prefix.parse("2001:db8:7::/120"),
                                        1,
                                        Eam.Host.IPV6))
                        .get(0);
        WriteRequest write =
                WriteRequest.newBuilder()
                        .setDeviceId(device)
                        .addUpdates(
                                Update.newBuilder().setType(Update.Type.INSERT).setEntity(entity))
                        .build();
        SetForwardingPipelineConfigRequest load =
                SetForwardingPipelineConfigRequest.newBuilder()
                        .setDeviceId(device)
                        .setAction(SetForwardingPipelineConfigRequest.Action.VERIFY_AND_COMMIT)
                        .setConfig(pipeline.config().toBuilder().clearP4DeviceConfig())
                        .build();
        GetForwardingPipelineConfigRequest get =
                GetForwardingPipelineConfigRequest.newBuilder().setDeviceId(device).build();
        ReadRequest one = ReadRequest.newBuilder().setDeviceId(device).addEntities(entity).build();
        List<MethodDescriptor<?, ?>> methods =
                List.of(
                        P4RuntimeGrpc.getWriteMethod(),
                        P4RuntimeGrpc.getReadMethod(),
                        P4RuntimeGrpc.getReadMethod(),
                        P4RuntimeGrpc.getSetForwardingPipelineConfigMethod(),
                        P4RuntimeGrpc.getGetForwardingPipelineConfigMethod());
        List<byte[]> sound =
                List.of(
                        write.toByteArray(),
                        one.toByteArray(),
                        everything(device).toByteArray(),
                        load.toByteArray(),
                        get.toByteArray());
        Map<String, Integer> statuses = new TreeMap<>();
        for (int n = 0; n < count; n++) {
            int which = random.nextInt(methods.size());
            byte[] message = damaged(sound.get(which), random);
            statuses.merge(status(channel, methods.get(which), message), 1, Integer::sum);
        }
        return statuses;
    }

    private static String status(
            ManagedChannel channel, MethodDescriptor<?, ?> method, byte[] message) {
        // A single answer is read like many.
        MethodDescriptor<byte[], byte[]> raw =
                MethodDescriptor.newBuilder(BYTES, BYTES)
                        .setType(MethodDescriptor.MethodType.SERVER_STREAMING)
                        .setFullMethodName(method.getFullMethodName())
                        .build();
        try {
            Iterator<byte[]> answers =
                    ClientCalls.blockingServerStreamingCall(
                            channel,
                            raw,
                            CallOptions.DEFAULT.withDeadlineAfter(CALL_SECONDS, TimeUnit.SECONDS),
                            message);
            while (answers.hasNext()) {
                answers.next();
            }
            return "OK";
        } catch (StatusRuntimeException e) {
            return e.getStatus().getCode().name();
        }
    }

    /** One to four times: a bit is flipped, a byte replaced, a piece taken out or doubled. */
    private static byte[] damaged(byte[] sound, Random random) {
        byte[] message = sound.clone();
        for (int i = 1 + random.nextInt(4); i > 0 && message.length > 0; i--) {
            int at = random.nextInt(message.length);
            int length = 1 + random.nextInt(Math.min(16, message.length - at));
            switch (random.nextInt(4)) {
                case 0:
                    message[at] ^= (byte) (1 << random.nextInt(8));
                    break;
                case 1:
                    message[at] = (byte) random.nextInt();
                    break;
                case 2:
                    message = spliced(message, at, at + length);
                    break;
                default:
                    message = spliced(message, at + length, at);
            }
        }
        return message;
    }

    /** What is before one place, and what is from another on. */
    private static byte[] spliced(byte[] message, int before, int from) {
        byte[] result = new byte[before + message.length - from];
        System.arraycopy(message, 0, result, 0, before);
        System.arraycopy(message, from, result, before, message.length - from);
        return result;
    }
}
