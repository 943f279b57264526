// SPDX-License-Identifier: Apache-2.0
package org.isthmus.target.bmv2.run;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import org.isthmus.target.api.MatchKey;
import org.isthmus.target.bmv2.ir.PipelineDef.KeyField;
import org.isthmus.target.bmv2.ir.PipelineDef.MatchType;

/**
 * Where the fields of a table's key lie in its words. Wide fields come first, so that those of 64
 * and 128 bits fill whole words; in tables with ranges every field begins a word. A field that is
 * matched by prefix comes before all others, at the low end, so that these and it are one prefix.
 * Immutable.
 */
public final class KeyLayout {
    private final List<KeyField> fields;
    private final int[] positions;
    private final int bits;

    public KeyLayout(List<KeyField> fields, boolean ranges) {
        this.fields = fields;
        this.positions = new int[fields.size()];
        Integer[] order = new Integer[fields.size()];
        for (int i = 0; i < order.length; i++) {
            order[i] = i;
        }
        Comparator<Integer> prefixFirst =
                Comparator.comparing(i -> fields.get(i).type != MatchType.LPM);
        Arrays.sort(order, prefixFirst.thenComparing(i -> -fields.get(i).width));
        int pos = 0;
        for (int i : order) {
            positions[i] = pos;
            pos += ranges ? Words.count(fields.get(i).width) * 64 : fields.get(i).width;
        }
        this.bits = pos;
    }

    public int words() {
        return (bits + 63) / 64;
    }

    /** From the first bit of a field to the last. */
    int bits() {
        return bits;
    }

    public int fields() {
        return positions.length;
    }

    public KeyField field(int i) {
        return fields.get(i);
    }

    /** First bit of a field, counted from the low end of the first word. */
    public int position(int field) {
        return positions[field];
    }

    /** Writes the values of a key at row[0...]. */
    void packValues(MatchKey key, long[] row) {
        for (int i = 0; i < positions.length; i++) {
            pack(key.value(i), i, row, 0);
        }
    }

    /** Writes masks, or upper bounds of ranges, at row[at...]; exact fields get full masks. */
    void packSeconds(MatchKey key, long[] row, int at) {
        for (int i = 0; i < positions.length; i++) {
            byte[] second = key.second(i);
            if (second == null) {
                second = new byte[key.value(i).length];
                Arrays.fill(second, (byte) 0xff);
            }
            pack(second, i, row, at);
        }
    }

    private void pack(byte[] value, int field, long[] row, int at) {
        int width = fields.get(field).width;
        long[] v = new long[Words.count(width)];
        Words.fromBytes(value, width, v, 0);
        Words.insert(v, 0, width, row, at, positions[field]);
    }

    /**
     * The key of a row.
     *
     * @param secondsAt where its masks are; -1: an exact key
     */
    MatchKey unpack(long[] row, int secondsAt, int priority) {
        byte[][] values = new byte[positions.length][];
        byte[][] seconds = new byte[positions.length][];
        for (int i = 0; i < positions.length; i++) {
            int width = fields.get(i).width;
            values[i] = Words.extract(row, 0, positions[i], width);
            if (secondsAt >= 0 && fields.get(i).type != MatchType.EXACT) {
                seconds[i] = Words.extract(row, secondsAt, positions[i], width);
            }
        }
        return new MatchKey(values, seconds, priority);
    }
}
