// SPDX-License-Identifier: Apache-2.0
package org.isthmus.app.api;

import org.onosproject.event.AbstractEvent;

/** Something about the NAT64 changed. Immutable. */
public final class Nat64Event extends AbstractEvent<Nat64Event.Type, Object> {
    /** What changed, and what the subject is. */
    public enum Type {
        /** Another node decides; the subject is its NodeId. */
        LEADER_CHANGED,
        /** A configuration came into force; the subject is the application's name. */
        CONFIGURED,
        /** A configuration has faults and is not in force; the subject is the list of them. */
        CONFIGURATION_REFUSED,
        /** A block of ports was given to a subscriber or taken back; a MappingEvent. */
        MAPPING,
        /** An alarm was raised; the subject is an Alarm. */
        ALARM_RAISED,
        /** An alarm is over; the subject is the Alarm as it was raised. */
        ALARM_CLEARED,
        /** The application is being deactivated on this node; the subject is its name. */
        DEACTIVATED
    }

    public Nat64Event(Type type, Object subject) {
        super(type, subject);
    }
}
