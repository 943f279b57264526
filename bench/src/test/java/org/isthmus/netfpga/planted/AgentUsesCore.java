// SPDX-License-Identifier: Apache-2.0
package org.isthmus.netfpga.planted;

/** Breaks the rule that the agent is a switch like others. */
public final class AgentUsesCore {
    void violate() {
        org.isthmus.core.net.Protocol.of(0);
    }
}
