// SPDX-License-Identifier: Apache-2.0
package org.isthmus.target.process;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.protobuf.ByteString;
import io.grpc.InsecureChannelCredentials;
import io.grpc.StatusRuntimeException;
import io.grpc.netty.shaded.io.grpc.netty.NettyChannelBuilder;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.isthmus.target.api.FakeTarget;
import org.isthmus.target.api.PortSink;
import org.isthmus.target.api.Target;
import org.isthmus.target.api.Worker;
import org.isthmus.target.conformance.P4RuntimeClient;
import org.isthmus.target.io.MemoryPort;
import org.isthmus.target.metrics.Scrape;
import org.junit.jupiter.api.Test;
import p4.config.v1.P4InfoOuterClass.P4Info;
import p4.v1.P4RuntimeOuterClass.TableEntry;
import p4.v1.P4RuntimeOuterClass.Update;

/** What the switch as a process tells Prometheus. */
class MetricsTest {
    private static final int TABLE = 33554433;
    private static final String LINE =
            "--device-id 1 -i 1@a --grpc-server-addr 127.0.0.1:0 --metrics-addr 127.0.0.1:0";

    private final FakeTarget target = new FakeTarget();
    private final MemoryPort port = new MemoryPort(1, "a");

    private SwitchProcess start(String line) throws Exception {
        Engine engine =
                new Engine() {
                    @Override
                    public Target target() {
                        return target;
                    }

                    @Override
                    public Worker newWorker(PortSink sink) {
                        return (in, buf, off, len) -> target.packetIn(new byte[] {1, 2, 3, 4});
                    }
                };
        return SwitchProcess.start(
                ProcessOptions.parse(line.split(" ")),
                (cpuPort, dropPort, packetOuts, fastPath) -> engine,
                (number, name) -> port);
    }

    private static P4RuntimeClient controller(SwitchProcess p) {
        return new P4RuntimeClient(
                NettyChannelBuilder.forAddress(
                                new InetSocketAddress(
                                        InetAddress.getLoopbackAddress(), p.grpcPort(0)),
                                InsecureChannelCredentials.create())
                        .build());
    }

    private static P4Info program() throws IOException {
        return P4InfoFile.read(Path.of("src/test/resources/p4rt/sample.p4info.txtpb"));
    }

    private static Update insert(int key) {
        Update.Builder u = Update.newBuilder().setType(Update.Type.INSERT);
        TableEntry.Builder e = u.getEntityBuilder().getTableEntryBuilder().setTableId(TABLE);
        e.addMatchBuilder().setFieldId(1).getExactBuilder().setValue(octet(key));
        e.addMatchBuilder().setFieldId(2).getExactBuilder().setValue(octet(1));
        var action = e.getActionBuilder().getActionBuilder().setActionId(16777217);
        action.addParamsBuilder().setParamId(1).setValue(octet(1));
        action.addParamsBuilder().setParamId(2).setValue(octet(1));
        return u.build();
    }

    private static ByteString octet(int n) {
        return ByteString.copyFrom(new byte[] {(byte) n});
    }

    @Test
    void isOffUnlessItIsAskedFor() throws Exception {
        try (SwitchProcess p = start("--no-p4 -i 1@a --grpc-server-addr 127.0.0.1:0")) {
            assertNull(p.metrics());
        }
    }

    /**
     * A packet that nobody can be given is dropped, and counted; its port has counted it before.
     */
    @Test
    void countsWhatHappens() throws Exception {
        try (SwitchProcess p = start(LINE)) {
            String dropped =
                    "nat64_switch_packet_ins_dropped_total{device_id=\"1\",reason=\"no_primary\"}";
            String frames =
                    "nat64_switch_port_frames_total{device_id=\"1\",direction=\"in\",interface=\"a\","
                            + "port=\"1\"}";
            String text = Scrape.of(p.metrics());
            assertEquals(0, Scrape.value(text, dropped));
            assertEquals(0, Scrape.value(text, frames));
            port.arrive(new byte[60]);
            while (Scrape.value(text, dropped) == 0) {
                text = Scrape.of(p.metrics());
            }
            assertEquals(1, Scrape.value(text, dropped));
            assertEquals(1, Scrape.value(text, frames));
            assertEquals(0, Scrape.value(text, "nat64_switch_program_loaded{device_id=\"1\"}"));
            try (P4RuntimeClient controller = controller(p)) {
                controller.push(program(), new byte[0]);
                controller.write(List.of(insert(1), insert(2)));
                assertThrows(
                        StatusRuntimeException.class,
                        () -> controller.write(List.of(insert(1), insert(3))));
                text = Scrape.of(p.metrics());
                assertEquals(1, Scrape.value(text, "nat64_switch_program_loaded{device_id=\"1\"}"));
                assertEquals(2, Scrape.value(text, "nat64_switch_writes_total{device_id=\"1\"}"));
                assertEquals(4, Scrape.value(text, "nat64_switch_updates_total{device_id=\"1\"}"));
                assertEquals(
                        1,
                        Scrape.value(
                                text,
                                "nat64_switch_updates_failed_total"
                                        + "{code=\"already_exists\",device_id=\"1\"}"));
            }
        }
    }

    /** A Write that takes as long as it likes holds what other Writes wait for. */
    @Test
    void aScrapeWaitsForNoWrite() throws Exception {
        CountDownLatch begun = new CountDownLatch(1);
        CountDownLatch on = new CountDownLatch(1);
        try (SwitchProcess p = start(LINE);
                P4RuntimeClient controller = controller(p)) {
            controller.push(program(), new byte[0]);
            target.running.table(TABLE).beforeInsert =
                    () -> {
                        begun.countDown();
                        awaits(on);
                    };
            Thread writer = new Thread(() -> controller.write(List.of(insert(1))));
            writer.start();
            awaits(begun);
            String text = Scrape.of(p.metrics());
            assertEquals(0, Scrape.value(text, "nat64_switch_writes_total{device_id=\"1\"}"));
            assertEquals(1, Scrape.value(text, "nat64_switch_primaries{device_id=\"1\"}"));
            on.countDown();
            writer.join();
            text = Scrape.of(p.metrics());
            assertEquals(1, Scrape.value(text, "nat64_switch_writes_total{device_id=\"1\"}"));
        }
    }

    private static void awaits(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void anAddressInUseEndsTheStartAndLeavesNothingOpen() throws Exception {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            String line = LINE.replaceAll("[0-9.]+:0$", "127.0.0.1:" + taken.getLocalPort());
            IOException e = assertThrows(IOException.class, () -> start(line));
            assertTrue(
                    e.getMessage().startsWith("--metrics-addr: cannot listen at "), e.getMessage());
            assertTrue(target.closed);
        }
    }
}
