// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core.binding;

import org.isthmus.core.model.Intent;
import org.isthmus.core.model.IntentCounts;
import org.isthmus.core.net.Protocol;

/** The two intents of a binding. */
public final class BindingIntents {
    /** One reply side, for what is the same of all. */
    public static final Intent.Inbound INBOUND = new Intent.Inbound(Protocol.TCP, 0, 0, 0, 0, 0);

    /** One forward side, for what is the same of all. */
    public static final Intent.Outbound OUTBOUND =
            new Intent.Outbound(0, Protocol.TCP, 0, 0, 0, 0, 0);

    private BindingIntents() {}

    /** Adds how many intents a number of bindings are. */
    public static void count(long bindings, IntentCounts to) {
        to.add(INBOUND, bindings).add(OUTBOUND, bindings);
    }

    /** The reply side: IPv4 to IPv6. */
    public static Intent.Inbound inbound(Bib bib, int slot) {
        return new Intent.Inbound(
                bib.protocol(slot),
                bib.address4(slot),
                bib.port4(slot),
                bib.high(slot),
                bib.low(slot),
                bib.port6(slot),
                bib.filtering(slot));
    }

    /** The forward side: IPv6 to IPv4. */
    public static Intent.Outbound outbound(Bib bib, int slot) {
        return new Intent.Outbound(
                bib.instance(slot),
                bib.protocol(slot),
                bib.high(slot),
                bib.low(slot),
                bib.port6(slot),
                bib.address4(slot),
                bib.port4(slot),
                bib.filtering(slot));
    }
}
