// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core.pool;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.function.IntConsumer;
import org.isthmus.core.api.Pool;
import org.isthmus.core.model.DeterministicMap;
import org.isthmus.core.model.InstanceConfig;
import org.isthmus.core.model.PoolSpec;

/** The addresses and ports of a pool, cut into blocks. */
public final class PortPool {

    /** A block that was idle, and when to look whether its holder keeps it. */
    static final class Held {
        final Block block;
        final int until;

        Held(Block block, int until) {
            this.block = block;
            this.until = until;
        }
    }

    private PoolSpec spec;
    private boolean configured;
    final int instance;
    final int blockSize;
    private final int subscriberPrefixLength;

    /** Addresses that were used. */
    final List<AddressSpace> spaces = new ArrayList<>();

    /**
     * The first to be looked at in front: the time for which blocks are held may change. A block is
     * there twice only where it became shorter.
     */
    final PriorityQueue<Held> held = new PriorityQueue<>(Comparator.comparingInt(h -> h.until));

    /** Of those that are allocated; what subscribers have by configuration does not count. */
    private final long[] blocksInUse = new long[3];

    final long[] bindings = new long[3];

    /** Whether it allocates nothing any more. */
    private boolean closed;

    /** Where it is among others that are told of its free blocks; null: nowhere. */
    private OpenPools open;

    private int place;

    private long addresses;

    /** Null: it is not deterministic. */
    private DeterministicMap map;

    /** Of the ports that are not a subscriber's by configuration. */
    private final int[] first = new int[3];

    private final int[] blocks = new int[3];

    PortPool(PoolSpec spec, boolean configured, InstanceConfig instance) {
        this.configured = configured;
        this.instance = instance.id;
        this.blockSize = instance.blockSize;
        this.subscriberPrefixLength = instance.subscriberPrefixLength;
        spec(spec);
    }

    private void spec(PoolSpec spec) {
        this.spec = spec;
        this.addresses = spec.addresses();
        map =
                spec.deterministic == null
                        ? null
                        : new DeterministicMap(spec, blockSize, subscriberPrefixLength);
        for (int p = 0; p < 3; p++) {
            first[p] = map == null ? spec.firstBlock(p, blockSize) : map.firstDynamicPort(p);
            blocks[p] =
                    map == null
                            ? spec.blocks(p, blockSize)
                            : (int) (map.dynamicPorts(p) / blockSize);
        }
    }

    /** Which of its ports are whose by configuration; null: none are. */
    public DeterministicMap map() {
        return map;
    }

    /** Whether any subscriber of an instance may get its ports. */
    boolean isOpenTo(int toInstance) {
        return instance == toInstance && map == null && !closed && !spec.drains;
    }

    /** Whether it is to become empty. */
    boolean drains() {
        return spec.drains;
    }

    boolean isFixed(int protocol, int port) {
        return map != null && map.isFixed(protocol, port);
    }

    /** Changes all but the instance, and removes addresses outside the new prefixes. */
    void change(PoolSpec newSpec, boolean isConfigured) {
        configured = isConfigured;
        spec(newSpec);
        spaces.removeIf(s -> !newSpec.contains(s.address));
        Arrays.fill(blocksInUse, 0);
        spaces.forEach(AddressSpace::recount);
    }

    void close(boolean close) {
        closed = close;
    }

    /** It is among others, which are told of its free blocks. */
    void placed(OpenPools among, int at) {
        open = among;
        place = at;
        for (int p = 0; p < 3; p++) {
            used(p, 0);
        }
    }

    /** Counts blocks that come into use; less than none are free again. */
    void used(int protocol, int more) {
        blocksInUse[protocol] += more;
        if (open != null) {
            open.free(place, protocol, freeBlocks(protocol) > 0);
        }
    }

    /** Whether it allocates nothing any more. */
    public boolean isClosed() {
        return closed;
    }

    /** Visits the slots of all bindings in it. */
    public void forEach(IntConsumer visitor) {
        spaces.forEach(s -> s.forEach(visitor));
    }

    int firstPort(int protocol) {
        return first[protocol];
    }

    int blocksPerAddress(int protocol) {
        return blocks[protocol];
    }

    boolean isInRange(int protocol, int port) {
        return port >= first[protocol] && port - first[protocol] < blocks[protocol] * blockSize;
    }

    /** Whether it has ports of a range. */
    boolean has(int protocol, PortRange range) {
        int end = first[protocol] + blocks[protocol] * blockSize;
        return range.meets(first[protocol], end - 1);
    }

    /** Blocks of an unused address, of the protocol with the fewest. */
    int room() {
        return Math.min(blocks[0], Math.min(blocks[1], blocks[2]));
    }

    long freeBlocks(int protocol) {
        return addresses * blocks[protocol] - blocksInUse[protocol];
    }

    long addresses() {
        return addresses;
    }

    /**
     * @param index below {@link #addresses}
     */
    int address(long index) {
        return spec.address(index);
    }

    public PoolSpec spec() {
        return spec;
    }

    /** Whether it is from the configuration. */
    public boolean isConfigured() {
        return configured;
    }

    /** The id of the instance it serves. */
    public int instance() {
        return instance;
    }

    /** The pool as the API returns it. */
    public Pool toApi() {
        long[] all = new long[3];
        for (int p = 0; p < 3; p++) {
            all[p] = addresses * blocks[p];
        }
        return new Pool(spec, configured, all, blocksInUse.clone(), bindings.clone());
    }
}
