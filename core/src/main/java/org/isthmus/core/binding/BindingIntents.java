// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core.binding;

import org.isthmus.core.model.Intent;

/** The two intents of a binding. */
public final class BindingIntents {
    private BindingIntents() {}

    /** The reply side: IPv4 to IPv6. */
    public static Intent.Inbound inbound(Bib bib, int slot) {
        return new Intent.Inbound(
                bib.protocol(slot),
                bib.address4(slot),
                bib.port4(slot),
                bib.high(slot),
                bib.low(slot),
                bib.port6(slot));
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
                bib.port4(slot));
    }
}
