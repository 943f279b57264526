// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core.binding;

import java.util.List;
import java.util.function.Consumer;
import org.isthmus.core.model.MappingEvent;
import org.isthmus.core.net.Protocol;
import org.isthmus.core.spi.BindingRecord;
import org.isthmus.core.spi.Store;

/**
 * Writes records that must survive a crash. One without a mapping log does nothing about it.
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

    /**
     * The same.
     *
     * @param then takes no longer than some hundred packets: it may run on a {@link
     *     org.isthmus.core.spi.LentThread}
     */
    default void writeThenBriefly(List<Store.Record> records, Consumer<Throwable> then) {
        write(records, then);
    }

    /** Whether the last write failed. */
    default boolean fails() {
        return false;
    }

    /**
     * A binding that is not static begins with the next write: where bindings are logged, the
     * mapping log says so once that is done.
     *
     * @param kind how it begins
     */
    default void bound(MappingEvent.Kind kind, BindingRecord binding) {}

    /**
     * A binding that is not static is no longer in the store: if the mapping log has it, it says
     * so.
     *
     * @param high first half of the IPv6 address
     * @param low second half
     * @param address4 in network order
     */
    default void unbound(Protocol protocol, long high, long low, int address4, int port4) {}
}
