// SPDX-License-Identifier: Apache-2.0
package org.isthmus.target.bmv2.run;

import com.google.rpc.Code;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.function.LongSupplier;
import org.isthmus.target.api.ActionSpec;
import org.isthmus.target.api.MatchKey;
import org.isthmus.target.api.MeterConfig;
import org.isthmus.target.api.RefusedException;
import org.isthmus.target.api.Table;
import org.isthmus.target.bmv2.ir.PipelineDef;
import org.isthmus.target.bmv2.ir.PipelineDef.MatchType;

/**
 * A match-action table. The control methods are for one thread at a time, with {@link #sweep}
 * beside them; packet threads call {@link #find} and what follows from it without locks.
 */
public final class MatchTable implements Table {
    private final PipelineDef.TableDef def;
    private final int id;
    private final int capacity;
    private final int nearRows;
    private final KeyLayout layout;
    private final RowLayout at;
    private final RowCodec codec;
    private final Profile profile;
    private final LongSupplier clock;
    private final Matcher matcher;
    private volatile long[] defaultRow;
    private volatile IdleListener idleListener;
    private volatile Shortcut shortcut = Shortcut.NONE;
    private final Map<MatchKey, byte[]> metadata = new HashMap<>();
    private boolean sealed;

    private final DirectCounters counters;
    private final DirectMeters meters;
    private final IdleRows idle;

    /**
     * @param id of the P4Info; 0: hidden from the control plane
     * @param capacity rows at most
     * @param profile null where the table holds its actions itself
     * @param nearRows rows that the caches near a core hold
     * @param clock ns
     */
    public MatchTable(
            PipelineDef.TableDef def,
            int id,
            int capacity,
            ActionTable actions,
            Profile profile,
            int nearRows,
            LongSupplier clock) {
        this.def = def;
        this.id = id;
        this.capacity = capacity;
        this.nearRows = nearRows;
        this.layout = new KeyLayout(def.key, def.match == MatchType.RANGE);
        this.at = new RowLayout(def, layout.words());
        this.codec = new RowCodec(def, layout, at, actions, profile);
        this.profile = profile;
        this.clock = clock;
        this.matcher = matcher();
        this.counters = new DirectCounters(at, this::successor);
        this.idle = new IdleRows(at, row -> matcher.same(row) == row, clock.getAsLong());
        this.meters =
                new DirectMeters(
                        at.meter, def.meter != null && def.meter.bytes, clock.getAsLong() / 1000);
        this.defaultRow = codec.programDefault();
    }

    private Matcher matcher() {
        int words = layout.words();
        switch (def.match) {
            case EXACT:
                return new ExactMatcher(words, at.hot);
            case RANGE:
                int[] ranges = new int[words];
                for (int i = 0; i < layout.fields(); i++) {
                    if (layout.field(i).type == MatchType.RANGE) {
                        ranges[layout.position(i) / 64] = Words.count(layout.field(i).width);
                    }
                }
                return new RangeMatcher(words, at.priority, ranges);
            case LPM:
                return new PrefixMatcher(words, layout.bits(), at.priority, at.hot);
            default:
                return new TupleMatcher(words, at.priority, at.hot);
        }
    }

    public int id() {
        return id;
    }

    public String name() {
        return def.name;
    }

    // ---- Packet threads ----

    /** The row that matches, or null. */
    public long[] find(long[] key) {
        return matcher.find(key);
    }

    /**
     * Whether a lookup is likely to wait for memory: there are more rows than a cache near a core
     * holds. Then it pays to look up for several packets together.
     */
    public boolean far() {
        return matcher.size() > nearRows;
    }

    /** Whether it has room to become {@link #far}. */
    public boolean mayBeFar() {
        return capacity > nearRows;
    }

    /**
     * False: no row matches the key, which is known without waiting for memory, so that a packet
     * need not wait for others. True: one may.
     */
    public boolean mayMatch(long[] key) {
        return matcher.mayMatch(key);
    }

