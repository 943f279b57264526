// SPDX-License-Identifier: Apache-2.0
package org.isthmus.rtl.lower;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.isthmus.rtl.graph.Graph;
import org.isthmus.rtl.graph.Lookup;
import org.isthmus.rtl.graph.Signal;
import org.isthmus.rtl.graph.TableShape;
import org.isthmus.target.bmv2.ir.Action;
import org.isthmus.target.bmv2.ir.Bmv2Program;
import org.isthmus.target.bmv2.ir.Expr.FieldRef;
import org.isthmus.target.bmv2.ir.Expr.HeaderRef;
import org.isthmus.target.bmv2.ir.Header;
import org.isthmus.target.bmv2.ir.PipelineDef;

/**
 * All that a program does to a packet, as signals from those that come with it to those that leave
 * with it. What a program knows of its packet beside its bytes are the fields of a struct
 * sume_metadata, as SimpleSumeSwitch has them: src_port and pkt_len are given, dst_port, pkt_len,
 * drop and send_dig_to_cpu are taken; and a struct digest_data of 256 bits. Immutable.
 */
public final class Pipe {
    /** Bytes of a beat of the card's streams: heads are whole beats. */
    public static final int BEAT_BYTES = 32;

    private static final int DIGEST_BITS = 256;

    /** Of a number of bytes. */
    private static final int BYTES_BITS = 8;

    /** Of a head, as the blocks around the pipe have it. */
    private static final int MOST_BYTES = 224;

    private static final String SUME = "sume_metadata_";
    private static final String DIGEST = "digest_data_";

    public final Graph graph = new Graph();

    /** By name of the port. */
    public final Map<String, Signal> inputs = new LinkedHashMap<>();

    /** By name of the port. */
    public final Map<String, Signal> outputs = new LinkedHashMap<>();

    public final List<Effect> effects;

    /** Bytes of a packet that the parser may read, in whole beats. */
    public final int headBytes;

    /** Bytes that these may become. */
    public final int outBytes;

    private final Bmv2Program program;

    /**
     * @param shapes of the tables, by name
     */
    public Pipe(Bmv2Program program, Map<String, TableShape> shapes) throws NotSupportedException {
        this.program = program;
        refuseOthers();
        headBytes = beats(ParserLowering.depth(program.parser));
        outBytes = beats(headBytes + ParserLowering.added(program.parser) + added());
        if (outBytes > MOST_BYTES) {
            throw new NotSupportedException(
                    "headers of " + outBytes + " bytes, which are more than " + MOST_BYTES, "");
        }
        Statements statements = new Statements(graph, program.counters);
        Values values = new Values(graph, program.headers);
        FieldRef source = input(values, "src_port", "in_src", 8);
        FieldRef length = input(values, "pkt_len", "in_length", 16);
        Head packet = new Head(put("in_head", 8 * headBytes), put("in_bytes", BYTES_BITS));
        Head rest = new ParserLowering(program.parser, graph, values, statements).run(packet);
        Values done = new ControlLowering(program.ingress, graph, statements, shapes).run(values);
        Head leaving = new DeparserLowering(graph, done, outBytes).run(program.deparser, rest);
        outputs.put("out_head", leaving.bytes);
        outputs.put("out_bytes", leaving.length);
        outputs.put("out_length", length == null ? inputs.get("in_length") : done.get(length));
        outputs.put("out_dst", output(done, "dst_port", 8));
        outputs.put("out_drop", isSet(output(done, "drop", 8)));
        outputs.put("digest_valid", isSet(output(done, "send_dig_to_cpu", 8)));
        outputs.put("digest", digest(done));
        this.effects = List.copyOf(statements.effects());
        if (source == null && length == null) {
            throw new NotSupportedException("a program without a struct sume_metadata", "");
        }
    }

