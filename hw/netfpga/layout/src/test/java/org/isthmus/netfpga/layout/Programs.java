// SPDX-License-Identifier: Apache-2.0
package org.isthmus.netfpga.layout;

import com.google.protobuf.TextFormat;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Objects;
import org.isthmus.pipeline.Pipeline;
import p4.config.v1.P4InfoOuterClass.P4Info;

/** P4Infos for tests. */
public final class Programs {
    public static final int NEXT = 0x2000001;
    public static final int SOURCE = 0x2000002;
    public static final int ROUTE = 0x2000003;
    public static final int FORWARD = 0x1000001;
    public static final int DISCARD = 0x1000002;
    public static final int PERMIT = 0x1000003;
    public static final int DROPS = 0x12000001;
    public static final int PUNTS = 0x14000001;
    public static final int SIZE = 8;

    /** A table of each match kind, with eight rows. */
    public static final P4Info SMALL =
            parse(
                    "pkg_info { arch: 'v1model' }"
                            + table(
                                    NEXT,
                                    "next",
                                    "EXACT",
                                    SIZE,
                                    key(1, "port", "EXACT", 9) + key(2, "next_id", "EXACT", 16),
                                    FORWARD,
                                    DISCARD)
                            + table(
                                    SOURCE,
                                    "source",
                                    "TERNARY",
                                    SIZE,
                                    key(1, "port", "TERNARY", 9)
                                            + key(2, "src_addr", "TERNARY", 32),
                                    PERMIT,
                                    DISCARD)
                            + table(
                                    ROUTE,
                                    "route",
                                    "LPM",
                                    SIZE,
                                    key(1, "dst_addr", "LPM", 32),
                                    FORWARD)
                            + action(
                                    FORWARD,
                                    "forward",
                                    "params { id: 1 name: 'port' bitwidth: 9 }"
                                            + " params { id: 2 name: 'dmac' bitwidth: 48 }")
                            + action(
                                    DISCARD,
                                    "discard",
                                    "params { id: 1 name: 'reason' bitwidth: 8 }")
                            + action(PERMIT, "permit", "")
                            + action(0x1000004, "NoAction", "")
                            + " counters { preamble { id: "
                            + DROPS
                            + " name: 'drops' alias: 'drops' }"
                            + " spec { unit: PACKETS } size: 5 }"
                            + " meters { preamble { id: "
                            + PUNTS
                            + " name: 'punts' alias: 'punts' }"
                            + " spec { unit: PACKETS } size: 5 }");

    private Programs() {}

    private static String table(
            int id, String name, String kind, int size, String keys, int... actions) {
        StringBuilder refs = new StringBuilder();
        for (int a : actions) {
            refs.append(" action_refs { id: ").append(a).append(" }");
        }
        return " tables { preamble { id: "
                + id
                + " name: 'ingress."
                + name
                + "' alias: '"
                + name
                + "' }"
                + keys
                + refs
                + " action_refs { id: 0x1000004 scope: DEFAULT_ONLY }"
                + " const_default_action_id: 0x1000004 size: "
                + size
                + " }";
    }

    private static String key(int id, String name, String kind, int bits) {
        return " match_fields { id: "
                + id
                + " name: '"
                + name
                + "' bitwidth: "
                + bits
                + " match_type: "
                + kind
                + " }";
    }

    private static String action(int id, String name, String params) {
        return " actions { preamble { id: "
                + id
                + " name: '"
                + name
                + "' alias: '"
                + name
                + "' } "
                + params
                + " }";
    }

    public static P4Info parse(String text) {
        try {
            return TextFormat.parse(text, P4Info.class);
        } catch (TextFormat.ParseException e) {
            throw new IllegalArgumentException(text, e);
        }
    }

    /** That of p4/sume, by the shell. */
    public static P4Info netfpga() {
        try (InputStream in = Pipeline.class.getResourceAsStream("netfpga/isthmus.p4info.bin")) {
            return P4Info.parseFrom(Objects.requireNonNull(in));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
