// SPDX-License-Identifier: Apache-2.0
package org.isthmus.controller.p4rt;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.grpc.CallOptions;
import io.grpc.ClientCall;
import io.grpc.InsecureServerCredentials;
import io.grpc.ManagedChannel;
import io.grpc.MethodDescriptor;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.isthmus.config.ManagementAddress;
import org.isthmus.core.model.BibIntent;
import org.isthmus.core.model.Change;
import org.isthmus.core.model.DeviceId;
import org.isthmus.core.model.Eam;
import org.isthmus.core.model.Intent;
import org.isthmus.core.model.PuntReason;
import org.isthmus.core.model.Refusal;
import org.isthmus.core.model.RoutingIntent;
import org.isthmus.core.model.SwitchIntent;
import org.isthmus.core.model.TranslationIntent;
import org.isthmus.core.net.Ipv4Prefix;
import org.isthmus.core.net.Ipv6Prefix;
import org.isthmus.core.net.MacAddress;
import org.isthmus.core.net.Protocol;
import org.isthmus.core.spi.DataPlane;
import org.isthmus.core.spi.LentThread;
import org.isthmus.pipeline.P4;
import org.isthmus.pipeline.Pipeline;
import org.isthmus.target.bmv2.Bmv2Target;
import org.isthmus.target.gnmi.GnmiService;
import org.isthmus.target.gnmi.Interfaces;
import org.isthmus.target.io.PortCounters;
import org.isthmus.target.p4rt.P4RuntimeServer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import p4.config.v1.P4InfoOuterClass.P4Info;
import p4.v1.P4RuntimeOuterClass.Uint128;

/** Against an embedded switch over gRPC. */
class DataPlaneTest implements DataPlane.Listener {
    private static final DeviceId DEVICE = DeviceId.of("device:s1");

    private final BlockingQueue<String> events = new LinkedBlockingQueue<>();

    /** On which thread a device came up, and where a step that was asked for there ran. */
    private final BlockingQueue<Thread> threads = new LinkedBlockingQueue<>();

    private final Bmv2Target target = new Bmv2Target(P4.CPU_PORT, 511, System::nanoTime);
    private final Interfaces interfaces = new Interfaces(() -> 0);
    private P4RuntimeServer server;
    private P4RuntimeDataPlane plane;

    @BeforeEach
    void open() throws Exception {
        interfaces.add(1, "eth1", new PortCounters());
        interfaces.set(1, true);
        serve(0);
        plane = plane(Elections.above(1000));
        plane.listen(this);
        connect(plane);
        assertEquals("up", event());
    }

    @AfterEach
    void close() {
        plane.close();
        server.close();
        target.close();
    }

    private void serve(int port) throws Exception {
        server =
                new P4RuntimeServer(
                        target,
                        1,
                        new InetSocketAddress(InetAddress.getLoopbackAddress(), port),
                        InsecureServerCredentials.create(),
                        null,
                        new GnmiService(interfaces));
    }

    private String event() throws InterruptedException {
        return events.poll(30, TimeUnit.SECONDS);
    }

    @Override
    public void deviceUp(DeviceId device) {
        events.add("up");
        LentThread lent = LentThread.current();
        if (lent != null) {
            threads.add(Thread.currentThread());
            lent.run(() -> threads.add(Thread.currentThread()));
        }
    }

    @Override
    public void deviceDown(DeviceId device) {
        events.add("down");
    }

    @Override
    public void packetIn(DeviceId device, int port, PuntReason reason, byte[] frame) {
        events.add(port + " " + reason + " " + frame.length);
    }

    @Override
    public void portState(DeviceId device, int port, boolean up) {
        events.add("port " + port + (up ? " up" : " down"));
    }

    private List<Refusal> apply(List<Change> changes) {
        return plane.apply(DEVICE, changes).toCompletableFuture().join();
    }

    private Set<Intent> held() {
        return new HashSet<>(plane.read(DEVICE).toCompletableFuture().join());
    }