    private void refuseOthers() throws NotSupportedException {
        if (program.egress.init != null) {
            throw new NotSupportedException("control " + program.egress.name, "");
        }
        if (!program.deparserPrimitives.isEmpty()) {
            throw new NotSupportedException("a deparser that does more than emit headers", "");
        }
        if (!program.checksums.isEmpty()) {
            throw new NotSupportedException(
                    "a checksum that is computed outside of the control", "");
        }
        if (!program.stacks.isEmpty()) {
            throw new NotSupportedException("header stack " + program.stacks.get(0).name, "");
        }
        for (String register : program.registers.keySet()) {
            throw new NotSupportedException("register " + register, "");
        }
        for (String meter : program.meters.keySet()) {
            throw new NotSupportedException("meter " + meter, "");
        }
    }

    private static int beats(int bytes) {
        return (bytes + BEAT_BYTES - 1) / BEAT_BYTES * BEAT_BYTES;
    }

    /** Bytes of headers that a way through the control can put into a packet, at most. */
    private int added() throws NotSupportedException {
        int most = 0;
        Map<String, Integer> before = new HashMap<>();
        for (String name : new Joins(program.ingress).fromTheFirst()) {
            PipelineDef.Node node = program.ingress.nodes.get(name);
            int own = 0;
            for (Action a : actions(node)) {
                own = Math.max(own, added(a));
            }
            int behind = before.getOrDefault(name, 0) + own;
            most = Math.max(most, behind);
            for (String next : Joins.nexts(node)) {
                before.merge(String.valueOf(next), behind, Math::max);
            }
        }
        return most;
    }

    private static int added(Action a) {
        return a.primitives.stream().mapToInt(Pipe::added).sum();
    }

    /** Bytes of the header that a primitive makes valid; 0: it is another one. */
    static int added(Action.Primitive p) {
        return p.op.equals("add_header") && p.args.get(0).expr instanceof HeaderRef
                ? ((HeaderRef) p.args.get(0).expr).header.type.fixedBits() / 8
                : 0;
    }

    private static List<Action> actions(PipelineDef.Node node) {
        if (node instanceof PipelineDef.TableDef) {
            return ((PipelineDef.TableDef) node).actions;
        }
        return node instanceof PipelineDef.ActionCall
                ? List.of(((PipelineDef.ActionCall) node).action)
                : List.of();
    }

    private Signal put(String port, int width) {
        Signal s = graph.input(port, width);
        inputs.put(port, s);
        return s;
    }

    /** Null: the program has no such field. */
    private FieldRef input(Values values, String field, String port, int width)
            throws NotSupportedException {
        Signal s = put(port, width);
        FieldRef ref = Values.find(program.headers, SUME + field);
        if (ref == null) {
            return null;
        }
        checkWidth(ref, width);
        values.set(ref, s);
        return ref;
    }

    private Signal output(Values values, String field, int width) throws NotSupportedException {
        FieldRef ref = Values.find(program.headers, SUME + field);
        if (ref == null) {
            return graph.zero(width);
        }
        checkWidth(ref, width);
        return values.get(ref);
    }

    private static void checkWidth(FieldRef ref, int width) throws NotSupportedException {
        if (ref.field().width != width) {
            throw new NotSupportedException(
                    ref + " of " + ref.field().width + " bits, which has " + width, "");
        }
    }

    private Signal isSet(Signal x) {
        return graph.not(graph.equal(x, graph.zero(1)));
    }

    /** The fields of the digest in the order of the struct. */
    private Signal digest(Values values) throws NotSupportedException {
        List<Signal> fields = new ArrayList<>();
        for (Header h : program.headers) {
            List<String> names = h.metadata ? Values.metadataNames(h.type) : List.of();
            for (int i = 0; i < names.size(); i++) {
                if (names.get(i).startsWith(DIGEST)) {
                    fields.add(values.get(new FieldRef(h, i)));
                }
            }
        }
        if (fields.isEmpty()) {
            return graph.zero(DIGEST_BITS);
        }
        Signal all = graph.concat(fields);
        if (all.width != DIGEST_BITS) {
            throw new NotSupportedException("a digest of " + all.width + " bits", "");
        }
        return all;
    }

    /** Those that the program asks, in the order in which it does. */
    public List<Lookup> lookups() {
        List<Lookup> found = new ArrayList<>();
        for (Signal s : graph.signals()) {
            if (s.lookup != null && !found.contains(s.lookup)) {
                found.add(s.lookup);
            }
        }
        return found;
    }
}
