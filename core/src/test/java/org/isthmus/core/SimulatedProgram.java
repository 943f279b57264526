// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core;

import java.util.Arrays;
import java.util.Collections;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.isthmus.core.model.BibIntent;
import org.isthmus.core.model.Capability;
import org.isthmus.core.model.Eam;
import org.isthmus.core.model.Intent;
import org.isthmus.core.model.Program;
import org.isthmus.core.model.RoutingIntent;
import org.isthmus.core.model.SourceIntent;
import org.isthmus.core.model.SwitchIntent;
import org.isthmus.core.model.TranslationIntent;

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
        BY_SORT.put(BibIntent.Inbound.class, List.of("bib4"));
        BY_SORT.put(BibIntent.Outbound.class, List.of("bib6"));
        BY_SORT.put(Eam.Host.IPV6, List.of("eam4_dst", "eam6_src"));
        BY_SORT.put(Eam.Host.IPV4, List.of("eam6_dst", "eam4_src"));
        BY_SORT.put(SourceIntent.Edge.class, List.of("edge"));
        BY_SORT.put(TranslationIntent.Denied.class, List.of("embedded"));
        BY_SORT.put(TranslationIntent.DeniedService.class, List.of("denied_services"));
        BY_SORT.put(RoutingIntent.FlowSeed.class, List.of("flow_seed"));
        BY_SORT.put(BibIntent.HairpinSession.class, List.of("hairpin_session"));
        BY_SORT.put(SwitchIntent.Local4.class, List.of("local4"));
        BY_SORT.put(SwitchIntent.Local6.class, List.of("local6"));
        BY_SORT.put(TranslationIntent.Options.class, List.of("translation_options"));
        BY_SORT.put(TranslationIntent.MssClamp.class, List.of("mss_clamp"));
        BY_SORT.put(SourceIntent.OthersClosed.class, List.of("other_edges"));
        BY_SORT.put(BibIntent.Outbound.SET, List.of("port_sets6"));
        BY_SORT.put(BibIntent.Inbound.SET, List.of("port_sets4"));
        BY_SORT.put(TranslationIntent.Pool4.class, List.of("pool4"));
        BY_SORT.put(TranslationIntent.NatPrefix.class, List.of("pool6", "pool6_src", "prefix6"));
        BY_SORT.put(RoutingIntent.Route4.class, List.of("route4"));
        BY_SORT.put(RoutingIntent.Route6.class, List.of("route6"));
        BY_SORT.put(SwitchIntent.Served4.class, List.of("served4"));
        BY_SORT.put(SwitchIntent.Served6.class, List.of("served6"));
        BY_SORT.put(BibIntent.Session.class, List.of("session"));
        BY_SORT.put(SourceIntent.Source4.class, List.of("source4"));
        BY_SORT.put(SourceIntent.Source6.class, List.of("source6"));
        BY_SORT.put(SourceIntent.SourceBinding.class, List.of("source_binding"));
        BY_SORT.put(SwitchIntent.Station.class, List.of("station"));
        BY_SORT.put(SwitchIntent.Subscriber.class, List.of("subscriber"));
        BY_SORT.put(BibIntent.SubscriberLimit.class, List.of("subscriber_limits"));
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
        if (intent instanceof RoutingIntent.Next) {
            int[] numbers = new int[1 + ((RoutingIntent.Next) intent).hops.size()];
            Arrays.fill(numbers, NAMES.indexOf("next_selector"));
            numbers[0] = NAMES.indexOf("next");
            return numbers;
        }
        return BY_SORT.getOrDefault(intent.sort(), List.of()).stream()
                .mapToInt(NAMES::indexOf)
                .toArray();
    }
}
