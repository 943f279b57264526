// SPDX-License-Identifier: Apache-2.0
package org.isthmus.target.api;

import p4.config.v1.P4InfoOuterClass.P4Info;
import p4.v1.P4RuntimeOuterClass.ForwardingPipelineConfig;

/**
 * A device that runs a P4 program, as the P4Runtime server sees it.
 *
 * <p>Threading: the server calls the control methods of a target and of its program from one thread
 * at a time. Packets are processed meanwhile, by threads of the target; a packet sees an entry as
 * it was before a change or after it, never in between.
 */
public interface Target extends AutoCloseable {

    /**
     * Checks and compiles a program. What runs now is not touched. Any thread, while others call
     * all methods of the target.
     *
     * @param p4info the control-plane interface; its ids name the objects of the result
     * @param deviceConfig the compiler's output for this kind of device (BMv2 JSON, for instance)
     * @throws RefusedException INVALID_ARGUMENT or UNIMPLEMENTED, with the name of what cannot be
     *     run
     */
    Program compile(P4Info p4info, byte[] deviceConfig) throws RefusedException;

    /** Makes a compiled program the running one. Packets under way finish in the old one. */
    void run(Program program);

    /**
     * The same, for targets that remember the program beyond the end of this process.
     *
     * @param config what the program was compiled of, with the client's cookie
     * @throws RefusedException UNAVAILABLE: it cannot be remembered, and the one before it runs
     */
    default void run(Program program, ForwardingPipelineConfig config) throws RefusedException {
        run(program);
    }

    /**
     * Returns when no packet is treated by what was before the last change, where the target knows
     * how to wait for that. After changes, before they are answered.
     */
    default void settle() {}

    /**
     * Gives a frame to the pipeline as if it came from the CPU port.
     *
     * @param frame packet-out header followed by the packet; owned by the target from now on
     */
    void packetOut(byte[] frame);

    /** Where frames sent to the CPU port go: one listener, set before the first program runs. */
    void onPacketIn(PacketInListener listener);

    /** Called by packet threads, so it must not block. */
    interface PacketInListener {
        /**
         * @param frame packet-in header followed by the packet; owned by the listener
         */
        void packetIn(byte[] frame);
    }

    @Override
    void close();
}
