// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core.binding;

import java.time.Duration;
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

    /** Has a binding last at least as long as a TCP session in this state that begins now. */
    void begin(int slot, TcpState state) {
        int until =
                clock.seconds() + seconds(instances.get(bib.instance(slot)), Protocol.TCP, state);
        if (bib.deadline(slot) < until) {
            bib.wheel().schedule(slot, until);
        }
    }

    /** How long it lasts, by its sessions now. */
    int seconds(int slot) {
        InstanceConfig config = instances.get(bib.instance(slot));
        Protocol protocol = bib.protocol(slot);
        // Nothing is known of a port set's sessions, so one of them may be established.
        TcpState state = bib.hasSessions(slot) ? bib.tcpState(slot) : TcpState.ESTABLISHED;
        int longest = seconds(config, protocol, state);
        for (int s = extra.first(slot); s != ExtraSessions.NONE; s = extra.next(s)) {
            longest = Math.max(longest, seconds(config, protocol, extra.state(s)));
        }
        return longest;
    }

    /**
     * The timeout of an instance.
     *
     * @param state of TCP alone
     */
    static int seconds(InstanceConfig config, Protocol protocol, TcpState state) {
        Duration timeout;
        if (protocol == Protocol.UDP) {
            timeout = config.udpTimeout;
        } else if (protocol == Protocol.ICMP) {
            timeout = config.icmpTimeout;
        } else if (state.isEstablished()) {
            timeout = config.tcpEstablishedTimeout;
        } else {
            timeout = state.isOpening() ? config.tcpOpeningTimeout : config.tcpTransitoryTimeout;
        }
        return (int) timeout.getSeconds();
    }

    /** Whether one of its sessions has the established timeout. */
    boolean isEstablished(int slot) {
        return bib.tcpState(slot).isEstablished() || extra.established(slot) != ExtraSessions.NONE;
    }

    /** Whether packets would make any difference. */
    boolean isRefreshed(int slot) {
        if (!bib.hasSessions(slot) || bib.tcpState(slot).isRefreshed()) {
            return true;
        }
        int s = extra.first(slot);
        while (s != ExtraSessions.NONE && !extra.state(s).isRefreshed()) {
            s = extra.next(s);
        }
        return s != ExtraSessions.NONE;
    }
}
