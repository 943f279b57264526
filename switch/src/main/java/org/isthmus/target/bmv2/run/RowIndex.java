// SPDX-License-Identifier: Apache-2.0
package org.isthmus.target.bmv2.run;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Arrays;
import java.util.function.Consumer;

/**
 * A hash index of rows on their first words under a mask. One thread writes; any number look up
 * meanwhile without locks and see each row before or after a change.
 *
 * <p>Slots are in groups of eight. A word holds the tags of a group, a byte of hash for each slot,
 * and all are compared at once: what is not there is seen by the tags alone, which are few enough
 * for a cache, and hardly any row is loaded that is not the one. A row that finds its group full
 * goes to the next, and no search goes past a group that has a slot which was never used.
 *
 * <p>A row is published by its reference, after its content, and then by its tag; a changed row is
 * a new array in the same slot.
 *
 * <p>When slots run out, their rows are copied to more of them, some with each change, so that no
 * change waits for all. Until the last is copied, lookups use the old slots.
 */
final class RowIndex {
    /** A slot that was never used, so that no row went past its group. */
    private static final int EMPTY = 0;

    /** A slot that was left in a group which had been full. */
    private static final int LEFT = 1;

    /** The least tag of a row. */
    private static final int FIRST = 2;

    private static final int TAG_VALUES = 256 - FIRST;

    private static final int GROUP = 8;
    private static final int GROUP_SHIFT = 3;
    private static final long LOW_BITS = 0x0101010101010101L;
    private static final long HIGH_BITS = LOW_BITS << 7;
    private static final int MIN_SLOTS = 16;
    private static final int NO_SLOT = -1;

    /** So many rows are compared one after another, without tags: most tables of a program. */
    private static final int FEW = 4;

    /** Groups that a change copies: the old slots are fuller by a 32nd when the last is copied. */
    private static final int GROUPS_COPIED = 4;

    private static final VarHandle ROW = MethodHandles.arrayElementVarHandle(long[][].class);
    private static final VarHandle TAGS = MethodHandles.arrayElementVarHandle(long[].class);

    /** Slots and their tags, which are replaced together. */
    private static final class Slots {
        final long[][] rows;
        final long[] tags;

        /** Slots that are not {@link #EMPTY}. */
        int used;

        Slots(int n) {
            this.rows = new long[n][];
            this.tags = new long[n >> GROUP_SHIFT];
        }

        /** As many slots as rows, and no tags. */
        Slots(long[]... few) {
            this.rows = few;
            this.tags = new long[0];
        }

        boolean few() {
            return tags.length == 0;
        }

        long tags(int group) {
            return (long) TAGS.getAcquire(tags, group);
        }

        long[] row(int slot) {
            return (long[]) ROW.getAcquire(rows, slot);
        }

        int tag(int slot) {
            return (int) (tags[slot >> GROUP_SHIFT] >>> shift(slot)) & 0xff;
        }

        void setTag(int slot, int tag) {
            int group = slot >> GROUP_SHIFT;
            int shift = shift(slot);
            TAGS.setRelease(tags, group, tags[group] & ~(0xffL << shift) | (long) tag << shift);
        }

        /** So full that searches become long. */
        boolean full() {
            return (used + 1) * 8L > tags.length * GROUP * 5L;
        }

        private static int shift(int slot) {
            return (slot & GROUP - 1) << 3;
        }
    }

    private final long[] mask;
    private volatile Slots slots = new Slots();
    private int size;

    /** Slots to which the rows are being copied; or null. */
    private Slots next;

    /** Groups of {@link #slots} that {@link #next} has. */
    private int copied;

    /**
     * @param mask of a key's words
     */
    RowIndex(long[] mask) {
        this.mask = mask;
    }

    int size() {
        return size;
    }

    private long hash(long[] key) {
        long h = 0;
        for (int i = 0; i < mask.length; i++) {
            h = (h ^ key[i] & mask[i]) * 0x9e3779b97f4a7c15L;
            h ^= h >>> 32;
        }
        return h * 0xd6e8feb86659fd93L;
    }

    private static int group(long hash, Slots s) {
        return (int) (hash >>> 32) & s.tags.length - 1;
    }

    private static int next(int group, Slots s) {
        return group + 1 & s.tags.length - 1;
    }

