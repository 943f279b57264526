// SPDX-License-Identifier: Apache-2.0
package org.isthmus.target.fastpath;

import java.util.function.Consumer;

/**
 * Which entry of the kernel is whose. Those that were free last are used first, so that the
 * kernel's memory is used no farther than there are flows. Not thread safe.
 */
final class Entries {
    /** Of a flow's packets, by their lengths. */
    static final int VARIANTS = 2;

    /** Entries, the least busy of which a flow is compared with. */
    private static final int RIVALS = 32;

    /** They are looked through in so many turns, or fewer. */
    private static final int TURNS = 16;

    /** Entries of a turn, at least. */
    private static final int TURN = 4096;

    private final Programs kernel;

    /** By entry; null: it is free, or will be. */
    private final CachedFlow[] flows;

    /** The first of these are free. */
    private final int[] free;

    private int freeOnes;

    /** No entry behind this one was ever used. */
    private int last;

    /** The entry that was looked at last. */
    private int hand;

    /** The entry that a flow was compared with last. */
    private int rival;

    Entries(Programs kernel) {
        this.kernel = kernel;
        this.flows = new CachedFlow[kernel.capacity()];
        this.free = new int[kernel.capacity() - 1];
        for (int i = free.length; i > 0; i--) {
            free[freeOnes++] = i;
        }
    }

    /** How many there are. */
    int capacity() {
        return free.length;
    }

    /** How many are free. */
    int free() {
        return freeOnes;
    }

    /** How many are not free. */
    int used() {
        return free.length - freeOnes;
    }

    /** One of those that are free. */
    int take() {
        int entry = free[--freeOnes];
        last = Math.max(last, entry);
        return entry;
    }

    /** It is free; no frame finds it, or is treated by it. */
    void release(int entry) {
        free[freeOnes++] = entry;
    }

    void put(CachedFlow f) {
        flows[f.entry] = f;
    }

    void clear(CachedFlow f) {
        flows[f.entry] = null;
    }

    /**
     * The flow in the kernel that packets of a length are of; null: none is.
     *
     * @param key of either variant
     */
    CachedFlow of(byte[] key, int length) {
        for (int variant = 0; variant < VARIANTS; variant++) {
            CachedFlow f = flows[kernel.find(KernelEntry.variant(key, variant))];
            if (f != null && f.takes(length)) {
                return f;
            }
        }
        return null;
    }

    /** The key under which another variant of a flow can be found; null: there are all. */
    byte[] unused(byte[] key) {
        for (int variant = 0; variant < VARIANTS; variant++) {
            byte[] other = KernelEntry.variant(key, variant);
            if (kernel.find(other) == CachedFlow.NONE) {
                return other;
            }
        }
        return null;
    }

    /** Any variant of a flow that is in the kernel, or null. */
    CachedFlow any(byte[] key) {
        CachedFlow f = flows[kernel.find(KernelEntry.variant(key, 0))];
        return f != null ? f : flows[kernel.find(KernelEntry.variant(key, 1))];
    }

    /**
     * The flow that sends least, as far as is known, of some that are others each time; or null.
     */
    CachedFlow leastBusy() {
        CachedFlow least = null;
        for (int i = 0; i < RIVALS; i++) {
            rival = rival < last ? rival + 1 : 1;
            CachedFlow f = flows[rival];
            if (f != null && f.rate >= 0 && (least == null || f.rate < least.rate)) {
                least = f;
            }
        }
        return least;
    }

    /** Some, so that a turn costs the same however many there are. */
    void turn(Consumer<CachedFlow> each) {
        for (int i = Math.min(last, Math.max(TURN, last / TURNS + 1)); i > 0; i--) {
            hand = hand < last ? hand + 1 : 1;
            if (flows[hand] != null) {
                each.accept(flows[hand]);
            }
        }
    }

    void forEach(Consumer<CachedFlow> each) {
        for (int i = 1; i <= last; i++) {
            if (flows[i] != null) {
                each.accept(flows[i]);
            }
        }
    }
}
