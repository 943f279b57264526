// SPDX-License-Identifier: Apache-2.0
package org.isthmus.target.fastpath;

import static org.junit.jupiter.api.Assertions.assertNotNull;

import io.grpc.InsecureChannelCredentials;
import io.grpc.InsecureServerCredentials;
import io.grpc.netty.shaded.io.grpc.netty.NettyChannelBuilder;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;
import org.isthmus.target.api.Frame;
import org.isthmus.target.api.Worker;
import org.isthmus.target.bmv2.Bmv2Target;
import org.isthmus.target.bmv2.ProgramView;
import org.isthmus.target.conformance.P4RuntimeClient;
import org.isthmus.target.conformance.SwitchUnderTest;
import org.isthmus.target.fastpath.trace.Flow;
import org.isthmus.target.fastpath.trace.Tracer;
import org.isthmus.target.fastpath.trace.Untraceable;
import org.isthmus.target.io.InterfacePort;
import org.isthmus.target.io.Offloading;
import org.isthmus.target.io.Port;
import org.isthmus.target.io.PortCounters;
import org.isthmus.target.io.PortLoop;
import org.isthmus.target.io.PortSet;
import org.isthmus.target.io.Veth;
import org.isthmus.target.p4rt.P4RuntimeServer;

/**
 * A switch with a fast path on pairs of interfaces. A frame whose flow can be cached is given to it
 * until it is, and then sent by wire; what comes out of the other ends is the result.
 */
final class FastSwitch implements SwitchUnderTest {
    private static final int NO_CPU_PORT = 510;
    private static final int DROP_PORT = 511;

    /** So often, at most, until a flow is a sample. */
    private static final int TRIES = 200;

    private final Bmv2Target target = new Bmv2Target(NO_CPU_PORT, DROP_PORT, this::now);
    final FastPath fastPath;
    private final List<Veth> veths = new ArrayList<>();
    private final Map<Integer, InterfacePort> inside = new TreeMap<>();
    private final Map<Integer, InterfacePort> outside = new TreeMap<>();
    private final Map<Integer, Port.Transmitter> wires = new TreeMap<>();
    private final PortSet out;
    private final Worker worker;
    private final PortLoop loop = new PortLoop("test");
    private final P4RuntimeServer server;
    private final P4RuntimeClient control;

    /** What leaves stays here, and not on the wire; else null. */
    private List<Frame> captured;

    /** All frames that were processed, in this order. */
    final List<Frame> log = new ArrayList<>();

    private long later;

    /** Frames of floods. */
    final AtomicLong sent = new AtomicLong();

    /** Frames that went through the kernel alone. */
    int forwarded;

    FastSwitch(Collection<Integer> ports) throws IOException {
        this(ports, FastPath.FLOWS, true);
    }

    FastSwitch(Collection<Integer> ports, int flows, boolean tcx) throws IOException {
        fastPath = FastPath.open(this::now, flows, tcx);
        assertNotNull(fastPath);
        fastPath.serve(target);
        for (int port : ports) {
            veths.add(new Veth("fp-t" + port, "fp-u" + port, 9000));
        }
        for (int port : ports) {
            Veth.awaitCarrier("fp-t" + port);
            inside.put(port, new InterfacePort(port, "fp-t" + port, fastPath));
            outside.put(port, new InterfacePort(port, "fp-u" + port));
            wires.put(port, outside.get(port).newTransmitter());
        }
        out = new PortSet(inside.values());
        worker = fastPath.newWorker(this::send);
        inside.values().forEach(p -> loop.add(p, worker, out));
        server =
                new P4RuntimeServer(
                        target,
                        P4RuntimeClient.DEVICE_ID,
                        new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
                        InsecureServerCredentials.create());
        control =
                new P4RuntimeClient(
                        NettyChannelBuilder.forAddress(
                                        new InetSocketAddress(
                                                InetAddress.getLoopbackAddress(), server.port()),
                                        InsecureChannelCredentials.create())
                                .maxInboundMessageSize(64 << 20)
                                .build());
    }

    ProgramView view() {
        return target.view();
    }

    private long now() {
        return System.nanoTime() + later;
    }

    void settle() {
        target.settle();
    }

    /** Lets time go by. */
    void pass(long seconds) {
        later += TimeUnit.SECONDS.toNanos(seconds);
    }

    private void send(int port, byte[] buf, int off, int len) {
        if (captured != null) {
            captured.add(new Frame(port, Arrays.copyOfRange(buf, off, off + len)));
        } else {
            out.send(port, buf, off, len);
        }
    }

    @Override
    public String name() {
        return "fast";
    }

    @Override
    public P4RuntimeClient control() {
        return control;
    }

    /** Gives a frame to the program, and returns what becomes of it. */
    List<Frame> inject(Frame f) {
        log.add(f);
        captured = new ArrayList<>();
        worker.accept(f.port, f.bytes, 0, f.bytes.length);
        worker.flush();
        List<Frame> made = captured;
        captured = null;
        return made;
    }

    /** Whether a frame's flow can be cached, for all that the tracer says. */
    boolean isTraceable(Frame f) {
        try {
            ProgramView v = target.view();
            Flow flow = new Tracer(v.program, v.linkage).trace(f.port, f.bytes);
            return inside.containsKey(flow.egressPort);
        } catch (Untraceable e) {
            return false;
        }
    }

    /** Gives a frame to the program until the kernel has its flow, if it gets it. */
    boolean cache(Frame f) {
        for (int i = 0; i < TRIES && !fastPath.forwards(f.port, f.bytes); i++) {
            send(f, 1);
        }
        return fastPath.forwards(f.port, f.bytes);
    }

