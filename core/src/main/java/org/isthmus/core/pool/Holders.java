// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core.pool;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import org.isthmus.core.model.DeterministicMap;
import org.isthmus.core.model.MappingEvent;
import org.isthmus.core.net.Ipv6Prefix;
import org.isthmus.core.net.Protocol;

/**
 * Which subscriber has which block. Counts them for the instances, and tells of them.
 *
 * <p>Threading: one thread.
 */
final class Holders {
    private final InstanceUse[] instances;
    private final Spaces spaces;
    private final Pools.Listener listener;
    private final SubscriberIndex subscribers = new SubscriberIndex();

    /**
     * @param instances by id
     */
    Holders(InstanceUse[] instances, Spaces spaces, Pools.Listener listener) {
        this.instances = instances;
        this.spaces = spaces;
        this.listener = listener;
    }

    /** The subscriber of an address, or null if it has no blocks. */
    SubscriberPorts find(int instance, long high, long low) {
        int length = instances[instance].config.subscriberPrefixLength;
        return subscribers.find(
                instance, high & Ipv6Prefix.maskHigh(length), low & Ipv6Prefix.maskLow(length));
    }

    /** By number; null: free. */
    List<SubscriberPorts> numbered() {
        return subscribers.numbered();
    }

    int size() {
        return subscribers.size();
    }

    /**
     * Assigns the block of a port to the subscriber of an address, unless it has it already.
     *
     * @return null if the port is outside the instance's pools or in another's block
     */
    Block claim(
            int instance,
            Protocol protocol,
            long high,
            long low,
            int address4,
            int port4,
            MappingEvent.Kind kind) {
        AddressSpace space = spaces.of(address4);
        if (space == null || space.pool.instance != instance) {
            return null;
        }
        int length = instances[instance].config.subscriberPrefixLength;
        long h = high & Ipv6Prefix.maskHigh(length);
        long l = low & Ipv6Prefix.maskLow(length);
        DeterministicMap map = space.pool.map();
        long number = map == null ? -1 : map.number(h, l);
        if (map != null && !mayClaim(map, number, protocol.ordinal(), address4, port4)) {
            return null;
        }
        SubscriberPorts s = subscribers.find(instance, h, l);
        Block block = space.blockOrNew(protocol, port4);
        if (block.holder != null) {
            return block.holder == s ? block : null;
        }
        if (s == null) {
            s = new SubscriberPorts(instance, length, h, l, number);
        }
        give(block, s, kind);
        return block;
    }

    private boolean mayClaim(
            DeterministicMap map, long number, int protocol, int address4, int port4) {
        return number >= 0
                && map.address4(number) == address4
                && (map.isFixed(protocol, port4)
                        ? map.holder(protocol, address4, port4) == number
                        : listener.lease(address4));
    }

    void give(Block block, SubscriberPorts s, MappingEvent.Kind kind) {
        block.space.give(block, s);
        if (!s.hasBlocks()) {
            subscribers.add(s);
        }
        s.add(block);
        if (s.space == null || s.space.pool.drains() && !block.space.pool.drains()) {
            s.space = block.space;
        }
        if (!block.isFixed()) {
            instances[s.instance].blocks[block.protocol.ordinal()]++;
            listener.block(s, block, kind);
        }
    }

    /** Keeps a block that no binding is in until a time. */
    void hold(Block block, int until) {
        block.heldUntil = until;
        // A block may be idle many times before it is looked at.
        if (until < block.lookAt) {
            block.lookAt = until;
            block.space.pool.held.add(new PortPool.Held(block, until));
        }
    }

    void takeBack(Block block) {
        SubscriberPorts s = block.holder;
        block.space.takeBack(block);
        s.remove(block);
        if (!s.hasBlocks()) {
            subscribers.remove(s);
        }
        if (!block.isFixed()) {
            instances[s.instance].blocks[block.protocol.ordinal()]--;
            listener.block(s, block, MappingEvent.Kind.RELEASED);
        }
    }

    /** Takes back all blocks that a test names. */
    void takeBack(Predicate<Block> which) {
        for (SubscriberPorts s : new ArrayList<>(subscribers.numbered())) {
            for (int p = 0; s != null && p < 3; p++) {
                for (int i = s.counts[p] - 1; i >= 0; i--) {
                    if (which.test(s.blocks[p][i])) {
                        takeBack(s.blocks[p][i]);
                    }
                }
            }
            if (s != null && s.hasBlocks() && !s.isOn(s.space)) {
                s.space = s.anyBlock().space;
            }
        }
    }

    /** Who has a block where no pool drains is given blocks there, and no more where one does. */
    void leaveDraining() {
        for (SubscriberPorts s : subscribers.numbered()) {
            if (s != null && s.space.pool.drains()) {
                AddressSpace other = s.whereNoneDrains();
                s.space = other == null ? s.space : other;
            }
        }
    }
}
