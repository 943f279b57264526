// SPDX-License-Identifier: Apache-2.0
package org.isthmus.target.fastpath;

import java.util.Arrays;

/** What all packets of a flow have in common, as the kernel has it. Immutable. */
final class FlowKey {
    private final byte[] bytes;

    /**
     * @param bytes struct key of fastpath.h; variant 0 where all packets of the flow are meant
     */
    FlowKey(byte[] bytes) {
        this.bytes = bytes;
    }

    byte[] bytes() {
        return bytes.clone();
    }

    /**
     * The flow's packets of these or those lengths.
     *
     * @param variant 0 or 1
     */
    FlowKey variant(int variant) {
        return new FlowKey(KernelEntry.variant(bytes, variant));
    }

    @Override
    public boolean equals(Object o) {
        return o instanceof FlowKey && Arrays.equals(bytes, ((FlowKey) o).bytes);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(bytes);
    }
}
