// SPDX-License-Identifier: Apache-2.0
package org.isthmus.target.bmv2;

import java.lang.reflect.Constructor;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.isthmus.target.api.ActionProfile;
import org.isthmus.target.api.CounterArray;
import org.isthmus.target.api.MeterArray;
import org.isthmus.target.api.Program;
import org.isthmus.target.api.RegisterArray;
import org.isthmus.target.api.Replication;
import org.isthmus.target.api.Table;
import org.isthmus.target.bmv2.run.IndexedCounter;
import org.isthmus.target.bmv2.run.IndexedMeter;
import org.isthmus.target.bmv2.run.IndexedRegister;
import org.isthmus.target.bmv2.run.MatchTable;
import org.isthmus.target.bmv2.run.PacketContext;
import org.isthmus.target.bmv2.run.Profile;

/** A program with its state, and the class of its packets. */
final class LoadedProgram implements Program {

    /** What has state, by P4Info id. */
    static final class Objects {
        final Map<Integer, MatchTable> tables = new HashMap<>();
        final Map<Integer, Profile> profiles = new HashMap<>();
        final Map<Integer, IndexedCounter> counters = new HashMap<>();
        final Map<Integer, IndexedMeter> meters = new HashMap<>();
        final Map<Integer, IndexedRegister> registers = new HashMap<>();
        final List<MatchTable> timed = new ArrayList<>();
    }

    private static final AtomicLong SEED = new AtomicLong(System.nanoTime());

    private final Constructor<? extends PacketContext> constructor;
    private final Objects objects;
    private final ReplicationEngine replication = new ReplicationEngine();

    LoadedProgram(Class<? extends PacketContext> type, Objects objects) {
        try {
            this.constructor = type.getConstructor(long.class);
        } catch (NoSuchMethodException e) {
            throw new IllegalStateException(e);
        }
        this.objects = objects;
    }

    PacketContext newContext() {
        try {
            return constructor.newInstance(SEED.incrementAndGet());
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }

    private static <T> T get(String what, Map<Integer, T> map, int id) {
        T o = map.get(id);
        if (o == null) {
            throw new IllegalArgumentException("no " + what + " with id " + id);
        }
        return o;
    }

    @Override
    public Table table(int tableId) {
        return get("table", objects.tables, tableId);
    }

    @Override
    public ActionProfile actionProfile(int actionProfileId) {
        return get("action profile", objects.profiles, actionProfileId);
    }

    @Override
    public CounterArray counter(int counterId) {
        return get("counter", objects.counters, counterId);
    }

    @Override
    public MeterArray meter(int meterId) {
        return get("meter", objects.meters, meterId);
    }

    @Override
    public RegisterArray register(int registerId) {
        return get("register", objects.registers, registerId);
    }

    @Override
    public Replication replication() {
        return replication;
    }

    ReplicationEngine engine() {
        return replication;
    }

    /** Reports idle entries to the listeners of the tables. */
    void sweep(long nowNanos) {
        for (MatchTable t : objects.timed) {
            t.sweep(nowNanos);
        }
    }
}
