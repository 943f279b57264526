// SPDX-License-Identifier: Apache-2.0
package org.isthmus.proto.store;

import com.google.protobuf.InvalidProtocolBufferException;
import java.nio.BufferUnderflowException;
import java.util.Arrays;
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
import org.isthmus.core.spi.SubscriberRecord;
import org.isthmus.proto.store.v1.Adoption;
import org.isthmus.proto.store.v1.Deletion;
import org.isthmus.proto.store.v1.DeterministicConfiguration;
import org.isthmus.proto.store.v1.Eam;
import org.isthmus.proto.store.v1.Election;
import org.isthmus.proto.store.v1.Lease;
import org.isthmus.proto.store.v1.Pool;
import org.isthmus.proto.store.v1.StaticBinding;

/**
 * The records of a {@link Store} as rows of bytes, for both hosts; docs/store.md is its
 * specification. Keys are packed, and so are the values of what is written for every flow; the
 * other values are messages of {@code isthmus.store.v1}.
 */
public final class StoreCodec {
    /** The format of what is written: to be raised with every change of a key or a value. */
    public static final int FORMAT = 10;

    /** That of release 0.1, which wrote no format into its stores. */
    public static final int FORMAT_0_1 = 1;

    private StoreCodec() {}

    /**
     * To be called before anything is done with a store that is there.
     *
     * @param format as the store says, 1 where it says none
     * @throws NewerStoreException a later release wrote it
     */
    public static void check(int format) {
        if (format > FORMAT) {
            throw new NewerStoreException(format);
        }
    }

    /**
     * What the record is about, in bytes: records of a map have the same if their keys are equal.
     */
    public static byte[] key(Store.Record record) {
        switch (record.map) {
            case LEASES:
                return Keys.of((LeaseRecord) record);
            case POOLS:
                return Keys.of((PoolRecord) record);
            case EAMT:
                return Keys.of((EamRecord) record);
            case STATIC_BINDINGS:
                return Keys.of((StaticBindingRecord) record);
            case SUBSCRIBERS:
                return Keys.of((SubscriberRecord) record);
            case BINDINGS:
                return Keys.of((BindingRecord) record);
            case DELETIONS:
                return Keys.of((DeletionRecord) record);
            case DETERMINISTIC:
                return Keys.of((DeterministicRecord) record);
            case ELECTIONS:
            case ADOPTION:
                return Keys.ONLY;
            default:
                throw new AssertionError(record.map);
        }
    }

    /** What is kept of the record; null for a removal. */
    public static byte[] value(Store.Record record) {
        if (record.isRemoval()) {
            return null;
        }
        switch (record.map) {
            case LEASES:
                return Messages.encode((LeaseRecord) record).toByteArray();
            case POOLS:
                return Messages.encode((PoolRecord) record).toByteArray();
            case EAMT:
                return Messages.encode((EamRecord) record).toByteArray();
            case STATIC_BINDINGS:
                return Messages.encode((StaticBindingRecord) record).toByteArray();
            case SUBSCRIBERS:
                return Packed.encode((SubscriberRecord) record);
            case BINDINGS:
                return Packed.encode((BindingRecord) record);
            case ELECTIONS:
                return Messages.encode((ElectionRecord) record).toByteArray();
            case DELETIONS:
                return Messages.encode((DeletionRecord) record).toByteArray();
            case ADOPTION:
                return Messages.encode((AdoptionRecord) record).toByteArray();
            case DETERMINISTIC:
                return Messages.encode((DeterministicRecord) record).toByteArray();
            default:
                throw new AssertionError(record.map);
        }
    }

    /**
     * A row as {@link #key} and {@link #value} make it.
     *
     * @throws UnreadableRecordException it is none
     */
    public static Store.Record decode(Store.Map map, byte[] key, byte[] value) {
        try {
            Store.Record record = decoded(map, key, value);
            if (!Arrays.equals(key, key(record))) {
                throw new IllegalArgumentException("it is of another key: " + record);
            }
            return record;
        } catch (InvalidProtocolBufferException | RuntimeException e) {
            throw unreadable(map, key, e);
        }
    }

    private static Store.Record decoded(Store.Map map, byte[] key, byte[] value)
            throws InvalidProtocolBufferException {
        switch (map) {
            case LEASES:
                return Messages.decode(Lease.parseFrom(value));
            case POOLS:
                Pool pool = Pool.parseFrom(value);
                return PoolRecord.of(Messages.decode(pool)).leftOut(pool.getLeftOut());
            case EAMT:
                return Messages.decode(Eam.parseFrom(value));
            case STATIC_BINDINGS:
                return Messages.decode(StaticBinding.parseFrom(value));
            case SUBSCRIBERS:
                return Packed.subscriber(key, value);
            case BINDINGS:
                return Packed.binding(key, value);
            case ELECTIONS:
                return Messages.decode(Election.parseFrom(value));
            case DELETIONS:
                return Messages.decode(Deletion.parseFrom(value));
            case ADOPTION:
                return Messages.decode(Adoption.parseFrom(value));
            case DETERMINISTIC:
                return Messages.decode(DeterministicConfiguration.parseFrom(value));
            default:
                throw new AssertionError(map);
        }
    }

    /**
     * A value of release 0.1 in the format of today; keys are the same.
     *
     * @throws UnreadableRecordException it is none
     */
    public static byte[] convert(Store.Map map, byte[] key, byte[] value) {
        try {
            return value(Format1.decode(map, key, value));
        } catch (RuntimeException e) {
            throw unreadable(map, key, e);
        }
    }

    /**
     * Whether release 0.1 wrote the value, in a map whose values may be of different releases.
     *
     * @param map one that is not {@link Store.Map#strong}: only packed values tell
     */
    public static boolean isOf01(Store.Map map, byte[] value) {
        return Format1.isValue(map, value);
    }

    private static UnreadableRecordException unreadable(Store.Map map, byte[] key, Exception e) {
        String reason = e instanceof BufferUnderflowException ? "it is too short" : e.getMessage();
        return new UnreadableRecordException(
                map + ": the record of " + Keys.text(map, key) + " cannot be read: " + reason, e);
    }
}
