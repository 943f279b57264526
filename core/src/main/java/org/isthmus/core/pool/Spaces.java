// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core.pool;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.isthmus.core.model.PoolSpec;
import org.isthmus.core.net.Ipv4Prefix;
import org.isthmus.core.net.Ipv6Prefix;
import org.isthmus.core.net.PrefixIndex;
import org.isthmus.core.net.PrefixMap;
import org.isthmus.core.net.Protocol;

/**
 * All pools, and the state of those of their addresses that were used; chooses the address of a new
 * subscriber.
 *
 * <p>Threading: one thread.
 */
final class Spaces {
    /** So many addresses are looked at one by one, on each new subscriber. */
    private static final int FEW = 64;

    private static final int PROBES = 2;

    private final Random random;
    private final Pools.Listener listener;
    private final List<PortPool> pools = new ArrayList<>();
    private final AddressIndex addresses = new AddressIndex();

    /** All prefixes of pools; null: not since these changed, as thousands may one after another. */
    private PrefixIndex prefixes;

    /** The pool of each of them. */
    private PortPool[] owners;

    /** By instance, in the same way. */
    private final OpenPools[] open = new OpenPools[256];

    /** Deterministic pools by their subscribers, by instance, in the same way. */
    private Map<Integer, PrefixMap<PortPool>> deterministic;

    Spaces(Random random, Pools.Listener listener) {
        this.random = random;
        this.listener = listener;
    }

    List<PortPool> pools() {
        return pools;
    }

    void add(PortPool pool) {
        pools.add(pool);
        changed();
    }

    void remove(PortPool pool) {
        addresses.remove(pool);
        pools.remove(pool);
        changed();
    }

    void change(PortPool pool, PoolSpec spec, boolean configured) {
        addresses.remove(pool);
        pool.change(spec, configured);
        pool.spaces.forEach(addresses::add);
        changed();
    }

    void close(PortPool pool, boolean closed) {
        pool.close(closed);
        open[pool.instance] = null;
    }

    private void changed() {
        prefixes = null;
        deterministic = null;
        Arrays.fill(open, null);
    }

    /** The pools that any subscriber of an instance may get ports of. */
    OpenPools open(int instance) {
        if (open[instance] == null) {
            open[instance] = new OpenPools(pools, instance);
        }
        return open[instance];
    }

    /** That of an address, or null if none of its ports was used. */
    AddressSpace find(int address4) {
        return addresses.find(address4);
    }

    /** The pool of an address, or null. */
    PortPool poolOf(int address4) {
        AddressSpace space = addresses.find(address4);
        if (space != null) {
            return space.pool;
        }
        if (prefixes == null) {
            index();
        }
        int at = prefixes.indexOf(address4);
        return at < 0 ? null : owners[at];
    }

    private void index() {
        List<Ipv4Prefix> all = new ArrayList<>();
        pools.forEach(p -> all.addAll(p.spec().prefixes));
        owners = new PortPool[all.size()];
        int at = 0;
        for (PortPool pool : pools) {
            int end = at + pool.spec().prefixes.size();
            Arrays.fill(owners, at, end, pool);
            at = end;
        }
        prefixes = new PrefixIndex(all);
    }

    /** That of an address; null if it is in no pool, or another controller's. */
    AddressSpace of(int address4) {
        PortPool pool = poolOf(address4);
        return pool == null ? null : of(pool, address4);
    }

    /** Whether {@link #of} would find or make one. */
    boolean mayServe(int address4) {
        PortPool pool = poolOf(address4);
        return addresses.find(address4) != null
                || pool != null && (pool.map() != null || listener.mayLease(address4));
    }

    private AddressSpace of(PortPool pool, int address4) {
        AddressSpace space = addresses.find(address4);
        // What follows from the configuration is the same for all controllers.
        if (space == null && (pool.map() != null || listener.lease(address4))) {
            space = new AddressSpace(pool, address4);
            addresses.add(space);
            pool.spaces.add(space);
        }
        return space;
    }

    /** The pool in which a subscriber has ports by configuration; null: there is none. */
    PortPool deterministic(int instance, long high, long low) {
        if (deterministic == null) {
            deterministic = new HashMap<>();
            for (PortPool pool : pools) {
                if (pool.map() != null) {
                    deterministic
                            .computeIfAbsent(pool.instance, i -> new PrefixMap<>())
                            .add(pool.spec().deterministic.subscribers, pool);
                }
            }
        }
        PrefixMap<PortPool> ofInstance = deterministic.get(instance);
        if (ofInstance == null) {
            return null;
        }
        PortPool[] found = {null};
        ofInstance.overlapping(Ipv6Prefix.of(high, low, 128), (prefix, pool) -> found[0] = pool);
        return found[0];
    }

    /** A random free block of an address that is nobody's by configuration; or null. */
    Block freeBlock(AddressSpace space, Protocol protocol, PortRange range, int now) {
        boolean isOurs = space.pool.map() == null || listener.lease(space.address);
        return isOurs ? space.freeBlock(protocol, range, random, now) : null;
    }

    /**
     * The emptiest address: of all, or of a few random ones where there are more than {@link #FEW},
     * and where these are full the next that is not; or null. It alone is leased.
     */
    AddressSpace choose(int instance, int protocol) {
        OpenPools open = open(instance);
        // A search through the addresses of full pools for every packet would block the core.
        long total = open.hasFreeBlock(protocol) ? open.addresses() : 0;
        long start = any(total);
        long best = -1;
        int most = -1;
        for (int i = 0; i < (total > FEW ? PROBES : total); i++) {
            long index = total > FEW ? any(total) : (start + i) % total;
            int room = room(open.address(index), protocol);
            if (room > most) {
                best = index;
                most = room;
            }
        }
        for (long i = 0; best < 0 && i < total; i++) {
            long index = (start + i) % total;
            long free = open.nextFree(protocol, index);
            if (free > index) {
                i += free - index - 1;
            } else if (room(open.address(index), protocol) >= 0) {
                best = index;
            }
        }
        return best < 0 ? null : of(open.address(best));
    }

    private long any(long total) {
        return (long) (random.nextDouble() * total);
    }

    /**
     * The free blocks of an address, as {@link AddressSpace#room}; -1: it gives none of a protocol.
     */
    private int room(int address4, int protocol) {
        AddressSpace space = addresses.find(address4);
        PortPool pool = space == null ? poolOf(address4) : space.pool;
        int free = space == null ? pool.blocksPerAddress(protocol) : space.freeBlocks(protocol);
        if (free <= 0 || !listener.mayLease(address4)) {
            return -1;
        }
        return space == null ? pool.room() : space.room();
    }
}