    private static int tag(long hash) {
        return FIRST + (((int) hash >>> 24) * TAG_VALUES >>> 8);
    }

    private boolean same(long[] row, long[] key) {
        for (int i = 0; i < mask.length; i++) {
            if (row[i] != (key[i] & mask[i])) {
                return false;
            }
        }
        return true;
    }

    /** The high bits of the bytes that are a tag; perhaps of others, but above the first. */
    private static long equal(long tags, int tag) {
        long x = tags ^ tag * LOW_BITS;
        return x - LOW_BITS & ~x & HIGH_BITS;
    }

    private static int slot(int group, long bits) {
        return (group << GROUP_SHIFT) + (Long.numberOfTrailingZeros(bits) >> 3);
    }

    /** The row of a key, or null. */
    long[] find(long[] key) {
        Slots s = slots;
        if (s.few()) {
            for (long[] row : s.rows) {
                if (same(row, key)) {
                    return row;
                }
            }
            return null;
        }
        long hash = hash(key);
        int tag = tag(hash);
        for (int group = group(hash, s); ; group = next(group, s)) {
            long tags = s.tags(group);
            for (long bits = equal(tags, tag); bits != 0; bits &= bits - 1) {
                long[] row = s.row(slot(group, bits));
                if (row != null && same(row, key)) {
                    return row;
                }
            }
            if (equal(tags, EMPTY) != 0) {
                return null;
            }
        }
    }

    /**
     * The row of each key.
     *
     * @param hot words of a row that packets may use
     */
    void find(Lookups l, int hot) {
        l.findNone(begin(l, l.begin(), 0));
        l.load(hot);
        for (int i = 0; i < l.size; i++) {
            if (l.index[i] == 0) {
                l.rows[i] = end(l, i);
            }
        }
    }

    /**
     * Makes the first steps of the first lookups that are left: finds the rows that may be theirs
     * by tags alone, and looks at none.
     *
     * @param number of this index among those of the table
     * @return how many are left then, the first ones: those whose row is not here
     */
    int begin(Lookups l, int n, int number) {
        Slots s = slots;
        if (s.few()) {
            return beginFew(l, n, number);
        }
        int[] left = l.left;
        long[] hashes = l.hash;
        long[] tags = l.tags;
        int[] slots = l.slot;
        for (int i = 0; i < n; i++) {
            hashes[i] = hash(l.keys[left[i]]);
        }
        for (int i = 0; i < n; i++) {
            tags[i] = s.tags(group(hashes[i], s));
        }
        for (int i = 0; i < n; i++) {
            long bits = equal(tags[i], tag(hashes[i]));
            int slot = bits == 0 ? NO_SLOT : slot(group(hashes[i], s), bits);
            if (bits == 0 & equal(tags[i], EMPTY) == 0) {
                slot = slotBeyond(s, hashes[i]);
            }
            slots[i] = slot;
        }
        // Those that have no slot load the first one, without a branch.
        long[][] found = l.rows;
        long[][] rows = s.rows;
        for (int i = 0; i < n; i++) {
            found[left[i]] = rows[slots[i] & ~(slots[i] >> 31)];
        }
        VarHandle.acquireFence();
        int others = 0;
        for (int i = 0; i < n; i++) {
            int lookup = left[i];
            int absent = slots[i] >>> 31;
            l.index[lookup] = number + absent;
            left[others] = lookup;
            others += absent;
        }
        return others;
    }

    private int beginFew(Lookups l, int n, int number) {
        int others = 0;
        for (int i = 0; i < n; i++) {
            int lookup = l.left[i];
            long[] row = find(l.keys[lookup]);
            int absent = row == null ? 1 : 0;
            l.rows[lookup] = row;
            l.index[lookup] = number + absent;
            l.left[others] = lookup;
            others += absent;
        }
        return others;
    }

    /**
     * The first slot beyond the group of a hash that may have its row, by tags alone; or {@link
     * #NO_SLOT}.
     */
    private static int slotBeyond(Slots s, long hash) {
        for (int group = next(group(hash, s), s); ; group = next(group, s)) {
            long tags = s.tags(group);
            long bits = equal(tags, tag(hash));
            if (bits != 0) {
                return slot(group, bits);
            }
            if (equal(tags, EMPTY) != 0) {
                return NO_SLOT;
            }
        }
    }

