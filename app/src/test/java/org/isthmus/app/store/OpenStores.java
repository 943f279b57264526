// SPDX-License-Identifier: Apache-2.0
package org.isthmus.app.store;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicBoolean;

/** Stores that a test opens, with their threads, until it closes them. On the test's thread. */
final class OpenStores implements AutoCloseable {
    private final List<AtomixStore> stores = new ArrayList<>();
    private final ExecutorService executor = Executors.newCachedThreadPool();

    AtomixStore open(AtomixStore.Maps maps, long epoch) {
        return open(maps, epoch, new AtomicBoolean(true));
    }

    AtomixStore open(AtomixStore.Maps maps, long epoch, AtomicBoolean leads) {
        AtomixStore store = new AtomixStore(maps, epoch, leads::get, executor);
        stores.add(store);
        return store;
    }

    @Override
    public void close() {
        stores.forEach(AtomixStore::close);
        executor.shutdown();
    }
}
