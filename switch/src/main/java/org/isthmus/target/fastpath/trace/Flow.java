// SPDX-License-Identifier: Apache-2.0
package org.isthmus.target.fastpath.trace;

/** What a program does with the packets of a flow. Immutable. */
public final class Flow {
    /** Of the packet that it was found with. */
    public final Layout layout;

    public final int egressPort;
    public final Rewrite rewrite;
    public final Effects effects;

    Flow(Layout layout, int egressPort, Rewrite rewrite, Effects effects) {
        this.layout = layout;
        this.egressPort = egressPort;
        this.rewrite = rewrite;
        this.effects = effects;
    }
}
