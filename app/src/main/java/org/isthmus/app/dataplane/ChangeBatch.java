// SPDX-License-Identifier: Apache-2.0
package org.isthmus.app.dataplane;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import org.isthmus.core.model.Change;
import org.isthmus.core.model.Refusal;
import org.isthmus.pipeline.Entities;
import org.onosproject.net.flow.FlowRule;
import org.onosproject.net.pi.runtime.PiMeterCellConfig;
import p4.v1.P4RuntimeOuterClass.Entity;

/**
 * One batch of changes on its way to a device, in as few runs as keep the order of changes of one
 * rule: a run holds no two of them, for those of one request are done in any order. Used once, on
 * the device's executor.
 */
final class ChangeBatch {
    private final LocalDevice device;
    private final List<Change> changes;
    private final List<Refusal> refusals = new ArrayList<>();

    /** The first change that no run has taken. */
    private int next;

    // The run under way.
    private List<FlowRule> added;
    private List<FlowRule> removed;
    private final Map<FlowRule, Integer> rules = new HashMap<>();
    private final Map<PiMeterCellConfig, Integer> cells = new HashMap<>();

    ChangeBatch(LocalDevice device, List<Change> changes) {
        this.device = device;
        this.changes = changes;
    }

    CompletableFuture<List<Refusal>> run() {
        if (next == changes.size()) {
            return CompletableFuture.completedFuture(List.copyOf(refusals));
        }
        fill();
        device.counters().rules.add(rules.size());
        CompletableFuture<Set<FlowRule>> written =
                rules.isEmpty()
                        ? CompletableFuture.completedFuture(Set.of())
                        : device.write(added, removed);
        return written.thenComposeAsync(this::judge, device.executor())
                .thenCompose(done -> meters())
                .thenComposeAsync(done -> run(), device.executor());
    }

    private void fill() {
        added = new ArrayList<>();
        removed = new ArrayList<>();
        rules.clear();
        cells.clear();
        while (next < changes.size() && take(next)) {
            next++;
        }
    }

    /** False when the change has to wait for the run to be over. */
    private boolean take(int index) {
        Change change = changes.get(index);
        boolean set = change.kind() == Change.Kind.SET;
        List<FlowRule> own = new ArrayList<>(1);
        List<PiMeterCellConfig> ownCells = new ArrayList<>(0);
        try {
            for (Entity entity : device.translator().entities(change.intent())) {
                if (entity.hasMeterEntry()) {
                    Entity cell = set ? entity : Entities.remove(entity).getEntity();
                    ownCells.add(device.meter(cell));
                } else {
                    own.add(device.rule(entity));
                }
            }
        } catch (IllegalArgumentException e) {
            refuse(change, e.getMessage());
            return true;
        }
        for (FlowRule rule : own) {
            if (rules.containsKey(rule)) {
                return false;
            }
        }
        for (PiMeterCellConfig cell : ownCells) {
            if (cells.keySet().stream().anyMatch(c -> c.cellId().equals(cell.cellId()))) {
                return false;
            }
        }
        for (FlowRule rule : own) {
            rules.put(rule, index);
            (set ? added : removed).add(rule);
        }
        ownCells.forEach(cell -> cells.put(cell, index));
        return true;
    }

    /** Of an intent that was refused in part, no part shall stay. */
    private CompletableFuture<?> judge(Set<FlowRule> refused) {
        if (refused.isEmpty()) {
            return CompletableFuture.completedFuture(null);
        }
        Set<Integer> failed = new TreeSet<>();
        refused.forEach(rule -> failed.add(rules.get(rule)));
        return device.answers()
                .thenComposeAsync(
                        answers -> {
                            if (!answers) {
                                return CompletableFuture.failedFuture(
                                        new IllegalStateException(
                                                device.id() + " does not answer"));
                            }
                            List<FlowRule> undo = new ArrayList<>();
                            for (Map.Entry<FlowRule, Integer> e : rules.entrySet()) {
                                if (failed.contains(e.getValue())
                                        && changes.get(e.getValue()).kind() == Change.Kind.SET) {
                                    undo.add(e.getKey());
                                }
                            }
                            failed.forEach(i -> refuse(changes.get(i), "the device refused it"));
                            return undo.isEmpty()
                                    ? CompletableFuture.completedFuture(null)
                                    : device.write(List.of(), undo);
                        },
                        device.executor());
    }

    private CompletableFuture<?> meters() {
        if (cells.isEmpty()) {
            return CompletableFuture.completedFuture(null);
        }
        return device.writeMeters(List.copyOf(cells.keySet()))
                .thenAcceptAsync(
                        refused ->
                                refused.forEach(
                                        cell ->
                                                refuse(
                                                        changes.get(cells.get(cell)),
                                                        "the device refused it")),
                        device.executor());
    }

    private void refuse(Change change, String message) {
        device.counters().refusals.increment();
        refusals.add(new Refusal(change, false, message));
    }
}
