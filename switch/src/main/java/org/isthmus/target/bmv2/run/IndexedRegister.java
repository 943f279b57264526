// SPDX-License-Identifier: Apache-2.0
package org.isthmus.target.bmv2.run;

import java.util.concurrent.locks.ReentrantLock;
import org.isthmus.target.api.RegisterArray;

/**
 * A register array. An action that uses it holds {@link #lock} from beginning to end, so that what
 * it reads and writes belongs together.
 */
public final class IndexedRegister implements RegisterArray {
    /** Public for generated code, which takes the locks of an action in one order. */
    public final ReentrantLock lock = new ReentrantLock();

    private final String name;
    private final int size;
    private final int width;
    private final int words;
    private final long[] cells;

    /**
     * @param width bits of a cell
     */
    public IndexedRegister(String name, int size, int width) {
        this.name = name;
        this.size = size;
        this.width = width;
        this.words = words(width);
        this.cells = new long[size * words];
    }

    /** Memory of a cell of this width. */
    public static long cellBytes(int width) {
        return (long) Long.BYTES * words(width);
    }

    private static int words(int width) {
        return (width + 63) / 64;
    }

    public String name() {
        return name;
    }

    @Override
    public int width() {
        return width;
    }

    @Override
    public int size() {
        return size;
    }

    /** A word of a cell, 0 outside the array. Under the lock. */
    public long word(long index, int word) {
        return index >= 0 && index < size ? cells[(int) index * words + word] : 0;
    }

    /** Whether the index is one of the array's. */
    public boolean has(long index) {
        return index >= 0 && index < size;
    }

    /** Sets a word of a cell; nothing happens outside the array. Under the lock. */
    public void word(long index, int word, long value) {
        if (index >= 0 && index < size) {
            cells[(int) index * words + word] = value;
        }
    }

    @Override
    public byte[] get(int index) {
        lock.lock();
        try {
            return Words.toBytes(cells, index * words, width);
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void set(int index, byte[] value) {
        lock.lock();
        try {
            Words.fromBytes(value, width, cells, index * words);
        } finally {
            lock.unlock();
        }
    }
}
