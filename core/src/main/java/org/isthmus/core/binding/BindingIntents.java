// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core.binding;

import org.isthmus.core.model.BibIntent;
import org.isthmus.core.model.Filtering;
import org.isthmus.core.model.Intent;
import org.isthmus.core.model.IntentCounts;
import org.isthmus.core.net.Protocol;

/** The two intents of a binding. */
public final class BindingIntents {
    /** One reply side, for what is the same of all. */
    public static final BibIntent.Inbound INBOUND =
            new BibIntent.Inbound(Protocol.TCP, 0, 0, 0, 0, 0);

    /** One forward side, for what is the same of all. */
    public static final BibIntent.Outbound OUTBOUND =
            new BibIntent.Outbound(0, Protocol.TCP, 0, 0, 0, 0, 0);

    /** The same of port sets. */
    public static final BibIntent.Inbound INBOUND_SET =
            new BibIntent.Inbound(Protocol.TCP, 0, 0, 0, 0, 0, Filtering.ENDPOINT_INDEPENDENT, 1);

    public static final BibIntent.Outbound OUTBOUND_SET =
            new BibIntent.Outbound(
                    0, Protocol.TCP, 0, 0, 0, 0, 0, Filtering.ENDPOINT_INDEPENDENT, 1);

    private BindingIntents() {}

    /**
     * Adds how many intents those of the BIB are, with more bindings of one port or fewer.
     *
     * @param more below 0: fewer
     */
    public static void count(Bib bib, int more, IntentCounts to) {
        int sets = bib.sizeOfSets();
        count(Math.max(0, bib.size() - sets + more), to);
        if (sets > 0) {
            to.add(INBOUND_SET, sets).add(OUTBOUND_SET, sets);
        }
    }

    /** Adds how many intents a number of bindings of one port are. */
    public static void count(long bindings, IntentCounts to) {
        to.add(INBOUND, bindings).add(OUTBOUND, bindings);
    }

    /** The reply side: IPv4 to IPv6. */
    public static BibIntent.Inbound inbound(Bib bib, int slot) {
        return new BibIntent.Inbound(
                bib.protocol(slot),
                bib.address4(slot),
                bib.port4(slot),
                bib.high(slot),
                bib.low(slot),
                bib.port6(slot),
                bib.filtering(slot),
                bib.setBits(slot));
    }

    /** The forward side: IPv6 to IPv4. */
    public static BibIntent.Outbound outbound(Bib bib, int slot) {
        return new BibIntent.Outbound(
                bib.instance(slot),
                bib.protocol(slot),
                bib.high(slot),
                bib.low(slot),
                bib.port6(slot),
                bib.address4(slot),
                bib.port4(slot),
                bib.filtering(slot),
                bib.setBits(slot));
    }

    /** The slot of the binding that an intent is of; or {@link Bib#NONE}. */
    static int slot(Bib bib, Ports ports, Intent intent) {
        if (intent instanceof BibIntent.Inbound) {
            BibIntent.Inbound in = (BibIntent.Inbound) intent;
            return ports.find(in.protocol, in.address4, in.port4);
        }
        if (intent instanceof BibIntent.Session) {
            BibIntent.Session s = (BibIntent.Session) intent;
            return ports.find(s.protocol, s.address4, s.port4);
        }
        BibIntent.Outbound out = (BibIntent.Outbound) intent;
        return bib.find(
                out.instance,
                out.protocol,
                out.address6High,
                out.address6Low,
                out.port6,
                out.setBits);
    }
}
