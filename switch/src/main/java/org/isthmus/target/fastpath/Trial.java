// SPDX-License-Identifier: Apache-2.0
package org.isthmus.target.fastpath;

import org.isthmus.target.fastpath.trace.Flow;

/** What a flow is on trial with. Immutable. */
final class Trial {
    final FlowKey key;
    final Flow flow;

    Trial(FlowKey key, Flow flow) {
        this.key = key;
        this.flow = flow;
    }
}
