// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core.pool;

import java.util.List;
import java.util.Random;
import org.isthmus.core.binding.Ports;
import org.isthmus.core.model.Filtering;
import org.isthmus.core.model.InstanceConfig;
import org.isthmus.core.model.MappingEvent;
import org.isthmus.core.model.PoolSpec;
import org.isthmus.core.net.Ipv6Prefix;
import org.isthmus.core.net.Protocol;

/**
 * Allocation of addresses and ports: pools cut into port blocks, the blocks of subscribers, and the
 * index from an IPv4 transport address to the binding's slot.
 *
 * <p>A subscriber has one address for all protocols (paired pooling, RFC 6888 REQ-2) and never
 * shares a block. A released port is held, so that no other subscriber gets replies to its packets
 * (REQ-8); the block is free when no port is in use or held, and its own hold is over. Blocks, and
 * ports in them, are drawn at random, so that they cannot be guessed (RFC 6056). A well-known port
 * gets a well-known one, and another one another, where the pool has them and the subscriber may
 * have a block of them (REQ-3a); then the parity of a UDP port is preserved where a free port
 * allows it (RFC 4787 REQ-4).
 *
 * <p>A subscriber of a pool that drains gets ports of another pool, its own there once it has some;
 * what it has in the one that drains is used only where it gets nothing else.
 *
 * <p>Of a deterministic pool (RFC 7422) a subscriber has ports by configuration; only when none of
 * them is free it is given blocks out of what is left of its address.
 *
 * <p>Threading: one thread.
 */
public final class Pools implements Ports {
    /** Learns what must be stored: of what follows from the configuration, nothing. */
    public interface Listener {
        /** A block was given to a subscriber, found to be its, or taken back. */
        void block(SubscriberPorts subscriber, Block block, MappingEvent.Kind kind);

        /**
         * An address is needed for the first time, and must be leased.
         *
         * @return false: it is another controller's
         */
        boolean lease(int address4);

        /** Whether {@link #lease} would say so; nothing is leased. */
        boolean mayLease(int address4);
    }

    private final Random random;
    private final InstanceUse[] instances = new InstanceUse[256];
    private final Spaces spaces;
    private final Holders holders;
    private final PortChoice ports;

    /**
     * @param random hard to predict, outside of tests
     */
    public Pools(Random random, Listener listener) {
        this.random = random;
        spaces = new Spaces(random, listener);
        holders = new Holders(instances, spaces, listener);
        ports = new PortChoice(random, holders);
    }

    /** Sets the rules of an instance. Block size and subscriber length stay while it has pools. */
    public void instance(InstanceConfig config) {
        if (instances[config.id] == null) {
            instances[config.id] = new InstanceUse(config);
        }
        instances[config.id].config = config;
    }

    /** What an instance whose rules were set has. */
    public InstanceUse use(int instance) {
        return instances[instance];
    }

    public PortPool add(PoolSpec spec, boolean configured, int instance) {
        PortPool pool = new PortPool(spec, configured, config(instance));
        spaces.add(pool);
        return pool;
    }

    /** Removes a pool without bindings; its blocks are free at once. */
    public void remove(PortPool pool) {
        holders.takeBack(block -> block.space.pool == pool);
        spaces.remove(pool);
    }

    /**
     * Changes a pool; its instance stays. Bindings at excluded ports stay until they expire; at
     * excluded addresses there must be none.
     *
     * @param configured whether it is from the configuration now
     */
    public void change(PortPool pool, PoolSpec spec, boolean configured) {
        holders.takeBack(b -> b.space.pool == pool && !spec.contains(b.space.address));
        boolean isOther = pool.drains() != spec.drains;
        spaces.change(pool, spec, configured);
        if (isOther) {
            holders.leaveDraining();
        }
    }

    /** Has a pool stop or resume allocation. */
    public void close(PortPool pool, boolean closed) {
        spaces.close(pool, closed);
    }

    public List<PortPool> all() {
        return spaces.pools();
    }

    /** The pool of an address, or null. */
    public PortPool poolOf(int address4) {
        return spaces.poolOf(address4);
    }

    /** Whether the ports of an address are this controller's to give; false: or in no pool. */
    public boolean mayServe(int address4) {
        return spaces.mayServe(address4);
    }

