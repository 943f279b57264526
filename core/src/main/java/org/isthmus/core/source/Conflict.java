// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core.source;

import org.isthmus.core.model.FabricConfig;
import org.isthmus.core.net.MacAddress;

/** An address that two interfaces want, as the later one was heard last. Immutable. */
public final class Conflict {
    /** Where the address is. */
    public final FabricConfig.Interface holder;

    /** Where it was refused. */
    public final FabricConfig.Interface refused;

    /** Of the host that was refused. */
    public final MacAddress mac;

    Conflict(FabricConfig.Interface holder, FabricConfig.Interface refused, long mac) {
        this.holder = holder;
        this.refused = refused;
        this.mac = MacAddress.of(mac);
    }
}
