// SPDX-License-Identifier: Apache-2.0
package org.isthmus.netfpga.layout;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import p4.config.v1.P4InfoOuterClass.Action;
import p4.config.v1.P4InfoOuterClass.ActionRef;
import p4.config.v1.P4InfoOuterClass.MatchField;
import p4.config.v1.P4InfoOuterClass.P4Info;
import p4.config.v1.P4InfoOuterClass.Preamble;
import p4.config.v1.P4InfoOuterClass.Table;

/**
 * What a P4Info must not have to fit SDNet 2018.2 and SimpleSumeSwitch, the NetFPGA SUME's
 * toolchain. UG1252 is Xilinx's <i>P4-SDNet User Guide</i>, v2018.2; SSS the description of
 * SimpleSumeSwitch in P4-NetFPGA's wiki.
 */
public final class SumeLimits {

    /** Table 1 of UG1252: bits of a key, bits of an element, rows; each from and to. */
    private enum Kind {
        EXACT(12, 384, 256, 1, 512 << 10),
        TERNARY(1, 800, 400, 1, 4 << 10),
        LPM(8, 512, 512, 7, 64 << 10),
        DIRECT(1, 16, 512, 2, 64 << 10);

        final int leastKey;
        final int mostKey;
        final int mostElement;
        final long leastRows;
        final long mostRows;

        Kind(int leastKey, int mostKey, int mostElement, long leastRows, long mostRows) {
            this.leastKey = leastKey;
            this.mostKey = mostKey;
            this.mostElement = mostElement;
            this.leastRows = leastRows;
            this.mostRows = mostRows;
        }

        /** That of a key; null: it has none of these. */
        static Kind of(MatchField field) {
            switch (field.getMatchType()) {
                case EXACT:
                    return EXACT;
                case TERNARY:
                    return TERNARY;
                case LPM:
                    return LPM;
                default:
                    return field.getOtherMatchType().equals("direct") ? DIRECT : null;
            }
        }
    }

    private final P4Info info;

    /** Counters and meters that somebody else provides, by their short names. */
    private final Set<String> provided;

    /** Whether SDNet makes the tables. */
    private final boolean bySdnet;

    private final Map<Integer, Action> actions = new HashMap<>();
    private final List<String> found = new ArrayList<>();

    private SumeLimits(P4Info info, Set<String> provided, boolean bySdnet) {
        this.info = info;
        this.provided = provided;
        this.bySdnet = bySdnet;
        info.getActionsList().forEach(a -> actions.put(a.getPreamble().getId(), a));
    }

    /** What breaks a limit, each with the name and where the limit is from; empty: nothing. */
    public static List<String> broken(P4Info info) {
        return broken(info, Set.of(), true);
    }

    /**
     * The same for a card with an agent.
     *
     * @param provided the short names of counters and meters that the agent provides
     * @param bySdnet whether SDNet makes its tables, of which table 1 of UG1252 says how large they
     *     are
     */
    public static List<String> broken(P4Info info, Set<String> provided, boolean bySdnet) {
        SumeLimits limits = new SumeLimits(info, provided, bySdnet);
        info.getTablesList().forEach(limits::check);
        limits.externs();
        return limits.found;
    }

    private void check(Table table) {
        String name = "table " + table.getPreamble().getAlias();
        Set<Kind> kinds = new HashSet<>();
        int keys = 0;
        int prefixes = 0;
        for (MatchField field : table.getMatchFieldsList()) {
            Kind kind = Kind.of(field);
            if (kind == null) {
                found.add(name + ": " + field.getName() + " has a match kind of others (UG1252)");
                return;
            }
            kinds.add(kind);
            keys += field.getBitwidth();
            prefixes += kind == Kind.LPM ? 1 : 0;
        }
        if (kinds.isEmpty()) {
            found.add(name + " has no key: its default action cannot be changed (UG1252)");
            return;
        }
        if (kinds.size() > 1) {
            found.add(name + " has keys of several match kinds (UG1252)");
            return;
        }
        if (prefixes > 1) {
            found.add(name + " has several keys with prefixes (UG1252)");
        }
        Kind kind = kinds.iterator().next();
        if (bySdnet) {
            within(name, "bits of key", keys, kind.leastKey, kind.mostKey);
            within(name, "bits of action data", element(table), 1, kind.mostElement);
            within(name, "rows", table.getSize(), kind.leastRows, kind.mostRows);
        }
        if (table.getConstDefaultActionId() == 0) {
            found.add(name + ": its default action may be changed at run time (UG1252)");
        }
        if (table.getImplementationId() != 0) {
            found.add(name + " has an action profile or a selector (SSS has none)");
        }
        if (table.getDirectResourceIdsCount() > 0) {
            found.add(name + " has a direct counter or meter (SSS has none)");
        }
        if (table.getIdleTimeoutBehavior() != Table.IdleTimeoutBehavior.NO_TIMEOUT) {
            found.add(name + " has idle timeouts (SSS has none)");
        }
    }

    private void within(String name, String what, long value, long least, long most) {
        if (value < least || value > most) {
            found.add(
                    String.format(
                            "%s: %d %s, and %d to %d are possible (UG1252 table 1)",
                            name, value, what, least, most));
        }
    }

    /** Which action, and the parameters of all of them: each row has them side by side. */
    private int element(Table table) {
        int bits = 0;
        int choices = 1; // none of them
        for (ActionRef ref : table.getActionRefsList()) {
            if (ref.getScope() != ActionRef.Scope.DEFAULT_ONLY) {
                choices++;
                bits +=
                        actions.get(ref.getId()).getParamsList().stream()
                                .mapToInt(Action.Param::getBitwidth)
                                .sum();
            }
        }
        return bits + Integer.SIZE - Integer.numberOfLeadingZeros(choices - 1);
    }

    private void externs() {
        info.getMetersList().forEach(m -> none("meter", m.getPreamble(), "SSS"));
        info.getCountersList().forEach(c -> none("counter", c.getPreamble(), "SSS"));
        info.getValueSetsList().forEach(v -> none("value set", v.getPreamble(), "SDNet"));
    }

    private void none(String kind, Preamble preamble, String where) {
        if (!provided.contains(preamble.getAlias())) {
            found.add(kind + " " + preamble.getAlias() + " (" + where + " has none)");
        }
    }
}
