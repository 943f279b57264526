// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core.policy;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.isthmus.core.api.ConflictException;
import org.isthmus.core.mapping.Eamt;
import org.isthmus.core.model.Eam;
import org.isthmus.core.model.PoolSpec;
import org.isthmus.core.model.StaticBinding;
import org.isthmus.core.spi.EamRecord;
import org.isthmus.core.spi.OperatorRecord;
import org.isthmus.core.spi.PoolRecord;
import org.isthmus.core.spi.StaticBindingRecord;
import org.isthmus.core.spi.Store;

/**
 * Entries of operators that the store has and that are not in force, most of them as the
 * configuration has no place for them. They come into force with the next configuration they fit.
 * There may be no room for all. Those that were in force go before those that were not, also after
 * a restart, so the latter are marked in the store.
 *
 * <p>Threading: the core's thread.
 */
public final class LeftOut {
    private static final Logger LOG = System.getLogger(LeftOut.class.getName());

    /** So many of a kind are named one by one. */
    private static final int NAMED = 10;

    private final Map<List<Object>, OperatorRecord> records = new LinkedHashMap<>();

    /** Of those that are not in force. */
    private final Map<List<Object>, String> reasons = new LinkedHashMap<>();

    /** Those that are marked in the store, by their keys. */
    private final Map<List<Object>, OperatorRecord> marked = new LinkedHashMap<>();

    /** Removals, which were not written yet, of those that a configuration has taken over. */
    private final Map<List<Object>, OperatorRecord> over = new LinkedHashMap<>();

    /** Adds one that the store had at the start: nobody knows yet whether it fits. */
    void read(OperatorRecord record) {
        add(record, "");
        marked(record);
    }

    /** The store has a record, and its mark. */
    private void marked(OperatorRecord record) {
        if (record.isLeftOut) {
            marked.put(record.key(), record);
        } else {
            marked.remove(record.key());
        }
    }

    void add(OperatorRecord record, String reason) {
        records.put(record.key(), record);
        reasons.put(record.key(), reason);
    }

    /** Adds one that is in force all the same, as the configuration has it as well. */
    void keep(OperatorRecord record) {
        records.put(record.key(), record);
    }

    /**
     * Has one removed from the store: the configuration has it, and it is no operator's any more.
     */
    void takenOver(OperatorRecord removal) {
        over.put(removal.key(), removal);
    }

    /** Takes the place of what was left out before, and logs it. */
    void replace(LeftOut other) {
        records.clear();
        reasons.clear();
        records.putAll(other.records);
        reasons.putAll(other.reasons);
        over.putAll(other.over);
        reasons().values().forEach(why -> LOG.log(Level.ERROR, why));
    }

    /** Whether one with the key of this record is not in force. */
    boolean has(Store.Record record) {
        return reasons.containsKey(record.key());
    }

    /** What the store is to have under a key that nothing else has: what is left out, or this. */
    Store.Record orElse(OperatorRecord removal) {
        OperatorRecord r = records.get(removal.key());
        return r == null ? removal : r.leftOut(marked.containsKey(r.key()));
    }

    /** What the store has under the key of this record is written anew. */
    void forget(Store.Record record) {
        records.remove(record.key());
        reasons.remove(record.key());
        marked.remove(record.key());
        over.remove(record.key());
    }

    /** Those of a type, first those that were in force. */
    <R extends OperatorRecord> List<R> inOrder(Class<R> type) {
        List<R> all = of(type);
        all.sort(Comparator.comparing(r -> marked.containsKey(r.key())));
        return all;
    }

    /** What is to be written so that the store says what is left out now, and taken over. */
    List<Store.Record> marks() {
        List<Store.Record> marks = new ArrayList<>(over.values());
        for (OperatorRecord r : records.values()) {
            if (has(r) && !marked.containsKey(r.key())) {
                marks.add(r.leftOut(true));
            }
        }
        marked.forEach(
                (key, r) -> {
                    if (!reasons.containsKey(key) && !over.containsKey(key)) {
                        marks.add(r.leftOut(false));
                    }
                });
        return marks;
    }