    private InstanceConfig config(int instance) {
        return instances[instance].config;
    }

    @Override
    public int find(Protocol protocol, int address4, int port4) {
        AddressSpace space = spaces.find(address4);
        Block block = space == null ? null : space.block(protocol.ordinal(), port4);
        return block == null ? -1 : block.find(port4);
    }

    @Override
    public long allocate(
            int instance,
            Protocol protocol,
            long high,
            long low,
            int port6,
            boolean sets,
            int now) {
        InstanceUse use = instances[instance];
        SubscriberPorts s = holders.find(instance, high, low);
        if (s == null) {
            s = newFixed(instance, high, low);
        }
        long barred = barred(use, s, protocol.ordinal(), now);
        if (barred < 0) {
            if (s != null) {
                s.refused++;
            }
            if (barred == INSTANCE_RATE) {
                use.rateReached(now);
            }
            return barred;
        }
        int parity = protocol == Protocol.UDP ? port6 & 1 : -1;
        int p = protocol.ordinal();
        long barredBlock = barredBlock(use, s, p);
        AddressSpace space = isAtHome(s) ? s.space : spaces.choose(instance, p);
        if (space == null) {
            long why = barredBlock < 0 ? barredBlock : NO_PORTS;
            return s == null ? why : ports.last(s, protocol, parity, now, why);
        }
        PortRange range = PortRange.of(protocol, port6);
        if (!space.pool.has(p, range)) {
            range = PortRange.ANY;
        }
        int setBits = sets ? setBits(use, s, space.pool, p) : 0;
        if (setBits > 0) {
            long set = s == null ? -1 : ports.ownSet(s, space, protocol, range, setBits, now);
            Block free =
                    set >= 0 || barredBlock < 0
                            ? null
                            : spaces.freeBlock(space, protocol, range, now);
            int port = free == null ? -1 : free.pickSet(random, range, setBits, now);
            if (port >= 0) {
                holders.give(
                        free,
                        s == null ? first(use, high, low, now) : s,
                        MappingEvent.Kind.ASSIGNED);
                set = PortChoice.packed(free, port);
            }
            if (set >= 0) {
                return (long) setBits << 48 | set;
            }
        }
        long found = s == null ? -1 : ports.own(s, space, protocol, range, parity, now);
        if (found >= 0) {
            return found;
        }
        Block block = barredBlock < 0 ? null : spaces.freeBlock(space, protocol, range, now);
        if (block == null && range != PortRange.ANY) {
            range = PortRange.ANY;
            found = s == null ? -1 : ports.own(s, space, protocol, range, parity, now);
            if (found >= 0) {
                return found;
            }
            block = barredBlock < 0 ? null : spaces.freeBlock(space, protocol, range, now);
        }
        if (block == null) {
            long why = barredBlock < 0 ? barredBlock : NO_PORTS;
            return s == null ? why : ports.last(s, protocol, parity, now, why);
        }
        if (s == null) {
            s = first(use, high, low, now);
        }
        holders.give(block, s, MappingEvent.Kind.ASSIGNED);
        int port = block.pick(random, range, parity, now);
        return PortChoice.packed(
                block, port >= 0 ? port : block.pick(random, PortRange.ANY, -1, now));
    }

    /** A subscriber that has no ports by configuration, for its first block. */
    private static SubscriberPorts first(InstanceUse use, long high, long low, int now) {
        InstanceConfig config = use.config;
        int length = config.subscriberPrefixLength;
        SubscriberPorts s =
                new SubscriberPorts(
                        config.id,
                        length,
                        high & Ipv6Prefix.maskHigh(length),
                        low & Ipv6Prefix.maskLow(length),
                        -1);
        s.mayBind(now, config.bindingsPerSecond); // starts the count of its first second
        return s;
    }

    /** Of a port set that a subscriber may have now; 0: it may have single ports alone. */
    private static int setBits(InstanceUse use, SubscriberPorts s, PortPool pool, int protocol) {
        int ports = pool.spec().portSets;
        int most = use.config.quotas.bindingsPerSubscriber(protocol);
        long has = s == null ? 0 : s.bindings[protocol];
        return ports == 0 || most > 0 && has + ports > most || !use.mayHaveBindings(ports)
                ? 0
                : Integer.numberOfTrailingZeros(ports);
    }

