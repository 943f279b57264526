// SPDX-License-Identifier: Apache-2.0
package org.isthmus.target.planted;

/** Breaks the rule that the switch knows nothing of NAT64. */
public final class SwitchUsesCore {
    void violate() {
        org.isthmus.core.net.Protocol.of(0);
    }
}
