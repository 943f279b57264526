// SPDX-License-Identifier: Apache-2.0
package org.isthmus.pipeline;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.isthmus.core.model.Capability;
import org.isthmus.core.model.Intent;
import org.isthmus.core.model.Program;
import org.isthmus.core.model.RoutingIntent;
import p4.config.v1.P4InfoOuterClass.ActionProfile;
import p4.config.v1.P4InfoOuterClass.MatchField;
import p4.config.v1.P4InfoOuterClass.P4Info;
import p4.config.v1.P4InfoOuterClass.Table;

/**
 * What the core is to know of a program: the tables of its P4Info that intents have entries in, and
 * their action profiles, ordered by name, and what it can do. Equal by these. Immutable; any
 * thread.
 */
final class P4InfoProgram implements Program {
    private final Descriptors descriptors;
    private final List<String> names = new ArrayList<>();
    private final List<Long> sizes = new ArrayList<>();
    private final Set<Capability> capabilities;

    private int mostHops = Integer.MAX_VALUE;

    /** By id. */
    private final Map<Integer, Integer> numbers = new HashMap<>();

    /** Action profiles of tables, both by id. */
    private final Map<Integer, Integer> profiles = new HashMap<>();

    P4InfoProgram(
            P4Info info, Descriptors descriptors, MatchKinds kinds, Set<Capability> capabilities) {
        this.descriptors = descriptors;
        this.capabilities = capabilities;
        Set<Integer> written = new HashSet<>();
        for (TableDescriptor<?> each : descriptors.tables()) {
            written.add(each.table().id);
        }
        // By id, those of both kinds.
        Map<String, Integer> ids = new TreeMap<>();
        Map<Integer, Long> sizesById = new HashMap<>();
        for (Table table : info.getTablesList()) {
            if (written.contains(table.getPreamble().getId())) {
                ids.put(table.getPreamble().getName(), table.getPreamble().getId());
                MatchField share = kinds.share(table.getPreamble().getId());
                int shares = share == null ? 1 : 1 << share.getBitwidth();
                sizesById.put(table.getPreamble().getId(), table.getSize() / shares);
                if (share != null) {
                    mostHops = Math.min(mostHops, shares);
                }
            }
        }
        for (ActionProfile profile : info.getActionProfilesList()) {
            for (int table : profile.getTableIdsList()) {
                if (written.contains(table)) {
                    ids.put(profile.getPreamble().getName(), profile.getPreamble().getId());
                    sizesById.put(profile.getPreamble().getId(), profile.getSize());
                    profiles.put(table, profile.getPreamble().getId());
                    // P4Runtime: 0 says nothing.
                    if (profile.getMaxGroupSize() > 0) {
                        mostHops = Math.min(mostHops, profile.getMaxGroupSize());
                    }
                }
            }
        }
        ids.forEach(
                (name, id) -> {
                    numbers.put(id, names.size());
                    names.add(name);
                    sizes.add(sizesById.get(id));
                });
    }

    @Override
    public List<String> tableNames() {
        return Collections.unmodifiableList(names);
    }

    @Override
    public long size(int table) {
        return sizes.get(table);
    }

    @Override
    public int[] tablesOf(Intent intent) {
        return descriptors.tables(intent).stream()
                .map(each -> each.table().id)
                .filter(numbers::containsKey)
                .flatMapToInt(
                        table ->
                                IntStream.concat(
                                        IntStream.of(numbers.get(table)), members(table, intent)))
                .toArray();
    }

    /** The number of a table's action profile, for each member that an intent has there. */
    private IntStream members(int table, Intent intent) {
        Integer profile = profiles.get(table);
        return profile == null || !(intent instanceof RoutingIntent.Next)
                ? IntStream.empty()
                : ((RoutingIntent.Next) intent).hops.stream().mapToInt(hop -> numbers.get(profile));
    }

    @Override
    public int mostHops() {
        return mostHops;
    }

    @Override
    public Set<Capability> capabilities() {
        return capabilities;
    }

    @Override
    public boolean equals(Object o) {
        return o instanceof P4InfoProgram
                && ((P4InfoProgram) o).names.equals(names)
                && ((P4InfoProgram) o).sizes.equals(sizes)
                && ((P4InfoProgram) o).mostHops == mostHops
                && ((P4InfoProgram) o).capabilities.equals(capabilities);
    }

    @Override
    public int hashCode() {
        return names.hashCode() * 31 + sizes.hashCode();
    }
}
