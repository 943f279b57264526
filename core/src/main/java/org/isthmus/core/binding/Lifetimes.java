// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core.binding;

import org.isthmus.core.loop.StepClock;
import org.isthmus.core.mapping.Instances;
import org.isthmus.core.model.InstanceConfig;
import org.isthmus.core.net.Protocol;

/**
 * The lifetime of a binding after its last packet, by protocol and sessions (RFC 6146 section 4).
 * Of the TCP sessions of a port set nothing is known: it is that of established ones.
 */
public final class Lifetimes {
    private final Bib bib;
    private final ExtraSessions extra;
    private final Instances instances;
    private final StepClock clock;

    public Lifetimes(Bib bib, ExtraSessions extra, Instances instances, StepClock clock) {
        this.bib = bib;
        this.extra = extra;
        this.instances = instances;
        this.clock = clock;
    }

    /** Restarts a binding's lifetime now. */
    public void restart(int slot) {
        bib.wheel().schedule(slot, clock.seconds() + seconds(slot));
    }

    /** How long it lasts, by its sessions now. */
    int seconds(int slot) {
        Protocol protocol = bib.protocol(slot);
        return seconds(
                instances.get(bib.instance(slot)),
                protocol,
                !bib.hasSessions(slot) || isEstablished(slot));
    }

    /**
     * The timeout of an instance.
     *
     * @param established of TCP alone
     */
    static int seconds(InstanceConfig config, Protocol protocol, boolean established) {
        switch (protocol) {
            case UDP:
                return (int) config.udpTimeout.getSeconds();
            case ICMP:
                return (int) config.icmpTimeout.getSeconds();
            default:
                return (int)
                        (established ? config.tcpEstablishedTimeout : config.tcpTransitoryTimeout)
                                .getSeconds();
        }
    }

    /** Whether one of its sessions has the established timeout. */
    boolean isEstablished(int slot) {
        boolean established = bib.tcpState(slot).isEstablished();
        for (int s = extra.first(slot);
                !established && s != ExtraSessions.NONE;
                s = extra.next(s)) {
            established = extra.state(s).isEstablished();
        }
        return established;
    }
}
