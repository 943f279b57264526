// SPDX-License-Identifier: Apache-2.0
package org.isthmus.target.p4rt;

import com.google.protobuf.CodedInputStream;
import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.WireFormat;
import java.io.IOException;

/**
 * Counts what a request is made of before it is parsed. A message within it takes some 50 to 80
 * bytes of the heap, and may be two bytes long; an unknown field, which protobuf keeps since it may
 * be of a later version, takes up to 170. So 16 MB of those would take a gigabyte, and the process
 * ends where there is none.
 */
final class RequestParts {
    /** Bytes of a request that is not counted. */
    static final int FREE = 1 << 20;

    /** As many as 16 MB of real entries have, some 300 MB. */
    static final int MAX = 1 << 22;

    /** How many messages an unknown field counts for. */
    static final int UNKNOWN = 3;

    /** Levels that protobuf parses. */
    private static final int MAX_DEPTH = 100;

    private final CodedInputStream in;
    private int parts;

    private RequestParts(byte[] request) {
        in = CodedInputStream.newInstance(request);
    }

    /** Whether it is of more parts than {@link #MAX}, as far as it is a message at all. */
    static boolean areTooMany(byte[] request, Descriptor type) {
        return count(request, type) > MAX;
    }

    /** Counts the parts in front of the first byte that is none of a message. */
    static int count(byte[] request, Descriptor type) {
        RequestParts p = new RequestParts(request);
        try {
            p.walk(type, 0);
        } catch (IOException e) {
            // Parsing it ends there as well, and says what is wrong.
            return p.parts;
        }
        return p.parts;
    }

    /**
     * Passes a message, or a group.
     *
     * @param type null: all its fields are unknown
     */
    private void walk(Descriptor type, int depth) throws IOException {
        if (depth > MAX_DEPTH) {
            throw new IOException("too many levels");
        }
        for (int tag = in.readTag(); tag != 0; tag = in.readTag()) {
            int wire = WireFormat.getTagWireType(tag);
            if (wire == WireFormat.WIRETYPE_END_GROUP) {
                return;
            }
            FieldDescriptor field =
                    type == null ? null : type.findFieldByNumber(WireFormat.getTagFieldNumber(tag));
            if (field == null || !isOf(field, wire)) {
                parts += UNKNOWN;
                if (wire == WireFormat.WIRETYPE_START_GROUP) {
                    walk(null, depth + 1);
                } else {
                    in.skipField(tag);
                }
            } else if (field.getJavaType() == FieldDescriptor.JavaType.MESSAGE) {
                parts++;
                int outer = in.pushLimit(in.readRawVarint32());
                walk(field.getMessageType(), depth + 1);
                in.popLimit(outer);
            } else {
                in.skipField(tag);
            }
        }
    }

    private static boolean isOf(FieldDescriptor field, int wire) {
        return wire == field.getLiteType().getWireType()
                || field.isPackable() && wire == WireFormat.WIRETYPE_LENGTH_DELIMITED;
    }
}
