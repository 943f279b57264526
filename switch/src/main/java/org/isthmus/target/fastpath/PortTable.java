// SPDX-License-Identifier: Apache-2.0
package org.isthmus.target.fastpath;

import java.util.HashMap;
import java.util.Map;
import org.isthmus.target.io.PortCounters;

/** The ports between which the kernel forwards. Not thread safe. */
final class PortTable {

    /** A port that is attached. */
    static final class Attached {
        final int ifindex;

        /** Bytes of an IP packet that may come or leave. */
        final int mtu;

        private final PortCounters counters;

        /** It is being taken away: what was forwarded still counts, and no flow begins. */
        private boolean leaving;

        Attached(int ifindex, int mtu, PortCounters counters) {
            this.ifindex = ifindex;
            this.mtu = mtu;
            this.counters = counters;
        }
    }

    private final Map<Integer, Attached> attached = new HashMap<>();

    void put(int port, Attached a) {
        attached.put(port, a);
    }

    /** Flows can no longer begin there, or leave by it. */
    void leave(Attached a) {
        a.leaving = true;
    }

    void remove(int port, Attached a) {
        attached.remove(port, a);
    }

    /** Null: it is not there, or is being taken away. */
    Attached get(int port) {
        Attached a = attached.get(port);
        return a == null || a.leaving ? null : a;
    }

    /**
     * @param bytes of the frames that came
     * @param longer bytes by which each is longer when it leaves
     */
    void tally(int ingress, int egress, long packets, long bytes, int longer) {
        Attached in = attached.get(ingress);
        if (in != null) {
            in.counters.tallyReceived(packets, bytes);
        }
        Attached out = attached.get(egress);
        if (out != null) {
            out.counters.tallySent(packets, bytes + packets * longer);
        }
    }
}
