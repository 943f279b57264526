// SPDX-License-Identifier: Apache-2.0
package org.isthmus.target.process;

import org.isthmus.target.api.PortSink;
import org.isthmus.target.api.Target;
import org.isthmus.target.api.Worker;
import org.isthmus.target.bmv2.Bmv2Target;
import org.isthmus.target.fastpath.FastPath;

/** The engine for BMv2 JSON. */
final class Bmv2Engine implements Engine {
    /** No port has this number. */
    private static final int NO_PORT = -1;

    private final Bmv2Target target;

    /** Null: there is none. */
    private final FastPath fastPath;

    Bmv2Engine(int cpuPort, int dropPort, PortSink packetOuts, FastPath fastPath) {
        this.fastPath = fastPath;
        target = new Bmv2Target(cpuPort == 0 ? NO_PORT : cpuPort, dropPort, System::nanoTime);
        target.setCpuSink(packetOuts);
        if (fastPath != null) {
            fastPath.serve(target);
        }
        target.startSweeper();
    }

    @Override
    public Target target() {
        return target;
    }

    @Override
    public void portUp(int port, boolean up) {
        target.portUp(port, up);
    }

    @Override
    public Worker newWorker(PortSink sink) {
        return fastPath == null ? target.newWorker(sink) : fastPath.newWorker(sink);
    }
}
