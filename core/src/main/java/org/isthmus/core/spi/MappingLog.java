// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core.spi;

import java.util.List;
import org.isthmus.core.model.MappingEvent;

/**
 * Who held which ports of which address when, for "who held 203.0.113.7 port 4242 at 10:32?". An
 * event is a block of ports given to a subscriber or taken back; it never names a destination (RFC
 * 6888 section 4).
 *
 * <p>Threading: any thread; neither method waits for a disk.
 */
public interface MappingLog {
    void append(MappingEvent event);

    /**
     * Holders of one port at one time, normally none or one.
     *
     * @param protocol an IPv4 protocol number
     * @param address network order
     * @param port 0 to 65535
     * @param epochMillis the time asked for
     */
    List<MappingEvent> whoHad(int protocol, int address, int port, long epochMillis);
}
