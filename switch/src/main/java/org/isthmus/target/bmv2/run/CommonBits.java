// SPDX-License-Identifier: Apache-2.0
package org.isthmus.target.bmv2.run;

/**
 * Bits that all rows of a table match by and have in common: a key that differs in one of them
 * matches none, which is known without a look at memory that caches do not hold. Immutable.
 */
final class CommonBits {
    private final long[] mask;
    private final long[] value;

    private CommonBits(long[] mask, long[] value) {
        this.mask = mask;
        this.value = value;
    }

    /**
     * Those of one row.
     *
     * @param words of the key; the mask is in as many words after it
     */
    static CommonBits of(long[] row, int words) {
        long[] mask = new long[words];
        long[] value = new long[words];
        for (int i = 0; i < words; i++) {
            mask[i] = row[words + i];
            value[i] = row[i];
        }
        return new CommonBits(mask, value);
    }

    /** Those that one more row has, too; this if it has all. */
    CommonBits with(long[] row) {
        int words = mask.length;
        boolean all = true;
        long[] less = new long[words];
        for (int i = 0; i < words; i++) {
            less[i] = mask[i] & row[words + i] & ~(value[i] ^ row[i]);
            all &= less[i] == mask[i];
        }
        return all ? this : new CommonBits(less, value);
    }

    /** Whether rows that have these bits may match a key. */
    boolean mayMatch(long[] key) {
        long differ = 0;
        for (int i = 0; i < mask.length; i++) {
            differ |= (key[i] ^ value[i]) & mask[i];
        }
        return differ == 0;
    }
}
