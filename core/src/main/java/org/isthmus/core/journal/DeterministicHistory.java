// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core.journal;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.isthmus.core.binding.Journal;
import org.isthmus.core.loop.StepClock;
import org.isthmus.core.model.DeterministicMap;
import org.isthmus.core.model.DeterministicPool;
import org.isthmus.core.model.MappingEvent;
import org.isthmus.core.net.Ipv4Address;
import org.isthmus.core.net.Protocol;
import org.isthmus.core.spi.DeterministicRecord;
import org.isthmus.core.spi.MappingLog;
import org.isthmus.core.spi.Store;

/**
 * Which ports were whose by configuration, and since when (RFC 7422 section 3): one record for each
 * change, in the store. Together with the mapping log it tells who had a port.
 *
 * <p>Threading: the core's thread; {@link #whoHad} any thread.
 */
public final class DeterministicHistory {
    private static final Logger LOG = System.getLogger(DeterministicHistory.class.getName());

    private static final int DAY_SECONDS = 24 * 3600;

    /** As many changes are remembered at most. */
    static final int MOST = 1000;

    private final Journal journal;
    private final MappingLog mappingLog;
    private final StepClock clock;

    /** The oldest first. */
    private volatile List<DeterministicRecord> records = List.of();

    /** When the log was told what is in force, in seconds of the core's clock. */
    private int saidAt;

    /** What the store did not take. */
    private List<Store.Record> notWritten = List.of();

    public DeterministicHistory(Journal journal, MappingLog mappingLog, StepClock clock) {
        this.journal = journal;
        this.mappingLog = mappingLog;
        this.clock = clock;
    }

    /** Reads the store, before the first {@link #update}. */
    public void read(Store store) {
        List<DeterministicRecord> read = new ArrayList<>();
        store.read(DeterministicRecord.class, read::add);
        read.sort(Comparator.comparingLong(r -> r.number));
        records = List.copyOf(read);
    }

    /**
     * Notes what is in force from now on, before a binding is made by it.
     *
     * @param pools all that are deterministic
     */
    public void update(List<DeterministicPool> pools) {
        List<DeterministicPool> sorted = new ArrayList<>(pools);
        sorted.sort(Comparator.comparing(p -> p.map.pool().name));
        List<DeterministicRecord> all = new ArrayList<>(records);
        DeterministicRecord last = all.isEmpty() ? null : all.get(all.size() - 1);
        if (last == null ? sorted.isEmpty() : last.pools.equals(sorted)) {
            return;
        }
        long number = last == null ? 1 : last.number + 1;
        DeterministicRecord now = DeterministicRecord.of(number, clock.epochMillis(), sorted);
        all.add(now);
        List<Store.Record> changes = new ArrayList<>(notWritten);
        changes.add(now);
        long oldest = mappingLog.oldest();
        while (all.size() > MOST || all.size() > 1 && all.get(1).since < oldest) {
            changes.add(DeterministicRecord.removal(all.remove(0).number));
        }
        records = List.copyOf(all);
        say();
        write(changes);
    }

    private void say() {
        saidAt = clock.seconds();
        List<DeterministicRecord> all = records;
        if (!all.isEmpty()) {
            DeterministicRecord last = all.get(all.size() - 1);
            LOG.log(
                    Level.INFO,
                    "deterministic since {0}: {1}",
                    Instant.ofEpochMilli(last.since),
                    last.pools);
        }
    }

    private void write(List<Store.Record> changes) {
        notWritten = List.of();
        journal.write(
                new ArrayList<>(changes),
                e -> {
                    if (e != null) {
                        List<Store.Record> due = new ArrayList<>(changes);
                        due.addAll(notWritten);
                        notWritten = due;
                    }
                });
    }

    /**
     * Writes again what the store did not take, and says once a day what is in force. Called once a
     * second.
     */
    public void tick() {
        if (clock.seconds() - saidAt >= DAY_SECONDS) {
            say();
        }
        if (!notWritten.isEmpty()) {
            write(notWritten);
        }
    }

    /**
     * The holders of a port at a time, normally none or one: by the mapping log, and by
     * configuration. What the log has from before a port became somebody's by configuration is
     * over, but for static bindings, which may be anywhere.
     *
     * @param address4 in network order
     * @param port4 0 to 65535
     * @throws org.isthmus.core.api.LostException as of {@link MappingLog#whoHad}
     */
    public List<MappingEvent> whoHad(Protocol protocol, int address4, int port4, long epochMillis) {
        List<MappingEvent> logged = mappingLog.whoHad(protocol.v4(), address4, port4, epochMillis);
        MappingEvent configured = configured(protocol, address4, port4, epochMillis);
        if (configured == null) {
            return logged;
        }
        for (MappingEvent e : logged) {
            if (e.firstPort == e.lastPort || e.epochMillis >= configured.epochMillis) {
                return logged;
            }
        }
        return List.of(configured);
    }

    /** The holder by the configuration of a time, since when it was; null: there was none. */
    private MappingEvent configured(Protocol protocol, int address4, int port4, long epochMillis) {
        List<DeterministicRecord> all = records;
        int at = all.size() - 1;
        while (at >= 0 && all.get(at).since > epochMillis) {
            at--;
        }
        if (at < 0) {
            return null;
        }
        for (DeterministicPool pool : all.get(at).pools) {
            DeterministicMap map = pool.map;
            long number = map.holder(protocol.ordinal(), address4, port4);
            if (number >= 0) {
                while (at > 0 && all.get(at - 1).pools.stream().anyMatch(p -> p.map.equals(map))) {
                    at--;
                }
                return event(map, number, protocol, all.get(at).since);
            }
        }
        return null;
    }

    private static MappingEvent event(
            DeterministicMap map, long number, Protocol protocol, long since) {
        return new MappingEvent(
                MappingEvent.Kind.DETERMINISTIC,
                since,
                protocol,
                map.subscriber(number),
                Ipv4Address.of(map.address4(number)),
                map.firstPort(protocol.ordinal(), number),
                map.lastPort(protocol.ordinal(), number));
    }
}
