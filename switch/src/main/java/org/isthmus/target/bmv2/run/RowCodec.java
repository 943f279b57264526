// SPDX-License-Identifier: Apache-2.0
package org.isthmus.target.bmv2.run;

import com.google.rpc.Code;
import org.isthmus.target.api.ActionSpec;
import org.isthmus.target.api.MatchKey;
import org.isthmus.target.api.RefusedException;
import org.isthmus.target.api.Table.Entry;
import org.isthmus.target.bmv2.ir.Action;
import org.isthmus.target.bmv2.ir.PipelineDef;
import org.isthmus.target.bmv2.ir.PipelineDef.MatchType;

/**
 * Encodes a table's entries as rows, and decodes them. What changes while a row is in the table
 * (counter, time of the last hit, meter) is left to the table. Control plane only.
 */
final class RowCodec {
    private final PipelineDef.TableDef def;
    private final KeyLayout layout;
    private final RowLayout at;
    private final ActionTable actions;
    private final Profile profile;

    /**
     * @param profile null where the table holds its actions itself
     */
    RowCodec(
            PipelineDef.TableDef def,
            KeyLayout layout,
            RowLayout at,
            ActionTable actions,
            Profile profile) {
        this.def = def;
        this.layout = layout;
        this.at = at;
        this.actions = actions;
        this.profile = profile;
    }

    /** The row of an entry. */
    long[] row(Entry e) throws RefusedException {
        long[] row = row(e.action());
        packKey(e.key(), row);
        row[RowLayout.cookie(row)] = e.controllerMetadata();
        if (at.lastHit >= 0) {
            row[RowLayout.timeout(row)] = e.idleTimeoutNanos();
        }
        return row;
    }

    /** A row of this action without a match. */
    long[] row(ActionSpec spec) throws RefusedException {
        if (profile != null) {
            return empty(profile.reference(spec, def.name), 0);
        }
        if (spec.kind() != ActionSpec.Kind.ACTION) {
            throw new RefusedException(
                    Code.INVALID_ARGUMENT, "table " + def.name + " has no action profile");
        }
        Action a = actions.check(spec, "table " + def.name);
        long[] row = empty(a.index, a.dataWords());
        ActionTable.packParams(a, spec, row, at.params);
        return row;
    }

    /** A row of this match without an action. */
    long[] row(MatchKey key) {
        long[] row = empty(0, 0);
        packKey(key, row);
        return row;
    }

    /** The default row that the program declares; its action may be -1. */
    long[] programDefault() {
        if (def.defaultAction == null) {
            return empty(-1, 0);
        }
        long[] row = empty(def.defaultAction.index, def.defaultAction.dataWords());
        for (int i = 0; i < def.defaultData.length; i++) {
            int width = def.defaultAction.paramWidths[i];
            byte[] v = Words.toBytes(def.defaultData[i], width);
            Words.fromBytes(v, width, row, at.params + def.defaultAction.paramWord(i));
        }
        return row;
    }

    private long[] empty(long action, int params) {
        long[] row = new long[at.params + params + at.cold];
        row[at.action] = action;
        if (at.meter >= 0) {
            row[at.meter] = -1;
        }
        return row;
    }

    private void packKey(MatchKey key, long[] row) {
        layout.packValues(key, row);
        if (at.masks >= 0) {
            layout.packSeconds(key, row, at.masks);
            row[at.priority] = def.match == MatchType.LPM ? prefixLength(row) : key.priority();
        }
    }

    /** In a longest prefix table the bits of all masks: they differ in the prefix alone. */
    private long prefixLength(long[] row) {
        long bits = 0;
        for (int i = 0; i < at.keyWords; i++) {
            bits += Long.bitCount(row[at.masks + i]);
        }
        return bits;
    }

    MatchKey key(long[] row) {
        int priority = 0;
        if (def.match == MatchType.TERNARY || def.match == MatchType.RANGE) {
            priority = (int) row[at.priority];
        }
        return layout.unpack(row, at.masks, priority);
    }

    /** Null where a default row has no action that the control plane knows. */
    ActionSpec action(long[] row) {
        if (profile != null) {
            return row[at.action] == -1 ? null : profile.spec(row[at.action]);
        }
        int index = (int) row[at.action];
        return actions.knows(index) ? actions.unpack(index, row, at.params) : null;
    }

    /**
     * @param key of this row
     * @param action of this row
     * @param metadata of this entry; null: none
     */
    Entry entry(MatchKey key, long[] row, ActionSpec action, byte[] metadata) {
        return new Entry(
                key,
                action,
                at.lastHit < 0 ? 0 : row[RowLayout.timeout(row)],
                row[RowLayout.cookie(row)],
                metadata == null ? new byte[0] : metadata);
    }
}
