// SPDX-License-Identifier: Apache-2.0
package org.isthmus.controller.p4rt;

import com.google.protobuf.Any;
import com.google.protobuf.ByteString;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.Struct;
import com.google.protobuf.Value;
import java.util.List;
import p4.v1.P4RuntimeOuterClass.CapabilitiesResponse;

/**
 * What a server says that it can do, beyond its version: a {@link Struct} in field {@code
 * experimental} of its capabilities, which P4Runtime has since 1.5.0 and our stubs do not know.
 */
final class ServerCapabilities {
    private static final int EXPERIMENTAL = 999;

    /** True there: the updates of a Write take effect in the order of the request. */
    private static final String ORDERED_WRITES = "ordered_writes";

    private ServerCapabilities() {}

    /** Of a server that says nothing of it, or what is no such message: no. */
    static boolean areWritesOrdered(CapabilitiesResponse response) {
        List<ByteString> said =
                response.getUnknownFields().getField(EXPERIMENTAL).getLengthDelimitedList();
        if (said.isEmpty()) {
            return false;
        }
        try {
            Any last = Any.parseFrom(said.get(said.size() - 1));
            return last.is(Struct.class)
                    && last.unpack(Struct.class)
                            .getFieldsOrDefault(ORDERED_WRITES, Value.getDefaultInstance())
                            .getBoolValue();
        } catch (InvalidProtocolBufferException e) {
            return false;
        }
    }
}