    /** The rows of several packets. */
    public void find(Lookups lookups) {
        matcher.find(lookups);
    }

    /** The row of packets that match no other; its action may be -1. */
    public long[] defaultRow() {
        return defaultRow;
    }

    /** Counts a packet on the row that was found by this key. */
    public void count(long[] row, long[] key, int length) {
        counters.add(row, key, 1, length);
    }

    private long[] successor(long[] key) {
        return key == null ? defaultRow : matcher.find(key);
    }

    /** Notes a hit. */
    public void touch(long[] row, long nowNanos) {
        idle.touch(row, nowNanos);
    }

    /**
     * Counts packets that would have found this row, by this key, as {@link #count} and {@link
     * #touch} do.
     *
     * @param key null: by none, it is the default row
     * @param last when the last one would have, ns
     */
    public void tally(long[] row, long[] key, long packets, long bytes, long last) {
        if (!counters.none()) {
            counters.add(row, key, packets, bytes);
        }
        if (key != null && timesOut()) {
            long[] r = matcher.find(key);
            if (r != null && last - idle.lastHit(r) > 0) {
                touch(r, last);
            }
        }
    }

    /** Whether a lookup by this key might find the row, were no other there. */
    public boolean mayFind(long[] row, long[] key) {
        if (def.match == MatchType.RANGE) {
            return true;
        }
        for (int i = 0; i < layout.words(); i++) {
            long mask = at.masks < 0 ? -1 : row[at.masks + i];
            if (((row[i] ^ key[i]) & mask) != 0) {
                return false;
            }
        }
        return true;
    }

    /** Whether a key finds at most one row there may be, that of the same words. */
    public boolean exact() {
        return def.match == MatchType.EXACT;
    }

    public void setShortcut(Shortcut s) {
        shortcut = s;
    }

    /** The colour of a packet that found this row. */
    public long color(long[] row, long nowMicros, int length) {
        return meters.color(row, nowMicros, length);
    }

    /** In a table with an action profile: whether the row refers to a group. */
    public boolean needsHash(long[] row) {
        return Profile.isGroup(row[at.action]);
    }

    /**
     * In a table with an action profile: the member's data, its action at word 0, or null for an
     * empty group.
     */
    public long[] member(long[] row, long hash, long[] key) {
        long reference = row[at.action];
        for (; ; ) {
            if (reference == -1) {
                return null;
            }
            long[] data = profile.resolve(reference, hash);
            if (data != Profile.STALE) {
                return data;
            }
            // The row was replaced or removed, and then what it referred to.
            long[] r = matcher.find(key);
            reference = (r == null ? defaultRow : r)[at.action];
        }
    }

    // ---- Control plane ----

    /** Ends the loading of the program's own rows; from then on they are fixed. */
    public void seal() {
        sealed = true;
    }

    private void checkWritable() throws RefusedException {
        if (sealed && def.entries != null) {
            throw new RefusedException(
                    Code.PERMISSION_DENIED, "the entries of table " + def.name + " are const");
        }
    }

    private RefusedException notFound() {
        return new RefusedException(Code.NOT_FOUND, "no such entry in table " + def.name);
    }

    private long[] lookup(MatchKey key) {
        return matcher.same(codec.row(key));
    }

    @Override
    public synchronized void insert(Entry entry, MeterConfig meter) throws RefusedException {
        checkWritable();
        if (layout.fields() == 0) {
            throw new RefusedException(Code.INVALID_ARGUMENT, "table " + def.name + " has no key");
        }
        if (lookup(entry.key()) != null) {
            throw new RefusedException(
                    Code.ALREADY_EXISTS, "the entry is in table " + def.name + " already");
        }
        if (matcher.size() >= capacity) {
            throw new RefusedException(
                    Code.RESOURCE_EXHAUSTED,
                    "table " + def.name + " is full: " + capacity + " entries");
        }
        long[] row = codec.row(entry);
        takeMeter(row, meter);
        if (timesOut()) {
            touch(row, clock.getAsLong());
        }
        if (profile != null) {
            profile.refer(row[at.action], 1);
        }
        putMetadata(entry);
        matcher.put(row);
        idle.await(row);
        shortcut.changed(this, row);
    }

