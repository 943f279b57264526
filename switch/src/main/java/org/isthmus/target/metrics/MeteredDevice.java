// SPDX-License-Identifier: Apache-2.0
package org.isthmus.target.metrics;

import java.util.List;
import java.util.function.Supplier;
import org.isthmus.target.fastpath.FastPathNumbers;
import org.isthmus.target.io.Port;
import org.isthmus.target.p4rt.P4RuntimeServer;

/** A device of which metrics tell. */
public final class MeteredDevice {
    final String id;
    final P4RuntimeServer server;
    final List<Port> ports;

    private final boolean wantsFastPath;

    /** Null: there is none. */
    final Supplier<FastPathNumbers> fastPath;

    /** One without a fast path. */
    public MeteredDevice(long id, P4RuntimeServer server, List<Port> ports) {
        this(id, server, ports, false, null);
    }

    /**
     * @param wantsFastPath whether it was to have one
     * @param fastPath null: it has none
     */
    public MeteredDevice(
            long id,
            P4RuntimeServer server,
            List<Port> ports,
            boolean wantsFastPath,
            Supplier<FastPathNumbers> fastPath) {
        this.id = Long.toUnsignedString(id);
        this.server = server;
        this.ports = ports;
        this.wantsFastPath = wantsFastPath;
        this.fastPath = fastPath;
    }

    boolean wantsFastPath() {
        return wantsFastPath;
    }

    boolean hasFastPath() {
        return fastPath != null;
    }
}
