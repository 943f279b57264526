// SPDX-License-Identifier: Apache-2.0
package org.isthmus.mappinglog;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentSkipListMap;
import org.isthmus.core.model.MappingEvent;

/**
 * The events of the file that is written, and those that wait to be, in memory. About 200 bytes an
 * event.
 *
 * <p>Threading: {@link #add}, {@link #release} and {@link #forgetBefore} one at a time, by the
 * queue's monitor; everything else any thread, without a lock.
 */
final class RecentEvents implements BlockEvents<RuntimeException> {
    private static final class Node {
        final MappingEvent event;
        final long number;
        final boolean kept;

        /** Of the same block. */
        volatile Node previous;

        Node(MappingEvent event, long number, boolean kept, Node previous) {
            this.event = event;
            this.number = number;
            this.kept = kept;
            this.previous = previous;
        }

        /** This one or the newest before it that stands in front of a number; or null. */
        Node before(long end) {
            Node node = this;
            while (node != null && node.number >= end) {
                node = node.previous;
            }
            return node;
        }
    }

    private final ConcurrentSkipListMap<Block, Node> newest = new ConcurrentSkipListMap<>();
    private volatile int largest;

    /**
     * @param kept whether it gets to the disk; of those that do not, each block remembers only its
     *     last one, so that the memory is bounded
     */
    void add(MappingEvent event, long number, boolean kept) {
        Block block = Block.of(event);
        if (block.ports() > largest) {
            largest = block.ports();
        }
        Node previous = newest.get(block);
        if (previous != null && !kept && !previous.kept) {
            previous = previous.previous;
        }
        newest.put(block, new Node(event, number, kept, previous));
    }

    @Override
    public Block floor(Block block) {
        return newest.floorKey(block);
    }

    @Override
    public Found newest(Block block, long epochMillis) {
        return newest(block, 0, epochMillis);
    }

    private Found newest(Block block, long first, long epochMillis) {
        Node node = newest.get(block);
        while (node != null && node.number >= first && node.event.epochMillis > epochMillis) {
            node = node.previous;
        }
        return node == null ? null : new Found(node.number, node.event);
    }

    @Override
    public int largest() {
        return largest;
    }

    /**
     * The events as of a moment at which those in front of a number were over, whatever their
     * times: a clock may have been ahead.
     */
    BlockEvents<RuntimeException> behind(long first) {
        return new BlockEvents<>() {
            @Override
            public Block floor(Block block) {
                return RecentEvents.this.floor(block);
            }

            @Override
            public Found newest(Block block, long epochMillis) {
                return RecentEvents.this.newest(block, first, epochMillis);
            }

            @Override
            public int largest() {
                return largest;
            }
        };
    }

    /** The assignments that were held in front of a number, in the order of the blocks. */
    List<Found> held(long end) {
        List<Found> held = new ArrayList<>();
        for (Node node : newest.values()) {
            Node last = node.before(end);
            if (last != null && last.event.kind.isHeld()) {
                held.add(new Found(last.number, last.event));
            }
        }
        return held;
    }

    /**
     * Nobody knows what of the blocks that were held in front of a number still is: nobody has them
     * until that is logged anew.
     */
    void release(long number, long epochMillis) {
        for (Found each : held(number)) {
            MappingEvent e = each.event;
            add(
                    new MappingEvent(
                            MappingEvent.Kind.RELEASED,
                            epochMillis,
                            e.protocol,
                            e.subscriber,
                            e.address,
                            e.firstPort,
                            e.lastPort),
                    number,
                    false);
        }
    }

    /**
     * Forgets what was over in front of a number: all events but those that are {@link #held}.
     *
     * @param monitor taken for one block at a time
     */
    void forgetBefore(long end, Object monitor) {
        for (Block block : newest.keySet()) {
            synchronized (monitor) {
                forgetBefore(end, block);
            }
        }
    }

    private void forgetBefore(long end, Block block) {
        Node node = newest.get(block);
        Node last = node.before(end);
        if (last == null) {
            return;
        }
        last.previous = null;
        if (!last.event.kind.isHeld()) {
            if (last == node) {
                newest.remove(block);
                return;
            }
            while (node.previous != last) {
                node = node.previous;
            }
            node.previous = null;
        }
    }

    /** Events in memory. */
    int size() {
        int size = 0;
        for (Map.Entry<Block, Node> e : newest.entrySet()) {
            for (Node node = e.getValue(); node != null; node = node.previous) {
                size++;
            }
        }
        return size;
    }
}
