// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core.pool;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.isthmus.core.model.PoolSpec;
import org.isthmus.core.net.Ipv4Prefix;
import org.isthmus.core.net.PrefixIndex;
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

    Spaces(Random random, Pools.Listener listener) {
        this.random = random;
        this.listener = listener;
    }

    List<PortPool> pools() {
        return pools;
    }

    void add(PortPool pool) {
        pools.add(pool);
        prefixes = null;
    }

    void remove(PortPool pool) {
        addresses.remove(pool);
        pools.remove(pool);
        prefixes = null;
    }

    void change(PortPool pool, PoolSpec spec) {
        addresses.remove(pool);
        pool.change(spec);
        pool.spaces.forEach(addresses::add);
        prefixes = null;
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
        for (int i = 0; i < pools.size(); i++) {
            PortPool pool = pools.get(i);
            if (pool.instance == instance
                    && pool.map() != null
                    && pool.map().number(high, low) >= 0) {
                return pool;
            }
        }
        return null;
    }

    /** A random free block of an address that is nobody's by configuration; or null. */
    Block freeBlock(AddressSpace space, Protocol protocol, PortRange range, int now) {
        boolean isOurs = space.pool.map() == null || listener.lease(space.address);
        return isOurs ? space.freeBlock(protocol, range, random, now) : null;
    }

    boolean hasFreeBlock(int instance, int protocol) {
        for (int i = 0; i < pools.size(); i++) {
            PortPool pool = pools.get(i);
            if (pool.isOpenTo(instance) && pool.freeBlocks(protocol) > 0) {
                return true;
            }
        }
        return false;
    }

    /**
     * The emptiest address: of all, or of a few random ones where there are more than {@link #FEW},
     * and where these are full the next that is not; or null. It alone is leased.
     */
    AddressSpace choose(int instance, int protocol) {
        // Bounded: a search through all full addresses for every packet would block the core.
        long total = hasFreeBlock(instance, protocol) ? addresses(instance) : 0;
        long start = any(total);
        long best = -1;
        int most = -1;
        for (int i = 0; i < (total > FEW ? PROBES : total); i++) {
            long index = total > FEW ? any(total) : (start + i) % total;
            int room = room(at(instance, index), protocol);
            if (room > most) {
                best = index;
                most = room;
            }
        }
        for (long i = 0; best < 0 && i < total; i++) {
            long index = (start + i) % total;
            best = room(at(instance, index), protocol) < 0 ? -1 : index;
        }
        return best < 0 ? null : of(at(instance, best));
    }

    private long addresses(int instance) {
        long total = 0;
        for (int i = 0; i < pools.size(); i++) {
            PortPool pool = pools.get(i);
            if (pool.isOpenTo(instance)) {
                total += pool.addresses();
            }
        }
        return total;
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

    /** The address at an index among those that are open to an instance. */
    private int at(int instance, long index) {
        long left = index;
        for (int i = 0; i < pools.size(); i++) {
            PortPool pool = pools.get(i);
            if (pool.isOpenTo(instance)) {
                if (left < pool.addresses()) {
                    return pool.address(left);
                }
                left -= pool.addresses();
            }
        }
        throw new IndexOutOfBoundsException(index + " of instance " + instance);
    }
}
