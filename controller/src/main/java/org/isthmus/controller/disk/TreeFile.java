// SPDX-License-Identifier: Apache-2.0
package org.isthmus.controller.disk;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map.Entry;
import java.util.UUID;
import org.h2.mvstore.DataUtils;
import org.h2.mvstore.MVMap;
import org.h2.mvstore.MVStore;
import org.h2.mvstore.MVStoreException;
import org.h2.mvstore.type.ByteArrayDataType;
import org.isthmus.core.spi.Store.Map;
import org.isthmus.proto.store.NewerStoreException;
import org.isthmus.proto.store.StoreCodec;
import org.isthmus.proto.store.UnreadableRecordException;

/**
 * The rows that release 0.1 left, in a file of MVStore: all that MVStore can read of it, be that
 * not all. Builds between that release and {@link RowsFile} had such a file as well, with a journal
 * beside it. It stays as it is.
 *
 * <p>Threading: one thread.
 */
final class TreeFile implements AutoCloseable {
    static final String NAME = "state.mv";

    /** The map of what later builds than release 0.1 added, with the number of the commit first. */
    private static final String CHECK = "CHECK";

    private static final byte[] SUM = new byte[0];
    private static final byte[] ID = {'i', 'd'};

    private final MVStore store;

    /** Release 0.1 left MVStore's version at 0. */
    final boolean isOf01;

    /**
     * @throws DamagedStoreException it cannot be read
     * @throws NewerStoreException a later release wrote it
     * @throws IOException somebody uses it
     */
    TreeFile(Path file) throws IOException {
        try {
            store =
                    new MVStore.Builder()
                            .fileName(file.toAbsolutePath().toString())
                            .readOnly()
                            .open();
        } catch (RuntimeException e) {
            // What MVStore throws on a damaged page has any class.
            if (e instanceof MVStoreException
                    && ((MVStoreException) e).getErrorCode() == DataUtils.ERROR_FILE_LOCKED) {
                throw StoreLock.inUse(file.getParent(), e);
            }
            throw new DamagedStoreException(e.getMessage(), e);
        }
        isOf01 = store.getStoreVersion() < 2 && !store.hasMap(CHECK);
        try {
            StoreCodec.check(store.getStoreVersion());
            if (!store.hasMap(Map.values()[0].name())) {
                throw new DamagedStoreException("it has lost its maps", null);
            }
        } catch (NewerStoreException | DamagedStoreException e) {
            store.closeImmediately();
            throw e;
        }
    }

    static boolean isIn(Path directory) throws IOException {
        Path file = directory.resolve(NAME);
        return Files.exists(file) && Files.size(file) > 0;
    }

    /** Null: none is known. */
    UUID id() {
        byte[] id = check(ID);
        if (id == null) {
            return null;
        }
        ByteBuffer both = ByteBuffer.wrap(id);
        return new UUID(both.getLong(), both.getLong());
    }

    /** The number of the last commit that is in the rows; 0: they were not numbered. */
    long commits() {
        byte[] sum = check(SUM);
        return sum == null ? 0 : ByteBuffer.wrap(sum).getLong();
    }

    private byte[] check(byte[] key) {
        return store.hasMap(CHECK) ? map(CHECK).get(key) : null;
    }

    private MVMap<byte[], byte[]> map(String name) {
        return store.openMap(
                name,
                new MVMap.Builder<byte[], byte[]>()
                        .keyType(ByteArrayDataType.INSTANCE)
                        .valueType(ByteArrayDataType.INSTANCE));
    }

    /**
     * Visits the rows of a map, in the format of today. One that cannot be read stays as it is.
     *
     * @throws RuntimeException of any class: the rest cannot be read
     */
    void forEach(Map map, Row.Visitor visitor) throws IOException {
        if (!store.hasMap(map.name())) {
            return;
        }
        for (Entry<byte[], byte[]> row : map(map.name()).entrySet()) {
            byte[] value = row.getValue();
            if (isOf01) {
                try {
                    value = StoreCodec.convert(map, row.getKey(), value);
                } catch (UnreadableRecordException e) {
                    // Whoever reads the row reports it.
                }
            }
            visitor.row(Row.of(map, row.getKey(), value), 0);
        }
    }

    @Override
    public void close() {
        store.closeImmediately();
    }
}
