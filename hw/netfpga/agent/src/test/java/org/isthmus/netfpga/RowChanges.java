// SPDX-License-Identifier: Apache-2.0
package org.isthmus.netfpga;

import com.google.protobuf.ByteString;
import java.math.BigInteger;
import java.util.List;
import p4.v1.P4RuntimeOuterClass.Entity;
import p4.v1.P4RuntimeOuterClass.TableEntry;
import p4.v1.P4RuntimeOuterClass.Update;

/** Rows of all tables, and what becomes of them, one change after another. */
interface RowChanges {
    /** All of them, as they are at first. */
    List<Update> first();

    /** A row that comes, goes or gets another action. */
    Update next();

    /** A number that is not negative, as P4Runtime has it: without leading zeros. */
    static ByteString bytes(BigInteger number) {
        byte[] b = number.toByteArray();
        int from = b.length > 1 && b[0] == 0 ? 1 : 0;
        return ByteString.copyFrom(b, from, b.length - from);
    }

    static Update update(Update.Type type, TableEntry entry) {
        return Update.newBuilder()
                .setType(type)
                .setEntity(Entity.newBuilder().setTableEntry(entry))
                .build();
    }
}
