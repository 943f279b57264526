// SPDX-License-Identifier: Apache-2.0
package org.isthmus.target.process;

import com.google.protobuf.ByteString;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.isthmus.target.api.RefusedException;
import org.isthmus.target.api.Worker;
import org.isthmus.target.fastpath.FastPath;
import org.isthmus.target.gnmi.GnmiService;
import org.isthmus.target.gnmi.Interfaces;
import org.isthmus.target.io.InterfacePort;
import org.isthmus.target.io.PcapPort;
import org.isthmus.target.io.Port;
import org.isthmus.target.io.PortLoop;
import org.isthmus.target.io.PortSet;
import org.isthmus.target.metrics.MeteredDevice;
import org.isthmus.target.metrics.Metrics;
import org.isthmus.target.metrics.MetricsServer;
import org.isthmus.target.metrics.SwitchMetrics;
import org.isthmus.target.p4rt.P4RuntimeServer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import p4.v1.P4RuntimeOuterClass.ForwardingPipelineConfig;
import picocli.CommandLine.ParameterException;

/** Switches that run: their ports, their servers and the threads that process their packets. */
final class SwitchProcess implements RunningProgram {
    private static final Logger LOG = LoggerFactory.getLogger(SwitchProcess.class);

    private final Engine.Factory engines;
    private final PortOpener opener;
    private final List<PortLoop> loops = new ArrayList<>();
    private final List<String> descriptions = new ArrayList<>();
    private final List<P4RuntimeServer> servers = new ArrayList<>();
    private final List<MeteredDevice> metered = new ArrayList<>();

    private final Opened open = new Opened();

    private int nextLoop;

    /** Where metrics are; null: nowhere. */
    private InetSocketAddress metrics;

    private SwitchProcess(Engine.Factory engines, PortOpener opener) {
        this.engines = engines;
        this.opener = opener;
    }

    /**
     * @throws IOException an interface cannot be opened, an address not bound
     * @throws ParameterException a file cannot be read, or is not what it should be
     */
    static SwitchProcess start(ProcessOptions options) throws IOException {
        SwitchProcess p = start(options, Bmv2Engine::new, InterfacePort::new);
        if (!options.noRehearsal && p.isWaiting()) {
            p.rehearse(new Rehearsal(Rehearsal.FLOWS, p::isWaiting));
        }
        return p;
    }

    /** Whether its switches wait for their first controller, each without a program. */
    boolean isWaiting() {
        return servers.stream().noneMatch(P4RuntimeServer::isInUse);
    }

    /** Whether it began to rehearse. */
    boolean hasRehearsal() {
        return open.of(Rehearsal.class).findAny().isPresent();
    }

    /** Returns when it rehearses no more. */
    void joinRehearsal() throws InterruptedException {
        for (Rehearsal r : open.of(Rehearsal.class).collect(Collectors.toList())) {
            r.join();
        }
    }

    private void rehearse(Rehearsal rehearsal) {
        rehearsal.start();
        open.add(rehearsal);
    }

    static SwitchProcess start(ProcessOptions options, Engine.Factory engines, PortOpener opener)
            throws IOException {
        if (!options.ignored.isEmpty()) {
            LOG.info("without effect here: {}", String.join(" ", options.ignored));
        }
        SwitchProcess p = new SwitchProcess(engines, opener);
        try {
            for (int i = 0; i < options.threads; i++) {
                p.loops.add(new PortLoop("packets-" + i));
            }
            for (SwitchOptions o : options.switches) {
                p.add(o);
            }
            for (PortLoop loop : p.loops) {
                loop.start();
                p.open.add(loop);
            }
            p.tell(options.metrics);
            return p;
        } catch (IOException | RuntimeException e) {
            p.close();
            throw e;
        }
    }

    private void tell(MetricsOptions options) throws IOException {
        if (options.isOn()) {
            Metrics all = new Metrics(Main.NAME, RunningProgram.version(Main.class));
            SwitchMetrics.add(all, metered);
            MetricsServer server = options.serve(all);
            open.add(server);
            metrics = server.address();
        }
    }

