// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core.api;

import org.isthmus.core.model.ExporterConfig;

/** Where events of the mapping log are told besides, and how far that is. Immutable. */
public final class Exporter {
    /** Whether its collector takes events. */
    public enum State {
        /** It is not known yet. */
        CONNECTING,
        /** The file is open, the connection is there; over UDP, nobody refused anything. */
        CONNECTED,
        /** The collector takes nothing at present, though its connection is there. */
        STALLED,
        /** It cannot be reached, or written to; it is tried again. */
        FAILED
    }

    public final String name;
    public final ExporterConfig.Type type;

    /** A file, or a collector's transport, host and port. */
    public final String target;

    public final State state;

    /** Why it is failed or stalled; null: it is not. */
    public final String problem;

    /** When the state began, epoch ms. */
    public final long sinceEpochMillis;

    /** Number of the first event that is not known to be delivered. */
    public final long position;

    /** Events of the log that are not known to be delivered. */
    public final long lagEvents;

    /** How old the first of those is, in seconds; 0: there is none. */
    public final long lagSeconds;

    /** Events sent since the host started, those sent again counted again. */
    public final long sent;

    /**
     * Events that were not delivered before the log lost or deleted them, since the host started.
     */
    public final long lost;

    public Exporter(
            String name,
            ExporterConfig.Type type,
            String target,
            State state,
            String problem,
            long sinceEpochMillis,
            long position,
            long lagEvents,
            long lagSeconds,
            long sent,
            long lost) {
        this.name = name;
        this.type = type;
        this.target = target;
        this.state = state;
        this.problem = problem;
        this.sinceEpochMillis = sinceEpochMillis;
        this.position = position;
        this.lagEvents = lagEvents;
        this.lagSeconds = lagSeconds;
        this.sent = sent;
        this.lost = lost;
    }
}