    /** They are written. */
    void marked(List<Store.Record> marks) {
        for (Store.Record mark : marks) {
            over.remove(mark.key(), mark);
            marked((OperatorRecord) mark);
        }
    }

    /** As it is now. */
    LeftOut copy() {
        LeftOut copy = new LeftOut();
        copy.records.putAll(records);
        copy.reasons.putAll(reasons);
        copy.marked.putAll(marked);
        return copy;
    }

    /**
     * Removals of mappings that are not in force: a whole table takes their place as well. It has
     * to have those of the configuration, so it says nothing of an operator who added the same.
     */
    List<Store.Record> withoutEams() {
        return of(EamRecord.class).stream()
                .filter(this::has)
                .map(r -> EamRecord.removal(r.prefix4))
                .collect(Collectors.toList());
    }

    <R extends Store.Record> List<R> of(Class<R> type) {
        return records.values().stream()
                .filter(type::isInstance)
                .map(type::cast)
                .collect(Collectors.toList());
    }

    /**
     * What is added must not contradict what is left out: a restart might have that in force in its
     * place.
     *
     * @param records of what is added; what is left out under their keys is over then
     * @param added adds it beside the others
     * @throws ConflictException it does
     */
    void requireNoContradiction(Collection<Store.Record> records, Consumer<Entries> added) {
        if (this.records.isEmpty()) {
            return;
        }
        Map<List<Object>, Store.Record> others = new LinkedHashMap<>(this.records);
        records.forEach(r -> others.remove(r.key()));
        List<PoolSpec> pools = new ArrayList<>();
        List<Eam> eams = new ArrayList<>();
        List<StaticBinding> staticBindings = new ArrayList<>();
        for (Store.Record r : others.values()) {
            if (r instanceof PoolRecord) {
                pools.add(((PoolRecord) r).pool);
            } else if (r instanceof EamRecord) {
                eams.add(((EamRecord) r).eam);
            } else {
                staticBindings.add(((StaticBindingRecord) r).binding);
            }
        }
        // Stores of before may have EAMs of which one contradicts another.
        Eamt eamt = Eamt.EMPTY.plus(eams, e -> {});
        added.accept(new Entries(pools, eamt, staticBindings, LeftOut::contradicted));
    }

    private static void contradicted(RuntimeException e) {
        if (!(e instanceof ConflictException)) {
            throw e;
        }
        ConflictException c = (ConflictException) e;
        throw new ConflictException(
                c.field(),
                "contradicts " + c.other() + ", which is not in force: " + c.getMessage(),
                c.other());
    }

    /** By name, why each is left out; of many of one kind, one line for those beyond the first. */
    public Map<String, String> reasons() {
        Map<String, String> all = new LinkedHashMap<>();
        Map<String, Integer> counts = new LinkedHashMap<>();
        reasons.forEach(
                (key, reason) -> {
                    Store.Record record = records.get(key);
                    if (counts.merge(kind(record), 1, Integer::sum) <= NAMED) {
                        String what = what(record);
                        all.put(what, what + " is not in force: " + reason);
                    }
                });
        counts.forEach(
                (kind, count) -> {
                    if (count > NAMED) {
                        all.put(
                                kind + "s",
                                (count - NAMED) + " more " + kind + "s are not in force");
                    }
                });
        return all;
    }

    static String what(Store.Record record) {
        return kind(record) + " " + name(record);
    }

    private static String kind(Store.Record record) {
        return record instanceof PoolRecord
                ? "pool"
                : record instanceof EamRecord ? "EAM" : "static binding";
    }

    private static String name(Store.Record record) {
        if (record instanceof PoolRecord) {
            return ((PoolRecord) record).name;
        }
        if (record instanceof EamRecord) {
            return ((EamRecord) record).eam.toString();
        }
        StaticBindingRecord binding = (StaticBindingRecord) record;
        return "of " + binding.protocol + " at " + binding.address4 + " port " + binding.port4;
    }
}