    @Override
    public long refusal(int instance, Protocol protocol, long high, long low, int now) {
        InstanceUse use = instances[instance];
        int p = protocol.ordinal();
        SubscriberPorts s = subscriber(instance, high, low);
        if (s == null) {
            s = newFixed(instance, high, low);
        }
        long barred = barred(use, s, p, now);
        if (barred < 0 || s != null && s.hasFreePort(p)) {
            return barred;
        }
        long barredBlock = barredBlock(use, s, p);
        if (barredBlock < 0) {
            return barredBlock;
        }
        boolean isFree =
                isAtHome(s) ? s.space.freeBlocks(p) > 0 : spaces.open(instance).hasFreeBlock(p);
        return isFree ? 0 : NO_PORTS;
    }

    /** Whether a subscriber has an address at which it is given blocks. */
    private static boolean isAtHome(SubscriberPorts s) {
        return s != null && !s.space.pool.drains();
    }

    /** A subscriber without blocks, if it is one of a deterministic pool; else null. */
    private SubscriberPorts newFixed(int instance, long high, long low) {
        int length = config(instance).subscriberPrefixLength;
        long h = high & Ipv6Prefix.maskHigh(length);
        long l = low & Ipv6Prefix.maskLow(length);
        PortPool pool = spaces.deterministic(instance, h, l);
        if (pool == null) {
            return null;
        }
        long number = pool.map().number(h, l);
        SubscriberPorts s = new SubscriberPorts(instance, length, h, l, number);
        s.space = spaces.of(pool.map().address4(number));
        return s;
    }

    /** Why a subscriber may have no binding, whatever ports are free; 0: it may. */
    private static long barred(InstanceUse use, SubscriberPorts s, int protocol, int now) {
        if (s != null) {
            if (!s.mayBind(now, use.config.bindingsPerSecond)) {
                return RATE;
            }
            int most = use.config.quotas.bindingsPerSubscriber(protocol);
            if (most > 0 && s.bindings[protocol] >= most) {
                return SUBSCRIBER_BINDINGS;
            }
            if (s.space.pool.isClosed()) {
                return NO_PORTS;
            }
        }
        if (!use.mayHaveBindings(1)) {
            return INSTANCE_QUOTA;
        }
        return use.mayBind(now) ? 0 : INSTANCE_RATE;
    }

    /** Why a subscriber may have no further block, whatever blocks are free; 0: it may. */
    private static long barredBlock(InstanceUse use, SubscriberPorts s, int protocol) {
        if (s != null && s.hasAsMany(protocol, use.config.blocksPerSubscriber)) {
            return SUBSCRIBER_LIMIT;
        }
        return use.mayHaveBlock(protocol) ? 0 : INSTANCE_QUOTA;
    }

    @Override
    public Filtering filtering(int address4) {
        PortPool pool = poolOf(address4);
        return pool == null ? Filtering.ENDPOINT_INDEPENDENT : pool.spec().filtering;
    }

    @Override
    public int portSets(int address4) {
        PortPool pool = poolOf(address4);
        return pool == null ? 0 : pool.spec().portSets;
    }

    @Override
    public int sessions(Protocol protocol, int address4, int port4, int more) {
        SubscriberPorts holder = spaces.find(address4).block(protocol.ordinal(), port4).holder;
        holder.sessions += more;
        return holder.sessions;
    }

    @Override
    public void place(Protocol protocol, int address4, int port4, int setBits, int slot) {
        Block block = spaces.find(address4).block(protocol.ordinal(), port4);
        int ports = 1 << setBits;
        for (int i = 0; i < ports; i++) {
            block.place(port4 + i, slot, false);
        }
        block.holder.bindings[protocol.ordinal()] += ports;
        block.holder.bound();
        InstanceUse use = instances[block.space.pool.instance];
        use.bindings += ports;
        use.bound();
        block.space.pool.bindings[protocol.ordinal()] += ports;
    }

