// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core.slowpath;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletionStage;
import org.isthmus.core.count.Counters;
import org.isthmus.core.fabric.Fabric;
import org.isthmus.core.loop.StepClock;
import org.isthmus.core.model.Change;
import org.isthmus.core.model.Counter;
import org.isthmus.core.model.DeviceId;
import org.isthmus.core.model.DeviceStatistics;
import org.isthmus.core.model.FabricConfig;
import org.isthmus.core.model.Intent;
import org.isthmus.core.model.Refusal;
import org.isthmus.core.net.Ipv4Address;
import org.isthmus.core.net.Ipv4Prefix;
import org.isthmus.core.net.Ipv6Address;
import org.isthmus.core.net.Ipv6Prefix;
import org.isthmus.core.net.MacAddress;
import org.isthmus.core.net.V4Mapped;
import org.isthmus.core.packet.FrameTuple;
import org.isthmus.core.source.SourceBindings;
import org.isthmus.core.spi.DataPlane;

/**
 * A translating leaf with clients on port 1, more of their network on port 2, servers on port 3 in
 * VLAN 30, and a spine with nothing. Records what is sent, and holds barriers until told.
 */
final class SlowPathNetwork implements DataPlane, Barrier {
    static final DeviceId LEAF = DeviceId.of("device:leaf");
    static final DeviceId SPINE = DeviceId.of("device:spine");
    static final long MAC = 0x0200_0000_0001L;

    /** A frame that was sent out of a port, or submitted (port 0). */
    static final class Sent {
        final DeviceId device;
        final int port;
        final byte[] frame;

        Sent(DeviceId device, int port, byte[] frame) {
            this.device = device;
            this.port = port;
            this.frame = frame;
        }
    }

    final List<Change> changes = new ArrayList<>();
    final List<Sent> sent = new ArrayList<>();
    final List<Sent> submitted = new ArrayList<>();
    final List<Runnable> barriers = new ArrayList<>();
    final Fabric fabric = new Fabric((device, change) -> changes.add(change));
    final SlowPathFixture fixture = new SlowPathFixture();
    final Counters counters = new Counters();
    private final SourceBindings sources =
            new SourceBindings(fabric, null, null, null, new StepClock(() -> 0, () -> 0), counters);
    final SlowPath slowPath =
            new SlowPath(fabric, sources, fixture, this, this, new Random(1), counters);

    private final int clientMtu;
    private final int serverMtu;
    private final List<Ipv4Address> loopbacks4;
    private final boolean ipv4;
    private final FabricConfig.RouterAdvertisements first;

    SlowPathNetwork() {
        this(1500, 1500);
    }

    SlowPathNetwork(int clientMtu, int serverMtu) {
        this(clientMtu, serverMtu, List.of(Ipv4Address.parse("192.0.2.1")));
    }

    SlowPathNetwork(int clientMtu, int serverMtu, List<Ipv4Address> loopbacks4) {
        this(clientMtu, serverMtu, loopbacks4, true);
    }

    /**
     * @param ipv4 whether the leaf has interfaces with IPv4 addresses
     */
    SlowPathNetwork(int clientMtu, int serverMtu, List<Ipv4Address> loopbacks4, boolean ipv4) {
        this(clientMtu, serverMtu, loopbacks4, ipv4, FabricConfig.RouterAdvertisements.DEFAULT);
    }

    /** What clients of port 1 are told by their router. */
    static SlowPathNetwork advertising(FabricConfig.RouterAdvertisements advertisements) {
        return new SlowPathNetwork(
                1500, 1500, List.of(Ipv4Address.parse("192.0.2.1")), true, advertisements);
    }

    private SlowPathNetwork(
            int clientMtu,
            int serverMtu,
            List<Ipv4Address> loopbacks4,
            boolean ipv4,
            FabricConfig.RouterAdvertisements first) {
        this.clientMtu = clientMtu;
        this.serverMtu = serverMtu;
        this.loopbacks4 = loopbacks4;
        this.ipv4 = ipv4;
        this.first = first;
        configure();
        fabric.services(
                List.of(Ipv4Prefix.parse("203.0.113.0/24")), List.of(SlowPathFixture.PREFIX));
        fabric.mapped(List.of(V4Mapped.host(SlowPathFixture.EAM_SERVER6)), List.of());
        changes.clear();
    }