    @Test
    void statesOfPortsComeOverTheSameConnection() throws Exception {
        interfaces.set(1, false);
        assertEquals("port 1 down", event());
        int port = server.port();
        server.close();
        assertEquals("down", event());
        interfaces.set(1, true);
        serve(port);
        assertEquals("up", event());
        assertEquals("port 1 up", event());
    }

    @Test
    void aDeviceIsTakenBackOnceNobodyElseHasIt() throws Exception {
        assertNull(plane.otherPrimary(DEVICE));
        P4RuntimeDataPlane other = plane(Elections.above(5_000_000));
        other.listen(new Nobody());
        connect(other);
        assertEquals("down", event());
        assertEquals("5000001", plane.otherPrimary(DEVICE), "it is named");
        other.close();
        assertEquals("up", event());
        assertNull(plane.otherPrimary(DEVICE));
    }

    @Test
    void whyADeviceIsDownIsKnown() throws Exception {
        assertNull(plane.whyDown(DEVICE));
        int port = server.port();
        server.close();
        assertEquals("down", event());
        assertNotNull(plane.whyDown(DEVICE));
        serve(port);
        assertEquals("up", event());
        assertNull(plane.whyDown(DEVICE));
    }

    /** Of a channel that is busy elsewhere, as gRPC's are until an address is resolved. */
    @Test
    void noSocketOutlivesItsNetworkThread() throws Exception {
        Channels tcp = Channels.tcp(null, null, null);
        P4RuntimeDataPlane other =
                new P4RuntimeDataPlane(
                        (address, loop) -> neverShutDown(tcp.open(address, loop)),
                        Elections.above(5_000_000),
                        new Random(1));
        other.listen(new Nobody());
        connect(other);
        assertEquals("down", event());
        other.close();
        assertEquals("up", event());
    }

    @Test
    void aDeviceThatSawAHigherElectionIdIsTakenAllTheSame() throws Exception {
        plane.close();
        assertEquals("down", event());
        // Such as those of a controller whose store was lost, or that had both halves.
        for (Uint128 seen :
                List.of(
                        Uint128.newBuilder().setLow(1L << 62).build(),
                        Uint128.newBuilder().setHigh(1).setLow(-1).build(),
                        Uint128.newBuilder().setHigh(-1).setLow(-1).build())) {
            Elections before = Elections.above(0);
            before.stepOver(seen);
            P4RuntimeDataPlane first = plane(before);
            first.listen(this);
            connect(first);
            assertEquals("up", event());
            first.close();
            assertEquals("down", event());
            P4RuntimeDataPlane second = plane(Elections.above(0));
            second.listen(this);
            connect(second);
            assertEquals("up", event());
            second.close();
            assertEquals("down", event());
        }
    }

    private static P4RuntimeDataPlane plane(Elections elections) throws IOException {
        return new P4RuntimeDataPlane(Channels.tcp(null, null, null), elections, new Random(1));
    }

    private void connect(P4RuntimeDataPlane to) {
        connect(to, Pipeline.v1model());
    }

    private void connect(P4RuntimeDataPlane to, Pipeline program) {
        to.connect(
                Map.of(
                        DEVICE,
                        new P4RuntimeDataPlane.Target(
                                ManagementAddress.parse(
                                        "grpc://127.0.0.1:" + server.port() + "?device_id=1"),
                                program)));
    }

    /** Its calls go over another. */
    private static ManagedChannel neverShutDown(ManagedChannel channel) {
        return new FakeChannel() {
            @Override
            public ManagedChannel shutdownNow() {
                return this;
            }

            @Override
            public <Q, A> ClientCall<Q, A> newCall(
                    MethodDescriptor<Q, A> method, CallOptions options) {
                return channel.newCall(method, options);
            }
        };
    }

    /** Is told and does nothing. */
    static final class Nobody implements DataPlane.Listener {
        @Override
        public void deviceUp(DeviceId device) {}

