// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core.binding;

import java.util.Arrays;
import java.util.List;
import org.isthmus.core.count.Counters;
import org.isthmus.core.loop.StepClock;
import org.isthmus.core.mapping.Instances;
import org.isthmus.core.model.BibIntent;
import org.isthmus.core.model.Counter;
import org.isthmus.core.net.Protocol;

/**
 * Takes over bindings of an earlier run, from the store or from a device's tables.
 *
 * <p>Threading: the core's thread.
 */
public final class Adopter {
    private final Bib bib;
    private final Lifetimes lifetimes;
    private final Ports ports;
    private final Instances instances;
    private final Deletions deletions;
    private final StepClock clock;
    private final Counters counters;

    public Adopter(
            Bib bib,
            Lifetimes lifetimes,
            Ports ports,
            Instances instances,
            Deletions deletions,
            StepClock clock,
            Counters counters) {
        this.bib = bib;
        this.lifetimes = lifetimes;
        this.ports = ports;
        this.instances = instances;
        this.deletions = deletions;
        this.clock = clock;
        this.counters = counters;
    }

    /**
     * Creates bindings from unknown entries: forward sides that a device holds and the BIB does
     * not. Only those that the store may have lost are taken over.
     *
     * @return the slots of those whose port and transport address were free
     */
    public int[] adopt(List<BibIntent.Outbound> unknown) {
        int[] slots = new int[unknown.size()];
        int n = 0;
        for (BibIntent.Outbound o : unknown) {
            if (instances.get(o.address6High, o.address6Low) != null || !deletions.mayBeLost(o)) {
                continue;
            }
            int slot =
                    adopt(
                            o.instance,
                            o.protocol,
                            o.address6High,
                            o.address6Low,
                            o.port6,
                            o.address4,
                            o.port4,
                            o.setBits,
                            clock.epochSeconds());
            if (slot != Bib.NONE) {
                slots[n++] = slot;
            }
        }
        counters.add(Counter.BINDINGS_ADOPTED, n);
        return Arrays.copyOf(slots, n);
    }

    /**
     * Restores a binding as live; TCP as established.
     *
     * @param setBits above 0: it is a port set
     * @param since in Seconds
     * @return its slot; NONE: its instance is gone, its port or transport address is not free, or
     *     it is a port set of a pool that has sessions now
     */
    public int adopt(
            int instance,
            Protocol protocol,
            long high,
            long low,
            int port6,
            int address4,
            int port4,
            int setBits,
            int since) {
        if (instances.get(instance) == null
                || bib.find(instance, protocol, high, low, port6, setBits) != Bib.NONE
                || setBits > 0 && ports.filtering(address4).filters()) {
            return Bib.NONE;
        }
        int slot = bib.add(instance, protocol, high, low, port6, address4, port4, setBits, since);
        if (!ports.adopt(instance, protocol, high, low, address4, port4, setBits, slot)) {
            bib.remove(slot);
            return Bib.NONE;
        }
        if (bib.hasSessions(slot)) {
            bib.tcpState(slot, TcpState.ESTABLISHED);
        }
        bib.filtering(slot, ports.filtering(address4));
        bib.phase(slot, Phase.LIVE);
        lifetimes.restart(slot);
        return slot;
    }
}
