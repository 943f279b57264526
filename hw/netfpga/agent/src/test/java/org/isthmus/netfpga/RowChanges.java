// SPDX-License-Identifier: Apache-2.0
package org.isthmus.netfpga;

import java.util.List;
import p4.v1.P4RuntimeOuterClass.Update;

/** Rows of all tables, and what becomes of them, one change after another. */
interface RowChanges {
    /** All of them, as they are at first. */
    List<Update> first();

    /** A row that comes, goes or gets another action. */
    Update next();
}
