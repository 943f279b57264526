// SPDX-License-Identifier: Apache-2.0
package org.isthmus.pipeline;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.isthmus.core.model.Intent;
import p4.v1.P4RuntimeOuterClass.Entity;
import p4.v1.P4RuntimeOuterClass.TableEntry;

/** How intents look as entities, by intent and by table. Immutable; any thread. */
final class Descriptors {
    /** Those of our program. */
    static final List<Descriptor<?>> PROGRAM =
            Stream.of(SwitchTables.ALL, RoutingTables.ALL, BibTables.ALL, TranslationTables.ALL)
                    .flatMap(List::stream)
                    .collect(Collectors.toUnmodifiableList());

    private final Map<Class<?>, List<Descriptor<?>>> byKind = new HashMap<>();
    private final Map<Integer, TableDescriptor<?>> tables = new LinkedHashMap<>();
    private final Map<Integer, MeterDescriptor<?>> meters = new LinkedHashMap<>();

    /**
     * @param all entries of one intent are written in this order
     */
    Descriptors(List<Descriptor<?>> all) {
        for (Descriptor<?> one : all) {
            byKind.computeIfAbsent(one.kind(), kind -> new ArrayList<>()).add(one);
            Object before =
                    one instanceof MeterDescriptor
                            ? meters.put(
                                    ((MeterDescriptor<?>) one).meter(), (MeterDescriptor<?>) one)
                            : tables.put(
                                    ((TableDescriptor<?>) one).table().id,
                                    (TableDescriptor<?>) one);
            if (before != null) {
                throw new IllegalArgumentException(one + " is described twice");
            }
        }
    }

    /** The entities of an intent, in the order in which they are written. */
    <I extends Intent> List<Entity> entities(I intent, MatchKinds kinds) {
        @SuppressWarnings("unchecked")
        List<Descriptor<I>> all = (List<Descriptor<I>>) (List<?>) byKind.get(intent.getClass());
        if (all == null) {
            throw new IllegalArgumentException("no table for " + intent.getClass());
        }
        if (all.size() == 1) {
            return all.get(0).entities(intent, kinds);
        }
        List<Entity> entities = null;
        for (int i = 0; i < all.size(); i++) {
            if (all.get(i).applies(intent)) {
                List<Entity> more = all.get(i).entities(intent, kinds);
                if (entities == null) {
                    // Of a binding there is no other.
                    entities = more;
                } else {
                    entities = new ArrayList<>(entities);
                    entities.addAll(more);
                }
            }
        }
        return entities == null ? List.of() : entities;
    }

    /** The tables in which an intent has an entry each. */
    <I extends Intent> List<TableDescriptor<?>> tables(I intent) {
        @SuppressWarnings("unchecked")
        List<Descriptor<I>> all =
                (List<Descriptor<I>>) (List<?>) byKind.getOrDefault(intent.getClass(), List.of());
        List<TableDescriptor<?>> tables = new ArrayList<>(all.size());
        for (Descriptor<I> one : all) {
            if (one instanceof TableDescriptor && one.applies(intent)) {
                tables.add((TableDescriptor<?>) one);
            }
        }
        return tables;
    }

    /**
     * The first entry of an intent, as far as it is looked up by.
     *
     * @throws IllegalArgumentException it has none
     */
    <I extends Intent> TableEntry.Builder key(I intent, MatchKinds kinds) {
        List<TableDescriptor<?>> all = tables(intent);
        if (all.isEmpty()) {
            throw new IllegalArgumentException("no table for " + intent.getClass());
        }
        @SuppressWarnings("unchecked")
        TableDescriptor<I> first = (TableDescriptor<I>) all.get(0);
        return first.key(intent, kinds);
    }

    Collection<TableDescriptor<?>> tables() {
        return tables.values();
    }

    /** Null if no intent has entries of that table. */
    TableDescriptor<?> table(int id) {
        return tables.get(id);
    }

    /** Null if no intent has cells of that meter. */
    MeterDescriptor<?> meter(int id) {
        return meters.get(id);
    }
}
