// SPDX-License-Identifier: Apache-2.0
package org.isthmus.target.conformance;

import java.util.List;
import org.isthmus.target.api.Frame;

/**
 * A running switch with our pipeline: programmed over P4Runtime, fed with frames at its ports. The
 * CPU port is a port like any other here, so that packet-in and packet-out headers are compared
 * with the rest of the frame.
 */
public interface SwitchUnderTest extends AutoCloseable {
    /** Frames enter and leave here with the headers between switch and controller. */
    int CPU_PORT = 255;

    String name();

    P4RuntimeClient control();

    /** Whether packets for the controller are clones, whose session the controller makes. */
    default boolean hasCloneSessions() {
        return true;
    }

    /** Whether frames of 9,000 bytes pass, though the program is that of a card by SDNet. */
    default boolean hasJumboFrames() {
        return false;
    }

    /**
     * Gives frames to the switch in order and waits for all that comes of them.
     *
     * @return for each frame what left the switch because of it, by port and in the order of
     *     leaving within a port
     */
    List<List<Frame>> exchange(List<Frame> frames);

    /** Whether a frame with packet-in header is one that must come: all of it, if it has it. */
    default boolean isPacketIn(Frame wanted, Frame got) {
        return wanted.equals(got);
    }

    @Override
    void close();
}
