// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core.binding;

import java.util.List;
import java.util.function.Consumer;
import org.isthmus.core.spi.Store;

/**
 * Writes records that must survive a crash.
 *
 * <p>Threading: the core's thread, callbacks too.
 */
public interface Journal {
    /**
     * Writes records, all or none, with whatever else has changed since the last write.
     *
     * @param records grows by what is written with them
     * @param then gets null, or what the store said; writes are answered in order
     */
    void write(List<Store.Record> records, Consumer<Throwable> then);
}
