// SPDX-License-Identifier: Apache-2.0
package org.isthmus.target.api;

/** A register array. Indexes run from 0 to {@link #size()} - 1; the caller has checked them. */
public interface RegisterArray {
    int size();

    /** Bits of a cell. */
    int width();

    /** The cell, big-endian, its width rounded up to bytes. */
    byte[] get(int index);

    void set(int index, byte[] value);
}
