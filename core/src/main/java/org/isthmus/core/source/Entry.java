// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core.source;

import org.isthmus.core.api.SourceBinding;
import org.isthmus.core.model.FabricConfig;
import org.isthmus.core.net.Ipv6Address;

/** An address of an interface, or one that others are asked after first. */
final class Entry {
    final Ipv6Address address;
    FabricConfig.Interface on;
    SourceBinding.State state;

    /** Whether its device is to hold it; not while others are asked first. */
    boolean isWritten;

    /** When something is to be done next. */
    long due;

    int asked;

    /** Of {@link #on} while it is not written, then of another interface; or null. */
    Claim claim;

    Entry(Ipv6Address address, FabricConfig.Interface on) {
        this.address = address;
        this.on = on;
    }
}
