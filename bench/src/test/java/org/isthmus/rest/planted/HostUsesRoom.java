// SPDX-License-Identifier: Apache-2.0
package org.isthmus.rest.planted;

/** Breaks the rule that hosts see no room of the core. */
public final class HostUsesRoom {
    void violate() {
        org.isthmus.core.binding.TcpState.of(0);
    }
}
