// SPDX-License-Identifier: Apache-2.0
package org.isthmus.target.process;

import org.isthmus.target.api.PortSink;
import org.isthmus.target.api.Target;
import org.isthmus.target.api.Worker;
import org.isthmus.target.fastpath.FastPath;

/** A target that processes packets in threads of this process. */
interface Engine {
    /** Makes engines of one kind. */
    interface Factory {
        /**
         * @param cpuPort 0: none
         * @param packetOuts takes frames that controllers send, from any thread
         * @param fastPath forwards what it can; null: there is none
         */
        Engine create(int cpuPort, int dropPort, PortSink packetOuts, FastPath fastPath);
    }

    Target target();

    /** Tells of a port that comes up or goes down. Any thread. */
    default void portUp(int port, boolean up) {}

    /** A worker for one thread. */
    Worker newWorker(PortSink sink);
}