    /** Gives a frame to the program so many times, each after it has done with the one before. */
    void send(Frame f, int times) {
        for (int i = 0; i < times; i++) {
            inject(f);
            fastPath.work();
            worker.idle(f.port);
        }
    }

    /** All that the switch's own sockets have got is processed. */
    void serve() {
        int frames;
        do {
            frames = loop.serve();
        } while (frames > 0);
    }

    /** Sends a frame by wire, again and again, until it is told to stop. */
    void flood(Frame f, BooleanSupplier stop) {
        Port.Transmitter wire = wires.get(f.port);
        while (!stop.getAsBoolean()) {
            wire.send(f.bytes, 0, f.bytes.length);
            wire.flush();
            sent.incrementAndGet();
        }
    }

    /** Sends a frame by wire; what the switch's own sockets get is processed. */
    List<Frame> wire(Frame f) {
        log.add(f);
        wires.get(f.port).send(f.bytes, 0, f.bytes.length);
        wires.get(f.port).flush();
        loop.serve();
        return arrived();
    }

    private List<Frame> arrived() {
        List<Frame> got = new ArrayList<>();
        outside.forEach(
                (port, p) ->
                        p.receive(
                                (buf, off, len) ->
                                        got.add(
                                                new Frame(
                                                        port,
                                                        Arrays.copyOfRange(buf, off, off + len))),
                                64));
        return got;
    }

    /** Sends a super-frame by wire. */
    List<Frame> wire(SuperFrame f) throws IOException {
        try (Offloading host = new Offloading("fp-u" + f.port)) {
            f.send(host);
        }
        loop.serve();
        return arrived();
    }

    /**
     * Sends a frame by wire whose checksum is left to offload.
     *
     * @param start first byte that is summed
     * @param field where the checksum is to be written, from there
     */
    List<Frame> wire(Frame f, int start, int field) throws IOException {
        try (Offloading host = new Offloading("fp-u" + f.port)) {
            host.send(f.bytes, 0, 0, 0, start, field);
        }
        loop.serve();
        return arrived();
    }

    /**
     * Sends the packets of a super-frame of UDP by themselves, which the kernel puts together where
     * they come, as a list (rx-gro-list).
     *
     * @param offloaded whether their checksums are left to offload
     * @return what arrives until it is as many, or for some seconds
     */
    List<Frame> wireTogether(SuperFrame whole, boolean offloaded) throws IOException {
        String link = "fp-t" + whole.port;
        Veth.run("ethtool -K " + link + " gro on rx-gro-list on");
        Path held = Path.of("/sys/class/net", link, "gro_flush_timeout");
        Files.writeString(held, "20000000");
        try (Offloading host = new Offloading("fp-u" + whole.port)) {
            if (offloaded) {
                whole.sendParts(host);
            } else {
                Port.Transmitter wire = wires.get(whole.port);
                whole.segments().forEach(f -> wire.send(f.bytes, 0, f.bytes.length));
                wire.flush();
            }
            int sent = whole.segments().size();
            long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(5);
            List<Frame> arrived = new ArrayList<>();
            while (arrived.size() < sent && System.nanoTime() < end) {
                loop.serve();
                arrived.addAll(arrived());
            }
            return arrived;
        } finally {
            Files.writeString(held, "0");
            Veth.run("ethtool -K " + link + " gro off rx-gro-list off");
        }
    }

    /** The port's end of a wire has another MTU than the host's. */
    void mtu(int port, int bytes) throws IOException {
        Veth.run("ip link set fp-t" + port + " mtu " + bytes);
        inside.get(port).inspect();
    }

    /** The port's end of a wire goes up or down, which the port sees at once. */
    void set(int port, boolean up) throws IOException {
        String link = "fp-t" + port;
        Veth.run("ip link set " + link + (up ? " up" : " down"));
        if (up) {
            Veth.awaitCarrier(link);
        }
        inside.get(port).inspect();
    }

    PortCounters counters(int port) {
        return inside.get(port).counters();
    }

    /** Frames that the hosts got whole. */
    long whole() {
        return outside.values().stream().mapToLong(p -> p.counters().rxSegmented()).sum();
    }

    /** Whether the kernel cuts what is left to offload before it leaves, or hosts get it whole. */
    void cuts(boolean before) throws IOException {
        for (int port : inside.keySet()) {
            String state = before ? "off" : "on";
            String kinds = " tso " + state + " tx-udp-segmentation " + state;
            Veth.run("ethtool -K fp-t" + port + kinds);
        }
    }

    @Override
    public List<List<Frame>> exchange(List<Frame> frames) {
        pass(60);
        List<List<Frame>> results = new ArrayList<>();
        for (Frame f : frames) {
            if (!inside.containsKey(f.port) || !isTraceable(f) || !cache(f)) {
                results.add(inject(f));
                continue;
            }
            long seen = received();
            results.add(wire(f));
            if (received() == seen) {
                forwarded++;
            }
        }
        return results;
    }

    /** Frames that the switch's sockets got. */
    private long received() {
        return inside.values().stream().mapToLong(p -> p.counters().rxFrames()).sum();
    }

    @Override
    public void close() {
        control.close();
        server.close();
        target.close();
        out.close();
        wires.values().forEach(Port.Transmitter::close);
        inside.values().forEach(InterfacePort::close);
        outside.values().forEach(InterfacePort::close);
        fastPath.close();
        for (Veth veth : veths) {
            try {
                veth.close();
            } catch (IOException e) {
                throw new IllegalStateException(e);
            }
        }
    }
}
