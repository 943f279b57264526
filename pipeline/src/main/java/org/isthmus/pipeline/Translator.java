// SPDX-License-Identifier: Apache-2.0
package org.isthmus.pipeline;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.isthmus.core.model.Capability;
import org.isthmus.core.model.DeviceStatistics;
import org.isthmus.core.model.Intent;
import org.isthmus.core.model.Program;
import p4.config.v1.P4InfoOuterClass.Meter;
import p4.config.v1.P4InfoOuterClass.P4Info;
import p4.config.v1.P4InfoOuterClass.Table;
import p4.v1.P4RuntimeOuterClass.CloneSessionEntry;
import p4.v1.P4RuntimeOuterClass.CounterEntry;
import p4.v1.P4RuntimeOuterClass.DirectCounterEntry;
import p4.v1.P4RuntimeOuterClass.Entity;
import p4.v1.P4RuntimeOuterClass.MeterEntry;
import p4.v1.P4RuntimeOuterClass.PacketReplicationEngineEntry;
import p4.v1.P4RuntimeOuterClass.Replica;
import p4.v1.P4RuntimeOuterClass.TableEntry;

/**
 * Between what the core means and what a target's tables hold. One for each target's P4Info, since
 * targets differ in how they match. Immutable; any thread.
 */
public final class Translator {
    private final P4Info info;
    private final MatchKinds kinds;
    private final Descriptors descriptors;
    private final Set<Capability> capabilities;

    /**
     * @throws IllegalArgumentException the target matches a field by a kind of match that cannot be
     *     written
     */
    public Translator(P4Info info) {
        this(info, new Descriptors(Descriptors.PROGRAM));
    }

    Translator(P4Info info, Descriptors descriptors) {
        this.info = info;
        this.kinds = new MatchKinds(info);
        this.descriptors = descriptors;
        this.capabilities = Capabilities.of(info, descriptors);
    }

    /**
     * The entities of an intent, in the order in which they are written.
     *
     * @throws IllegalArgumentException the program has nothing for it
     */
    public List<Entity> entities(Intent intent) {
        Capability needed = Capabilities.needed(intent);
        if (needed != null && !can(needed)) {
            throw new IllegalArgumentException("the program does not meter what it sends up");
        }
        return descriptors.entities(intent, kinds);
    }

    /** What the core is to know of the program. */
    public Program program() {
        return new P4InfoProgram(info, descriptors, kinds, capabilities);
    }

    /** Whether the program has what not every program has. */
    public boolean can(Capability capability) {
        return capabilities.contains(capability);
    }

    /** For reading back what a device holds. */
    public IntentReader reader() {
        return new IntentReader(descriptors, kinds);
    }

    /** Whether entries of a table are sides of bindings: millions, which are never replaced. */
    public boolean isPerBinding(int table) {
        TableDescriptor<?> described = descriptors.table(table);
        return described != null && described.isPerBinding();
    }

    /**
     * Whether entries of a table are next hops, which are to be there before what leads to them.
     */
    public boolean isNextHop(int table) {
        return table == P4.Tables.Next.ID.id;
    }

    /** What to ask a device for, to be given to a {@link #reader}. */
    public List<Entity> everything() {
        List<Entity> wanted = new ArrayList<>();
        for (Table table : info.getTablesList()) {
            // A table without fields has a default action alone, and we change none.
            if (table.getMatchFieldsCount() > 0) {
                int id = table.getPreamble().getId();
                wanted.add(
                        Entity.newBuilder()
                                .setTableEntry(TableEntry.newBuilder().setTableId(id))
                                .build());
            }
        }
        for (Meter meter : info.getMetersList()) {
            int id = meter.getPreamble().getId();
            if (descriptors.meter(id) != null) {
                wanted.add(
                        Entity.newBuilder()
                                .setMeterEntry(MeterEntry.newBuilder().setMeterId(id))
                                .build());
            }
        }
        return wanted;
    }

    /**
     * What a device needs before any intent: the clone session by which packets come up, if they do
     * so by one.
     */
    public List<Entity> prerequisites() {
        if (!can(Capability.CLONE_SESSION)) {
            return List.of();
        }
        return List.of(
                Entity.newBuilder()
                        .setPacketReplicationEngineEntry(
                                PacketReplicationEngineEntry.newBuilder()
                                        .setCloneSessionEntry(
                                                CloneSessionEntry.newBuilder()
                                                        .setSessionId(P4.CPU_CLONE_SESSION)
                                                        .addReplicas(
                                                                Replica.newBuilder()
                                                                        .setEgressPort(P4.CPU_PORT)
                                                                        .setInstance(1))))
                        .build());
    }