        @Override
        public void deviceDown(DeviceId device) {}

        @Override
        public void packetIn(DeviceId device, int port, PuntReason reason, byte[] frame) {}

        @Override
        public void portState(DeviceId device, int port, boolean up) {}
    }

    private static List<Intent> intents() {
        MacAddress mac = MacAddress.parse("00:00:5e:00:53:01");
        List<Intent> intents =
                new ArrayList<>(
                        List.of(
                                new SwitchIntent.Station(mac),
                                new TranslationIntent.NatPrefix(
                                        Ipv6Prefix.parse("64:ff9b::/96"), 1),
                                new TranslationIntent.Eam(
                                        Ipv4Prefix.parse("192.0.2.0/24"),
                                        Ipv6Prefix.parse("2001:db8::/120"),
                                        1,
                                        Eam.Host.IPV6),
                                new TranslationIntent.Eam(
                                        Ipv4Prefix.parse("198.51.100.0/24"),
                                        Ipv6Prefix.parse("2001:db8:1::/120"),
                                        1,
                                        Eam.Host.IPV4),
                                new RoutingIntent.Route4(
                                        Ipv4Prefix.parse("0.0.0.0/0"), RoutingIntent.Via.NEXT, 1),
                                new RoutingIntent.Next(
                                        1,
                                        List.of(
                                                new RoutingIntent.Hop(1, mac, mac, 0, 1500),
                                                new RoutingIntent.Hop(2, mac, mac, 7, 1500))),
                                new TranslationIntent.Options(46, false, 1500),
                                new RoutingIntent.FlowSeed(7),
                                new SwitchIntent.PuntRate(PuntReason.BIB_MISS, 100, 200)));
        for (int i = 0; i < 3000; i++) {
            intents.add(new BibIntent.Outbound(1, Protocol.UDP, 5, 6, i, 7, i));
            intents.add(new BibIntent.Inbound(Protocol.UDP, 7, i, 5, 6, i));
        }
        return intents;
    }

    private static List<Change> changes(List<Intent> intents, boolean set) {
        List<Change> changes = new ArrayList<>();
        intents.forEach(i -> changes.add(set ? Change.set(i) : Change.remove(i)));
        return changes;
    }

    @Test
    void whatIsSetIsHeldUntilItIsRemoved() {
        List<Intent> intents = intents();
        assertEquals(List.of(), apply(changes(intents, true)));
        assertEquals(new HashSet<>(intents), held());
        // Again: replaced, not refused.
        assertEquals(List.of(), apply(changes(intents, true)));
        assertEquals(new HashSet<>(intents), held());
        assertEquals(List.of(), apply(changes(intents, false)));
        assertEquals(List.of(), apply(changes(intents, false)));
        assertEquals(Set.of(), held());
    }

    @Test
    void countersOfBindingsThatAreThere() {
        BibIntent.Outbound there = new BibIntent.Outbound(1, Protocol.TCP, 1, 2, 3, 4, 5);
        BibIntent.Outbound gone = new BibIntent.Outbound(1, Protocol.TCP, 1, 2, 4, 4, 5);
        BibIntent.Inbound reply = new BibIntent.Inbound(Protocol.TCP, 4, 5, 1, 2, 3);
        apply(List.of(Change.set(there), Change.set(reply)));
        assertArrayEquals(
                new long[] {-1, 0, -1, 0},
                plane.packets(DEVICE, List.of(gone, there, gone, reply))
                        .toCompletableFuture()
                        .join());
    }

    @Test
    void theThreadOfAConnectionIsLentToTheCore() throws Exception {
        Thread network = threads.poll(30, TimeUnit.SECONDS);
        assertNotNull(network);
        assertSame(network, threads.poll(30, TimeUnit.SECONDS));
    }

