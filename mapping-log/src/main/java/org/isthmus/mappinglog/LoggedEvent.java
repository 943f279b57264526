// SPDX-License-Identifier: Apache-2.0
package org.isthmus.mappinglog;

import org.isthmus.core.model.MappingEvent;

/** An event and its number in the log of this disk. Immutable. */
public final class LoggedEvent {
    /** Each event has one more than that before it, unless events were lost. */
    public final long number;

    public final MappingEvent event;

    public LoggedEvent(long number, MappingEvent event) {
        this.number = number;
        this.event = event;
    }
}
