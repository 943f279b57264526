// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core;

import java.io.IOException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;
import org.isthmus.core.api.LostException;
import org.isthmus.core.model.MappingEvent;
import org.isthmus.core.net.Protocol;
import org.isthmus.core.spi.MappingLog;
import org.isthmus.core.spi.Store;

/** Outlives the controllers that use it. */
public final class MemoryStore implements Store, MappingLog {
    public final EnumMap<Map, java.util.Map<List<Object>, Record>> maps = new EnumMap<>(Map.class);

    /** Questions that may have taken a disk. */
    public int asked;

    public final List<MappingEvent> events = new ArrayList<>();
    public boolean fails;
    public String warning;
    public boolean mayLackBindings;

    /** Told what was written. */
    public Consumer<List<Record>> onWrite = records -> {};

    public String logProblem;
    public List<String> damage = List.of();
    public long lost;
    public long oldest;

    /** What was held is lost: {@link #whoHad} fails until the next event. */
    public boolean isCut;

    /** All that a store and its mapping log had at a time. */
    static final class Backup {
        private final MemoryStore of;
        private final EnumMap<Map, java.util.Map<List<Object>, Record>> maps =
                new EnumMap<>(Map.class);
        private final List<MappingEvent> events;

        Backup(MemoryStore of) {
            this.of = of;
            of.maps.forEach((map, records) -> maps.put(map, new LinkedHashMap<>(records)));
            events = List.copyOf(of.events);
        }

        void restore() {
            of.maps.putAll(maps);
            of.events.clear();
            of.events.addAll(events);
        }
    }

    public MemoryStore() {
        for (Map m : Map.values()) {
            maps.put(m, new LinkedHashMap<>());
        }
    }

    @Override
    public <R extends Record> void read(Class<R> type, Consumer<? super R> visitor) {
        maps.get(Map.of(type)).values().forEach(r -> visitor.accept(type.cast(r)));
    }

    @Override
    public boolean mayLackBindings() {
        return mayLackBindings;
    }

    @Override
    public CompletionStage<Void> write(List<Record> records) {
        if (fails) {
            return CompletableFuture.failedFuture(new IOException("disk full"));
        }
        for (Record r : records) {
            if (r.isRemoval()) {
                maps.get(r.map).remove(r.key());
            } else {
                maps.get(r.map).put(r.key(), r);
            }
        }
        onWrite.accept(records);
        return CompletableFuture.completedFuture(null);
    }

    @Override
    public String warning() {
        return warning;
    }

    @Override
    public String problem() {
        return logProblem;
    }

    @Override
    public long oldest() {
        return oldest;
    }

    @Override
    public List<String> damage() {
        return damage;
    }

    @Override
    public long lost() {
        return lost;
    }

    @Override
    public void append(MappingEvent event) {
        isCut = false;
        events.add(event);
    }

    @Override
    public List<MappingEvent> whoHad(int protocol, int address, int port, long epochMillis) {
        asked++;
        if (isCut) {
            throw new LostException("lost");
        }
        return holders(protocol, address, port, epochMillis);
    }

    @Override
    public MappingEvent whoHas(int protocol, int address, int port) {
        List<MappingEvent> holders =
                isCut ? List.of() : holders(protocol, address, port, Long.MAX_VALUE);
        return holders.isEmpty() ? null : holders.get(holders.size() - 1);
    }

    private List<MappingEvent> holders(int protocol, int address, int port, long epochMillis) {
        List<MappingEvent> holders = new ArrayList<>();
        for (MappingEvent e : events) {
            if (e.protocol == Protocol.of(protocol)
                    && e.address.bits() == address
                    && e.firstPort <= port
                    && port <= e.lastPort
                    && e.epochMillis <= epochMillis) {
                holders.removeIf(h -> h.subscriber.equals(e.subscriber));
                if (e.kind.isHeld()) {
                    holders.add(e);
                }
            }
        }
        return holders;
    }
}
