// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core.model;

/**
 * A controller's right to allocate a range of ports of an address, for all protocols. Immutable;
 * equal by value.
 */
public final class Lease {
    /** Inclusive, up to 65535. */
    public final int lastPort;

    /** When it expires unless renewed, in epoch ms; any controller may take it then. */
    public final long until;

    /** Name of the controller. */
    public final String holder;

    /**
     * @param until in epoch ms
     */
    public Lease(int lastPort, long until, String holder) {
        this.lastPort = lastPort;
        this.until = until;
        this.holder = holder;
    }

    @Override
    public boolean equals(Object o) {
        return o instanceof Lease
                && ((Lease) o).lastPort == lastPort
                && ((Lease) o).until == until
                && ((Lease) o).holder.equals(holder);
    }

    @Override
    public int hashCode() {
        return Long.hashCode(until) * 31 + holder.hashCode();
    }

    @Override
    public String toString() {
        return "to port " + lastPort + " until " + until + " of " + holder;
    }
}
