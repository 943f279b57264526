// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import org.isthmus.core.api.Device;
import org.isthmus.core.dataplane.Change;
import org.isthmus.core.dataplane.DeviceStatistics;
import org.isthmus.core.dataplane.Refusal;
import org.isthmus.core.fabric.DeviceId;

/** A device and the changes on their way to it: in order, one message under way, gathered. */
final class DeviceLink {

    /** What becomes of changes; called once, on the core's thread. */
    interface Ack {
        /**
         * @param refusals null: the device was lost, it will be reconciled instead
         */
        void done(DeviceLink link, List<Refusal> refusals);
    }

    /** Changes that are acknowledged together; none: a barrier. */
    static final class Part {
        final List<Change> changes;
        final Ack ack;

        Part(List<Change> changes, Ack ack) {
            this.changes = changes;
            this.ack = ack;
        }
    }

    final DeviceId id;
    boolean translator;
    Device.State state = Device.State.DOWN;

    /** Takes changes: its desired state was compared with its own, and what differs is queued. */
    boolean accepting;

    /** Told apart: what was asked before the device was lost, and after. */
    int epoch;

    /** Under way; null: nothing. */
    List<Part> inFlight;

    long inFlightSince;

    /** Was lost with a message under way that may still be applied. */
    boolean stuck;

    /** Read at least once since the core started, so that what it holds beyond our own is old. */
    boolean known;

    /** Reconcile again then; 0: no. */
    long retryAt;

    /** Refused and still due. */
    long refused;

    DeviceStatistics statistics;
    final ArrayDeque<Part> queue = new ArrayDeque<>();

    DeviceLink(DeviceId id) {
        this.id = id;
    }

    /** Takes everything that waits or is under way, in order. */
    List<Part> takeAll() {
        List<Part> all = new ArrayList<>();
        if (inFlight != null) {
            all.addAll(inFlight);
            inFlight = null;
        }
        all.addAll(queue);
        queue.clear();
        return all;
    }
}
