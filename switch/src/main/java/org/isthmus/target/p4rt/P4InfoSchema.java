// SPDX-License-Identifier: Apache-2.0
package org.isthmus.target.p4rt;

import java.util.HashMap;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.isthmus.target.api.RefusedException;
import p4.config.v1.P4InfoOuterClass.Action;
import p4.config.v1.P4InfoOuterClass.ActionProfile;
import p4.config.v1.P4InfoOuterClass.ControllerPacketMetadata;
import p4.config.v1.P4InfoOuterClass.Counter;
import p4.config.v1.P4InfoOuterClass.Digest;
import p4.config.v1.P4InfoOuterClass.DirectCounter;
import p4.config.v1.P4InfoOuterClass.DirectMeter;
import p4.config.v1.P4InfoOuterClass.Meter;
import p4.config.v1.P4InfoOuterClass.P4Info;
import p4.config.v1.P4InfoOuterClass.Preamble;
import p4.config.v1.P4InfoOuterClass.Register;
import p4.config.v1.P4InfoOuterClass.Table;

/** A P4Info, checked and indexed. Immutable. */
final class P4InfoSchema {
    /** No type stands in more others; one that names itself would have no end. */
    static final int MAX_TYPE_DEPTH = 16;

    final IdMap<TableSchema> tables;
    final IdMap<ActionSchema> actions;
    final IdMap<ActionProfile> profiles;
    final IdMap<Counter> counters;
    final IdMap<Meter> meters;
    final IdMap<RegisterSchema> registers;
    final IdMap<DigestSchema> digests;

    /** Null where the program has no such header. */
    final PacketHeader packetIn;

    final PacketHeader packetOut;

    /**
     * @throws RefusedException INVALID_ARGUMENT, or UNIMPLEMENTED with the name of what this server
     *     does not support
     */
    P4InfoSchema(P4Info info) throws RefusedException {
        // Objects that would be accepted here and then do nothing are refused.
        if (info.getValueSetsCount() > 0) {
            throw unsupported("value set", info.getValueSets(0).getPreamble());
        }
        if (info.getExternsCount() > 0) {
            throw Refusals.unimplemented(
                    "extern " + info.getExterns(0).getExternTypeName() + " is not supported");
        }
        actions = index(info.getActionsList(), Action::getPreamble, ActionSchema::new);
        profiles = index(info.getActionProfilesList(), ActionProfile::getPreamble, p -> p);
        counters = index(info.getCountersList(), Counter::getPreamble, c -> c);
        meters = index(info.getMetersList(), Meter::getPreamble, m -> m);
        registers =
                index(
                        info.getRegistersList(),
                        Register::getPreamble,
                        r -> new RegisterSchema(r, info.getTypeInfo()));
        digests =
                index(
                        info.getDigestsList(),
                        Digest::getPreamble,
                        d -> new DigestSchema(d, info.getTypeInfo()));
        Map<Integer, CounterUnits> directCounters = new HashMap<>();
        for (DirectCounter c : info.getDirectCountersList()) {
            directCounters.put(c.getDirectTableId(), CounterUnits.of(c.getSpec()));
        }
        Map<Integer, DirectMeter> directMeters = new HashMap<>();
        for (DirectMeter m : info.getDirectMetersList()) {
            directMeters.put(m.getDirectTableId(), m);
        }
        tables =
                index(
                        info.getTablesList(),
                        Table::getPreamble,
                        t ->
                                new TableSchema(
                                        t,
                                        directCounters.get(t.getPreamble().getId()),
                                        directMeters.containsKey(t.getPreamble().getId())));
        checkReferences(info);
        packetIn = header(info, "packet_in");
        packetOut = header(info, "packet_out");
    }

    private void checkReferences(P4Info info) throws RefusedException {
        for (Table t : info.getTablesList()) {
            for (var ref : t.getActionRefsList()) {
                if (actions.get(ref.getId()) == null) {
                    throw Refusals.invalid(
                            "table "
                                    + t.getPreamble().getName()
                                    + ": no action with id "
                                    + Texts.id(ref.getId()));
                }
            }
            int profile = t.getImplementationId();
            if (profile != 0 && profiles.get(profile) == null) {
                throw Refusals.invalid(
                        "table "
                                + t.getPreamble().getName()
                                + ": no action profile with id "
                                + Texts.id(profile));
            }
        }
    }

    private static PacketHeader header(P4Info info, String name) throws RefusedException {
        for (ControllerPacketMetadata m : info.getControllerPacketMetadataList()) {
            if (m.getPreamble().getName().equals(name)) {
                return new PacketHeader(m);
            }
        }
        return null;
    }

    private static RefusedException unsupported(String kind, Preamble p) {
        return Refusals.unimplemented(kind + " " + p.getName() + " is not supported");
    }

    private interface Preambled<T> {
        Preamble of(T t);
    }

    private interface Maker<T, R> {
        R make(T t) throws RefusedException;
    }

    private static <T, R> IdMap<R> index(
            Iterable<T> objects, Preambled<T> preamble, Maker<T, R> maker) throws RefusedException {
        SortedMap<Integer, R> map = new TreeMap<>();
        for (T t : objects) {
            Preamble p = preamble.of(t);
            if (p.getId() == 0 || map.put(p.getId(), maker.make(t)) != null) {
                throw Refusals.invalid(
                        "P4Info: id "
                                + Texts.id(p.getId())
                                + " of "
                                + p.getName()
                                + " is zero or not its own");
            }
        }
        return new IdMap<>(map);
    }

    /** An id that is not in the P4Info. */
    static RefusedException unknown(String kind, int id) {
        return Refusals.invalid("no " + kind + " with id " + Texts.id(id));
    }

    TableSchema table(int id) throws RefusedException {
        TableSchema t = tables.get(id);
        if (t == null) {
            throw unknown("table", id);
        }
        return t;
    }

    ActionSchema action(int id) throws RefusedException {
        ActionSchema a = actions.get(id);
        if (a == null) {
            throw unknown("action", id);
        }
        return a;
    }
}
