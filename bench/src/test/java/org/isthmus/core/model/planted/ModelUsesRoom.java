// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core.model.planted;

/** Breaks the rule that what hosts see needs no room of the core. */
public final class ModelUsesRoom {
    void violate() {
        org.isthmus.core.binding.TcpState.of(0);
    }
}
