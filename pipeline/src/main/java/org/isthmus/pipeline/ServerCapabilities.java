// SPDX-License-Identifier: Apache-2.0
package org.isthmus.pipeline;

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
 * Immutable.
 */
public final class ServerCapabilities {
    private static final int EXPERIMENTAL = 999;

    /** True there: the updates of a Write take effect in the order of the request. */
    private static final String ORDERED_WRITES = "ordered_writes";

    /** True there: it can set a pipeline and keep its entries, or refuse that unharmed. */
    private static final String RECONCILE_AND_COMMIT = "reconcile_and_commit";

    /** Of a server that says nothing of itself. */
    public static final ServerCapabilities NONE =
            new ServerCapabilities(Struct.getDefaultInstance());

    private final boolean ordersWrites;
    private final boolean reconciles;

    private ServerCapabilities(Struct said) {
        ordersWrites = isTrue(said, ORDERED_WRITES);
        reconciles = isTrue(said, RECONCILE_AND_COMMIT);
    }

    private static boolean isTrue(Struct said, String name) {
        return said.getFieldsOrDefault(name, Value.getDefaultInstance()).getBoolValue();
    }

    /** Of a server that says nothing of it, or what is no such message: none. */
    public static ServerCapabilities of(CapabilitiesResponse response) {
        List<ByteString> said =
                response.getUnknownFields().getField(EXPERIMENTAL).getLengthDelimitedList();
        if (said.isEmpty()) {
            return NONE;
        }
        try {
            Any last = Any.parseFrom(said.get(said.size() - 1));
            return last.is(Struct.class) ? new ServerCapabilities(last.unpack(Struct.class)) : NONE;
        } catch (InvalidProtocolBufferException e) {
            return NONE;
        }
    }

    /** Whether the updates of a Write take effect in their order. */
    public boolean ordersWrites() {
        return ordersWrites;
    }

    /** Whether {@code RECONCILE_AND_COMMIT} may be tried. */
    public boolean reconciles() {
        return reconciles;
    }
}