    /** Gives the fabric its configuration, once more after the first time. */
    void configure() {
        fabric.configure(
                new FabricConfig(
                        List.of(
                                new FabricConfig.Device(
                                        LEAF,
                                        MacAddress.of(MAC),
                                        loopbacks4,
                                        List.of(Ipv6Address.parse("2001:db8::1")),
                                        true),
                                new FabricConfig.Device(
                                        SPINE,
                                        MacAddress.of(MAC + 1),
                                        List.of(Ipv4Address.parse("192.0.2.11")),
                                        List.of(Ipv6Address.parse("2001:db8::11")),
                                        false)),
                        List.of(
                                clients(1, clientMtu, ipv4, first),
                                clients(
                                        2,
                                        clientMtu,
                                        ipv4,
                                        FabricConfig.RouterAdvertisements.DEFAULT),
                                new FabricConfig.Interface(
                                        new FabricConfig.Port(LEAF, 3),
                                        "servers",
                                        30,
                                        serverMtu,
                                        ipv4
                                                ? List.of(Ipv4Address.parse("198.51.100.1"))
                                                : List.of(),
                                        List.of(Ipv4Prefix.parse("198.51.100.0/24")),
                                        List.of(),
                                        List.of(),
                                        FabricConfig.SourceValidation.STRICT)),
                        List.of(
                                new FabricConfig.Link(
                                        new FabricConfig.Port(LEAF, 10),
                                        new FabricConfig.Port(SPINE, 1),
                                        9000)),
                        List.of(
                                new FabricConfig.StaticRoute(
                                        Ipv4Prefix.parse("0.0.0.0/0"),
                                        Ipv4Address.parse("198.51.100.254"),
                                        null,
                                        null))));
    }

    private static FabricConfig.Interface clients(
            int port, int mtu, boolean ipv4, FabricConfig.RouterAdvertisements advertisements) {
        return new FabricConfig.Interface(
                new FabricConfig.Port(LEAF, port),
                "clients" + port,
                0,
                mtu,
                ipv4 ? List.of(Ipv4Address.parse("10.1.0.1")) : List.of(),
                List.of(Ipv4Prefix.parse("10.1.0.0/24")),
                List.of(Ipv6Address.parse("2001:db8:1::1")),
                List.of(Ipv6Prefix.parse("2001:db8:1::/64")),
                FabricConfig.SourceValidation.STRICT,
                0,
                advertisements);
    }

    long count(Counter what) {
        return counters.get(what);
    }

    /** The only frame sent since the last call. */
    Sent one() {
        return only(sent);
    }

    /** The only frame submitted since the last call. */
    byte[] submittedOne() {
        return only(submitted).frame;
    }

    /** The upper layer of the packet whose fragments were submitted since the last call. */
    byte[] mended(int mtu) {
        byte[] all = new byte[65535];
        int length = 0;
        int there = 0;
        int last = -1;
        for (Sent s : submitted) {
            FrameTuple t = SlowPathFixture.parse(s.frame);
            if (t.length > mtu) {
                throw new AssertionError(t.length + " bytes over an MTU of " + mtu);
            }
            int n = t.end - t.l4Offset;
            System.arraycopy(s.frame, t.l4Offset, all, t.fragmentOffset, n);
            there += n;
            length = Math.max(length, t.fragmentOffset + n);
            if (!t.moreFragments) {
                last = t.fragmentOffset + n;
            }
        }
        submitted.clear();
        if (there != length || last != length) {
            throw new AssertionError(there + " bytes of " + length + ", the last one at " + last);
        }
        return Arrays.copyOf(all, length);
    }

    private static Sent only(List<Sent> all) {
        if (all.size() != 1) {
            throw new AssertionError(all.size() + " frames instead of one");
        }
        return all.remove(0);
    }

    /** The device acknowledges everything. */
    void acknowledge() {
        List<Runnable> all = new ArrayList<>(barriers);
        barriers.clear();
        all.forEach(Runnable::run);
    }

    @Override
    public void after(DeviceId device, Runnable action) {
        barriers.add(action);
    }

    @Override
    public void send(DeviceId device, int port, byte[] frame) {
        sent.add(new Sent(device, port, frame));
    }

    @Override
    public long framesDropped() {
        return 0;
    }

    @Override
    public void submit(DeviceId device, byte[] frame) {
        submitted.add(new Sent(device, 0, frame));
    }

    @Override
    public void listen(Listener listener) {
        throw new AssertionError("not for the slow path");
    }

    @Override
    public CompletionStage<List<Refusal>> apply(DeviceId device, List<Change> all) {
        throw new AssertionError("not for the slow path");
    }

    @Override
    public CompletionStage<List<Intent>> read(DeviceId device) {
        throw new AssertionError("not for the slow path");
    }

    @Override
    public CompletionStage<long[]> packets(DeviceId device, List<? extends Intent> bindings) {
        throw new AssertionError("not for the slow path");
    }

    @Override
    public CompletionStage<DeviceStatistics> statistics(DeviceId device) {
        throw new AssertionError("not for the slow path");
    }
}
