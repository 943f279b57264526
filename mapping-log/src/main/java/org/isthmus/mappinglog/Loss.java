// SPDX-License-Identifier: Apache-2.0
package org.isthmus.mappinglog;

/** Events lost in a row: of the times in between nobody knows everything. Immutable. */
final class Loss {
    /** Of the first event lost. */
    final long number;

    /** Epoch ms of the latest event before. */
    final long from;

    /** Epoch ms of the latest that was lost: of each block, the last event is remembered. */
    final long to;

    Loss(long number, long from, long to) {
        this.number = number;
        this.from = from;
        this.to = to;
    }
}
