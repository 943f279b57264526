// SPDX-License-Identifier: Apache-2.0
package org.isthmus.target.bmv2;

import com.google.rpc.Code;
import java.lang.reflect.Constructor;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.isthmus.target.api.ActionProfile;
import org.isthmus.target.api.CounterArray;
import org.isthmus.target.api.MeterArray;
import org.isthmus.target.api.Program;
import org.isthmus.target.api.RefusedException;
import org.isthmus.target.api.RegisterArray;
import org.isthmus.target.api.Replication;
import org.isthmus.target.api.Table;
import org.isthmus.target.bmv2.ir.DigestDef;
import org.isthmus.target.bmv2.run.IndexedCounter;
import org.isthmus.target.bmv2.run.IndexedMeter;
import org.isthmus.target.bmv2.run.IndexedRegister;
import org.isthmus.target.bmv2.run.MatchTable;
import org.isthmus.target.bmv2.run.PacketContext;
import org.isthmus.target.bmv2.run.Profile;
import org.isthmus.target.bmv2.run.Shortcut;
import org.isthmus.target.bmv2.run.Words;

/** A program with its state, and the class of its packets. */
final class LoadedProgram implements Program {

    /** What has state, by P4Info id. */
    static final class Objects {
        final Map<Integer, MatchTable> tables = new HashMap<>();
        final Map<Integer, Profile> profiles = new HashMap<>();
        final Map<Integer, IndexedCounter> counters = new HashMap<>();
        final Map<Integer, IndexedMeter> meters = new HashMap<>();
        final Map<Integer, IndexedRegister> registers = new HashMap<>();
        final Map<Integer, Digest> digests = new HashMap<>();
        final List<MatchTable> timed = new ArrayList<>();
    }

    /** A digest and who gets it. */
    static final class Digest {
        private final int list;
        private final String name;
        private final int[] widths;
        private volatile DigestListener listener;

        /**
         * @param list its id in the program
         */
        Digest(int list, DigestDef def) {
            this.list = list;
            this.name = def.name;
            this.widths = def.widths();
        }

        private void tell(long[] words) {
            DigestListener l = listener;
            if (l == null) {
                return;
            }
            byte[][] values = new byte[widths.length][];
            int at = 0;
            for (int i = 0; i < values.length; i++) {
                values[i] = Words.toBytes(words, at, widths[i]);
                at += Words.count(widths[i]);
            }
            l.digest(values);
        }
    }

    private static final AtomicLong SEED = new AtomicLong(System.nanoTime());

    private final Constructor<? extends PacketContext> constructor;
    private final Objects objects;
    private final Digest[] learned;
    private final ReplicationEngine replication = new ReplicationEngine();
    private final ProgramView view;
    private volatile Shortcut shortcut = Shortcut.NONE;

    LoadedProgram(Class<? extends PacketContext> type, Objects objects, ProgramView view) {
        this.view = view;
        try {
            this.constructor = type.getConstructor(long.class);
        } catch (NoSuchMethodException e) {
            throw new IllegalStateException(e);
        }
        this.objects = objects;
        this.learned = objects.digests.values().toArray(new Digest[0]);
    }

    PacketContext newContext() {
        try {
            return constructor.newInstance(SEED.incrementAndGet());
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Tells what takes packets past this program of all changes from now on. */
    void setShortcut(Shortcut s) {
        shortcut = s;
        objects.tables.values().forEach(t -> t.setShortcut(s));
        objects.profiles.values().forEach(p -> p.setShortcut(s));
        objects.counters.values().forEach(c -> c.setShortcut(s));
    }

    @Override
    public void account() {
        shortcut.account();
    }

    ProgramView view() {
        return view;
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
    public void onDigest(int digestId, int[] widths, DigestListener listener)
            throws RefusedException {
        Digest d = get("digest", objects.digests, digestId);
        if (!Arrays.equals(widths, d.widths)) {
            throw new RefusedException(
                    Code.INVALID_ARGUMENT, "the values of digest " + d.name + " differ");
        }
        d.listener = listener;
    }

    /** Tells of the digest that a packet has made. */
    void learn(PacketContext p) {
        for (Digest d : learned) {
            if (d.list == p.digestList) {
                d.tell(p.digest(d.list));
            }
        }
        p.digestList = 0;
    }

    @Override
    public Replication replication() {
        return replication;
    }

    ReplicationEngine engine() {
        return replication;
    }

    /** A port has come up or gone down. */
    void portsChanged() {
        objects.profiles.values().forEach(Profile::portsChanged);
    }

    /** Reports idle entries to the listeners of the tables. */
    void sweep(long nowNanos) {
        for (MatchTable t : objects.timed) {
            t.sweep(nowNanos);
        }
    }
}
