// SPDX-License-Identifier: Apache-2.0
package org.isthmus.controller.disk;

import java.util.HashSet;
import java.util.Set;
import org.isthmus.core.spi.AdoptionRecord;
import org.isthmus.core.spi.BindingRecord;
import org.isthmus.core.spi.DeletionRecord;
import org.isthmus.core.spi.DeterministicRecord;
import org.isthmus.core.spi.EamRecord;
import org.isthmus.core.spi.ElectionRecord;
import org.isthmus.core.spi.LeaseRecord;
import org.isthmus.core.spi.PoolRecord;
import org.isthmus.core.spi.StaticBindingRecord;
import org.isthmus.core.spi.Store;
import org.isthmus.core.spi.Store.Record;
import org.isthmus.core.spi.SubscriberRecord;

/** What a store holds. */
final class Contents {
    private Contents() {}

    /** All records. */
    static Set<Record> all(Store store) {
        Set<Record> all = new HashSet<>();
        store.read(LeaseRecord.class, all::add);
        store.read(PoolRecord.class, all::add);
        store.read(EamRecord.class, all::add);
        store.read(StaticBindingRecord.class, all::add);
        store.read(SubscriberRecord.class, all::add);
        store.read(BindingRecord.class, all::add);
        store.read(ElectionRecord.class, all::add);
        store.read(DeletionRecord.class, all::add);
        store.read(AdoptionRecord.class, all::add);
        store.read(DeterministicRecord.class, all::add);
        return all;
    }
}
