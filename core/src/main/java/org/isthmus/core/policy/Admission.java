// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core.policy;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.isthmus.core.api.ConflictException;
import org.isthmus.core.api.Fault;
import org.isthmus.core.api.InvalidException;
import org.isthmus.core.mapping.Eamt;
import org.isthmus.core.mapping.Instances;
import org.isthmus.core.model.Eam;
import org.isthmus.core.model.PoolSpec;
import org.isthmus.core.pool.Pools;
import org.isthmus.core.pool.PortPool;
import org.isthmus.core.spi.EamRecord;
import org.isthmus.core.spi.OperatorRecord;
import org.isthmus.core.spi.PoolRecord;
import org.isthmus.core.spi.StaticBindingRecord;

/**
 * Which entries of operators come along with a configuration. Those that are in force go first, and
 * one that it contradicts refuses the configuration; those that were left out so far come along if
 * they fit beside them and devices have room. What does not is left out, with a reason. For one
 * configuration, once.
 *
 * <p>Threading: the core's thread.
 */
final class Admission {
    private static final String NO_ROOM = "a device has no room for it";

    private final Plan plan;
    private final Audit audit;
    private final ConfigInForce config;
    private final Instances instances;
    private final Pools pools;
    private final StaticBindings statics;
    private final LeftOut leftOut;
    private final PlannedRoom room;

    /**
     * @param plan gets the entries
     * @param audit of its configuration; what is admitted is added
     * @param leftOut so far
     */
    Admission(
            Plan plan,
            Audit audit,
            ConfigInForce config,
            Instances instances,
            Pools pools,
            StaticBindings statics,
            LeftOut leftOut,
            PlannedRoom room) {
        this.plan = plan;
        this.audit = audit;
        this.config = config;
        this.instances = instances;
        this.pools = pools;
        this.statics = statics;
        this.leftOut = leftOut;
        this.room = room;
    }

    /**
     * @return all mappings, those of the configuration and of operators
     * @throws ConflictException the configuration contradicts what an operator has in force
     */
    Eamt admit() {
        keepThoseInForce();
        admitThoseLeftOut();
        return admitWhatHasRoom(audit.eamt());
    }

    /**
     * Entries of operators that are in force must not contradict the new configuration. One whose
     * instance or pool is no longer there is left out; a mapping that it has as well waits until it
     * no longer does, and a pool that it has as well is the operator's no more.
     */
    private void keepThoseInForce() {
        for (PortPool pool : pools.all()) {
            if (!pool.isConfigured() && !isTakenOver(pool.spec())) {
                keep(PoolRecord.of(pool.spec()));
            }
        }
        Eamt kept = keptEams();
        keep("an EAM", () -> audit.inForce(kept));
        for (StaticEntry s : statics.all()) {
            if (!s.configured) {
                keep(s.record());
            }
        }
    }

    private boolean isTakenOver(PoolSpec pool) {
        boolean takesOver = plan.takesOver(pool);
        if (takesOver) {
            plan.leftOut.takenOver(PoolRecord.removal(pool.name));
        }
        return takesOver;
    }

    private Eamt keptEams() {
        Eamt table = instances.eamt();
        Set<Eam> gone = new HashSet<>(config.eams());
        for (Eam eam : plan.nat64.eamt) {
            if (eam.equals(table.get(eam.prefix4)) && gone.add(eam)) {
                plan.leftOut.keep(EamRecord.of(eam));
            }
        }
        Set<String> names =
                plan.nat64.instances.stream().map(i -> i.name).collect(Collectors.toSet());
        if (!instances.all().stream().allMatch(i -> names.contains(i.name))) {
            for (Eam eam : table.list()) {
                if (!names.contains(eam.instance) && gone.add(eam)) {
                    plan.leftOut.add(EamRecord.of(eam), Audit.noInstance(eam.instance));
                }
            }
        }
        return table.minus(gone);
    }

    private void keep(OperatorRecord entry) {
        try {
            keep(LeftOut.what(entry), () -> admit(entry));
        } catch (InvalidException e) {
            plan.leftOut.add(entry, e.getMessage());
        }
    }

    /** A conflict is one of the configuration: the entry was there before. */
    private static void keep(String what, Runnable check) {
        try {
            check.run();
        } catch (ConflictException e) {
            throw new ConflictException(
                    "", "contradicts " + what + " of an operator: " + e.getMessage(), e.other());
        }
    }

