// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core.slowpath;

import static org.isthmus.core.packet.Bytes.u16;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import org.isthmus.core.model.DeviceId;
import org.isthmus.core.net.Ipv4Address;
import org.isthmus.core.net.Ipv6Address;
import org.isthmus.core.packet.FrameTuple;

/**
 * Says which packets are dropped where RFC 7915 asks for a line, with their addresses: UDP from
 * IPv4 without a checksum (section 4.5), and IPv6 fragments whose extension headers are in what was
 * cut (section 5.1.1); at level {@code DEBUG}, some a second at most. Not thread safe.
 */
final class DropLog {
    /** Of each kind. */
    static final int LINES_PER_SECOND = 5;

    private static final Logger LOG = System.getLogger(DropLog.class.getName());

    private final TokenBucket checksums = new TokenBucket(LINES_PER_SECOND, LINES_PER_SECOND, 0);
    private final TokenBucket headers = new TokenBucket(LINES_PER_SECOND, LINES_PER_SECOND, 0);
    private long now;

    /** Sets the time for the calls that follow. */
    void tick(long nowMillis) {
        now = nowMillis;
    }

    /** Whether an IPv4 packet is UDP without a checksum; a later fragment does not show it. */
    static boolean isWithoutChecksum(FrameTuple t, byte[] frame) {
        return !t.ipv6
                && t.protocol == FrameTuple.UDP
                && t.fragmentOffset == 0
                && (t.end - t.l4Offset < 8 || u16(frame, t.l4Offset + 6) == 0);
    }

    void withoutChecksum(DeviceId device, FrameTuple t) {
        if (LOG.isLoggable(Level.DEBUG) && checksums.take(now)) {
            LOG.log(
                    Level.DEBUG,
                    "dropped UDP without checksum at {0}, from {1}:{2} to {3}:{4}",
                    device,
                    Ipv4Address.of(t.source4),
                    Integer.toString(t.sourcePort),
                    Ipv4Address.of(t.destination4),
                    Integer.toString(t.destinationPort));
        }
    }

    /**
     * @param header number of the one that follows the Fragment Header
     */
    void behindFragmentHeader(DeviceId device, FrameTuple t, int header) {
        if (LOG.isLoggable(Level.DEBUG) && headers.take(now)) {
            LOG.log(
                    Level.DEBUG,
                    "dropped header {0} behind a Fragment Header at {1}, from {2} to {3}",
                    Integer.toString(header),
                    device,
                    Ipv6Address.of(t.sourceHigh, t.sourceLow),
                    Ipv6Address.of(t.destinationHigh, t.destinationLow));
        }
    }
}
