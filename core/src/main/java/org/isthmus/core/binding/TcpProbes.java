// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core.binding;

import org.isthmus.core.count.Counters;
import org.isthmus.core.mapping.Instances;
import org.isthmus.core.model.Counter;

/**
 * Probes the IPv6 hosts of idle TCP sessions (RFC 6146 section 3.5.2.2): an ACK from its peer,
 * which a host answers in every state of the connection.
 *
 * <p>Threading: the core's thread.
 */
public final class TcpProbes {
    private final Bib bib;
    private final Instances instances;
    private final Translators translators;
    private final Counters counters;

    public TcpProbes(Bib bib, Instances instances, Translators translators, Counters counters) {
        this.bib = bib;
        this.instances = instances;
        this.translators = translators;
        this.counters = counters;
    }

    /** Probes the host of a binding in the place of a peer, by a translator that is ready. */
    void send(int slot, int peer4, int peerPort) {
        Translators.Ready translator = translators.firstReady();
        if (translator == null || translator.routerMac == null) {
            return;
        }
        byte[] frame =
                TcpProbe.frame(
                        translator.routerMac,
                        instances.get(bib.instance(slot)).prefix,
                        peer4,
                        peerPort,
                        bib.high(slot),
                        bib.low(slot),
                        bib.port6(slot));
        translators.submit(translator.device, frame);
        counters.add(Counter.TCP_PROBES);
    }
}
