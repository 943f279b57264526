// SPDX-License-Identifier: Apache-2.0
package org.isthmus.target.bmv2.ir;

import java.util.List;
import java.util.Map;

/** A program as BMv2 JSON describes it, checked and with its names resolved. Immutable. */
public final class Bmv2Program {
    public final List<Header> headers;

    /** Of the stacks that share an index, one. */
    public final List<HeaderStack> stacks;

    /** Of the headers that are members of one. */
    public final Map<Header, HeaderUnion> unions;

    public final List<Action> actions;
    public final ParserDef parser;
    public final PipelineDef ingress;
    public final PipelineDef egress;

    /** Headers in the order they are emitted. */
    public final List<Header> deparser;

    public final List<Action.Primitive> deparserPrimitives;
    public final Map<String, Calculation> calculations;
    public final List<ChecksumDef> checksums;
    public final Map<String, MeterDef> meters;
    public final Map<String, ArrayDef> counters;
    public final Map<String, ArrayDef> registers;

    /** Fields that a clone, resubmission or recirculation keeps, by list id. */
    public final Map<Integer, List<Expr.FieldRef>> fieldLists;

    /** Digests by list id, which is not 0. */
    public final Map<Integer, DigestDef> digests;

    /** Fields by the name that the architecture knows them by. */
    public final Map<String, Expr.FieldRef> aliases;

    /** Values of the parser errors. */
    public final Map<String, Integer> errors;

    Bmv2Program(JsonReader r) {
        this.headers = List.copyOf(r.headers);
        this.stacks = List.copyOf(r.stacks);
        this.unions = r.unionByMember;
        this.actions = List.copyOf(r.actions);
        this.parser = r.parser;
        this.ingress = r.ingress;
        this.egress = r.egress;
        this.deparser = List.copyOf(r.deparser);
        this.deparserPrimitives = List.copyOf(r.deparserPrimitives);
        this.calculations = r.calculations;
        this.checksums = List.copyOf(r.checksums);
        this.meters = r.meters;
        this.counters = r.counters;
        this.registers = r.registers;
        this.fieldLists = r.fieldLists;
        this.digests = r.digests;
        this.aliases = r.aliases;
        this.errors = r.errors;
    }

    /**
     * A field by the name BMv2 gives it ("intrinsic_metadata.mcast_grp"), or null where the program
     * does not have it.
     */
    public Expr.FieldRef standard(String name) {
        Expr.FieldRef alias = aliases.get(name);
        if (alias != null) {
            return alias;
        }
        int dot = name.indexOf('.');
        for (Header h : headers) {
            if (h.name.equals(name.substring(0, dot))) {
                int i = h.type.indexOf(name.substring(dot + 1));
                if (i >= 0) {
                    return new Expr.FieldRef(h, i);
                }
            }
        }
        return null;
    }
}