    @Override
    public boolean adopt(
            int instance,
            Protocol protocol,
            long high,
            long low,
            int address4,
            int port4,
            int setBits,
            int slot) {
        int last = port4 + (1 << setBits) - 1;
        AddressSpace space = spaces.of(address4);
        if (space == null || last / space.pool.blockSize != port4 / space.pool.blockSize) {
            return false;
        }
        Block there = space.block(protocol.ordinal(), port4);
        for (int port = port4; there != null && port <= last; port++) {
            if (there.isUsed(port)) {
                return false;
            }
        }
        if (holders.claim(instance, protocol, high, low, address4, port4, MappingEvent.Kind.ADOPTED)
                == null) {
            return false;
        }
        place(protocol, address4, port4, setBits, slot);
        return true;
    }

    /**
     * Restores a subscriber's block after a restart, before the bindings.
     *
     * @param heldUntil when it is free, if no binding is in it
     * @return false if the block is no longer one of the instance's, or is another's
     */
    public boolean restore(
            int instance,
            long high,
            long low,
            Protocol protocol,
            int address4,
            int firstPort,
            int heldUntil) {
        Block block =
                holders.claim(
                        instance,
                        protocol,
                        high,
                        low,
                        address4,
                        firstPort,
                        MappingEvent.Kind.ASSIGNED);
        if (block == null) {
            return false;
        }
        holders.hold(block, heldUntil);
        return true;
    }

    @Override
    public void release(Protocol protocol, int address4, int port4, int setBits, int now) {
        Block block = spaces.find(address4).block(protocol.ordinal(), port4);
        InstanceUse use = instances[block.space.pool.instance];
        int ports = 1 << setBits;
        int until = now + (int) use.config.portHold.getSeconds();
        for (int i = 0; i < ports; i++) {
            block.release(port4 + i, until, false);
            block.holder.hold(block, port4 + i, until, use.config.heldPorts, now);
        }
        block.holder.bindings[protocol.ordinal()] -= ports;
        use.bindings -= ports;
        block.space.pool.bindings[protocol.ordinal()] -= ports;
        if (block.isIdle()) {
            holders.hold(block, now + (int) use.config.emptyBlockHold().getSeconds());
        }
    }

    /**
     * Assigns a static binding to a port, inside or outside of any block.
     *
     * @return false if the port is in use or in no pool
     */
    public boolean placeStatic(Protocol protocol, int address4, int port4, int slot) {
        AddressSpace space = spaces.of(address4);
        Block block = space == null ? null : space.blockOrNew(protocol, port4);
        if (block == null || block.isUsed(port4)) {
            return false;
        }
        block.place(port4, slot, true);
        space.pool.bindings[protocol.ordinal()]++;
        return true;
    }

    @Override
    public void releaseStatic(Protocol protocol, int address4, int port4, int now) {
        Block block = spaces.find(address4).block(protocol.ordinal(), port4);
        block.release(
                port4, now + (int) config(block.space.pool.instance).portHold.getSeconds(), true);
        block.space.pool.bindings[protocol.ordinal()]--;
    }

    /** Frees blocks whose ports are neither in use nor held, and which are not held themselves. */
    public void tick(int now) {
        for (int i = 0; i < all().size(); i++) {
            PortPool pool = all().get(i);
            while (!pool.held.isEmpty() && pool.held.peek().until <= now) {
                PortPool.Held held = pool.held.poll();
                if (held.until == held.block.lookAt) {
                    held.block.lookAt = Integer.MAX_VALUE;
                    look(held.block, now);
                }
            }
        }
    }

    private void look(Block block, int now) {
        if (block.holder == null || !block.isIdle()) {
            return;
        }
        if (block.heldUntil > now) {
            holders.hold(block, block.heldUntil);
        } else {
            holders.takeBack(block);
            block.space.forget(block, now);
        }
    }

    public int subscribers() {
        return holders.size();
    }

    /** The subscriber of an address, or null if it has no blocks. */
    public SubscriberPorts subscriber(int instance, long high, long low) {
        return holders.find(instance, high, low);
    }

    /**
     * Subscribers are numbered below this; a number stays the same while its subscriber has blocks.
     */
    public int topSubscriber() {
        return holders.numbered().size();
    }

    /** A subscriber by number, or null. */
    public SubscriberPorts subscriber(int number) {
        return holders.numbered().get(number);
    }
}
