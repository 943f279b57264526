// SPDX-License-Identifier: Apache-2.0
package org.isthmus.netfpga.card;

/**
 * Token buckets of a card for what it gives up to its host: one for each reason with which packets
 * come up, and one for each of digests. One thread at a time.
 */
public interface Buckets {
    /** Reasons are 0 to this, exclusive. */
    int REASONS = 64;

    /**
     * What comes up is dropped from now on where it is more than that.
     *
     * @param isDigest of digests, or of packets
     * @param perSecond frames, from 0 on; a card that cannot have as many takes its most
     * @param burst frames, from 0 on: none at all come up with 0
     */
    void limit(int reason, boolean isDigest, long perSecond, long burst) throws CardException;

    /** Frames dropped since the card was programmed: 32 bits, which come round. */
    int dropped(int reason, boolean isDigest) throws CardException;
}