    private void putMetadata(Entry entry) {
        if (entry.metadata() != null && entry.metadata().length > 0) {
            metadata.put(entry.key(), entry.metadata());
        } else if (!metadata.isEmpty()) {
            metadata.remove(entry.key());
        }
    }

    @Override
    public synchronized void modify(Entry entry, MeterConfig meter) throws RefusedException {
        checkWritable();
        long[] old = lookup(entry.key());
        if (old == null) {
            throw notFound();
        }
        long[] row = codec.row(entry);
        takeMeter(row, meter);
        if (timesOut()) {
            touch(row, idle.lastHit(old));
        }
        if (profile != null) {
            profile.refer(row[at.action], 1);
            profile.refer(old[at.action], -1);
        }
        putMetadata(entry);
        matcher.put(row);
        meters.release(old);
        counters.move(old, row);
        idle.left(old);
        idle.await(row);
        shortcut.changed(this, row);
    }

    @Override
    public synchronized void delete(MatchKey key) throws RefusedException {
        checkWritable();
        long[] row = lookup(key);
        if (row == null) {
            throw notFound();
        }
        matcher.remove(row);
        idle.left(row);
        shortcut.changed(this, row);
        metadata.remove(key);
        if (profile != null) {
            profile.refer(row[at.action], -1);
        }
        meters.release(row);
    }

    private void checkMetered() throws RefusedException {
        if (meters.none()) {
            throw new RefusedException(
                    Code.INVALID_ARGUMENT, "table " + def.name + " has no direct meter");
        }
    }

    /** Of a row that no packet finds yet. */
    private void takeMeter(long[] row, MeterConfig config) throws RefusedException {
        if (config != null) {
            checkMetered();
            meters.take(row, config);
        }
    }

    @Override
    public synchronized void setDefaultAction(ActionSpec action, MeterConfig meter)
            throws RefusedException {
        if (def.constDefault) {
            throw new RefusedException(
                    Code.PERMISSION_DENIED,
                    "the default action of table " + def.name + " is const");
        }
        long[] old = defaultRow;
        long[] row = action == null ? codec.programDefault() : codec.row(action);
        takeMeter(row, meter);
        if (profile != null && action != null) {
            profile.refer(row[at.action], 1);
        }
        if (profile != null && old[at.action] != -1) {
            profile.refer(old[at.action], -1);
        }
        defaultRow = row;
        meters.release(old);
        counters.move(old, row);
        shortcut.defaultChanged(this);
    }

    @Override
    public ActionSpec defaultAction() {
        return codec.action(defaultRow);
    }

    @Override
    public synchronized boolean read(MatchKey key, Visitor visitor) {
        long[] row = lookup(key);
        if (row != null) {
            visit(row, entry(row), meters.config(row), visitor);
        }
        return row != null;
    }

    /**
     * Rows as they are in the matcher: their words do not change but for counter, last hit and
     * meter. What a row only refers to is looked up now.
     */
    @Override
    public synchronized Rows rows() {
        long[][] rows = new long[matcher.size()][];
        int[] n = {0};
        matcher.forEach(row -> rows[n[0]++] = row);
        Map<MatchKey, byte[]> opaque = metadata.isEmpty() ? Map.of() : new HashMap<>(metadata);
        ActionSpec[] references = profile == null ? null : new ActionSpec[rows.length];
        MeterConfig[] meterConfigs = meters.none() ? null : new MeterConfig[rows.length];
        for (int i = 0; i < rows.length && (references != null || meterConfigs != null); i++) {
            if (references != null) {
                references[i] = codec.action(rows[i]);
            }
            if (meterConfigs != null) {
                meterConfigs[i] = meters.config(rows[i]);
            }
        }
        return new Rows() {
            @Override
            public int size() {
                return rows.length;
            }

            @Override
            public void visit(int i, Visitor visitor) {
                long[] row = rows[i];
                MatchKey key = codec.key(row);
                ActionSpec action = references == null ? codec.action(row) : references[i];
                Entry entry = codec.entry(key, row, action, opaque.get(key));
                MatchTable.this.visit(
                        row, entry, meterConfigs == null ? null : meterConfigs[i], visitor);
            }
        };
    }

