// SPDX-License-Identifier: Apache-2.0
package org.isthmus.app.cluster;

import com.google.protobuf.ByteString;
import com.google.protobuf.CodedInputStream;
import com.google.protobuf.Empty;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.MessageOrBuilder;
import com.google.protobuf.Parser;
import com.google.protobuf.StringValue;
import com.google.protobuf.UnknownFieldSet;
import com.google.protobuf.UnsafeByteOperations;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.isthmus.core.net.Ipv4Prefix;
import org.isthmus.core.net.Ipv6Prefix;
import org.isthmus.proto.net.NetCodec;

/**
 * What the codecs of {@code isthmus.node.v1} share. Decoding throws {@link
 * IllegalArgumentException} for whatever this release would not have written, and names it.
 */
final class Wire {
    static final Empty NOTHING = Empty.getDefaultInstance();

    private Wire() {}

    /** Parses a message; it shares the bytes, which must not change any more. */
    static <M> M parse(Parser<M> parser, byte[] bytes) {
        return parse(parser, bytes(bytes));
    }

    /** Parses a message; it shares the bytes. */
    static <M> M parse(Parser<M> parser, ByteString bytes) {
        try {
            CodedInputStream in = bytes.newCodedInput();
            in.enableAliasing(true);
            M message = parser.parseFrom(in);
            in.checkLastTagWas(0);
            return message;
        } catch (InvalidProtocolBufferException e) {
            throw new IllegalArgumentException("not a message: " + e.getMessage(), e);
        }
    }

    /**
     * The message itself, if it has no field that this release does not know. To be asked of every
     * message that is decoded: what is not known must not be lost in silence.
     */
    static <M extends MessageOrBuilder> M known(M message) {
        Map<Integer, UnknownFieldSet.Field> unknown = message.getUnknownFields().asMap();
        if (!unknown.isEmpty()) {
            throw new IllegalArgumentException(
                    name(message)
                            + " has a field "
                            + unknown.keySet().iterator().next()
                            + ", which this release does not know");
        }
        return message;
    }

    /** Of a choice that was not made, or was made among what this release does not know. */
    static IllegalArgumentException nothing(MessageOrBuilder message) {
        known(message);
        return new IllegalArgumentException(name(message) + " is empty");
    }

    static IllegalArgumentException unknown(MessageOrBuilder message, String field, int value) {
        return new IllegalArgumentException(
                name(message)
                        + " has a "
                        + field
                        + " "
                        + value
                        + ", which this release does not know");
    }

    private static String name(MessageOrBuilder message) {
        return message.getDescriptorForType().getFullName();
    }

    /** The bytes must not change any more. */
    static ByteString bytes(byte[] bytes) {
        return UnsafeByteOperations.unsafeWrap(bytes);
    }

    /** For a field that is missing where the text is null. */
    static StringValue text(String text) {
        return StringValue.of(text);
    }

    static String text(boolean has, StringValue text) {
        return has ? known(text).getValue() : null;
    }

    static Ipv4Prefix prefix(org.isthmus.proto.net.v1.Ipv4Prefix prefix) {
        return NetCodec.prefix(known(prefix));
    }

    static Ipv6Prefix prefix(org.isthmus.proto.net.v1.Ipv6Prefix prefix) {
        return NetCodec.prefix(known(prefix));
    }

    static <A, B> List<B> list(List<? extends A> items, Function<A, B> codec) {
        List<B> list = new ArrayList<>(items.size());
        for (A item : items) {
            list.add(codec.apply(item));
        }
        return list;
    }
}
