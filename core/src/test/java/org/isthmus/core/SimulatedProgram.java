// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core;

import java.util.Arrays;
import java.util.Collections;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.isthmus.core.model.Capability;
import org.isthmus.core.model.Eam;
import org.isthmus.core.model.Intent;
import org.isthmus.core.model.Program;

/** The P4 program with tables of any size; a test of the pipeline compares them with it. */
public final class SimulatedProgram implements Program {
    public static final List<String> NAMES =
            List.of(
                    "bib4",
                    "bib6",
                    "denied_services",
                    "eam4_dst",
                    "eam4_src",
                    "eam6_dst",
                    "eam6_src",
                    "edge",
                    "embedded",
                    "flow_seed",
                    "hairpin_session",
                    "local4",
                    "local6",
                    "mss_clamp",
                    "next",
                    "next_selector",
                    "other_edges",
                    "pool4",
                    "pool6",
                    "pool6_src",
                    "port_sets4",
                    "port_sets6",
                    "prefix6",
                    "route4",
                    "route6",
                    "served4",
                    "served6",
                    "session",
                    "source4",
                    "source6",
                    "source_binding",
                    "station",
                    "subscriber",
                    "subscriber_limits",
                    "translation_options");

    private static final Map<Object, List<String>> BY_SORT = new HashMap<>();

    static {
        BY_SORT.put(Intent.Inbound.class, List.of("bib4"));
        BY_SORT.put(Intent.Outbound.class, List.of("bib6"));
        BY_SORT.put(Eam.Host.IPV6, List.of("eam4_dst", "eam6_src"));
        BY_SORT.put(Eam.Host.IPV4, List.of("eam6_dst", "eam4_src"));
        BY_SORT.put(Intent.Edge.class, List.of("edge"));
        BY_SORT.put(Intent.Denied.class, List.of("embedded"));
        BY_SORT.put(Intent.DeniedService.class, List.of("denied_services"));
        BY_SORT.put(Intent.FlowSeed.class, List.of("flow_seed"));
        BY_SORT.put(Intent.HairpinSession.class, List.of("hairpin_session"));
        BY_SORT.put(Intent.Local4.class, List.of("local4"));
        BY_SORT.put(Intent.Local6.class, List.of("local6"));
        BY_SORT.put(Intent.Options.class, List.of("translation_options"));
        BY_SORT.put(Intent.MssClamp.class, List.of("mss_clamp"));
        BY_SORT.put(Intent.OthersClosed.class, List.of("other_edges"));
        BY_SORT.put(Intent.Outbound.SET, List.of("port_sets6"));
        BY_SORT.put(Intent.Inbound.SET, List.of("port_sets4"));
        BY_SORT.put(Intent.Pool4.class, List.of("pool4"));
        BY_SORT.put(Intent.NatPrefix.class, List.of("pool6", "pool6_src", "prefix6"));
        BY_SORT.put(Intent.Route4.class, List.of("route4"));
        BY_SORT.put(Intent.Route6.class, List.of("route6"));
        BY_SORT.put(Intent.Served4.class, List.of("served4"));
        BY_SORT.put(Intent.Served6.class, List.of("served6"));
        BY_SORT.put(Intent.Session.class, List.of("session"));
        BY_SORT.put(Intent.Source4.class, List.of("source4"));
        BY_SORT.put(Intent.Source6.class, List.of("source6"));
        BY_SORT.put(Intent.SourceBinding.class, List.of("source_binding"));
        BY_SORT.put(Intent.Station.class, List.of("station"));
        BY_SORT.put(Intent.Subscriber.class, List.of("subscriber"));
        BY_SORT.put(Intent.SubscriberLimit.class, List.of("subscriber_limits"));
    }

    private final Map<String, Long> sizes = new HashMap<>();
    private final Set<Capability> capabilities = EnumSet.allOf(Capability.class);

    private SimulatedProgram() {}

    /**
     * @param sizes such as {@code bib4=100}; others are large
     */
    public static SimulatedProgram of(String... sizes) {
        SimulatedProgram program = new SimulatedProgram();
        for (String size : sizes) {
            String[] parts = size.split("=");
            program.sizes.put(parts[0], Long.parseLong(parts[1]));
        }
        return program;
    }

    /** Takes capabilities away. */
    public SimulatedProgram without(Capability... none) {
        capabilities.removeAll(List.of(none));
        return this;
    }

    @Override
    public Set<Capability> capabilities() {
        return Collections.unmodifiableSet(capabilities);
    }

    @Override
    public List<String> tableNames() {
        return NAMES;
    }

    @Override
    public long size(int table) {
        return sizes.getOrDefault(NAMES.get(table), 1L << 20);
    }

    @Override
    public int mostHops() {
        return (int) (long) sizes.getOrDefault("hops", (long) Integer.MAX_VALUE);
    }

    @Override
    public int[] tablesOf(Intent intent) {
        if (intent instanceof Intent.Next) {
            int[] numbers = new int[1 + ((Intent.Next) intent).hops.size()];
            Arrays.fill(numbers, NAMES.indexOf("next_selector"));
            numbers[0] = NAMES.indexOf("next");
            return numbers;
        }
        return BY_SORT.getOrDefault(intent.sort(), List.of()).stream()
                .mapToInt(NAMES::indexOf)
                .toArray();
    }
}
