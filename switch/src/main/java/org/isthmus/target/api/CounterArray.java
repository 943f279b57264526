// SPDX-License-Identifier: Apache-2.0
package org.isthmus.target.api;

/**
 * An indexed counter. Its values are never negative: after 2^63 - 1 comes 0. Indexes run from 0 to
 * {@link #size()} - 1; the caller has checked them.
 */
public interface CounterArray {
    int size();

    long packets(int index);

    long bytes(int index);

    void set(int index, long packets, long bytes);
}
