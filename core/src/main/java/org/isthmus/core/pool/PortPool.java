// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core.pool;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntConsumer;
import org.isthmus.core.api.Pool;
import org.isthmus.core.model.PoolSpec;
import org.isthmus.core.net.Ipv4Prefix;

/** The addresses and ports of a pool, cut into blocks. */
public final class PortPool {

    /** An idle block, and until when its holder keeps it. */
    static final class Held {
        final Block block;
        final int until;

        Held(Block block, int until) {
            this.block = block;
            this.until = until;
        }
    }

    private PoolSpec spec;
    private final boolean configured;
    final int instance;
    final int blockSize;

    /** Addresses that were used. */
    final List<AddressSpace> spaces = new ArrayList<>();

    /** In the order in which they become free. */
    final ArrayDeque<Held> held = new ArrayDeque<>();

    final long[] blocksInUse = new long[3];
    final long[] bindings = new long[3];

    /** Whether it allocates nothing any more. */
    private boolean closed;

    private long addresses;
    private final int[] first = new int[3];
    private final int[] blocks = new int[3];

    PortPool(PoolSpec spec, boolean configured, int instance, int blockSize) {
        this.configured = configured;
        this.instance = instance;
        this.blockSize = blockSize;
        spec(spec);
    }

    private void spec(PoolSpec spec) {
        this.spec = spec;
        this.addresses = spec.addresses();
        for (int p = 0; p < 3; p++) {
            first[p] = (spec.firstPort[p] + blockSize - 1) / blockSize * blockSize;
            blocks[p] = spec.blocks(p, blockSize);
        }
    }

    /** Changes prefixes and port ranges, and removes addresses outside the new prefixes. */
    void change(PoolSpec newSpec) {
        spec(newSpec);
        spaces.removeIf(s -> !contains(s.address));
        Arrays.fill(blocksInUse, 0);
        spaces.forEach(AddressSpace::recount);
    }

    /** Stops or resumes allocation. */
    public void close(boolean close) {
        closed = close;
    }

    boolean isClosed() {
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
        long left = index;
        for (Ipv4Prefix prefix : spec.prefixes) {
            if (left < prefix.size()) {
                return prefix.bits() + (int) left;
            }
            left -= prefix.size();
        }
        throw new IndexOutOfBoundsException(index + " of pool " + spec.name);
    }

    boolean contains(int address) {
        return contains(spec, address);
    }

    static boolean contains(PoolSpec spec, int address) {
        for (int i = 0; i < spec.prefixes.size(); i++) {
            if (spec.prefixes.get(i).contains(address)) {
                return true;
            }
        }
        return false;
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
