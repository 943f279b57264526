// SPDX-License-Identifier: Apache-2.0
package org.isthmus.export;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.isthmus.core.api.Exporter;
import org.isthmus.core.model.ExporterConfig;
import org.isthmus.core.spi.MappingExports;
import org.isthmus.core.spi.TimeSource;
import org.isthmus.mappinglog.DiskMappingLog;

/**
 * The exporters of a mapping log. To be made before anything is appended to it: only then it is
 * known which numbers the log gave again after a loss of power.
 *
 * <p>Threading: any thread. {@link #close} waits some seconds at most for collectors; everything
 * else waits for nothing.
 */
public final class Exporters implements MappingExports, AutoCloseable {
    private static final long CLOSE_MILLIS = 3_000;

    private final DiskMappingLog log;
    private final TimeSource time;
    private final Export.Opener opener;

    /** Where the log ended when it was opened. */
    private final long end;

    /** Of exporters of this process, those that were removed included; its own monitor. */
    private final Map<String, Position> positions = new HashMap<>();

    /** By name, those that were stopped last; under this monitor. */
    private final Map<String, Running> stopped = new HashMap<>();

    /** By name; replaced, never changed. */
    private volatile Map<String, Running> running = Map.of();

    /** An exporter on its thread. */
    private static final class Running implements Runnable {
        final Export export;
        private final Thread thread;

        /** Had the position before, and may still send. */
        private Running before;

        private final CountDownLatch end = new CountDownLatch(1);

        Running(Export export, Running before) {
            this.export = export;
            this.before = before;
            thread = new Thread(this, "isthmus-export-" + export.config().name);
            thread.setDaemon(true);
            thread.start();
        }

        @Override
        public void run() {
            if (before != null) {
                before.join();
                before = null;
            }
            while (await(export.step())) {
                // Its step is all there is to do.
                continue;
            }
            export.finish();
        }

        /** Whether it is to go on, after so long. */
        private boolean await(long millis) {
            try {
                return !end.await(millis, TimeUnit.MILLISECONDS);
            } catch (InterruptedException e) {
                return false;
            }
        }

        /** Ends it, later where a collector takes nothing; does not wait. */
        void stop() {
            end.countDown();
            Thread ending = new Thread(this::join, thread.getName() + "-end");
            ending.setDaemon(true);
            ending.start();
        }

        /** Waits until it has ended; not for a collector that takes nothing. */
        void join() {
            try {
                thread.join(CLOSE_MILLIS);
                if (thread.isAlive()) {
                    export.close();
                    thread.join(CLOSE_MILLIS);
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /**
     * Without an exporter.
     *
     * @param log in whose directory positions are kept
     */
    public Exporters(DiskMappingLog log, TimeSource time) {
        this(log, time, config -> open(config, time));
    }

    Exporters(DiskMappingLog log, TimeSource time, Export.Opener opener) {
        this.log = log;
        this.time = time;
        this.opener = opener;
        end = log.end();
    }

    /**
     * Begins and ends exporters by difference: one that stays the same is not touched, and one that
     * changes goes on where it is. Whether they can be reached, {@link #exporters} tells.
     *
     * @param configs each with a name of its own
     */
    public synchronized void configure(List<ExporterConfig> configs) {
        Map<String, Running> before = running;
        Map<String, Running> after = new TreeMap<>();
        Map<String, ExporterConfig> wanted = new TreeMap<>();
        configs.forEach(c -> wanted.put(c.name, c));
        before.forEach(
                (name, one) -> {
                    if (one.export.config().equals(wanted.get(name))) {
                        after.put(name, one);
                    } else {
                        one.stop();
                        stopped.put(name, one);
                    }
                });
        wanted.forEach((name, config) -> after.computeIfAbsent(name, n -> start(config)));
        running = after;
    }

    private Running start(ExporterConfig config) {
        Export export = new Export(config, log, this::position, opener, time);
        return new Running(export, stopped.remove(config.name));
    }

    private Position position(ExporterConfig config) throws IOException {
        synchronized (positions) {
            Position position = positions.get(config.name);
            // Somebody deletes the file of one that is to begin anew.
            if (position == null || Files.notExists(Position.file(log.directory(), config.name))) {
                long first = log.first();
                long begin = config.fromOldest ? first : log.end();
                position = Position.open(log.directory(), config.name, begin, first, end);
                positions.put(config.name, position);
            }
            return position;
        }
    }

    private static Sink open(ExporterConfig config, TimeSource time) throws IOException {
        if (config.type == ExporterConfig.Type.JSON_LINES) {
            return new JsonLinesFile(config.file, time, new JsonLinesFile.Disk());
        }
        ExporterConfig.Collector to = config.collector;
        InetSocketAddress address = new InetSocketAddress(to.host, to.port);
        if (address.isUnresolved()) {
            throw new UnknownHostException("nobody knows the address of " + to.host);
        }
        Transport transport =
                to.transport == ExporterConfig.Transport.UDP
                        ? new DatagramTransport(address, InetAddress::getAllByName)
                        : new StreamTransport(
                                address, to.transport == ExporterConfig.Transport.TLS ? to : null);
        return config.type == ExporterConfig.Type.SYSLOG
                ? new SyslogSink(transport, to.facility, hostname())
                : new IpfixSink(transport, to.domain, to.templateSeconds, time);
    }

    private static String hostname() {
        try {
            return InetAddress.getLocalHost().getHostName();
        } catch (UnknownHostException e) {
            return null;
        }
    }

    @Override
    public List<Exporter> exporters() {
        List<Exporter> all = new ArrayList<>();
        running.values().forEach(one -> all.add(one.export.status()));
        return all;
    }

    /** Ends all of them; where they are is kept. */
    @Override
    public synchronized void close() {
        configure(List.of());
        stopped.values().forEach(Running::join);
        stopped.clear();
    }
}