    /** Makes the last step of a lookup whose row may be here. */
    long[] end(Lookups l, int number) {
        long[] row = l.rows[number];
        long[] key = l.keys[number];
        return row != null && same(row, key) ? row : find(key);
    }

    /** Inserts a row, or puts it in the place of the one with the same key. */
    void put(long[] row) {
        copySome();
        Slots s = slots;
        long[] old = find(row);
        if (old != null) {
            int slot = slotOf(s, old);
            ROW.setRelease(s.rows, slot, row);
            if (isCopied(slot)) {
                next.rows[slotOf(next, old)] = row;
            }
            return;
        }
        size++;
        if (s.few() && size <= FEW) {
            long[][] rows = Arrays.copyOf(s.rows, size);
            rows[size - 1] = row;
            slots = new Slots(rows);
            return;
        }
        if (s.few()) {
            Slots many = new Slots(MIN_SLOTS);
            for (long[] few : s.rows) {
                insert(many, few);
            }
            insert(many, row);
            slots = many;
            return;
        }
        if (isCopied(insert(s, row))) {
            insert(next, row);
        }
        if (next == null && s.full()) {
            // So many rows more may come before the last group is copied.
            next = new Slots(slotsFor(size + s.tags.length / GROUPS_COPIED));
        }
    }

    private static int slotsFor(int rows) {
        int n = MIN_SLOTS;
        while (n < (rows + 1) * 2L) {
            n <<= 1;
        }
        return n;
    }

    private boolean isCopied(int slot) {
        return next != null && slot >> GROUP_SHIFT < copied;
    }

    /** Groups whose rows are not copied yet; 0: no copying is under way. */
    int groupsToCopy() {
        return next == null ? 0 : slots.tags.length - copied;
    }

    private void copySome() {
        if (next == null) {
            return;
        }
        Slots s = slots;
        int end = Math.min(copied + GROUPS_COPIED, s.tags.length);
        for (int slot = copied * GROUP; slot < end * GROUP; slot++) {
            if (s.rows[slot] != null) {
                insert(next, s.rows[slot]);
            }
        }
        copied = end;
        if (copied == s.tags.length) {
            slots = next;
            next = null;
            copied = 0;
        }
    }

    /** The slot that it takes. */
    private int insert(Slots s, long[] row) {
        long hash = hash(row);
        int group = group(hash, s);
        long free;
        while ((free = free(s.tags[group])) == 0) {
            group = next(group, s);
        }
        int slot = slot(group, free);
        if (s.tag(slot) == EMPTY) {
            s.used++;
        }
        ROW.setRelease(s.rows, slot, row);
        s.setTag(slot, tag(hash));
        return slot;
    }

    /** The high bit of the first byte that is no row's tag, perhaps with others above. */
    private static long free(long tags) {
        return equal(tags, EMPTY) | equal(tags, LEFT);
    }

    /** Removes the row with this key, which must be there. */
    void remove(long[] key) {
        copySome();
        Slots s = slots;
        long[] row = find(key);
        int slot = slotOf(s, row);
        size--;
        if (s.few()) {
            long[][] rows = Arrays.copyOf(s.rows, size);
            if (slot < size) {
                rows[slot] = s.rows[size];
            }
            slots = new Slots(rows);
            return;
        }
        if (isCopied(slot)) {
            leave(next, slotOf(next, row));
        }
        leave(s, slot);
    }

    private static void leave(Slots s, int slot) {
        boolean full = equal(s.tags[slot >> GROUP_SHIFT], EMPTY) == 0;
        s.setTag(slot, full ? LEFT : EMPTY);
        if (!full) {
            s.used--;
        }
        ROW.setRelease(s.rows, slot, null);
    }

    private int slotOf(Slots s, long[] row) {
        if (s.few()) {
            return Arrays.asList(s.rows).indexOf(row);
        }
        long hash = hash(row);
        for (int group = group(hash, s); ; group = next(group, s)) {
            for (int slot = group * GROUP; slot < (group + 1) * GROUP; slot++) {
                if (s.rows[slot] == row) {
                    return slot;
                }
            }
        }
    }

    /** Every row, as far as it is there during the walk. */
    void forEach(Consumer<long[]> visitor) {
        Slots s = slots;
        for (int i = 0; i < s.rows.length; i++) {
            long[] row = s.row(i);
            if (row != null) {
                visitor.accept(row);
            }
        }
    }
}