    private Entry entry(long[] row) {
        MatchKey key = codec.key(row);
        return codec.entry(
                key, row, codec.action(row), metadata.isEmpty() ? null : metadata.get(key));
    }

    private void visit(long[] row, Entry entry, MeterConfig meter, Visitor visitor) {
        visitor.entry(
                entry,
                counters.packets(row),
                counters.bytes(row),
                timesOut() ? clock.getAsLong() - idle.lastHit(row) : 0,
                meter);
    }

    @Override
    public synchronized void readDefault(Visitor visitor) {
        long[] row = defaultRow;
        visitor.entry(
                new Entry(
                        new MatchKey(new byte[0][], new byte[0][], 0),
                        codec.action(row),
                        0,
                        0,
                        new byte[0]),
                counters.packets(row),
                counters.bytes(row),
                0,
                meters.config(row));
    }

    private long[] rowOrDefault(MatchKey key) throws RefusedException {
        long[] row = key == null ? defaultRow : lookup(key);
        if (row == null) {
            throw notFound();
        }
        return row;
    }

    @Override
    public synchronized void setCounter(MatchKey key, long packets, long bytes)
            throws RefusedException {
        long[] row = rowOrDefault(key);
        if (counters.none()) {
            throw new RefusedException(
                    Code.INVALID_ARGUMENT, "table " + def.name + " has no direct counter");
        }
        shortcut.account();
        counters.set(row, packets, bytes);
    }

    @Override
    public synchronized void setMeter(MatchKey key, MeterConfig config) throws RefusedException {
        long[] row = rowOrDefault(key);
        checkMetered();
        meters.set(row, config);
        if (key == null) {
            shortcut.defaultChanged(this);
        } else {
            shortcut.changed(this, row);
        }
    }

    @Override
    public int size() {
        return matcher.size();
    }

    @Override
    public void onIdle(IdleListener listener) {
        idleListener = listener;
    }

    /** Whether rows of this table can time out. */
    public boolean timesOut() {
        return idle.possible();
    }

    /**
     * Reports each row that has been idle for its timeout to the listener, and again after each
     * further timeout until it is hit: once, however many of them have passed since the last call.
     * Looks at rows whose timeout has passed since they were last looked at, and at no others. For
     * one thread; may run beside the control methods.
     */
    public void sweep(long nowNanos) {
        IdleListener listener = idleListener;
        if (listener == null || !timesOut()) {
            return;
        }
        synchronized (this) {
            idle.sweep(nowNanos);
        }
        for (; ; ) {
            Entry e;
            long idleNanos;
            synchronized (this) {
                long[] row = idle.take(nowNanos);
                if (row == null) {
                    return;
                }
                shortcut.account(this, row);
                idle.await(row);
                idleNanos = nowNanos - idle.lastHit(row);
                if (idleNanos < idle.timeout(row)) {
                    continue;
                }
                e = entry(row);
            }
            listener.idle(id, e, idleNanos);
        }
    }

    /** What its rows refer to; null where the table holds its actions itself. */
    public Profile profile() {
        return profile;
    }

    /** Where key fields and row words are, for the code generator. */
    public KeyLayout keyLayout() {
        return layout;
    }

    public RowLayout rowLayout() {
        return at;
    }

    @Override
    public String toString() {
        return def.name + Arrays.asList(def.match, size());
    }
}
