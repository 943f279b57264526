// SPDX-License-Identifier: Apache-2.0
package org.isthmus.target.bmv2.run;

import org.isthmus.target.bmv2.ir.Action;
import org.isthmus.target.bmv2.ir.PipelineDef.MatchType;
import org.isthmus.target.bmv2.ir.PipelineDef.TableDef;

/**
 * Which word of a row holds what. A row is one long array: the key, in tables that need them the
 * masks and the priority, the action, what packets change where the table's options ask for it, the
 * action's parameters, and last what is for the control plane alone, so that packets load as few
 * cache lines as can be. Immutable.
 */
public final class RowLayout {
    public final int keyWords;

    /** -1 in exact tables. */
    public final int masks;

    /** -1 in exact tables. */
    public final int priority;

    /** Index of the action; or a reference into the action profile. */
    public final int action;

    /** Direct counter, -1 where there is none. */
    public final int packets;

    public final int bytes;

    /** Time of the last hit in ns; -1: no timeouts. */
    public final int lastHit;

    /** Index of the direct meter, -1 where there is none. */
    public final int meter;

    /** First word of the parameters. */
    public final int params;

    /** How many words from the first packets may use, of rows of the longest action. */
    public final int hot;

    /** How many words follow the parameters. */
    public final int cold;

    public RowLayout(TableDef t, int keyWords) {
        this.keyWords = keyWords;
        int at = keyWords;
        boolean masked = t.match != MatchType.EXACT;
        masks = masked ? at : -1;
        at += masked ? keyWords : 0;
        priority = masked ? at++ : -1;
        action = at++;
        packets = t.counters ? at++ : -1;
        bytes = t.counters ? at++ : -1;
        lastHit = t.timeouts ? at++ : -1;
        meter = t.meter != null ? at++ : -1;
        params = at;
        int longest = t.actions.stream().mapToInt(Action::dataWords).max().orElse(0);
        hot = at + (t.profile == null ? longest : 0);
        cold = t.timeouts ? 2 : 1;
    }

    /** The word of a row that has the controller's cookie. */
    static int cookie(long[] row) {
        return row.length - 1;
    }

    /** Of a row of a table with timeouts: the word of the idle timeout in ns, 0: none. */
    static int timeout(long[] row) {
        return row.length - 2;
    }
}
