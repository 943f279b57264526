// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core.policy;

import java.util.ArrayList;
import java.util.Collection;
import java.util.concurrent.CompletableFuture;
import org.isthmus.core.api.StoreFailedException;
import org.isthmus.core.journal.StoreJournal;
import org.isthmus.core.model.StaticBinding;
import org.isthmus.core.spi.Store;

/** The journal with futures in place of callbacks. */
public final class Writes {
    private final StoreJournal journal;

    public Writes(StoreJournal journal) {
        this.journal = journal;
    }

    /** See {@link StoreJournal#fixed}. */
    void fixed(StaticBinding binding, boolean assigned) {
        journal.fixed(binding, assigned);
    }

    /** Writes records; the stage fails if the store does ({@link StoreFailedException}). */
    CompletableFuture<Void> written(Collection<Store.Record> records) {
        CompletableFuture<Void> written = new CompletableFuture<>();
        journal.write(
                new ArrayList<>(records),
                e -> {
                    if (e == null) {
                        written.complete(null);
                    } else {
                        written.completeExceptionally(new StoreFailedException(e));
                    }
                });
        return written;
    }
}
