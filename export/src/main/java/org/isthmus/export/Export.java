// SPDX-License-Identifier: Apache-2.0
package org.isthmus.export;

import java.io.IOException;
import java.net.PortUnreachableException;
import java.nio.file.AccessDeniedException;
import java.nio.file.NoSuchFileException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import org.isthmus.core.api.Exporter;
import org.isthmus.core.model.ExporterConfig;
import org.isthmus.core.net.CertificateTime;
import org.isthmus.core.spi.TimeSource;
import org.isthmus.mappinglog.DiskMappingLog;
import org.isthmus.mappinglog.LogReader;
import org.isthmus.mappinglog.LoggedEvent;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One exporter: reads the log from its position on, sends, and moves the position behind what is
 * delivered. After a failure it begins again at the position, later and later.
 *
 * <p>Threading: {@link #step} and {@link #finish} one thread; everything else any. No lock is held
 * while it waits for a collector or a disk.
 */
final class Export {
    private static final Logger LOG = LoggerFactory.getLogger(Export.class);

    /** Events in memory at once. */
    private static final int BATCH = 512;

    /** How soon an event is told that comes alone. */
    static final long POLL_MILLIS = 100;

    static final long RETRY_MIN_MILLIS = 1_000;
    static final long RETRY_MAX_MILLIS = 60_000;

    /** A collector that takes nothing for so long is told of. */
    static final long STALL_MILLIS = 10_000;

    /** Opens what an exporter sends to. */
    interface Opener {
        Sink open(ExporterConfig config) throws IOException;
    }

    /** Opens an exporter's position, which is the same for every call. */
    interface Positions {
        Position of(ExporterConfig config) throws IOException;
    }

    /** Events sent at once, until they are delivered. */
    private static final class Batch {
        /** Number behind the last event. */
        final long end;

        /** Bytes sent by the sink up to here. */
        final long bytes;

        /** When its first event happened. */
        final long epochMillis;

        Batch(long end, long bytes, long epochMillis) {
            this.end = end;
            this.bytes = bytes;
            this.epochMillis = epochMillis;
        }
    }

    private final ExporterConfig config;
    private final DiskMappingLog log;
    private final Positions positions;
    private final Opener opener;
    private final TimeSource time;
    private final Deque<Batch> undelivered = new ArrayDeque<>();
    private Position position;
    private LogReader reader;
    private long readerLost;
    private long openedAt;
    private long retryAt;
    private long retryMillis = RETRY_MIN_MILLIS;
    private boolean closed;

    // What is told of it, under its monitor.
    private Sink sink;
    private Exporter.State state = Exporter.State.CONNECTING;
    private String problem;
    private long since;
    private long sendingSince = Long.MAX_VALUE;
    private long oldest;
    private long sent;
    private long lost;

    Export(
            ExporterConfig config,
            DiskMappingLog log,
            Positions positions,
            Opener opener,
            TimeSource time) {
        this.config = config;
        this.log = log;
        this.positions = positions;
        this.opener = opener;
        this.time = time;
        since = time.epochMillis();
    }

    ExporterConfig config() {
        return config;
    }

    /**
     * Does what there is to do; may wait for a collector or a disk.
     *
     * @return ms after which to call it again
     */
    long step() {
        long now = time.millis();
        if (sink == null && retryAt - now > 0) {
            return retryAt - now;
        }
        try {
            if (sink == null) {
                open();
            }
            boolean more = send();
            settle(sink.settled(time.millis()));
            if (time.millis() - openedAt >= Grace.MILLIS) {
                connected();
            }
            return more ? 0 : POLL_MILLIS;
        } catch (IOException | RuntimeException | Error e) {
            // Without its thread nothing would be told any more.
            return failed(e);
        }
    }

    private void open() throws IOException {
        if (position == null) {
            synchronized (this) {
                position = positions.of(config);
            }
        }
        Sink opened = opener.open(config);
        synchronized (this) {
            if (closed) {
                opened.close();
                throw new IOException("closed");
            }
            sink = opened;
        }
        long begin = sink.resume(position.number(), log.end());
        if (begin > position.number() && isToldUpTo(begin)) {
            position.advance(begin);
        }
        reader = log.reader(position.number());
        readerLost = 0;
        openedAt = time.millis();
    }

    /** Whether what the sink ends with is what the log has in front of a number, or had. */
    private boolean isToldUpTo(long number) throws IOException {
        long last = number - 1;
        if (last < log.first()) {
            // Deleted since, and so is all in front of it.
            return true;
        }
        List<LoggedEvent> event = log.reader(last).read(1);
        return !event.isEmpty() && event.get(0).number == last && sink.endsWith(event.get(0));
    }

    /** Returns whether there is more. */
    private boolean send() throws IOException {
        List<LoggedEvent> events = reader.read(BATCH);
        if (reader.lost() > readerLost) {
            lost(reader.lost() - readerLost, events);
            readerLost = reader.lost();
        }
        if (events.isEmpty()) {
            if (undelivered.isEmpty()) {
                position.advance(reader.next());
            }
            return false;
        }
        synchronized (this) {
            sendingSince = time.millis();
            if (undelivered.isEmpty()) {
                oldest = events.get(0).event.epochMillis;
            }
        }
        try {
            sink.send(events);
        } finally {
            synchronized (this) {
                sendingSince = Long.MAX_VALUE;
            }
        }
        synchronized (this) {
            sent += events.size();
        }
        undelivered.add(new Batch(reader.next(), sink.sent(), events.get(0).event.epochMillis));
        return events.size() == BATCH;
    }

    private void lost(long more, List<LoggedEvent> before) {
        synchronized (this) {
            lost += more;
        }
        LOG.error(
                "exporter {} lost {} events before number {}: the mapping log has them no longer",
                config.name,
                more,
                before.isEmpty() ? reader.next() : before.get(0).number);
    }

    private void settle(long bytes) {
        while (!undelivered.isEmpty() && undelivered.peek().bytes <= bytes) {
            position.advance(undelivered.poll().end);
            // Not for a connection alone: who accepts it and closes it is asked less and less, too.
            retryMillis = RETRY_MIN_MILLIS;
            connected();
        }
        synchronized (this) {
            oldest = undelivered.isEmpty() ? 0 : undelivered.peek().epochMillis;
        }
    }

    private void connected() {
        if (state != Exporter.State.CONNECTED) {
            LOG.info("exporter {} is connected to {}", config.name, config.target());
            state(Exporter.State.CONNECTED, null);
        }
    }

    /** Returns ms until the next attempt. */
    private long failed(Throwable e) {
        synchronized (this) {
            if (closed) {
                return POLL_MILLIS;
            }
        }
        if (sink != null) {
            sink.close();
        }
        String why = e instanceof IOException ? text((IOException) e) : e.toString();
        if (state != Exporter.State.FAILED) {
            LOG.warn("exporter {} fails at {}: {}", config.name, config.target(), why);
        }
        undelivered.clear();
        synchronized (this) {
            sink = null;
            oldest = oldestUnread();
        }
        state(Exporter.State.FAILED, why);
        long wait = retryMillis;
        retryAt = time.millis() + wait;
        retryMillis = Math.min(2 * wait, RETRY_MAX_MILLIS);
        return wait;
    }

    private static String text(IOException e) {
        if (e instanceof PortUnreachableException) {
            return "nobody listens there";
        }
        if (e instanceof NoSuchFileException) {
            return e.getMessage() + ": no such file or directory";
        }
        if (e instanceof AccessDeniedException) {
            return e.getMessage() + ": permission denied";
        }
        String time = CertificateTime.fault(e);
        if (time != null) {
            return time;
        }
        return e.getMessage() == null ? e.toString() : e.getMessage();
    }

    private long oldestUnread() {
        try {
            List<LoggedEvent> first =
                    position == null ? List.of() : log.reader(position.number()).read(1);
            return first.isEmpty() ? 0 : first.get(0).event.epochMillis;
        } catch (IOException e) {
            return 0;
        }
    }

    private synchronized void state(Exporter.State now, String why) {
        if (now != state) {
            since = time.epochMillis();
        }
        state = now;
        problem = why;
    }

    /** Ends in good order, as far as the collector lets it. */
    void finish() {
        if (sink == null) {
            return;
        }
        try {
            sink.finish();
            settle(Long.MAX_VALUE);
        } catch (IOException | RuntimeException e) {
            LOG.info("exporter {} may send some events twice: {}", config.name, e.toString());
        } finally {
            sink.close();
        }
    }

    /** Who waits for a collector in {@link #step} waits no longer. */
    synchronized void close() {
        closed = true;
        if (sink != null) {
            sink.close();
        }
    }

    /** As it is now. */
    Exporter status() {
        long end = log.end();
        synchronized (this) {
            boolean stalled = time.millis() - sendingSince >= STALL_MILLIS;
            long at = position == null ? 0 : position.number();
            long lag = position == null ? 0 : Math.max(0, end - at);
            long age = oldest == 0 ? 0 : Math.max(0, time.epochMillis() - oldest);
            return new Exporter(
                    config.name,
                    config.type,
                    config.target(),
                    stalled ? Exporter.State.STALLED : state,
                    stalled ? "it takes nothing" : problem,
                    since,
                    at,
                    lag,
                    lag == 0 ? 0 : age / 1000,
                    sent,
                    lost);
        }
    }
}
