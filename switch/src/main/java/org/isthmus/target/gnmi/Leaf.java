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
    NAME(Kind.NAME, i -> i.name, "name"),
    ID(Kind.NAME, i -> Integer.toUnsignedLong(i.port), InterfacePaths.ID),
    /** The same: what ONOS 2.7 takes for the number of a port, and Stratum has there. */
    IFINDEX(Kind.NAME, i -> Integer.toUnsignedLong(i.port), "ifindex"),
    OPER_STATUS(
            Kind.STATE,
            i -> i.up ? InterfacePaths.UP : InterfacePaths.DOWN,
            InterfacePaths.OPER_STATUS),
    /** Of {@link #OPER_STATUS}, nanoseconds since 1970. */
    LAST_CHANGE(Kind.STATE, i -> i.since, "last-change"),
    IN_PKTS(Kind.COUNTER, i -> i.counters.rxFrames(), "counters", "in-pkts"),
    IN_OCTETS(Kind.COUNTER, i -> i.counters.rxBytes(), "counters", "in-octets"),
    IN_DISCARDS(
            Kind.COUNTER,
            i -> i.counters.rxDropped() + i.counters.rxOversize(),
            "counters",
            "in-discards"),
    OUT_PKTS(Kind.COUNTER, i -> i.counters.txFrames(), "counters", "out-pkts"),
    OUT_OCTETS(Kind.COUNTER, i -> i.counters.txBytes(), "counters", "out-octets"),
    OUT_DISCARDS(
            Kind.COUNTER,
            i -> i.counters.txDropped() + i.counters.txOversize(),
            "counters",
            "out-discards");

    /** When another value is there. */
    enum Kind {
        /** Never. */
        NAME,

        /** When the port comes up or goes down, which is told. */
        STATE,

        /** With packets, which is not. */
        COUNTER
    }

    final Kind kind;

    /** From {@code state} on. */
    private final String[] below;

    /** A string or a Long. */
    private final Function<Interface, Object> value;

    Leaf(Kind kind, Function<Interface, Object> value, String... below) {
        this.kind = kind;
        this.value = value;
        this.below = below;
    }

    Path path(String interfaceName) {
        return InterfacePaths.leaf(interfaceName, below);
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
                return to.setJsonIetfVal(json(now, this != ID && this != IFINDEX)).build();
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

    /** Its path from {@code state} on. */
    @Override
    public String toString() {
        return String.join("/", below);
    }
}
