// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core.model;

import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The changes from what a device holds to what it shall hold, in the order of their {@link Stage}.
 * One thread.
 */
public final class Difference {
    private final Map<Stage, List<Change>> sets = byStage();
    private final Map<Stage, List<Change>> removals = byStage();

    /** Of several intents with the same key, the last one counts. */
    public Difference(Collection<? extends Intent> held, Collection<? extends Intent> desired) {
        Map<Object, Intent> left = byKey(held);
        for (Intent i : byKey(desired).values()) {
            if (!i.equals(left.remove(i.key()))) {
                sets.get(i.stage()).add(Change.set(i));
            }
        }
        left.values().forEach(this::remove);
    }

    private static Map<Object, Intent> byKey(Collection<? extends Intent> intents) {
        Map<Object, Intent> byKey = new LinkedHashMap<>(intents.size() * 2);
        intents.forEach(i -> byKey.put(i.key(), i));
        return byKey;
    }

    private static Map<Stage, List<Change>> byStage() {
        Map<Stage, List<Change>> changes = new EnumMap<>(Stage.class);
        for (Stage stage : Stage.values()) {
            changes.put(stage, new ArrayList<>());
        }
        return changes;
    }

    /** Adds what a device holds and shall not. */
    public void remove(Intent intent) {
        removals.get(intent.stage()).add(Change.remove(intent));
    }

    /** All changes, in an order that is safe to apply as it stands. */
    public List<Change> inOrder() {
        List<Change> all = new ArrayList<>();
        translationRemovals().forEach(all::addAll);
        sets.values().forEach(all::addAll);
        routingRemovals().forEach(all::addAll);
        return all;
    }

    /** What goes before anything is set, by stage. */
    public List<List<Change>> translationRemovals() {
        return removals(true);
    }

    /** What goes once its replacement has been set, by stage. */
    public List<List<Change>> routingRemovals() {
        return removals(false);
    }

    private List<List<Change>> removals(boolean translation) {
        List<List<Change>> all = new ArrayList<>();
        removals.forEach(
                (stage, changes) -> {
                    if (stage.isTranslation() == translation) {
                        all.add(0, changes);
                    }
                });
        return all;
    }

    /** What is set from one stage to another, by stage. */
    public List<List<Change>> sets(Stage first, Stage last) {
        List<List<Change>> all = new ArrayList<>();
        for (Stage stage : EnumSet.range(first, last)) {
            all.add(sets.get(stage));
        }
        return all;
    }
}
