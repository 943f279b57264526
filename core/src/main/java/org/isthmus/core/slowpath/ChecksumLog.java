// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core.slowpath;

import static org.isthmus.core.packet.Bytes.u16;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import org.isthmus.core.model.DeviceId;
import org.isthmus.core.net.Ipv4Address;
import org.isthmus.core.packet.FrameTuple;

/**
 * Says which UDP packets from IPv4 are dropped because they have no checksum, with addresses and
 * ports (RFC 7915 section 4.5); at level {@code DEBUG}, some a second at most. Not thread safe.
 */
final class ChecksumLog {
    static final int LINES_PER_SECOND = 5;

    private static final Logger LOG = System.getLogger(ChecksumLog.class.getName());

    private final TokenBucket lines = new TokenBucket(LINES_PER_SECOND, LINES_PER_SECOND, 0);
    private long now;

    /** Sets the time for the calls that follow. */
    void tick(long nowMillis) {
        now = nowMillis;
    }

    /** Whether an IPv4 packet is UDP without a checksum; a later fragment does not show it. */
    static boolean isWithout(FrameTuple t, byte[] frame) {
        return !t.ipv6
                && t.protocol == FrameTuple.UDP
                && t.fragmentOffset == 0
                && (t.end - t.l4Offset < 8 || u16(frame, t.l4Offset + 6) == 0);
    }

    void dropped(DeviceId device, FrameTuple t) {
        if (LOG.isLoggable(Level.DEBUG) && lines.take(now)) {
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
}
