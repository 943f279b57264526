// SPDX-License-Identifier: Apache-2.0
package org.isthmus.target.p4rt;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.google.protobuf.ByteString;
import com.google.protobuf.Message;
import com.google.protobuf.UnknownFieldSet;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import p4.v1.P4RuntimeOuterClass.Update;
import p4.v1.P4RuntimeOuterClass.WriteRequest;

class RequestPartsTest {
    private static int count(Message m) {
        return count(m.toByteArray());
    }

    private static int count(byte[] request) {
        return RequestParts.count(request, WriteRequest.getDescriptor());
    }

    private static WriteRequest with(UnknownFieldSet.Field field) {
        return WriteRequest.newBuilder()
                .setUnknownFields(UnknownFieldSet.newBuilder().addField(15, field).build())
                .build();
    }

    private static UnknownFieldSet.Field.Builder field() {
        return UnknownFieldSet.Field.newBuilder();
    }

    @Test
    void eachMessageWithinAnotherIsOne() {
        assertEquals(0, count(WriteRequest.getDefaultInstance()));
        assertEquals(1, count(Rig.request().build()), "election id");
        WriteRequest.Builder b = WriteRequest.newBuilder();
        b.addUpdatesBuilder().setEntity(Rig.entity("counter_entry { counter_id: 1 }"));
        b.addUpdatesBuilder();
        assertEquals(4, count(b.build()));
    }

    /** A map's entry is a message, and packed numbers are none. */
    @Test
    void aProgramIsCounted() {
        Message info = Rig.P4INFO;
        assertEquals(
                parts(info), RequestParts.count(info.toByteArray(), info.getDescriptorForType()));
    }

    /** What protobuf made of it. */
    private static int parts(Message m) {
        int[] n = {0};
        m.getAllFields().values().stream()
                .flatMap(v -> v instanceof List ? ((List<?>) v).stream() : List.of(v).stream())
                .filter(v -> v instanceof Message)
                .forEach(v -> n[0] += 1 + parts((Message) v));
        return n[0];
    }

    @Test
    void unknownFieldsCountForSeveral() {
        UnknownFieldSet inner =
                UnknownFieldSet.newBuilder().addField(1, field().addVarint(1).build()).build();
        for (UnknownFieldSet.Field f :
                List.of(
                        field().addVarint(1).addVarint(1L << 60).build(),
                        field().addFixed32(1).addFixed64(1).build(),
                        field().addLengthDelimited(ByteString.EMPTY)
                                .addLengthDelimited(ByteString.copyFrom(new byte[300]))
                                .build(),
                        field().addGroup(inner).build())) {
            assertEquals(2 * RequestParts.UNKNOWN, count(with(f)));
        }
        // The updates, as a number.
        byte number = WriteRequest.UPDATES_FIELD_NUMBER << 3;
        assertEquals(RequestParts.UNKNOWN, count(new byte[] {number, 1}));
    }

    /** What is behind it is not parsed either. */
    @Test
    void countingEndsWhereItIsNoMessage() {
        byte[] all = Rig.request().addUpdates(0, Update.getDefaultInstance()).build().toByteArray();
        assertEquals(2, count(all));
        for (int length = 0; length < all.length; length++) {
            count(Arrays.copyOf(all, length));
        }
        byte[] groups = new byte[1000];
        Arrays.fill(groups, (byte) (15 << 3 | 3));
        assertEquals(101 * RequestParts.UNKNOWN, count(groups));
        byte tail = WriteRequest.UPDATES_FIELD_NUMBER << 3 | 2;
        assertEquals(1, count(new byte[] {tail, 100, 0, 0}));
        assertEquals(1, count(new byte[] {tail, 0, 7, 7, tail, 0}));
    }
}
