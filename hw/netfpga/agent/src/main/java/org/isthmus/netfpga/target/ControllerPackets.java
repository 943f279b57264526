// SPDX-License-Identifier: Apache-2.0
package org.isthmus.netfpga.target;

import org.isthmus.target.api.Target.PacketInListener;

/** Packets between a controller and the card, with the program's controller headers. */
public interface ControllerPackets {
    /**
     * @param frame packet-out header followed by the packet; the callee's from now on
     */
    void packetOut(byte[] frame);

    /** Another program begins to run. Called by the thread that makes it run; must not wait. */
    void run(CardProgram program);

    /** One listener, set before the first program runs. */
    void onPacketIn(PacketInListener listener);
}
