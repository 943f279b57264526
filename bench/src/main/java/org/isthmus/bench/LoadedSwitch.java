// SPDX-License-Identifier: Apache-2.0
package org.isthmus.bench;

import io.grpc.InsecureServerCredentials;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.ObjIntConsumer;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.isthmus.config.ManagementAddress;
import org.isthmus.controller.p4rt.Channels;
import org.isthmus.controller.p4rt.Elections;
import org.isthmus.controller.p4rt.P4RuntimeDataPlane;
import org.isthmus.core.model.BibIntent;
import org.isthmus.core.model.Change;
import org.isthmus.core.model.DeviceId;
import org.isthmus.core.model.Eam;
import org.isthmus.core.model.PuntReason;
import org.isthmus.core.model.RoutingIntent;
import org.isthmus.core.model.SwitchIntent;
import org.isthmus.core.model.TranslationIntent;
import org.isthmus.core.net.Ipv4Prefix;
import org.isthmus.core.net.Ipv6Prefix;
import org.isthmus.core.net.MacAddress;
import org.isthmus.core.net.Protocol;
import org.isthmus.core.spi.DataPlane;
import org.isthmus.pipeline.Pipeline;
import org.isthmus.target.bmv2.Bmv2Target;
import org.isthmus.target.p4rt.P4RuntimeServer;

/** An embedded switch with routes and bindings, written over P4Runtime by our own client. */
final class LoadedSwitch implements AutoCloseable {
    private static final Logger QUIET = Logger.getLogger("org.isthmus");

    static {
        // The stubs of P4Runtime are older than protobuf 22, which it would say for each message.
        System.setProperty("com.google.protobuf.use_unsafe_pre22_gencode", "true");
        QUIET.setLevel(Level.WARNING);
    }

    private static final DeviceId DEVICE = DeviceId.of("device:bench");
    private static final int BATCH = 4096;
    private static final int SECONDS = 120;

    private final Bmv2Target target = new Bmv2Target(255, 511, System::nanoTime);
    private final P4RuntimeServer server;
    private final P4RuntimeDataPlane control;
    private long writes;
    private long writeNanos;

    LoadedSwitch() throws Exception {
        server =
                new P4RuntimeServer(
                        target,
                        1,
                        new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
                        InsecureServerCredentials.create());
        control =
                new P4RuntimeDataPlane(
                        Channels.tcp(null, null, null), Elections.above(0), new Random(1));
        CompletableFuture<Void> up = new CompletableFuture<>();
        control.listen(
                new DataPlane.Listener() {
                    @Override
                    public void deviceUp(DeviceId device) {
                        up.complete(null);
                    }

                    @Override
                    public void deviceDown(DeviceId device) {}

                    @Override
                    public void packetIn(
                            DeviceId device, int port, PuntReason reason, byte[] frame) {}

                    @Override
                    public void portState(DeviceId device, int port, boolean isUp) {}
                });
        control.connect(
                Map.of(
                        DEVICE,
                        new P4RuntimeDataPlane.Target(
                                ManagementAddress.parse(
                                        "grpc://127.0.0.1:" + server.port() + "?device_id=1"),
                                Pipeline.v1model())));
        up.get(SECONDS, TimeUnit.SECONDS);
        fabric();
    }

    Bmv2Target target() {
        return target;
    }

    /** Entries the switch acknowledged in a second, while it was loaded. */
    double writesPerSecond() {
        return writes * 1e9 / writeNanos;
    }

    private void fabric() throws Exception {
        List<Change> c = new ArrayList<>();
        c.add(Change.set(new SwitchIntent.Station(MacAddress.of(Frames.STATION))));
        c.add(Change.set(new RoutingIntent.FlowSeed(7)));
        c.add(Change.set(new TranslationIntent.Options(-1, true, 1280)));
        for (int port = 1; port <= 2; port++) {
            RoutingIntent.Hop hop =
                    new RoutingIntent.Hop(
                            port,
                            MacAddress.of(Frames.STATION),
                            MacAddress.of(Frames.STATION + port),
                            0,
                            1500);
            c.add(Change.set(new RoutingIntent.Next(port, List.of(hop))));
        }
        c.add(
                Change.set(
                        new TranslationIntent.NatPrefix(
                                Ipv6Prefix.of(Frames.PREFIX_HIGH, 0, 96), 1)));
        c.add(Change.set(new TranslationIntent.Pool4(Ipv4Prefix.of(Frames.POOL4, 15), 1)));
        c.add(route4(Ipv4Prefix.of(Frames.PEER4, 24), 2));
        c.add(route6(Ipv6Prefix.of(Frames.NATIVE_HIGH, 0, 32), 2));
        c.add(route6(Ipv6Prefix.of(Flows.NETWORK, 0, 32), 1));
        c.add(route6(Ipv6Prefix.of(Prefixes.EAM_NETWORK6, 0, 32), 1));
        apply(c);
    }

    private static Change route4(Ipv4Prefix prefix, int next) {
        return Change.set(new RoutingIntent.Route4(prefix, RoutingIntent.Via.NEXT, next));
    }

    private static Change route6(Ipv6Prefix prefix, int next) {
        return Change.set(new RoutingIntent.Route6(prefix, RoutingIntent.Via.NEXT, next));
    }

    /** Binds the first flows of {@link Flows}. */
    void bindings(int count) throws Exception {
        load(
                count,
                (to, flow) -> {
                    long high = Flows.high(flow);
                    long low = Flows.low(flow);
                    int port6 = Flows.port(flow);
                    int address4 = Frames.address4(flow);
                    int port4 = Frames.port4(flow);
                    to.add(
                            Change.set(
                                    new BibIntent.Inbound(
                                            Protocol.TCP, address4, port4, high, low, port6)));
                    to.add(
                            Change.set(
                                    new BibIntent.Outbound(
                                            1, Protocol.TCP, high, low, port6, address4, port4)));
                });
    }

    /** Has the first EAMs of {@link Prefixes}. */
    void eams(int count) throws Exception {
        load(
                count,
                (to, n) ->
                        to.add(
                                Change.set(
                                        new TranslationIntent.Eam(
                                                Prefixes.eam4(n),
                                                Prefixes.eam6(n),
                                                1,
                                                Eam.Host.IPV6))));
    }

    /** Has the first routes of {@link Prefixes}, of both families. */
    void routes(int count) throws Exception {
        load(
                count,
                (to, n) -> {
                    to.add(route4(Prefixes.route4(n), 2));
                    to.add(route6(Prefixes.route6(n), 2));
                });
    }

    private void load(int count, ObjIntConsumer<List<Change>> rows) throws Exception {
        long start = System.nanoTime();
        List<Change> c = new ArrayList<>();
        for (int n = 0; n < count; n++) {
            rows.accept(c, n);
            if (c.size() >= BATCH || n == count - 1) {
                apply(c);
                writes += c.size();
                c.clear();
            }
        }
        writeNanos += System.nanoTime() - start;
    }

    private void apply(List<Change> changes) throws Exception {
        List<?> refused =
                control.apply(DEVICE, changes).toCompletableFuture().get(SECONDS, TimeUnit.SECONDS);
        if (!refused.isEmpty()) {
            throw new IllegalStateException("refused: " + refused.get(0));
        }
    }

    @Override
    public void close() {
        control.close();
        server.close();
        target.close();
    }
}
