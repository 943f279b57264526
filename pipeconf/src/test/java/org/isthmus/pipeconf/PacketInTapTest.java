// SPDX-License-Identifier: Apache-2.0
package org.isthmus.pipeconf;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;

import com.google.protobuf.ByteString;
import io.grpc.CallOptions;
import io.grpc.ClientCall;
import io.grpc.ManagedChannel;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import java.io.InputStream;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.isthmus.core.model.PuntReason;
import org.isthmus.pipeline.PacketIo;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.onosproject.net.DeviceId;
import org.onosproject.net.driver.Behaviour;
import org.onosproject.net.driver.Driver;
import org.onosproject.net.driver.DriverData;
import org.onosproject.net.driver.DriverHandler;
import org.onosproject.p4runtime.api.P4RuntimeController;
import p4.v1.P4RuntimeOuterClass.MasterArbitrationUpdate;
import p4.v1.P4RuntimeOuterClass.PacketIn;
import p4.v1.P4RuntimeOuterClass.PacketMetadata;
import p4.v1.P4RuntimeOuterClass.StreamMessageRequest;
import p4.v1.P4RuntimeOuterClass.StreamMessageResponse;

class PacketInTapTest {
    private static final DeviceId DEVICE = DeviceId.deviceId("device:tap");

    private final Connection connection = new Connection();
    private final List<String> taken = new ArrayList<>();
    private final List<StreamMessageResponse> passed = new ArrayList<>();
    private byte[] lastFrame;
    private boolean takes = true;

    private final PacketInTap.Listener listener =
            (device, port, reason, frame) -> {
                if (device.equals(DEVICE) && takes) {
                    taken.add(port + " " + reason);
                    lastFrame = frame;
                }
                return device.equals(DEVICE) && takes;
            };

    /** Of one call; what was asked for is counted. */
    private static final class Connection extends ManagedChannel {
        private ClientCall.Listener<Object> listener;
        private int requested;
        private int ended;

        @Override
        public <Q, A> ClientCall<Q, A> newCall(MethodDescriptor<Q, A> method, CallOptions options) {
            return new ClientCall<>() {
                @Override
                @SuppressWarnings("unchecked")
                public void start(Listener<A> to, Metadata headers) {
                    listener = (Listener<Object>) to;
                }

                @Override
                public void request(int messages) {
                    requested += messages;
                }

                @Override
                public void cancel(String message, Throwable cause) {}

                @Override
                public void halfClose() {}

                @Override
                public void sendMessage(Q message) {}
            };
        }

        @Override
        public String authority() {
            return "192.0.2.1:50001";
        }

        @Override
        public ManagedChannel shutdown() {
            return this;
        }

        @Override
        public boolean isShutdown() {
            return false;
        }

        @Override
        public boolean isTerminated() {
            return false;
        }

        @Override
        public ManagedChannel shutdownNow() {
            ended++;
            return this;
        }

        @Override
        public boolean awaitTermination(long timeout, TimeUnit unit) {
            return true;
        }
    }

    /** No message becomes bytes here. */
    private static final class Unread<T> implements MethodDescriptor.Marshaller<T> {
        @Override
        public InputStream stream(T value) {
            throw new AssertionError();
        }

        @Override
        public T parse(InputStream stream) {
            throw new AssertionError();
        }
    }

    @BeforeEach
    void listen() {
        PacketInTap.add(listener);
    }

    @AfterEach
    void leave() {
        PacketInTap.remove(listener);
    }

    private void open(ManagedChannel channel) {
        ClientCall<StreamMessageRequest, StreamMessageResponse> stream =
                channel.newCall(
                        MethodDescriptor.<StreamMessageRequest, StreamMessageResponse>newBuilder()
                                .setType(MethodDescriptor.MethodType.BIDI_STREAMING)
                                .setFullMethodName("p4.v1.P4Runtime/StreamChannel")
                                .setRequestMarshaller(new Unread<>())
                                .setResponseMarshaller(new Unread<>())
                                .build(),
                        CallOptions.DEFAULT);
        stream.start(
                new ClientCall.Listener<>() {
                    @Override
                    public void onMessage(StreamMessageResponse message) {
                        passed.add(message);
                    }
                },
                new Metadata());
    }

    private static StreamMessageResponse packet(int port, int reason, byte... frame) {
        return StreamMessageResponse.newBuilder()
                .setPacket(
                        PacketIn.newBuilder()
                                .addMetadata(metadata(PacketIo.INGRESS_PORT, port))
                                .addMetadata(metadata(PacketIo.REASON, reason))
                                .setPayload(ByteString.copyFrom(frame)))
                .build();
    }

