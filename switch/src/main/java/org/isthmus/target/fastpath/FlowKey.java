// SPDX-License-Identifier: Apache-2.0
package org.isthmus.target.fastpath;

import java.util.Arrays;

/** What all packets of a flow have in common, as the kernel has it; of both variants. Immutable. */
final class FlowKey {
    private final byte[] bytes;

    /**
     * @param bytes struct key of fastpath.h, variant 0
     */
    FlowKey(byte[] bytes) {
        this.bytes = bytes;
    }

    byte[] bytes() {
        return bytes.clone();
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
