// SPDX-License-Identifier: Apache-2.0
package org.isthmus.target.api;

/** An indexed meter. Indexes run from 0 to {@link #size()} - 1; the caller has checked them. */
public interface MeterArray {
    int size();

    /** Null: not configured, packets are green. */
    MeterConfig config(int index);

    /**
     * @throws RefusedException UNAVAILABLE: it cannot be remembered, and is as before
     */
    void configure(int index, MeterConfig config) throws RefusedException;
}
