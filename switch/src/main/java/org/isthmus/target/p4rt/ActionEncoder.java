// SPDX-License-Identifier: Apache-2.0
package org.isthmus.target.p4rt;

import org.isthmus.target.api.ActionSpec;
import p4.v1.P4RuntimeOuterClass.ActionProfileActionSet;
import p4.v1.P4RuntimeOuterClass.TableAction;

/** Turns the action of an entry into a message. */
interface ActionEncoder {
    /** The action set of an entry written in one shot, or null. */
    ActionProfileActionSet oneShot(TableSchema table, ActionSpec action);

    /**
     * @param oneShot what {@link #oneShot} returned for the entry
     */
    TableAction encode(ActionSpec action, ActionProfileActionSet oneShot);
}
