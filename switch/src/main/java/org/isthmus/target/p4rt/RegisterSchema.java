// SPDX-License-Identifier: Apache-2.0
package org.isthmus.target.p4rt;

import com.google.protobuf.ByteString;
import org.isthmus.target.api.RefusedException;
import p4.config.v1.P4InfoOuterClass.Register;
import p4.config.v1.P4Types.P4BitstringLikeTypeSpec;
import p4.config.v1.P4Types.P4DataTypeSpec;
import p4.config.v1.P4Types.P4NewTypeSpec;
import p4.config.v1.P4Types.P4SerializableEnumTypeSpec;
import p4.config.v1.P4Types.P4TypeInfo;
import p4.v1.P4DataOuterClass.P4Data;

/** One register array: reads and writes the values of its cells. Immutable. */
final class RegisterSchema {
    final int id;
    final String name;

    /** Bits of a cell. */
    final int width;

    private final boolean isSigned;
    private final P4Data.DataCase kind;

    /**
     * @throws RefusedException UNIMPLEMENTED: the cells are no numbers
     */
    RegisterSchema(Register r, P4TypeInfo types) throws RefusedException {
        id = r.getPreamble().getId();
        name = "register " + r.getPreamble().getName();
        P4DataTypeSpec spec = original(r.getTypeSpec(), types);
        P4BitstringLikeTypeSpec bits = spec.getBitstring();
        P4SerializableEnumTypeSpec values =
                types.getSerializableEnumsMap().get(spec.getSerializableEnum().getName());
        kind = values == null ? P4Data.DataCase.BITSTRING : P4Data.DataCase.ENUM_VALUE;
        isSigned = bits.hasInt();
        int given = isSigned ? bits.getInt().getBitwidth() : bits.getBit().getBitwidth();
        if (values != null) {
            given = values.getUnderlyingType().getBitwidth();
        } else if (given <= 0) {
            throw Refusals.unimplemented(
                    name + ": its cells are neither bit<W>, int<W> nor of a serializable enum");
        }
        width = ByteStrings.width(name, given);
    }

    /** The type that a new one of the program stands for. */
    private static P4DataTypeSpec original(P4DataTypeSpec of, P4TypeInfo types) {
        P4DataTypeSpec spec = of;
        for (int i = 0; i < P4InfoSchema.MAX_TYPE_DEPTH && spec.hasNewType(); i++) {
            spec =
                    types.getNewTypesOrDefault(
                                    spec.getNewType().getName(), P4NewTypeSpec.getDefaultInstance())
                            .getOriginalType();
        }
        return spec;
    }

    /**
     * @throws RefusedException INVALID_ARGUMENT, OUT_OF_RANGE: no value of a cell
     */
    byte[] decode(P4Data data) throws RefusedException {
        if (data.getDataCase() != kind) {
            throw Refusals.invalid(name + ": data is " + data.getDataCase() + ", not " + kind);
        }
        ByteString value =
                kind == P4Data.DataCase.ENUM_VALUE ? data.getEnumValue() : data.getBitstring();
        return isSigned
                ? ByteStrings.decodeSigned(name, value, width)
                : ByteStrings.decode(name, value, width);
    }

    P4Data encode(byte[] value) {
        ByteString s =
                isSigned ? ByteStrings.encodeSigned(value, width) : ByteStrings.encode(value);
        return kind == P4Data.DataCase.ENUM_VALUE
                ? P4Data.newBuilder().setEnumValue(s).build()
                : P4Data.newBuilder().setBitstring(s).build();
    }

    /** Whether it is the value that a cell has at first. */
    static boolean isZero(P4Data data) {
        return data.getBitstring().equals(ByteStrings.ZERO)
                || data.getEnumValue().equals(ByteStrings.ZERO);
    }
}