    private void add(SwitchOptions o) throws IOException {
        List<Port> ports = new ArrayList<>();
        FastPath fastPath = o.fastPath ? FastPath.open(System::nanoTime, o.fastPathFlows()) : null;
        if (fastPath != null) {
            open.add(fastPath);
        }
        for (PortInterface i : o.interfaces) {
            Port port =
                    fastPath == null
                            ? opener.open(i.port, i.name)
                            : new InterfacePort(i.port, i.name, fastPath);
            if (o.pcap != null) {
                port = new PcapPort(port, o.pcap);
            }
            ports.add(port);
            open.add(port);
        }
        PortSet packetOuts = new PortSet(ports);
        open.add(packetOuts);
        Engine engine =
                engines.create(
                        o.cpuPort,
                        o.dropPort,
                        (port, buf, off, len) -> {
                            synchronized (packetOuts) {
                                packetOuts.send(port, buf, off, len);
                                packetOuts.flush();
                            }
                        },
                        fastPath);
        open.add(engine.target());
        if (fastPath != null) {
            fastPath.start();
        }
        Interfaces interfaces = new Interfaces(P4RuntimeServer::epochNanos);
        for (Port port : ports) {
            interfaces.add(port.number(), port.name(), port.counters());
            port.onState(
                    up -> {
                        engine.portUp(port.number(), up);
                        interfaces.set(port.number(), up);
                    });
        }
        serve(ports, engine);
        P4RuntimeServer server = server(o, engine, new GnmiService(interfaces));
        open.add(server);
        servers.add(server);
        metered.add(
                new MeteredDevice(
                        o.server.deviceId(),
                        server,
                        ports,
                        o.fastPath,
                        fastPath == null ? null : fastPath::numbers));
        descriptions.add(
                o.server.describe(server.port())
                        + ports.stream()
                                .map(p -> " " + p.number() + "@" + p.name())
                                .collect(Collectors.joining()));
    }

    /** Spreads the ports over the loops; a loop has one worker of each switch it serves. */
    private void serve(List<Port> ports, Engine engine) {
        Worker[] workers = new Worker[loops.size()];
        PortSet[] outs = new PortSet[loops.size()];
        for (Port port : ports) {
            int i = nextLoop++ % loops.size();
            if (workers[i] == null) {
                outs[i] = new PortSet(ports);
                open.add(outs[i]);
                workers[i] = engine.newWorker(outs[i]);
            }
            loops.get(i).add(port, workers[i], outs[i]);
        }
    }

    private static P4RuntimeServer server(SwitchOptions o, Engine engine, GnmiService gnmi)
            throws IOException {
        try {
            return new P4RuntimeServer(
                    engine.target(),
                    o.server.deviceId(),
                    o.server.address(),
                    o.server.credentials(),
                    config(o),
                    gnmi);
        } catch (RefusedException e) {
            throw o.server.wrong(o.json + ": " + e.getMessage());
        }
    }

    /** Null: the program comes by P4Runtime. */
    private static ForwardingPipelineConfig config(SwitchOptions o) {
        if (o.json == null) {
            return null;
        }
        byte[] p4info = o.server.content("--p4info", o.p4info);
        byte[] program = o.server.content("PROGRAM.json", o.json);
        try {
            return ForwardingPipelineConfig.newBuilder()
                    .setP4Info(P4InfoFile.of(o.p4info, p4info))
                    .setP4DeviceConfig(ByteString.copyFrom(program))
                    .build();
        } catch (IOException e) {
            throw o.server.wrong("--p4info: " + o.p4info + ": no P4Info: " + e.getMessage());
        }
    }

    @Override
    public String describe() {
        return String.join("; ", descriptions);
    }

    /** What the ports have received and sent, one line each. */
    @Override
    public List<String> counters() {
        List<String> fastPaths =
                open.of(FastPath.class).map(FastPath::describe).collect(Collectors.toList());
        List<String> lines =
                open.of(Port.class)
                        .map(p -> p.name() + ": " + p.counters())
                        .collect(Collectors.toList());
        lines.addAll(fastPaths);
        return lines;
    }

    /** The TCP port of a switch's server, in the order of the command line. */
    int grpcPort(int index) {
        return servers.get(index).port();
    }

    /** Where its metrics are; null: nowhere. */
    InetSocketAddress metrics() {
        return metrics;
    }

    @Override
    public void close() {
        // Loops were opened last, so no packet is under way when what it needs is closed.
        open.close();
    }
}
