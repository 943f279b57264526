// SPDX-License-Identifier: Apache-2.0
package org.isthmus.app.store;

import org.isthmus.core.spi.Store;
import org.isthmus.proto.store.StoreCodec;

/** A record in bytes. */
final class Row {
    final Store.Map map;
    final byte[] key;

    /** Null: a removal. */
    final byte[] value;

    Row(Store.Map map, byte[] key, byte[] value) {
        this.map = map;
        this.key = key;
        this.value = value;
    }

    static Row of(Store.Record record) {
        return new Row(record.map, StoreCodec.key(record), StoreCodec.value(record));
    }
}
