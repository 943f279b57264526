// SPDX-License-Identifier: Apache-2.0
package org.isthmus.netfpga.process;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.isthmus.logging.Repeated;
import org.isthmus.netfpga.card.Buckets;
import org.isthmus.netfpga.card.CardException;
import org.isthmus.netfpga.health.Health;
import org.isthmus.netfpga.health.OwnAddress;
import org.isthmus.netfpga.image.Image;
import org.isthmus.netfpga.layout.MisfitException;
import org.isthmus.netfpga.layout.RegisterMap;
import org.isthmus.netfpga.packets.BucketLimits;
import org.isthmus.netfpga.packets.CardPackets;
import org.isthmus.netfpga.packets.Reasons;
import org.isthmus.netfpga.rows.Repair;
import org.isthmus.netfpga.target.CardProgram;
import org.isthmus.netfpga.target.CardTarget;
import org.isthmus.target.api.RefusedException;
import org.isthmus.target.metrics.MeteredDevice;
import org.isthmus.target.metrics.Metrics;
import org.isthmus.target.metrics.MetricsServer;
import org.isthmus.target.metrics.SwitchMetrics;
import org.isthmus.target.p4rt.P4RuntimeServer;
import org.isthmus.target.process.PortOpener;
import org.isthmus.target.process.RunningProgram;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import p4.v1.P4RuntimeOuterClass.ForwardingPipelineConfig;

/** An agent that runs: a card, its image, its server, and the threads that watch over it. */
final class AgentProcess implements RunningProgram {
    private static final Logger LOG = LoggerFactory.getLogger(AgentProcess.class);

    /**
     * Well below what a counter of 32 bits takes to come round at 59.5 million packets a second.
     */
    private static final int POLL_SECONDS = 15;

    /** Until the card limits what a controller says of it. */
    private static final int LIMIT_SECONDS = 1;

    private final AgentOptions options;
    private final Hardware hardware;
    private final Image image;
    private final CardPackets packets;

    /** Null: the card has no buckets. */
    private final BucketLimits limits;

    private final CardTarget target;
    private final P4RuntimeServer server;
    private final Health health;

    /** Null: nobody is told. */
    private MetricsServer metrics;

    /** Not a daemon: the process lives as long as its thread. */
    private final ScheduledExecutorService rounds =
            Executors.newSingleThreadScheduledExecutor(r -> new Thread(r, "health"));

    /** Reads registers, which may take long. */
    private final ScheduledExecutorService reader =
            Executors.newSingleThreadScheduledExecutor(
                    r -> {
                        Thread t = new Thread(r, "registers");
                        t.setDaemon(true);
                        return t;
                    });

    private AgentProcess(AgentOptions o, Hardware hardware, Image image)
            throws IOException, RefusedException {
        this.options = o;
        this.hardware = hardware;
        this.image = image;
        packets = new CardPackets(hardware.packets(), System::nanoTime);
        target = target(hardware, image, packets);
        Buckets buckets = hardware.buckets();
        limits = buckets == null ? null : new BucketLimits(buckets, o.puntRate);
        limit();
        hardware.start();
        server =
                new P4RuntimeServer(
                        target,
                        o.server.deviceId(),
                        o.server.address(),
                        o.server.credentials(),
                        target.saved());
        health =
                new Health(
                        new SecureRandom().nextLong(),
                        Reasons.LOCAL,
                        packets::packetOut,
                        this::ownAddress,
                        this::punted,
                        reader,
                        this::service);
        packets.onOwn(health::came);
    }

    /** What Prometheus is told. */
    Metrics numbers() {
        long device = options.server.deviceId();
        Metrics all = new Metrics(Main.NAME, RunningProgram.version(Main.class));
        SwitchMetrics.add(all, List.of(new MeteredDevice(device, server, hardware.ports())));
        CardMetrics ofCard = new CardMetrics(all, device);
        ofCard.health(health);
        ofCard.rows(target, image);
        ofCard.packets(packets, limits);
        return all;
    }

    /** Tells it, if it is to be told. */
    private void tell() throws IOException {
        if (!options.metrics.isOn()) {
            return;
        }
        try {
            metrics = options.metrics.serve(numbers());
        } catch (IOException e) {
            server.close();
            throw e;
        }
    }

    private static CardTarget target(Hardware hardware, Image image, CardPackets packets)
            throws IOException {
        return new CardTarget(
                hardware.rows(),
                hardware.registers(),
                hardware.info(),
                hardware.arrays(),
                image,
                packets);
    }

