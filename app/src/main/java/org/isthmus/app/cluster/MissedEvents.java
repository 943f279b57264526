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

    private final DiskMappingLog local;
    private final Peers peers;
    private final long from;
    private final Counts here = new Counts();

    /**
     * @throws IOException the log of this node cannot be read
     */
    MissedEvents(DiskMappingLog local, Peers peers) throws IOException {
        this.local = local;
        this.peers = peers;
        long latest = local.latest();
        from = latest == Long.MIN_VALUE ? 0 : latest - OVERLAP_MILLIS;
        long cursor = 0;
        DiskMappingLog.Part part;
        do {
            part = local.since(from, cursor, Integer.MAX_VALUE, local.end());
            part.events.stream().filter(e -> e.epochMillis >= from).forEach(here::add);
            cursor = part.cursor;
        } while (!part.last);
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

        /** The last time before which the node does not know everything; 0: none. */
        private long begun;

        /** Whether this node does not know it either, so that what was held then is news. */
        private boolean isLost;

        /** Whether this node has nothing else, so that what was held begins its log. */
        private boolean isFirst;

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

        /** Whether there is a time behind the part before that the node has lost, or deleted. */
        boolean begins() {
            return part != null && part.begin != 0 && part.begin != begun;
        }

        /**
         * Such a time is lost here, too, if nothing behind it is here.
         *
         * @param isKnown not to this node, but to another
         */
        void begin(boolean isKnown) {
            begun = part.begin;
            long latest = local.latest();
            isFirst = latest == Long.MIN_VALUE;
            isLost = !isKnown && latest <= begun;
            if (isLost) {
                local.lose(begun);
                // What is here counts for nothing any more, if it is of the same millisecond.
                here.counts.clear();
            }
        }

        /** Of the part that came last, what is not here; it counts as here from now on. */
        List<MappingEvent> missed() {
            List<MappingEvent> missed = new ArrayList<>();
            while (taken < part.events.size()) {
                MappingEvent event = event();
                if (take()) {
                    missed.add(event);
                }
            }
            return missed;
        }

        /**
         * Whether there is another event, here or not.
         *
         * @throws java.util.concurrent.CompletionException the node does not answer
         */
        boolean hasNext() {
            while (part == null || taken == part.events.size()) {
                if (part != null && part.last) {
                    return false;
                }
                ask();
            }
            return true;
        }

        /** When the event that comes next was logged. */
        long time() {
            return isHeld() ? part.begin : part.events.get(taken).epochMillis;
        }

        /** Whether the event that comes next was only held at a time before which some are lost. */
        boolean isHeld() {
            return taken < part.held;
        }

        /** The event that comes next. */
        MappingEvent event() {
            MappingEvent event = part.events.get(taken);
            // By its own time, this node's clock would have been set back.
            return isHeld() && isLost && !isFirst
                    ? new MappingEvent(
                            event.kind,
                            Math.max(event.epochMillis, begun),
                            event.protocol,
                            event.subscriber,
                            event.address,
                            event.firstPort,
                            event.lastPort)
                    : event;
        }

        /** Goes on behind the event; whether that is not here, and counts as here from now on. */
        boolean take() {
            boolean isHeld = isHeld();
            MappingEvent event = part.events.get(taken++);
            if (isHeld && (isLost || event.epochMillis < from)) {
                return isLost;
            }
            // Two that are alike are two, as of a port that is given again within a millisecond.
            boolean missed = there.add(event) > here.get(event);
            if (missed) {
                here.add(event);
            }
            return missed;
        }
    }
}
