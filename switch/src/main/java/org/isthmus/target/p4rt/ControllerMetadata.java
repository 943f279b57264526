// SPDX-License-Identifier: Apache-2.0
package org.isthmus.target.p4rt;

import p4.v1.P4RuntimeOuterClass.TableEntry;

/** The field controller_metadata, which P4Runtime deprecates and older controllers still set. */
@SuppressWarnings("deprecation")
final class ControllerMetadata {
    private ControllerMetadata() {}

    static long get(TableEntry e) {
        return e.getControllerMetadata();
    }

    static void set(TableEntry.Builder b, long value) {
        b.setControllerMetadata(value);
    }
}
