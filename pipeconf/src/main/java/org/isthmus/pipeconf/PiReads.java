// SPDX-License-Identifier: Apache-2.0
package org.isthmus.pipeconf;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.isthmus.pipeline.Pipeline;
import org.onosproject.net.DeviceId;
import org.onosproject.net.pi.model.PiCounterId;
import org.onosproject.net.pi.model.PiCounterType;
import org.onosproject.net.pi.model.PiMeterId;
import org.onosproject.net.pi.runtime.PiCounterCell;
import org.onosproject.net.pi.runtime.PiCounterCellHandle;
import org.onosproject.net.pi.runtime.PiCounterCellId;
import org.onosproject.net.pi.runtime.PiEntity;
import org.onosproject.net.pi.runtime.PiMeterCellConfig;
import org.onosproject.net.pi.runtime.PiMeterCellId;
import org.onosproject.net.pi.runtime.PiTableEntry;
import org.onosproject.p4runtime.api.P4RuntimeReadClient.ReadRequest;
import p4.config.v1.P4InfoOuterClass.Counter;
import p4.config.v1.P4InfoOuterClass.Meter;
import p4.config.v1.P4InfoOuterClass.P4Info;
import p4.config.v1.P4InfoOuterClass.Preamble;
import p4.v1.P4RuntimeOuterClass.CounterData;
import p4.v1.P4RuntimeOuterClass.CounterEntry;
import p4.v1.P4RuntimeOuterClass.DirectCounterEntry;
import p4.v1.P4RuntimeOuterClass.Entity;
import p4.v1.P4RuntimeOuterClass.Index;
import p4.v1.P4RuntimeOuterClass.MeterConfig;
import p4.v1.P4RuntimeOuterClass.MeterEntry;
import p4.v1.P4RuntimeOuterClass.TableEntry;

/**
 * What the {@code pipeline} module wants read, as a request of ONOS's P4Runtime client, and what
 * that answers; meters besides, which are written through it. Immutable; any thread.
 */
public final class PiReads {
    private final PiEntities entries;
    private final Map<Integer, PiMeterId> meters = new HashMap<>();
    private final Map<PiMeterId, Integer> meterIds = new HashMap<>();
    private final Map<Integer, PiCounterId> counters = new HashMap<>();
    private final Map<PiCounterId, Integer> counterIds = new HashMap<>();

    private PiReads(P4Info info, PiEntities entries) {
        this.entries = entries;
        for (Meter meter : info.getMetersList()) {
            Preamble named = meter.getPreamble();
            meters.put(named.getId(), PiMeterId.of(named.getName()));
            meterIds.put(PiMeterId.of(named.getName()), named.getId());
        }
        for (Counter counter : info.getCountersList()) {
            Preamble named = counter.getPreamble();
            counters.put(named.getId(), PiCounterId.of(named.getName()));
            counterIds.put(PiCounterId.of(named.getName()), named.getId());
        }
    }

    static PiReads of(Pipeline pipeline, PiEntities entries) {
        return new PiReads(pipeline.p4Info(), entries);
    }

    /**
     * Adds to a request.
     *
     * @param wanted all entries, all cells, or the direct counter of one entry
     */
    public void ask(ReadRequest request, DeviceId device, Iterable<Entity> wanted) {
        for (Entity entity : wanted) {
            switch (entity.getEntityCase()) {
                case TABLE_ENTRY:
                    request.tableEntries(
                            entries.schema().table(entity.getTableEntry().getTableId()).name);
                    break;
                case METER_ENTRY:
                    request.meterCells(known(meters, entity.getMeterEntry().getMeterId()));
                    break;
                case COUNTER_ENTRY:
                    request.counterCells(known(counters, entity.getCounterEntry().getCounterId()));
                    break;
                case DIRECT_COUNTER_ENTRY:
                    TableEntry key = entity.getDirectCounterEntry().getTableEntry();
                    if (key.getMatchCount() == 0) {
                        request.directCounterCells(entries.schema().table(key.getTableId()).name);
                    } else {
                        request.handle(
                                PiCounterCellHandle.of(
                                        device, PiCounterCellId.ofDirect(entries.piEntry(key))));
                    }
                    break;
                default:
                    throw new IllegalArgumentException("cannot ask for " + entity.getEntityCase());
            }
        }
    }

    /**
     * What was read, without what {@code pipeline} never asks for.
     *
     * @throws IllegalArgumentException something is of another program
     */
    public List<Entity> entities(Iterable<? extends PiEntity> read) {
        List<Entity> all = new ArrayList<>();
        for (PiEntity one : read) {
            if (one instanceof PiTableEntry) {
                TableEntry entry = entries.tableEntry((PiTableEntry) one);
                if (entry != null) {
                    all.add(Entity.newBuilder().setTableEntry(entry).build());
                }
            } else if (one instanceof PiMeterCellConfig) {
                all.add(
                        Entity.newBuilder()
                                .setMeterEntry(meterEntry((PiMeterCellConfig) one))
                                .build());
            } else if (one instanceof PiCounterCell) {
                all.add(counter((PiCounterCell) one));
            }
        }
        return all;
    }

    private Entity counter(PiCounterCell cell) {
        CounterData data =
                CounterData.newBuilder()
                        .setPacketCount(cell.data().packets())
                        .setByteCount(cell.data().bytes())
                        .build();
        Entity.Builder entity = Entity.newBuilder();
        if (cell.cellId().counterType() == PiCounterType.DIRECT) {
            entity.setDirectCounterEntry(
                    DirectCounterEntry.newBuilder()
                            .setTableEntry(entries.tableEntry(cell.cellId().tableEntry()))
                            .setData(data));
        } else {
            entity.setCounterEntry(
                    CounterEntry.newBuilder()
                            .setCounterId(known(counterIds, cell.cellId().counterId()))
                            .setIndex(Index.newBuilder().setIndex(cell.cellId().index()))
                            .setData(data));
        }
        return entity.build();
    }

    /** A meter's cell, to be written with MODIFY; without a rate in the entry it is unset. */
    public PiMeterCellConfig meterCell(MeterEntry entry) {
        PiMeterCellId cell =
                PiMeterCellId.ofIndirect(
                        known(meters, entry.getMeterId()), entry.getIndex().getIndex());
        if (!entry.hasConfig()) {
            return PiMeterCellConfig.reset(cell);
        }
        MeterConfig config = entry.getConfig();
        return PiMeterCellConfig.builder()
                .withMeterCellId(cell)
                .withCommittedBand(config.getCir(), config.getCburst())
                .withPeakBand(config.getPir(), config.getPburst())
                .build();
    }

    MeterEntry meterEntry(PiMeterCellConfig cell) {
        MeterEntry.Builder entry =
                MeterEntry.newBuilder()
                        .setMeterId(known(meterIds, cell.cellId().meterId()))
                        .setIndex(Index.newBuilder().setIndex(cell.cellId().index()));
        if (!cell.isDefaultConfig()) {
            entry.setConfig(
                    MeterConfig.newBuilder()
                            .setCir(cell.committedBand().rate())
                            .setCburst(cell.committedBand().burst())
                            .setPir(cell.peakBand().rate())
                            .setPburst(cell.peakBand().burst()));
        }
        return entry.build();
    }

    private static <K, V> V known(Map<K, V> names, K key) {
        V value = names.get(key);
        if (value == null) {
            throw new IllegalArgumentException("the program has no meter or counter " + key);
        }
        return value;
    }
}