    private static PacketMetadata metadata(int id, int value) {
        return PacketMetadata.newBuilder()
                .setMetadataId(id)
                .setValue(ByteString.copyFrom(new byte[] {(byte) value}))
                .build();
    }

    private static StreamMessageResponse packet(PuntReason reason) {
        return packet(3, PacketIo.code(reason), (byte) 7);
    }

    @Test
    void whatIsForTheApplicationAloneIsTaken() {
        open(new PacketInTap(DEVICE, connection));
        connection.listener.onMessage(packet(PuntReason.BIB_MISS));
        assertEquals(List.of("3 BIB_MISS"), taken);
        assertArrayEquals(new byte[] {7}, lastFrame);
        assertEquals(List.of(), passed);
        assertEquals(1, connection.requested, "nobody else asks for the next one");
    }

    @Test
    void allElseGoesToOnosAsItCame() {
        open(new PacketInTap(DEVICE, connection));
        List<StreamMessageResponse> all =
                List.of(
                        packet(PuntReason.NEIGHBOR),
                        packet(PuntReason.ROUTER_SOLICITATION),
                        packet(PuntReason.LINK_DISCOVERY),
                        packet(3, 255),
                        StreamMessageResponse.newBuilder()
                                .setArbitration(MasterArbitrationUpdate.newBuilder().setDeviceId(1))
                                .build(),
                        StreamMessageResponse.newBuilder()
                                .setPacket(PacketIn.getDefaultInstance())
                                .build());
        all.forEach(message -> connection.listener.onMessage(message));
        assertEquals(all, passed);
        assertEquals(List.of(), taken);
        assertEquals(0, connection.requested, "ONOS asks for them");
    }

    @Test
    void whatNobodyTakesGoesToOnos() {
        open(new PacketInTap(DEVICE, connection));
        takes = false;
        connection.listener.onMessage(packet(PuntReason.BIB_MISS));
        PacketInTap.remove(listener);
        connection.listener.onMessage(packet(PuntReason.BIB_MISS));
        assertEquals(2, passed.size());
        open(new PacketInTap(DeviceId.deviceId("device:other"), connection));
        PacketInTap.add(listener);
        takes = true;
        connection.listener.onMessage(packet(PuntReason.BIB_MISS));
        assertEquals(3, passed.size());
        assertEquals(List.of(), taken);
    }

    @Test
    void theClientsThatOurDriverMakesAreTapped() {
        List<ManagedChannel> made = new ArrayList<>();
        P4RuntimeController controller =
                (P4RuntimeController)
                        Proxy.newProxyInstance(
                                getClass().getClassLoader(),
                                new Class<?>[] {P4RuntimeController.class},
                                (proxy, method, arguments) -> {
                                    if (method.getName().equals("create")) {
                                        made.add((ManagedChannel) arguments[1]);
                                        return true;
                                    }
                                    assertEquals("remove", method.getName());
                                    return null;
                                });
        IsthmusHandshaker handshaker = new IsthmusHandshaker();
        handshaker.setHandler(new Services(controller));
        handshaker.handler().get(P4RuntimeController.class).create(DEVICE, connection);
        open(made.get(0));
        connection.listener.onMessage(packet(PuntReason.BIB_MISS));
        assertEquals(List.of("3 BIB_MISS"), taken);
        assertEquals(connection.authority(), made.get(0).authority());
        assertSame("other", handshaker.handler().get(String.class));
        assertEquals(0, connection.ended);
        handshaker.handler().get(P4RuntimeController.class).remove(DEVICE);
        handshaker.handler().get(P4RuntimeController.class).remove(DEVICE);
        assertEquals(1, connection.ended, "ONOS does not end it");
        handshaker.handler().get(P4RuntimeController.class).create(DEVICE, connection);
        TappedController.close();
        TappedController.close();
        assertEquals(2, connection.ended);
    }

    private static final class Services implements DriverHandler {
        private final P4RuntimeController controller;

        Services(P4RuntimeController controller) {
            this.controller = controller;
        }

        @Override
        public Driver driver() {
            throw new AssertionError();
        }

        @Override
        public DriverData data() {
            throw new AssertionError();
        }

        @Override
        public <T extends Behaviour> T behaviour(Class<T> type) {
            throw new AssertionError();
        }

        @Override
        public <T> T get(Class<T> service) {
            return service.cast(service == P4RuntimeController.class ? controller : "other");
        }
    }
}