    /** Entries of operators that were left out so far may fit the new configuration. */
    private void admitThoseLeftOut() {
        List<PoolRecord> morePools = leftOut.inOrder(PoolRecord.class);
        morePools.removeIf(r -> isTakenOver(r.pool));
        List<StaticBindingRecord> bindings = leftOut.inOrder(StaticBindingRecord.class);
        List<PoolSpec> specs = morePools.stream().map(r -> r.pool).collect(Collectors.toList());
        boolean isTight = !hasRoom(specs, bindings.size());
        for (PoolRecord r : morePools) {
            if (isTight && !hasRoom(List.of(r.pool), 0)) {
                plan.leftOut.add(r, NO_ROOM);
            } else {
                admitIfFits(r);
            }
        }
        List<EamRecord> eams = leftOut.inOrder(EamRecord.class);
        Set<Eam> configured = new HashSet<>(plan.nat64.eamt);
        eams.stream().filter(r -> configured.contains(r.eam)).forEach(plan.leftOut::keep);
        eams.removeIf(r -> configured.contains(r.eam));
        try {
            admit(eams);
        } catch (InvalidException | ConflictException e) {
            admitThoseThatFit(eams);
        }
        for (StaticBindingRecord r : bindings) {
            if (isTight && !hasRoom(List.of(), 1)) {
                plan.leftOut.add(r, NO_ROOM);
            } else {
                admitIfFits(r);
            }
        }
    }

    /** Whether devices have room for more than is admitted so far. */
    private boolean hasRoom(List<PoolSpec> morePools, int bindings) {
        List<PoolSpec> all = new ArrayList<>(plan.pools);
        all.addAll(morePools);
        int more = plan.nat64.staticBindings.size() + plan.statics.size() - statics.all().size();
        return room.has(plan.nat64, plan.fabric, plan.programs, all, audit.eamt(), more + bindings);
    }

    /**
     * Of the mappings that were left out so far, leaves out those that no device would have room
     * for beside the rest.
     */
    private Eamt admitWhatHasRoom(Eamt table) {
        int all = plan.eams.size();
        if (all == 0 || hasRoom(table)) {
            return table;
        }
        int fit = 0;
        for (int most = all; most - fit > 1; ) {
            int half = (fit + most) / 2;
            if (hasRoom(table.minus(plan.eams.subList(half, all)))) {
                fit = half;
            } else {
                most = half;
            }
        }
        List<Eam> rest = plan.eams.subList(fit, all);
        rest.forEach(eam -> plan.leftOut.add(EamRecord.of(eam), NO_ROOM));
        Eamt left = table.minus(rest);
        rest.clear();
        return left;
    }

    private boolean hasRoom(Eamt table) {
        return room.has(plan.nat64, plan.fabric, plan.programs, plan.pools, table, 0);
    }

    private void admitIfFits(OperatorRecord entry) {
        try {
            admit(entry);
        } catch (InvalidException | ConflictException e) {
            plan.leftOut.add(entry, Audit.fault(e).text());
        }
    }

    /** Many at a time: with each of a million a table would be made anew. */
    private void admitThoseThatFit(List<EamRecord> eams) {
        Map<EamRecord, Fault> refused = new LinkedHashMap<>();
        List<EamRecord> rest = eams;
        List<EamRecord> fit;
        do {
            fit = rest;
            // Without one that is refused, two others may contradict each other.
            for (Map<Integer, Fault> faults; !(faults = audit.faults(eams(fit))).isEmpty(); ) {
                List<EamRecord> left = new ArrayList<>();
                for (int i = 0; i < fit.size(); i++) {
                    if (faults.containsKey(i)) {
                        refused.put(fit.get(i), faults.get(i));
                    } else {
                        left.add(fit.get(i));
                    }
                }
                fit = left;
            }
            admit(fit);
            fit.forEach(refused::remove);
            // What contradicts one that is refused itself may fit after all.
            Set<String> out =
                    refused.keySet().stream().map(LeftOut::what).collect(Collectors.toSet());
            rest = new ArrayList<>(refused.keySet());
            rest.removeIf(r -> !out.contains(refused.get(r).other));
        } while (!fit.isEmpty() && !rest.isEmpty());
        refused.forEach((r, fault) -> plan.leftOut.add(r, fault.text()));
    }

    private void admit(List<EamRecord> eams) {
        audit.eams("", eams(eams));
        plan.eams.addAll(eams(eams));
    }

    private static List<Eam> eams(List<EamRecord> records) {
        return records.stream().map(r -> r.eam).collect(Collectors.toList());
    }

    private void admit(OperatorRecord entry) {
        if (entry instanceof PoolRecord) {
            PoolSpec pool = ((PoolRecord) entry).pool;
            audit.pool("", pool);
            plan.pools.add(pool);
        } else {
            StaticBindingRecord record = (StaticBindingRecord) entry;
            audit.staticBinding("", record.binding);
            plan.statics.add(record);
        }
    }
}
