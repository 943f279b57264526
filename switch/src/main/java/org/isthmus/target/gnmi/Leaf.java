// SPDX-License-Identifier: Apache-2.0
package org.isthmus.target.gnmi;

import com.fasterxml.jackson.databind.node.TextNode;
import com.google.protobuf.ByteString;
import java.util.function.Function;
import org.isthmus.gnmi.Encoding;
import org.isthmus.gnmi.InterfacePaths;
import org.isthmus.gnmi.Path;
import org.isthmus.gnmi.TypedValue;
import org.isthmus.gnmi.Update;
import org.isthmus.target.gnmi.Interfaces.Interface;

/** What is told of an interface. */
enum Leaf {
    NAME("name", i -> i.name, false),
    ID(InterfacePaths.ID, i -> Integer.toUnsignedLong(i.port), false),
    /** The same: what ONOS 2.7 takes for the number of a port, and Stratum has there. */
    IFINDEX("ifindex", i -> Integer.toUnsignedLong(i.port), false),
    OPER_STATUS(
            InterfacePaths.OPER_STATUS, i -> i.up ? InterfacePaths.UP : InterfacePaths.DOWN, true),
    /** Of {@link #OPER_STATUS}, nanoseconds since 1970. */
    LAST_CHANGE("last-change", i -> i.since, true);

    final String leaf;

    /** Whether it may be another one later. */
    final boolean changes;

    /** A string or a Long. */
    private final Function<Interface, Object> value;

    Leaf(String leaf, Function<Interface, Object> value, boolean changes) {
        this.leaf = leaf;
        this.value = value;
        this.changes = changes;
    }

    Path path(String interfaceName) {
        return InterfacePaths.leaf(interfaceName, leaf);
    }

    Update update(Interface of, Encoding encoding) {
        return Update.newBuilder()
                .setPath(path(of.name))
                .setVal(encoded(value.apply(of), encoding))
                .build();
    }

    private TypedValue encoded(Object now, Encoding encoding) {
        TypedValue.Builder to = TypedValue.newBuilder();
        switch (encoding) {
            case JSON:
                return to.setJsonVal(json(now, now instanceof String)).build();
            case JSON_IETF:
                // RFC 7951 section 6.1 has integers of 64 bits as strings.
                return to.setJsonIetfVal(json(now, now instanceof String || this == LAST_CHANGE))
                        .build();
            default:
                return now instanceof String
                        ? to.setStringVal((String) now).build()
                        : to.setUintVal((Long) now).build();
        }
    }

    private static ByteString json(Object now, boolean quoted) {
        String text = now.toString();
        return ByteString.copyFromUtf8(quoted ? TextNode.valueOf(text).toString() : text);
    }
}
