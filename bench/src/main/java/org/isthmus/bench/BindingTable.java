// SPDX-License-Identifier: Apache-2.0
package org.isthmus.bench;

/** A table that allocates ports and holds bindings: ours and its peer. */
interface BindingTable {
    /** Binds flow n of {@link Flows} to a port of the pool. */
    void bind(long n);

    /** Undoes {@link #bind}. */
    void release(long n);
}
