// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core.model;

import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.isthmus.core.net.Ipv4Prefix;
import org.isthmus.core.net.PrefixIndex;
import org.isthmus.core.net.Protocol;

/** The specification of a pool, by an operator or netcfg. Immutable; equal by value. */
public final class PoolSpec {
    /** Letters, digits, dash, underscore, dot. */
    public final String name;

    /** Name of the NAT64 instance that uses it. */
    public final String instance;

    public final List<Ipv4Prefix> prefixes;

    /** Ports and identifiers handed out, inclusive; by protocol in the order of Protocol. */
    public final int[] firstPort;

    public final int[] lastPort;

    /** How ports follow from subscribers; null: they do not. */
    public final Deterministic deterministic;

    /** Which peers may send to its bindings, those that operators made apart. */
    public final Filtering filtering;

    /**
     * Whether SYNs that nobody waits for are held, for a SYN of their peer to come (RFC 6146
     * section 3.5.2.2).
     */
    public final boolean holdsSyns;

    /**
     * How many ports a host's flow binds at once where it can, a power of two; 0: its own alone.
     */
    public final int portSets;

    /**
     * Whether it is to become empty: bindings that it has stay, and no subscriber that gets ports
     * elsewhere is given any of it.
     */
    public final boolean drains;

    // Derived from the prefixes.
    private final transient PrefixIndex places;

    /** How many addresses are in the prefixes before each; and in all. */
    private final transient long[] before;

    /** First ports by default: all identifiers, and the ports above the well-known ones. */
    public static int[] defaultFirstPort() {
        return new int[] {0, 1024, 1024};
    }

    /** Last ports by default: 65535. */
    public static int[] defaultLastPort() {
        return new int[] {65535, 65535, 65535};
    }

    /**
     * Not deterministic, and any peer may send to it.
     *
     * @param firstPort per protocol by {@link Protocol#ordinal()}, 0 to 65535
     * @param lastPort per protocol, inclusive
     */
    public PoolSpec(
            String name,
            String instance,
            List<Ipv4Prefix> prefixes,
            int[] firstPort,
            int[] lastPort) {
        this(name, instance, prefixes, firstPort, lastPort, null, Filtering.ENDPOINT_INDEPENDENT);
    }

    /**
     * The same with more that may be chosen; it holds no SYNs and does not drain.
     *
     * @param deterministic null: it is not
     */
    public PoolSpec(
            String name,
            String instance,
            List<Ipv4Prefix> prefixes,
            int[] firstPort,
            int[] lastPort,
            Deterministic deterministic,
            Filtering filtering) {
        this(
                name,
                instance,
                prefixes,
                firstPort,
                lastPort,
                deterministic,
                filtering,
                false,
                0,
                false);
    }

    private PoolSpec(
            String name,
            String instance,
            List<Ipv4Prefix> prefixes,
            int[] firstPort,
            int[] lastPort,
            Deterministic deterministic,
            Filtering filtering,
            boolean holdsSyns,
            int portSets,
            boolean drains) {
        this.name = name;
        this.instance = instance;
        this.prefixes = List.copyOf(prefixes);
        this.firstPort = firstPort.clone();
        this.lastPort = lastPort.clone();
        this.deterministic = deterministic;
        this.filtering = filtering;
        this.holdsSyns = holdsSyns;
        this.portSets = portSets;
        this.drains = drains;
        places = new PrefixIndex(this.prefixes);
        before = new long[this.prefixes.size() + 1];
        for (int i = 0; i < this.prefixes.size(); i++) {
            before[i + 1] = before[i] + this.prefixes.get(i).size();
        }
    }

    /** The same, with SYNs held or not. */
    public PoolSpec holdsSyns(boolean value) {
        return with(value, portSets, drains);
    }

    /**
     * The same with port sets.
     *
     * @param ports see {@link Limits#PORT_SETS}
     */
    public PoolSpec portSets(int ports) {
        return with(holdsSyns, ports, drains);
    }

    /** The same, draining or not. */
    public PoolSpec drains(boolean value) {
        return with(holdsSyns, portSets, value);
    }

    private PoolSpec with(boolean holds, int ports, boolean drain) {
        return new PoolSpec(
                name,
                instance,
                prefixes,
                firstPort,
                lastPort,
                deterministic,
                filtering,
                holds,
                ports,
                drain);
    }

    /** How many addresses it has. */
    public long addresses() {
        return before[prefixes.size()];
    }

    /**
     * How many blocks of ports each address has: whole ones inside the range, which are all that is
     * handed out.
     *
     * @param protocol by {@link Protocol#ordinal()}
     * @param blockSize ports of a block
     */
    public int blocks(int protocol, int blockSize) {
        int first = firstBlock(protocol, blockSize) / blockSize;
        return Math.max(0, (lastPort[protocol] + 1) / blockSize - first);
    }

    /** The first port of the first block, up to 65536; parameters as above. */
    public int firstBlock(int protocol, int blockSize) {
        return (firstPort[protocol] + blockSize - 1) / blockSize * blockSize;
    }

    /**
     * An address, in network order.
     *
     * @param index below {@link #addresses}
     */
    public int address(long index) {
        if (index < 0 || index >= addresses()) {
            throw new IndexOutOfBoundsException(index + " of pool " + name);
        }
        int found = Arrays.binarySearch(before, index);
        int at = found < 0 ? -found - 2 : found;
        return prefixes.get(at).bits() + (int) (index - before[at]);
    }

    /** The index of an address in network order; -1: it is not one of the pool. */
    public long indexOf(int address4) {
        int at = places.indexOf(address4);
        return at < 0 ? -1 : before[at] + (address4 - prefixes.get(at).bits() & 0xffff_ffffL);
    }

    /** Whether an address in network order is one of the pool. */
    public boolean contains(int address4) {
        return places.contains(address4);
    }

    @Override
    public boolean equals(Object o) {
        return o instanceof PoolSpec
                && ((PoolSpec) o).name.equals(name)
                && ((PoolSpec) o).instance.equals(instance)
                && ((PoolSpec) o).prefixes.equals(prefixes)
                && Arrays.equals(((PoolSpec) o).firstPort, firstPort)
                && Arrays.equals(((PoolSpec) o).lastPort, lastPort)
                && Objects.equals(((PoolSpec) o).deterministic, deterministic)
                && ((PoolSpec) o).filtering == filtering
                && ((PoolSpec) o).holdsSyns == holdsSyns
                && ((PoolSpec) o).portSets == portSets
                && ((PoolSpec) o).drains == drains;
    }

    @Override
    public int hashCode() {
        return name.hashCode() * 31 + prefixes.hashCode();
    }

    @Override
    public String toString() {
        return name
                + " of "
                + instance
                + ": "
                + prefixes
                + " from "
                + Arrays.toString(firstPort)
                + " to "
                + Arrays.toString(lastPort)
                + (deterministic == null ? "" : ", deterministic for " + deterministic)
                + ", "
                + filtering.text()
                + (portSets == 0 ? "" : ", in sets of " + portSets + " ports")
                + (drains ? ", draining" : "");
    }
}
