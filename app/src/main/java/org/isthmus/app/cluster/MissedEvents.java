// SPDX-License-Identifier: Apache-2.0
package org.isthmus.app.cluster;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.isthmus.core.model.MappingEvent;
import org.isthmus.mappinglog.DiskMappingLog;
import org.onosproject.cluster.NodeId;

/**
 * Events of the mapping log that other nodes have and this one does not. They are asked for since
 * shortly before the last one here, and those that are here are left out. However many there are, a
 * part of each node's is in memory, and what tells those of the last two minutes apart.
 *
 * <p>Threading: one thread, which waits for other nodes.
 */
final class MissedEvents {
    /** By so much the clocks of two leaders may differ without an event being missed. */
    static final long OVERLAP_MILLIS = 60_000;

    private static final Duration LIMIT = Duration.ofSeconds(3);

    private final Peers peers;
    private final long from;
    private final Counts here = new Counts();

    /**
     * @throws IOException the log of this node cannot be read
     */
    MissedEvents(DiskMappingLog local, Peers peers) throws IOException {
        this.peers = peers;
        long latest = local.latest();
        from = latest == Long.MIN_VALUE ? 0 : latest - OVERLAP_MILLIS;
        local.since(from, 0, Integer.MAX_VALUE, local.end()).events.forEach(here::add);
    }

    /** What another node has. */
    Source of(NodeId node) {
        return new Source(node);
    }

    /** How often there was which event; those of another time than the last one are forgotten. */
    private static final class Counts {
        private static final int TIME = 1;

        private final Map<List<Object>, Integer> counts = new LinkedHashMap<>();

        /** How often there was such an event, this one included. */
        int add(MappingEvent e) {
            Iterator<List<Object>> oldest = counts.keySet().iterator();
            while (oldest.hasNext()
                    && Math.abs((Long) oldest.next().get(TIME) - e.epochMillis)
                            > 2 * OVERLAP_MILLIS) {
                oldest.remove();
            }
            return counts.merge(identity(e), 1, Integer::sum);
        }

        int get(MappingEvent e) {
            return counts.getOrDefault(identity(e), 0);
        }

        private static List<Object> identity(MappingEvent e) {
            return List.of(
                    e.kind,
                    e.epochMillis,
                    e.protocol,
                    e.subscriber,
                    e.address,
                    e.firstPort,
                    e.lastPort);
        }
    }

    /** The events of a node, in the order in which it has them. */
    final class Source {
        final NodeId node;
        private final Counts there = new Counts();
        private Message.MappingPart part;

        /** Of the part, how many were taken one by one. */
        private int taken;

        private Source(NodeId node) {
            this.node = node;
        }

        /**
         * The part that comes next.
         *
         * @throws java.util.concurrent.CompletionException the node does not answer
         */
        Message.MappingPart ask() {
            Message.MappingsSince since =
                    new Message.MappingsSince(from, part == null ? 0 : part.cursor);
            part = peers.ask(node, MappingLogCodec.SINCE, since, LIMIT).join();
            taken = 0;
            return part;
        }

        /** Of the part that came last, what is not here; it counts as here from now on. */
        List<MappingEvent> missed() {
            List<MappingEvent> missed = new ArrayList<>();
            for (MappingEvent event : part.events) {
                if (isMissed(event)) {
                    missed.add(event);
                }
            }
            return missed;
        }

        /**
         * The event that comes next, here or not; null: there is none.
         *
         * @throws java.util.concurrent.CompletionException the node does not answer
         */
        MappingEvent next() {
            while (part == null || taken == part.events.size()) {
                if (part != null && part.last) {
                    return null;
                }
                ask();
            }
            return part.events.get(taken);
        }

        /**
         * Goes on behind {@link #next}; whether that is not here, and counts as here from now on.
         */
        boolean take() {
            return isMissed(part.events.get(taken++));
        }

        private boolean isMissed(MappingEvent event) {
            // Two that are alike are two, as of a port that is given again within a millisecond.
            boolean missed = there.add(event) > here.get(event);
            if (missed) {
                here.add(event);
            }
            return missed;
        }
    }
}