    private boolean isCounted(TableDescriptor<?> table) {
        return info.getDirectCountersList().stream()
                .anyMatch(c -> c.getDirectTableId() == table.table().id);
    }

    /** The packet counter of a side of a binding; an answer has it again, see {@link #counted}. */
    public Entity counter(Intent side) {
        return Entity.newBuilder()
                .setDirectCounterEntry(
                        DirectCounterEntry.newBuilder().setTableEntry(descriptors.key(side, kinds)))
                .build();
    }

    /** Asks for the packet counters of all entries in the tables of some sides of bindings. */
    public List<Entity> allCounters(Collection<? extends Intent> sides) {
        return sides.stream()
                .map(side -> descriptors.tables(side).get(0).table().id)
                .distinct()
                .map(Translator::directCounters)
                .collect(Collectors.toUnmodifiableList());
    }

    /** The key of the intent that an answer to {@link #counter} is about. */
    public Object counted(DirectCounterEntry answer) {
        TableEntry entry = answer.getTableEntry();
        return descriptors.table(entry.getTableId()).read(entry).key();
    }

    /** What to ask a device for, to be given to {@link #statistics(Iterable)}. */
    public List<Entity> statistics() {
        List<Entity> wanted = new ArrayList<>(portCounters());
        if (can(Capability.DROP_COUNTERS)) {
            wanted.add(counters(P4.Counters.DROPS));
        }
        for (TableDescriptor<?> table : descriptors.tables()) {
            if (table.isTranslatedCounted() && isCounted(table)) {
                wanted.add(directCounters(table.table().id));
            }
        }
        return wanted;
    }

    /** The part of {@link #statistics()} that is about ports. */
    public List<Entity> portCounters() {
        return can(Capability.PORT_COUNTERS)
                ? List.of(counters(P4.Counters.PORT_INGRESS), counters(P4.Counters.PORT_EGRESS))
                : List.of();
    }

    private static Entity counters(int id) {
        return Entity.newBuilder()
                .setCounterEntry(CounterEntry.newBuilder().setCounterId(id))
                .build();
    }

    /** Sums up what a device counted. */
    public DeviceStatistics statistics(Iterable<Entity> counted) {
        Map<String, Long> drops = new TreeMap<>();
        Map<String, Long> translated = new TreeMap<>();
        Map<Integer, long[]> ports = new TreeMap<>();
        for (Entity entity : counted) {
            if (entity.hasDirectCounterEntry()) {
                DirectCounterEntry e = entity.getDirectCounterEntry();
                translated.merge(
                        tableName(e.getTableEntry().getTableId()),
                        e.getData().getPacketCount(),
                        Long::sum);
            } else if (entity.hasCounterEntry()) {
                CounterEntry e = entity.getCounterEntry();
                int index = (int) e.getIndex().getIndex();
                if (e.getCounterId() == P4.Counters.DROPS) {
                    if (P4.DropReasons.name(index) != null && index != P4.DropReasons.NONE) {
                        drops.put(P4.DropReasons.name(index), e.getData().getPacketCount());
                    }
                } else if (e.getData().getPacketCount() != 0) {
                    int at = e.getCounterId() == P4.Counters.PORT_INGRESS ? 0 : 2;
                    long[] port = ports.computeIfAbsent(index, i -> new long[4]);
                    port[at] = e.getData().getPacketCount();
                    port[at + 1] = e.getData().getByteCount();
                }
            }
        }
        return new DeviceStatistics(drops, translated, ports);
    }

    private String tableName(int id) {
        for (Table table : info.getTablesList()) {
            if (table.getPreamble().getId() == id) {
                return table.getPreamble().getAlias();
            }
        }
        throw new IllegalArgumentException("no table has id " + id);
    }

    private static Entity directCounters(int table) {
        return Entity.newBuilder()
                .setDirectCounterEntry(
                        DirectCounterEntry.newBuilder()
                                .setTableEntry(TableEntry.newBuilder().setTableId(table)))
                .build();
    }
}
