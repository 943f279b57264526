// SPDX-License-Identifier: Apache-2.0
package org.isthmus.target.bmv2.run;

import org.isthmus.target.bmv2.ir.PipelineDef.MatchType;
import org.isthmus.target.bmv2.ir.PipelineDef.TableDef;

/**
 * Which word of a row holds what. A row is one long array: the key, in tables that need them the
 * masks and the priority, the action, the controller's cookie, then what the table's options ask
 * for, and last the action's parameters. Immutable.
 */
public final class RowLayout {
    public final int keyWords;

    /** -1 in exact tables. */
    public final int masks;

    /** -1 in exact tables. */
    public final int priority;

    /** Index of the action; or a reference into the action profile. */
    public final int action;

    public final int cookie;

    /** Direct counter, -1 where there is none. */
    public final int packets;

    public final int bytes;

    /** Time of the last hit in ns; -1: no timeouts. */
    public final int lastHit;

    /** Idle timeout in ns, 0: none. */
    public final int timeout;

    /** Index of the direct meter, -1 where there is none. */
    public final int meter;

    /** First word of the parameters. */
    public final int params;

    public RowLayout(TableDef t, int keyWords) {
        this.keyWords = keyWords;
        int at = keyWords;
        boolean masked = t.match != MatchType.EXACT;
        masks = masked ? at : -1;
        at += masked ? keyWords : 0;
        priority = masked ? at++ : -1;
        action = at++;
        cookie = at++;
        packets = t.counters ? at++ : -1;
        bytes = t.counters ? at++ : -1;
        lastHit = t.timeouts ? at++ : -1;
        timeout = t.timeouts ? at++ : -1;
        meter = t.meter != null ? at++ : -1;
        params = at;
    }
}