    @Test
    void aSwitchThatReturnsIsConnectedAgain() throws Exception {
        apply(changes(intents().subList(0, 3), true));
        int port = server.port();
        server.close();
        assertEquals("down", event());
        assertTrue(plane.read(DEVICE).handle((i, f) -> f != null).toCompletableFuture().join());
        serve(port);
        assertEquals("up", event());
        // A new server has loaded the program anew.
        assertEquals(Set.of(), held());
    }

    @Test
    void aDeviceWithAnotherAddressIsDownBeforeItIsUp() throws Exception {
        plane.connect(
                Map.of(
                        DEVICE,
                        new P4RuntimeDataPlane.Target(
                                ManagementAddress.parse(
                                        "grpc://localhost:" + server.port() + "?device_id=1"),
                                Pipeline.v1model())));
        assertEquals("down", event());
        assertEquals("up", event());
        // Gone, and back at once.
        plane.connect(Map.of());
        plane.connect(
                Map.of(
                        DEVICE,
                        new P4RuntimeDataPlane.Target(
                                ManagementAddress.parse(
                                        "grpc://localhost:" + server.port() + "?device_id=1"),
                                Pipeline.v1model())));
        assertEquals("down", event());
        assertEquals("up", event());
    }

    /** As an upgrade of the controller has it, with a program that has more than the one before. */
    @Test
    void aSwitchKeepsItsEntriesUnderAnotherProgram() throws Exception {
        List<Intent> intents = intents();
        apply(changes(intents, true));
        connect(plane, with(Pipeline.v1model().p4Info().toBuilder()));
        assertEquals("down", event());
        assertEquals("up", event());
        assertEquals(new HashSet<>(intents), held());
        intents.subList(0, 3).forEach(i -> apply(List.of(Change.remove(i))));
        assertEquals(new HashSet<>(intents.subList(3, intents.size())), held());
    }

    @Test
    void aSwitchIsEmptiedWhereAnotherProgramHasNoPlaceForWhatItHolds() throws Exception {
        apply(changes(intents(), true));
        connect(plane, Pipeline.of("org.isthmus.minimal"));
        assertEquals("down", event());
        assertEquals("up", event());
        assertEquals(0, held().size());
    }

    /** The program with another cookie. */
    private static Pipeline with(P4Info.Builder info) {
        info.getPkgInfoBuilder().setVersion("another");
        return Pipeline.of(info.build(), Pipeline.v1model().deviceConfig());
    }

    @Test
    void aSwitchThatKeptItsProgramKeepsItsEntries() throws Exception {
        List<Intent> intents = intents().subList(0, 20);
        apply(changes(intents, true));
        P4RuntimeDataPlane second = plane(Elections.above(10_000));
        BlockingQueue<String> up = new LinkedBlockingQueue<>();
        second.listen(
                new DataPlane.Listener() {
                    @Override
                    public void deviceUp(DeviceId device) {
                        up.add("up");
                    }

                    @Override
                    public void deviceDown(DeviceId device) {
                        up.add("down");
                    }

                    @Override
                    public void packetIn(
                            DeviceId device, int port, PuntReason reason, byte[] frame) {
                        up.add("packet");
                    }

                    @Override
                    public void portState(DeviceId device, int port, boolean isUp) {
                        up.add("port");
                    }
                });
        connect(second);
        try {
            assertEquals("up", up.poll(30, TimeUnit.SECONDS));
            assertEquals("down", event());
            assertEquals(
                    new HashSet<>(intents),
                    new HashSet<>(second.read(DEVICE).toCompletableFuture().join()));
        } finally {
            second.close();
        }
    }

    @Test
    void statisticsNameWhatWasDropped() {
        plane.submit(DEVICE, new byte[60]);
        // The device answers in the order asked on its stream, not across calls.
        long dropped = 0;
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(30);
        while (dropped == 0 && System.nanoTime() < deadline) {
            dropped =
                    plane.statistics(DEVICE).toCompletableFuture().join().drops().get("ETHER_TYPE");
        }
        assertEquals(1, dropped);
    }
}
