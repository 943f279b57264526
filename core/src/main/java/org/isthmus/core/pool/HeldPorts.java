// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core.pool;

import java.util.Arrays;

/**
 * The ports of a subscriber and protocol that are held after their release, where there is a limit
 * of how many may be (RFC 6888 REQ-8). A ring, the one released first in front. Grows to the limit
 * at most. Not thread safe.
 */
final class HeldPorts {
    private Block[] blocks = new Block[8];
    private int[] ports = new int[8];
    private int[] untils = new int[8];
    private int first;
    private int count;

    /**
     * Holds a port; of more than the limit, those released first are free.
     *
     * @param until the second until which the block holds it
     * @param limit how many may be held, 0 or more
     */
    void add(Block block, int port4, int until, int limit, int now) {
        while (count > 0 && (count >= limit || untils[first] <= now)) {
            blocks[first].free(ports[first], untils[first]);
            blocks[first] = null;
            first = next(first);
            count--;
        }
        if (limit == 0) {
            block.free(port4, until);
            return;
        }
        if (count == ports.length) {
            grow();
        }
        int at = (first + count++) % ports.length;
        blocks[at] = block;
        ports[at] = port4;
        untils[at] = until;
    }

    private int next(int at) {
        return at + 1 == ports.length ? 0 : at + 1;
    }

    private void grow() {
        int size = ports.length;
        blocks = Arrays.copyOf(blocks, size * 2);
        ports = Arrays.copyOf(ports, size * 2);
        untils = Arrays.copyOf(untils, size * 2);
        // What had gone round the end follows it now.
        System.arraycopy(blocks, 0, blocks, size, first);
        System.arraycopy(ports, 0, ports, size, first);
        System.arraycopy(untils, 0, untils, size, first);
        Arrays.fill(blocks, 0, first, null);
    }
}
