// SPDX-License-Identifier: Apache-2.0
package org.isthmus.bench;

import java.util.List;
import org.isthmus.pipeline.Pipeline;
import org.isthmus.target.api.ActionSpec;
import org.isthmus.target.api.MatchKey;
import org.isthmus.target.api.Program;
import org.isthmus.target.api.Table;
import org.isthmus.target.bmv2.Bmv2Target;
import p4.config.v1.P4InfoOuterClass.Action;
import p4.config.v1.P4InfoOuterClass.ActionRef;
import p4.config.v1.P4InfoOuterClass.MatchField;
import p4.config.v1.P4InfoOuterClass.P4Info;
import p4.v1.P4RuntimeOuterClass.ForwardingPipelineConfig;

/**
 * Fills every table of an embedded switch to its size and says what heap that took, a line for each
 * table. Runs in a JVM of its own, whose heap is the one that is tried: {@code FullTables}.
 */
public final class FullTables {
    private FullTables() {}

    public static void main(String[] args) throws Exception {
        // The stubs of P4Runtime are older than protobuf 22, which it would say for each message.
        System.setProperty("com.google.protobuf.use_unsafe_pre22_gencode", "true");
        ForwardingPipelineConfig config = Pipeline.v1model().config();
        P4Info info = config.getP4Info();
        try (Bmv2Target target = new Bmv2Target(255, 511, System::nanoTime)) {
            Program program = target.compile(info, config.getP4DeviceConfig().toByteArray());
            long first = used();
            long rows = 0;
            long before = first;
            System.out.printf("%-22s %,14d bytes%n", "empty", first);
            for (p4.config.v1.P4InfoOuterClass.Table t : info.getTablesList()) {
                // A table without a key has no rows, one with an action profile no actions of its
                // own.
                if (t.getMatchFieldsCount() == 0 || t.getImplementationId() != 0) {
                    continue;
                }
                Table table = program.table(t.getPreamble().getId());
                ActionSpec action = longest(info, t);
                long size = Math.min(t.getSize(), keys(t));
                for (long n = 0; n < size; n++) {
                    table.insert(new Table.Entry(key(t, n), action, 0, 0, new byte[0]));
                }
                long after = used();
                System.out.printf(
                        "%-22s %,14d rows %6d bytes each%n",
                        t.getPreamble().getName(), size, (after - before) / size);
                rows += size;
                before = after;
            }
            System.out.printf(
                    "%-22s %,14d rows %6d bytes each, %,d MB of the heap's %,d%n",
                    "all",
                    rows,
                    (before - first) / rows,
                    before >> 20,
                    Runtime.getRuntime().maxMemory() >> 20);
            // Alive until here.
            target.run(program);
        }
    }

    /** How many keys there are of all the fields' bits. */
    private static long keys(p4.config.v1.P4InfoOuterClass.Table t) {
        int bits = t.getMatchFieldsList().stream().mapToInt(MatchField::getBitwidth).sum();
        return 1L << Math.min(bits, Long.SIZE - 2);
    }

    static MatchKey key(p4.config.v1.P4InfoOuterClass.Table t, long n) {
        List<MatchField> fields = t.getMatchFieldsList();
        byte[][] values = new byte[fields.size()][];
        byte[][] seconds = new byte[fields.size()][];
        long left = n;
        boolean ordered = false;
        // Each field takes as many bits of the number as it has, so that no two keys are equal.
        for (int f = 0; f < values.length; f++) {
            int width = fields.get(f).getBitwidth();
            values[f] = bytes(left, width);
            left = width < Long.SIZE ? left >>> width : 0;
            MatchField.MatchType type = fields.get(f).getMatchType();
            if (type == MatchField.MatchType.RANGE) {
                seconds[f] = values[f];
            } else if (type != MatchField.MatchType.EXACT) {
                seconds[f] = bytes(-1, width);
            }
            ordered |= type != MatchField.MatchType.EXACT && type != MatchField.MatchType.LPM;
        }
        return new MatchKey(values, seconds, ordered ? 1 : 0);
    }

    private static byte[] bytes(long value, int width) {
        byte[] b = new byte[(width + 7) / 8];
        long left = value;
        for (int i = b.length - 1; i >= 0; i--) {
            b[i] = (byte) left;
            left >>= 8;
        }
        if (width % 8 != 0) {
            b[0] &= (byte) ((1 << width % 8) - 1);
        }
        return b;
    }

    /** The action with most parameters, all zero. */
    static ActionSpec longest(P4Info info, p4.config.v1.P4InfoOuterClass.Table t) {
        Action longest = null;
        int bits = -1;
        for (Action a : info.getActionsList()) {
            int own = a.getParamsList().stream().mapToInt(Action.Param::getBitwidth).sum();
            boolean allowed =
                    t.getActionRefsList().stream()
                            .anyMatch(
                                    r ->
                                            r.getId() == a.getPreamble().getId()
                                                    && r.getScope()
                                                            != ActionRef.Scope.DEFAULT_ONLY);
            if (allowed && own > bits) {
                longest = a;
                bits = own;
            }
        }
        return ActionSpec.action(
                longest.getPreamble().getId(),
                longest.getParamsList().stream()
                        .map(p -> bytes(0, p.getBitwidth()))
                        .toArray(byte[][]::new));
    }

    private static long used() {
        for (int i = 0; i < 3; i++) {
            System.gc();
        }
        Runtime r = Runtime.getRuntime();
        return r.totalMemory() - r.freeMemory();
    }
}
