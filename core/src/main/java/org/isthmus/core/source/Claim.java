// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core.source;

import org.isthmus.core.model.FabricConfig;

/** Who wants an address, and with what. */
final class Claim {
    final FabricConfig.Interface on;
    final long mac;

    /** Duplicate address detection: the host does not use the address yet. */
    final boolean isProbe;

    /** To be forwarded if the address is its; or null. */
    byte[] frame;

    Claim(FabricConfig.Interface on, long mac, boolean isProbe, byte[] frame) {
        this.on = on;
        this.mac = mac;
        this.isProbe = isProbe;
        this.frame = frame;
    }
}
