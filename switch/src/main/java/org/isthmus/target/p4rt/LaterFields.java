// SPDX-License-Identifier: Apache-2.0
package org.isthmus.target.p4rt;

import com.google.protobuf.ByteString;
import com.google.protobuf.Message;
import com.google.protobuf.MessageOrBuilder;
import com.google.protobuf.UnknownFieldSet;
import java.util.List;

/**
 * Fields that P4Runtime gained after the version our stubs were generated from. Protobuf keeps them
 * as unknown fields, by number, and writes them out again.
 */
final class LaterFields {
    static final int ROLE_NAME = 3;
    static final int WRITE_REQUEST_ROLE = 6;
    static final int SET_CONFIG_REQUEST_ROLE = 6;
    static final int TABLE_ENTRY_METER_COUNTER_DATA = 12;
    static final int TABLE_ENTRY_IS_CONST = 13;
    static final int METER_ENTRY_COUNTER_DATA = 4;
    static final int DIRECT_METER_ENTRY_COUNTER_DATA = 3;
    static final int METER_CONFIG_EBURST = 5;
    static final int GROUP_MEMBER_WATCH_PORT = 4;
    static final int PROFILE_ACTION_WATCH_PORT = 4;
    static final int ACTION_SET_GROUP_ACTION = 5;
    static final int ACTION_SET_SELECTION_MODE = 2;
    static final int ACTION_SET_SIZE_SEMANTICS = 3;
    static final int REPLICA_PORT = 3;
    static final int REPLICA_BACKUPS = 4;
    static final int CAPABILITIES_EXPERIMENTAL = 999;

    private LaterFields() {}

    static boolean has(MessageOrBuilder message, int number) {
        return message.getUnknownFields().hasField(number);
    }

    /** Empty where the field is absent. */
    static ByteString bytes(MessageOrBuilder message, int number) {
        if (!has(message, number)) {
            return ByteString.EMPTY;
        }
        List<ByteString> values =
                message.getUnknownFields().getField(number).getLengthDelimitedList();
        return values.isEmpty() ? ByteString.EMPTY : values.get(values.size() - 1);
    }

    /** 0 where the field is absent. */
    static long number(MessageOrBuilder message, int number) {
        if (!has(message, number)) {
            return 0;
        }
        List<Long> values = message.getUnknownFields().getField(number).getVarintList();
        return values.isEmpty() ? 0 : values.get(values.size() - 1);
    }

    static void set(Message.Builder message, int number, long value) {
        put(message, number, UnknownFieldSet.Field.newBuilder().addVarint(value).build());
    }

    static void set(Message.Builder message, int number, ByteString value) {
        put(message, number, UnknownFieldSet.Field.newBuilder().addLengthDelimited(value).build());
    }

    /** Puts the shortest byte string of the same value into a field, if it has one. */
    static void shorten(Message.Builder message, int number) {
        ByteString value = bytes(message, number);
        if (!value.isEmpty()) {
            set(message, number, ByteStrings.shortest(value));
        }
    }

    private static void put(Message.Builder message, int number, UnknownFieldSet.Field field) {
        message.setUnknownFields(
                UnknownFieldSet.newBuilder(message.getUnknownFields())
                        .addField(number, field)
                        .build());
    }
}
