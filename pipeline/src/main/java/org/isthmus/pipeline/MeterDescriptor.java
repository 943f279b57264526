// SPDX-License-Identifier: Apache-2.0
package org.isthmus.pipeline;

import java.util.List;
import java.util.function.ToIntFunction;
import java.util.function.ToLongFunction;
import org.isthmus.core.model.Intent;
import p4.v1.P4RuntimeOuterClass.Entity;
import p4.v1.P4RuntimeOuterClass.Index;
import p4.v1.P4RuntimeOuterClass.MeterConfig;
import p4.v1.P4RuntimeOuterClass.MeterEntry;

/**
 * A cell of a meter, whose committed and peak rates are the same. Immutable; any thread.
 *
 * @param <I> whose cell it is
 */
final class MeterDescriptor<I extends Intent> implements Descriptor<I> {

    /** Makes an intent; null if no intent has a cell of that index. */
    interface Reader<I> {
        I read(int index, long rate, long burst);
    }

    private final Class<I> kind;
    private final int meter;
    private final ToIntFunction<I> index;
    private final ToLongFunction<I> rate;
    private final ToLongFunction<I> burst;
    private final Reader<I> reader;

    MeterDescriptor(
            Class<I> kind,
            int meter,
            ToIntFunction<I> index,
            ToLongFunction<I> rate,
            ToLongFunction<I> burst,
            Reader<I> reader) {
        this.kind = kind;
        this.meter = meter;
        this.index = index;
        this.rate = rate;
        this.burst = burst;
        this.reader = reader;
    }

    @Override
    public Class<I> kind() {
        return kind;
    }

    int meter() {
        return meter;
    }

    @Override
    public boolean applies(I intent) {
        return true;
    }

    @Override
    public List<Entity> entities(I intent, MatchKinds kinds) {
        return List.of(
                Entity.newBuilder()
                        .setMeterEntry(
                                MeterEntry.newBuilder()
                                        .setMeterId(meter)
                                        .setIndex(
                                                Index.newBuilder()
                                                        .setIndex(index.applyAsInt(intent)))
                                        .setConfig(
                                                MeterConfig.newBuilder()
                                                        .setCir(rate.applyAsLong(intent))
                                                        .setCburst(burst.applyAsLong(intent))
                                                        .setPir(rate.applyAsLong(intent))
                                                        .setPburst(burst.applyAsLong(intent))))
                        .build());
    }

    /** Null for a cell that was not written: every index is there, with no rate. */
    I intent(MeterEntry cell) {
        return cell.getConfig().getPir() == 0
                ? null
                : reader.read(
                        (int) cell.getIndex().getIndex(),
                        cell.getConfig().getPir(),
                        cell.getConfig().getPburst());
    }

    @Override
    public String toString() {
        return String.format("meter 0x%08x", meter);
    }
}