    /**
     * Serves; nobody watches over the card yet.
     *
     * @throws IOException a file cannot be read, an interface not opened, an address not bound, or
     *     another agent has the image or the card
     * @throws MisfitException the card's description is that of another one
     * @throws RefusedException the program cannot be emulated
     */
    static AgentProcess start(AgentOptions o, PortOpener opener)
            throws IOException, MisfitException, RefusedException, InterruptedException {
        Hardware hardware = null;
        Image image = null;
        try {
            image = new Image(o.image);
            hardware = Hardware.open(o, opener);
            AgentProcess agent = new AgentProcess(o, hardware, image);
            agent.tell();
            return agent;
        } catch (IOException
                | MisfitException
                | RefusedException
                | InterruptedException
                | RuntimeException e) {
            close(hardware, image);
            throw e;
        }
    }

    /**
     * Makes the card hold what the image has.
     *
     * @return what a second look found, which is to be all of it
     * @throws IOException as {@link #start}, or the image is of no program
     */
    static Repair refill(AgentOptions o, PortOpener opener)
            throws IOException, MisfitException, RefusedException, InterruptedException {
        Hardware hardware = null;
        Image image = null;
        try {
            image = new Image(o.image);
            hardware = Hardware.open(o, opener);
            CardTarget target =
                    target(hardware, image, new CardPackets(hardware.packets(), System::nanoTime));
            ForwardingPipelineConfig saved = target.saved();
            if (saved == null) {
                throw new IOException(o.image + " is of no program: there is nothing to refill");
            }
            target.run(
                    target.compile(saved.getP4Info(), saved.getP4DeviceConfig().toByteArray()),
                    saved);
            return target.refill(false);
        } finally {
            close(hardware, image);
        }
    }

    private static void close(Hardware hardware, Image image) {
        if (hardware != null) {
            hardware.close();
        }
        if (image != null) {
            image.close();
        }
    }

    /** Begins to send probes through the card and to read its counters. */
    void watch() {
        rounds.scheduleWithFixedDelay(
                repeated("a round of probes", health::round),
                0,
                Health.ROUND_MILLIS,
                TimeUnit.MILLISECONDS);
        reader.scheduleWithFixedDelay(
                repeated("a reading of the counters", this::poll),
                POLL_SECONDS,
                POLL_SECONDS,
                TimeUnit.SECONDS);
        reader.scheduleWithFixedDelay(
                repeated("a look at the meters", this::limit),
                LIMIT_SECONDS,
                LIMIT_SECONDS,
                TimeUnit.SECONDS);
    }

    private static Runnable repeated(String what, Runnable task) {
        return new Repeated(task, e -> LOG.error("{} failed; there will be another", what, e));
    }

    /** Has the card limit what it gives up as its controller says by now. */
    void limit() {
        if (limits != null) {
            limits.update(target.program());
        }
    }

    Health health() {
        return health;
    }

    /**
     * @param reason why the card is out of service; null: it is back
     */
    private void service(String reason) {
        target.service(reason == null);
        if (limits != null) {
            limits.service(reason == null);
        }
        server.unavailable(reason);
    }

    private OwnAddress ownAddress() {
        CardProgram program = target.program();
        return program == null ? null : OwnAddress.of(program);
    }

    private int punted() throws CardException {
        RegisterMap.Array drops = hardware.arrays().array("drops");
        if (drops == null) {
            throw new CardException("the card has no counter drops");
        }
        return hardware.registers().readRegister(drops.address(Reasons.PUNTED));
    }

    private void poll() {
        CardProgram program = target.program();
        if (program != null) {
            program.poll();
        }
    }

    /** The TCP port of its server. */
    int grpcPort() {
        return server.port();
    }

    CardTarget target() {
        return target;
    }

    CardPackets packets() {
        return packets;
    }

    Hardware hardware() {
        return hardware;
    }

    @Override
    public String describe() {
        return options.server.describe(server.port())
                + ", "
                + hardware.kind()
                + hardware.ports().stream()
                        .map(p -> " " + p.number() + "@" + p.name())
                        .collect(Collectors.joining());
    }

    @Override
    public List<String> counters() {
        List<String> lines = new ArrayList<>();
        hardware.ports().forEach(p -> lines.add(p.name() + ": " + p.counters()));
        lines.addAll(hardware.counters());
        lines.add("DMA: " + packets.unknown() + " frames that were neither packets nor digests");
        return lines;
    }

    /** Where its metrics are. */
    InetSocketAddress metrics() {
        return metrics.address();
    }

    @Override
    public void close() {
        if (metrics != null) {
            metrics.close();
        }
        rounds.shutdownNow();
        reader.shutdownNow();
        server.close();
        close(hardware, image);
    }
}
