// SPDX-License-Identifier: Apache-2.0
package org.isthmus.pipeline;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.protobuf.Any;
import com.google.protobuf.BoolValue;
import com.google.protobuf.ByteString;
import com.google.protobuf.Message;
import com.google.protobuf.Struct;
import com.google.protobuf.UnknownFieldSet;
import com.google.protobuf.Value;
import org.junit.jupiter.api.Test;
import p4.v1.P4RuntimeOuterClass.CapabilitiesResponse;

class ServerCapabilitiesTest {
    private static boolean areOrdered(UnknownFieldSet.Field experimental) {
        return of(experimental).ordersWrites();
    }

    private static ServerCapabilities of(UnknownFieldSet.Field experimental) {
        return ServerCapabilities.of(
                CapabilitiesResponse.newBuilder()
                        .setP4RuntimeApiVersion("1.5.0")
                        .setUnknownFields(
                                UnknownFieldSet.newBuilder().addField(999, experimental).build())
                        .build());
    }

    private static boolean areOrdered(Message experimental) {
        return areOrdered(field(Any.pack(experimental).toByteString()));
    }

    private static UnknownFieldSet.Field field(ByteString bytes) {
        return UnknownFieldSet.Field.newBuilder().addLengthDelimited(bytes).build();
    }

    private static Struct struct(String name, Value value) {
        return Struct.newBuilder().putFields(name, value).build();
    }

    @Test
    void aServerSaysThatItKeepsTheOrder() {
        Value yes = Value.newBuilder().setBoolValue(true).build();
        assertTrue(areOrdered(struct("ordered_writes", yes)));
        assertFalse(areOrdered(struct("other", yes)));
        assertFalse(
                areOrdered(
                        struct("ordered_writes", Value.newBuilder().setBoolValue(false).build())));
        assertFalse(
                areOrdered(struct("ordered_writes", Value.newBuilder().setNumberValue(1).build())));
    }

    @Test
    void whatAServerCanDoItSaysByItself() {
        Value yes = Value.newBuilder().setBoolValue(true).build();
        Struct one = struct("reconcile_and_commit", yes);
        ServerCapabilities said = of(field(Any.pack(one).toByteString()));
        assertTrue(said.reconciles());
        assertFalse(said.ordersWrites());
        assertFalse(of(field(Any.pack(struct("ordered_writes", yes)).toByteString())).reconciles());
        assertFalse(ServerCapabilities.NONE.reconciles());
    }

    @Test
    void whatIsNoSuchMessageSaysNothing() {
        assertFalse(
                ServerCapabilities.of(CapabilitiesResponse.getDefaultInstance()).ordersWrites());
        assertFalse(areOrdered(BoolValue.of(true)));
        assertFalse(areOrdered(field(ByteString.copyFromUtf8("what"))));
        assertFalse(areOrdered(UnknownFieldSet.Field.newBuilder().addVarint(1).build()));
        ByteString broken = ByteString.copyFrom(new byte[] {10, 100, 1});
        Any any =
                Any.newBuilder()
                        .setTypeUrl("type.googleapis.com/google.protobuf.Struct")
                        .setValue(broken)
                        .build();
        assertFalse(areOrdered(field(any.toByteString())));
    }
}
