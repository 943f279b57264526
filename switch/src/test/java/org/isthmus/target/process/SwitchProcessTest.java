// SPDX-License-Identifier: Apache-2.0
package org.isthmus.target.process;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.grpc.CallOptions;
import io.grpc.InsecureChannelCredentials;
import io.grpc.ManagedChannel;
import io.grpc.netty.shaded.io.grpc.netty.NettyChannelBuilder;
import io.grpc.stub.ClientCalls;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import org.isthmus.gnmi.Encoding;
import org.isthmus.gnmi.GetRequest;
import org.isthmus.gnmi.GnmiMethods;
import org.isthmus.gnmi.InterfacePaths;
import org.isthmus.target.api.FakeTarget;
import org.isthmus.target.api.PortSink;
import org.isthmus.target.api.Target;
import org.isthmus.target.api.Worker;
import org.isthmus.target.io.MemoryPort;
import org.junit.jupiter.api.Test;
import p4.v1.P4RuntimeGrpc;
import p4.v1.P4RuntimeOuterClass.GetForwardingPipelineConfigRequest;

class SwitchProcessTest {
    private final List<FakeEngine> engines = new ArrayList<>();
    private final List<MemoryPort> ports = new ArrayList<>();

    /** Sends each frame out of the next port. */
    private static final class FakeEngine implements Engine {
        final FakeTarget target = new FakeTarget();
        final PortSink packetOuts;
        final Map<Integer, Boolean> up = new ConcurrentHashMap<>();

        FakeEngine(PortSink packetOuts) {
            this.packetOuts = packetOuts;
        }

        @Override
        public Target target() {
            return target;
        }

        @Override
        public void portUp(int port, boolean isUp) {
            up.put(port, isUp);
        }

        @Override
        public Worker newWorker(PortSink sink) {
            return (port, buf, off, len) -> sink.send(port + 1, buf, off, len);
        }
    }

    private SwitchProcess start(String line) throws Exception {
        return SwitchProcess.start(
                ProcessOptions.parse(line.split(" ")),
                (cpuPort, dropPort, packetOuts, fastPath) -> {
                    engines.add(new FakeEngine(packetOuts));
                    return engines.get(engines.size() - 1);
                },
                (number, name) -> {
                    if (name.equals("none")) {
                        throw new IOException("no interface " + name);
                    }
                    ports.add(new MemoryPort(number, name));
                    return ports.get(ports.size() - 1);
                });
    }

    private static byte[] await(MemoryPort port) {
        byte[] frame;
        while ((frame = port.left()) == null) {
            Thread.onSpinWait();
        }
        return frame;
    }

    @Test
    void engineKnowsItsPorts() throws Exception {
        try (SwitchProcess p = start("--no-p4 -i 1@a -i 7@b -- --grpc-server-addr 127.0.0.1:0")) {
            assertEquals(2, p.counters().size());
            assertEquals(Map.of(1, true, 7, true), engines.get(0).up);
        }
    }

    @Test
    void gnmiTellsOfItsPorts() throws Exception {
        try (SwitchProcess p = start("--no-p4 -i 1@a -i 7@b -- --grpc-server-addr 127.0.0.1:0")) {
            ports.get(1).link(false);
            assertEquals(
                    List.of("a", "1", "1", "UP", "b", "7", "7", "DOWN"), states(p.grpcPort(0)));
        }
    }

    /** Name, twice the number and the state of each port. */
    private static List<String> states(int port) {
        ManagedChannel channel = connect(port);
        try {
            return ClientCalls.blockingUnaryCall(
                            channel,
                            GnmiMethods.GET,
                            CallOptions.DEFAULT,
                            GetRequest.newBuilder()
                                    .setEncoding(Encoding.PROTO)
                                    .addPath(InterfacePaths.all())
                                    .build())
                    .getNotificationList()
                    .stream()
                    .filter(n -> n.getUpdate(0).getVal().hasStringVal())
                    .flatMap(n -> n.getUpdateList().stream().limit(4))
                    .map(
                            u ->
                                    u.getVal().hasUintVal()
                                            ? "" + u.getVal().getUintVal()
                                            : u.getVal().getStringVal())
                    .collect(Collectors.toList());
        } finally {
            channel.shutdownNow();
        }
    }

    private static ManagedChannel connect(int port) {
        return NettyChannelBuilder.forAddress(
                        new InetSocketAddress(InetAddress.getLoopbackAddress(), port),
                        InsecureChannelCredentials.create())
                .build();
    }

    @Test
    void severalSwitchesServeTheirOwnPortsAndControllers() throws Exception {
        try (SwitchProcess p =
                start(
                        "--device-id 1 -i 1@a -i 2@b --grpc-server-addr 127.0.0.1:0 --and "
                                + "--device-id 2 -i 1@c -i 2@d --grpc-server-addr 127.0.0.1:0")) {
            assertTrue(p.describe().startsWith("device 1 at 127.0.0.1:"));
            ports.get(0).arrive(new byte[] {1});
            ports.get(2).arrive(new byte[] {2});
            assertArrayEquals(new byte[] {1}, await(ports.get(1)));
            assertArrayEquals(new byte[] {2}, await(ports.get(3)));
            engines.get(1).packetOuts.send(1, new byte[] {0, 3}, 1, 1);
            assertArrayEquals(new byte[] {3}, await(ports.get(2)));
            assertAnswers(p.grpcPort(0), 1);
            assertAnswers(p.grpcPort(1), 2);
        }
        assertTrue(engines.get(0).target.closed);
        assertTrue(engines.get(1).target.closed);
    }

    @Test
    void rehearsesUnlessItIsToldNotTo() throws Exception {
        String[] line = {"--grpc-server-addr", "127.0.0.1:0", "--no-p4"};
        try (SwitchProcess p = SwitchProcess.start(ProcessOptions.parse(line))) {
            assertTrue(p.hasRehearsal());
        }
        line[2] = "--no-rehearsal";
        try (SwitchProcess p = SwitchProcess.start(ProcessOptions.parse(line))) {
            assertTrue(p.isWaiting());
            assertFalse(p.hasRehearsal());
        }
    }

    private static void assertAnswers(int port, long device) {
        ManagedChannel channel = connect(port);
        try {
            assertEquals(
                    false,
                    P4RuntimeGrpc.newBlockingStub(channel)
                            .getForwardingPipelineConfig(
                                    GetForwardingPipelineConfigRequest.newBuilder()
                                            .setDeviceId(device)
                                            .build())
                            .hasConfig());
        } finally {
            channel.shutdownNow();
        }
    }

    @Test
    void whatFailsAtTheStartLeavesNothingOpen() throws Exception {
        IOException e =
                assertThrows(
                        IOException.class,
                        () ->
                                start(
                                        "--device-id 1 --grpc-server-addr 127.0.0.1:0 --and "
                                                + "-i 1@none --device-id 2"));
        assertEquals("no interface none", e.getMessage());
        assertTrue(engines.get(0).target.closed);
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            IOException x =
                    assertThrows(
                            IOException.class,
                            () -> start("--grpc-server-addr 127.0.0.1:" + taken.getLocalPort()));
            assertTrue(x.getMessage().contains(String.valueOf(taken.getLocalPort())));
        }
        assertTrue(engines.get(1).target.closed);
    }
}
