// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core.spi;

import java.util.List;

/** Whether bindings that the store does not have are taken over from devices. */
public final class AdoptionRecord extends Store.Record {
    /** As far as the store itself can tell. */
    public enum State {
        /** The store was new, and not every device has been read since: they are. */
        OPEN,
        /** Every device has been read since. */
        OVER,
        /**
         * More bindings were deleted while devices were away than are remembered: none is taken
         * over before every device has been read.
         */
        REFUSED
    }

    public final State state;

    public AdoptionRecord(State state) {
        super(Store.Map.ADOPTION);
        this.state = state;
    }

    /** There is one. */
    @Override
    public List<Object> key() {
        return List.of();
    }

    @Override
    public List<Object> value() {
        return List.of(state);
    }

    @Override
    public boolean isRemoval() {
        return false;
    }
}
