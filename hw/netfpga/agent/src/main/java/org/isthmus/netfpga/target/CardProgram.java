// SPDX-License-Identifier: Apache-2.0
package org.isthmus.netfpga.target;

import com.google.rpc.Code;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.isthmus.netfpga.card.Registers;
import org.isthmus.netfpga.layout.MisfitException;
import org.isthmus.netfpga.layout.RegisterMap;
import org.isthmus.netfpga.layout.SumeLimits;
import org.isthmus.netfpga.layout.SwitchInfo;
import org.isthmus.netfpga.layout.TableLayout;
import org.isthmus.netfpga.rows.Repair;
import org.isthmus.target.api.ActionProfile;
import org.isthmus.target.api.ActionSpec;
import org.isthmus.target.api.CounterArray;
import org.isthmus.target.api.MeterArray;
import org.isthmus.target.api.Program;
import org.isthmus.target.api.RefusedException;
import org.isthmus.target.api.RegisterArray;
import org.isthmus.target.api.Replication;
import org.isthmus.target.api.Table;
import p4.config.v1.P4InfoOuterClass.Action;
import p4.config.v1.P4InfoOuterClass.Counter;
import p4.config.v1.P4InfoOuterClass.Meter;
import p4.config.v1.P4InfoOuterClass.P4Info;
import p4.config.v1.P4InfoOuterClass.Preamble;

/** The card's program, as a P4Info has it. */
public final class CardProgram implements Program {
    private final Map<Integer, CardTable> tables = new LinkedHashMap<>();
    private final Map<Integer, CardCounters> counters = new LinkedHashMap<>();
    private final Map<Integer, CardMeters> meters = new LinkedHashMap<>();

    /** Of tables, counters and meters, by their short names. */
    private final Map<String, Integer> ids = new HashMap<>();

    /**
     * @param bySdnet whether SDNet makes the card's tables
     * @throws RefusedException UNIMPLEMENTED: what a card cannot do; INVALID_ARGUMENT: the card has
     *     another program. Each with the names
     */
    CardProgram(
            Object lock,
            P4Info info,
            SwitchInfo card,
            RegisterMap arrays,
            Registers registers,
            boolean bySdnet,
            CardEvents events)
            throws RefusedException {
        Set<String> provided = new HashSet<>();
        info.getMetersList().forEach(m -> provided.add(m.getPreamble().getAlias()));
        for (Counter c : info.getCountersList()) {
            if (arrays.array(c.getPreamble().getAlias()) != null) {
                provided.add(c.getPreamble().getAlias());
            }
        }
        List<String> refused = new ArrayList<>(SumeLimits.broken(info, provided, bySdnet));
        info.getActionProfilesList().forEach(p -> none("action profile", p.getPreamble(), refused));
        info.getRegistersList().forEach(r -> none("register", r.getPreamble(), refused));
        info.getTablesList().stream()
                .filter(t -> t.getIsConstTable())
                .forEach(t -> none("constant table", t.getPreamble(), refused));
        if (!refused.isEmpty()) {
            throw new RefusedException(
                    Code.UNIMPLEMENTED, "the card cannot do this: " + String.join("; ", refused));
        }
        try {
            tables(lock, info, TableLayout.join(info, card), events);
            counters(lock, info, arrays, registers, events);
        } catch (MisfitException e) {
            throw new RefusedException(
                    Code.INVALID_ARGUMENT, "the card has another program: " + e.getMessage());
        }
        for (Meter m : info.getMetersList()) {
            Preamble p = m.getPreamble();
            meters.put(p.getId(), new CardMeters(lock, p.getId(), (int) m.getSize()));
            ids.put(p.getAlias(), p.getId());
        }
    }

    private static void none(String kind, Preamble p, List<String> refused) {
        refused.add(kind + " " + p.getAlias() + " (the agent has none)");
    }

    private void tables(
            Object lock, P4Info info, Map<Integer, TableLayout> layouts, CardEvents events) {
        Map<Integer, Action> actions = new HashMap<>();
        info.getActionsList().forEach(a -> actions.put(a.getPreamble().getId(), a));
        for (p4.config.v1.P4InfoOuterClass.Table t : info.getTablesList()) {
            int id = t.getPreamble().getId();
            // P4Info of version 1.3 does not tell the parameters of a default action.
            Action byDefault = actions.get(t.getConstDefaultActionId());
            boolean isKnown = byDefault != null && byDefault.getParamsCount() == 0;
            tables.put(
                    id,
                    new CardTable(
                            lock,
                            layouts.get(id),
                            isKnown ? ActionSpec.action(byDefault.getPreamble().getId()) : null,
                            events));
            ids.put(t.getPreamble().getAlias(), id);
        }
    }

    private void counters(
            Object lock, P4Info info, RegisterMap arrays, Registers registers, CardEvents events)
            throws MisfitException {
        for (Counter c : info.getCountersList()) {
            Preamble p = c.getPreamble();
            RegisterMap.Array array = arrays.array(p.getAlias());
            if (array.size() < c.getSize()) {
                throw new MisfitException(
                        "counter "
                                + p.getAlias()
                                + " has "
                                + array.size()
                                + " cells in the card, not "
                                + c.getSize());
            }
            counters.put(
                    p.getId(),
                    new CardCounters(
                            lock, p.getAlias(), registers, array, (int) c.getSize(), events));
            ids.put(p.getAlias(), p.getId());
        }
    }

    /** Makes the card hold what it should. */
    Repair repair() {
        Repair done = new Repair();
        tables.values().forEach(t -> done.add(t.repair()));
        return done;
    }

    /** It does not run, or no more. */
    void stop() {
        tables.values().forEach(CardTable::stop);
        meters.values().forEach(CardMeters::stop);
    }

    Iterable<CardTable> tables() {
        return tables.values();
    }

    /** Rows of the card that nobody knew of when it was compared last. Does not wait. */
    public int unknownRows() {
        return tables.values().stream().mapToInt(CardTable::unknownRows).sum();
    }

    /** Reads all counters, often enough that none counts 2^32 packets meanwhile. */
    public void poll() {
        counters.values().forEach(CardCounters::poll);
    }

    Iterable<CardCounters> counters() {
        return counters.values();
    }

    Iterable<CardMeters> meters() {
        return meters.values();
    }

    /** By its short name; null: the program has none. */
    public CardTable table(String name) {
        return tables.get(ids.get(name));
    }

    /** By its short name; null: the program has none. */
    public CardCounters counter(String name) {
        return counters.get(ids.get(name));
    }

    /** By its short name; null: the program has none. */
    public CardMeters meter(String name) {
        return meters.get(ids.get(name));
    }

    private static <T> T known(T found, String kind, int id) {
        if (found == null) {
            throw new IllegalArgumentException("no " + kind + " with id " + id);
        }
        return found;
    }

    @Override
    public Table table(int tableId) {
        return known(tables.get(tableId), "table", tableId);
    }

    @Override
    public ActionProfile actionProfile(int actionProfileId) {
        return known(null, "action profile", actionProfileId);
    }

    @Override
    public CounterArray counter(int counterId) {
        return known(counters.get(counterId), "counter", counterId);
    }

    @Override
    public MeterArray meter(int meterId) {
        return known(meters.get(meterId), "meter", meterId);
    }

    @Override
    public RegisterArray register(int registerId) {
        return known(null, "register", registerId);
    }

    @Override
    public Replication replication() {
        return null;
    }
}
