// SPDX-License-Identifier: Apache-2.0
package org.isthmus.pipeline;

import java.util.Collections;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.isthmus.core.model.BibIntent;
import org.isthmus.core.model.Capability;
import org.isthmus.core.model.Intent;
import org.isthmus.core.model.SwitchIntent;
import org.isthmus.core.model.TranslationIntent;
import p4.config.v1.P4InfoOuterClass.Counter;
import p4.config.v1.P4InfoOuterClass.DirectCounter;
import p4.config.v1.P4InfoOuterClass.Meter;
import p4.config.v1.P4InfoOuterClass.P4Info;
import p4.config.v1.P4InfoOuterClass.Preamble;
import p4.config.v1.P4InfoOuterClass.Table;

/** What a P4Info says that its program can do. Stateless. */
final class Capabilities {
    /**
     * By which a package says that its packet-ins are made by {@link P4#CPU_CLONE_SESSION}. P4Info
     * describes no clone sessions.
     */
    private static final String CLONE_SESSION = "@clone_session";

    private Capabilities() {}

    static Set<Capability> of(P4Info info, Descriptors descriptors) {
        Set<Capability> all = EnumSet.noneOf(Capability.class);
        Set<Integer> counted = new HashSet<>();
        for (DirectCounter counter : info.getDirectCountersList()) {
            counted.add(counter.getDirectTableId());
        }
        if (counted.contains(BibTables.BIB6.table().id)
                && counted.contains(BibTables.BIB4.table().id)) {
            all.add(Capability.BINDING_COUNTERS);
        }
        if (info.getTablesList().stream()
                .anyMatch(t -> t.getPreamble().getId() == P4.Tables.Session.ID.id)) {
            all.add(Capability.FILTERING);
        }
        if (descriptors.tables().stream()
                .anyMatch(t -> t.isTranslatedCounted() && counted.contains(t.table().id))) {
            all.add(Capability.TRANSLATION_COUNTERS);
        }
        Set<Integer> counters = ids(info.getCountersList().stream().map(Counter::getPreamble));
        if (counters.contains(P4.Counters.PORT_INGRESS)
                && counters.contains(P4.Counters.PORT_EGRESS)) {
            all.add(Capability.PORT_COUNTERS);
        }
        if (counters.contains(P4.Counters.DROPS)) {
            all.add(Capability.DROP_COUNTERS);
        }
        for (Table table : info.getTablesList()) {
            if (table.getPreamble().getId() == P4.Tables.Next.ID.id
                    && table.getImplementationId() != 0) {
                all.add(Capability.NEXT_HOP_SELECTOR);
            }
        }
        if (info.getTablesList().stream()
                .anyMatch(t -> t.getPreamble().getId() == P4.Tables.PortSets6.ID.id)) {
            all.add(Capability.PORT_SETS);
        }
        Set<Integer> meters = ids(info.getMetersList().stream().map(Meter::getPreamble));
        if (meters.contains(P4.Meters.PUNTS)) {
            all.add(Capability.PUNT_METER);
        }
        if (meters.contains(P4.Meters.SHARES)) {
            all.add(Capability.SHARE_METER);
        }
        if (info.getPkgInfo().getAnnotationsList().contains(CLONE_SESSION)) {
            all.add(Capability.CLONE_SESSION);
        }
        return Collections.unmodifiableSet(all);
    }

    /** What a program must be able to do to hold an intent, or null. */
    static Capability needed(Intent intent) {
        if (intent instanceof SwitchIntent.PuntRate) {
            return Capability.PUNT_METER;
        }
        if (intent instanceof BibIntent.Session
                || intent instanceof TranslationIntent.Pool4
                        && ((TranslationIntent.Pool4) intent).holdsSyns
                || intent instanceof BibIntent.Outbound
                        && ((BibIntent.Outbound) intent).filtering.filters()
                || intent instanceof BibIntent.Inbound
                        && ((BibIntent.Inbound) intent).filtering.filters()) {
            return Capability.FILTERING;
        }
        if (intent instanceof BibIntent.Outbound && ((BibIntent.Outbound) intent).setBits > 0
                || intent instanceof BibIntent.Inbound
                        && ((BibIntent.Inbound) intent).setBits > 0) {
            return Capability.PORT_SETS;
        }
        boolean share =
                intent instanceof SwitchIntent.PuntShare
                        || intent instanceof SwitchIntent.Subscriber;
        return share ? Capability.SHARE_METER : null;
    }

    private static Set<Integer> ids(Stream<Preamble> preambles) {
        return preambles.map(Preamble::getId).collect(Collectors.toSet());
    }
}
