// SPDX-License-Identifier: Apache-2.0
package org.isthmus.target.p4rt;

import java.util.ArrayList;
import java.util.List;
import org.isthmus.target.api.RefusedException;
import p4.config.v1.P4InfoOuterClass.Digest;
import p4.config.v1.P4Types.P4BitstringLikeTypeSpec;
import p4.config.v1.P4Types.P4DataTypeSpec;
import p4.config.v1.P4Types.P4NewTypeSpec;
import p4.config.v1.P4Types.P4NewTypeTranslation;
import p4.config.v1.P4Types.P4SerializableEnumTypeSpec;
import p4.config.v1.P4Types.P4StructTypeSpec;
import p4.config.v1.P4Types.P4TypeInfo;
import p4.v1.P4DataOuterClass.P4Data;
import p4.v1.P4DataOuterClass.P4StructLike;

/** One digest: makes a message of its values. Immutable. */
final class DigestSchema {
    /** Members of members: each of a type that has two of the next is twice as many. */
    private static final int MAX_NODES = 4096;

    final int id;
    final String name;

    /** Bits of the values, in the order of the type's members. */
    final int[] widths;

    private final P4TypeInfo types;
    private final Node type;
    private int nodes;

    /** Makes the data of a type of the values from a position on, which it moves. */
    private interface Node {
        P4Data data(byte[][] values, int[] at);
    }

    DigestSchema(Digest d, P4TypeInfo types) throws RefusedException {
        this.id = d.getPreamble().getId();
        this.name = "digest " + d.getPreamble().getName();
        this.types = types;
        List<Integer> found = new ArrayList<>();
        this.type = node(d.getTypeSpec(), found, 0);
        this.widths = found.stream().mapToInt(w -> w).toArray();
    }

    P4Data encode(byte[][] values) {
        return type.data(values, new int[1]);
    }

    private Node node(P4DataTypeSpec spec, List<Integer> found, int depth) throws RefusedException {
        if (depth > P4InfoSchema.MAX_TYPE_DEPTH) {
            throw Refusals.invalid(
                    name + ": types nest deeper than " + P4InfoSchema.MAX_TYPE_DEPTH);
        }
        if (++nodes > MAX_NODES) {
            throw Refusals.invalid(name + ": more than " + MAX_NODES + " members and types");
        }
        switch (spec.getTypeSpecCase()) {
            case BITSTRING:
                P4BitstringLikeTypeSpec bits = spec.getBitstring();
                if (!bits.hasBit()) {
                    throw unsupported("int and varbit");
                }
                return leaf(bits.getBit().getBitwidth(), found, DigestSchema::bitstring);
            case BOOL:
                return leaf(1, found, v -> P4Data.newBuilder().setBool(v[0] != 0).build());
            case SERIALIZABLE_ENUM:
                String named = spec.getSerializableEnum().getName();
                P4SerializableEnumTypeSpec e = types.getSerializableEnumsMap().get(named);
                if (e == null) {
                    throw unknown(named);
                }
                return leaf(
                        e.getUnderlyingType().getBitwidth(),
                        found,
                        v -> P4Data.newBuilder().setEnumValue(ByteStrings.encode(v)).build());
            case TUPLE:
                List<Node> parts = nodes(spec.getTuple().getMembersList(), found, depth);
                return (v, at) -> P4Data.newBuilder().setTuple(all(parts, v, at)).build();
            case STRUCT:
                return struct(spec.getStruct().getName(), found, depth);
            case NEW_TYPE:
                return newType(spec.getNewType().getName(), found, depth);
            default:
                throw unsupported(spec.getTypeSpecCase().toString());
        }
    }

    private RefusedException unsupported(String what) {
        return Refusals.unimplemented(name + ": values of type " + what + " are not supported");
    }

    private RefusedException unknown(String type) {
        return Refusals.invalid(name + ": the P4Info has no type " + type);
    }

    private interface Leaf {
        P4Data data(byte[] value);
    }

    private Node leaf(int width, List<Integer> found, Leaf leaf) throws RefusedException {
        found.add(ByteStrings.width(name, width));
        return (v, at) -> leaf.data(v[at[0]++]);
    }

    private static P4Data bitstring(byte[] value) {
        return P4Data.newBuilder().setBitstring(ByteStrings.encode(value)).build();
    }

    private Node struct(String typeName, List<Integer> found, int depth) throws RefusedException {
        P4StructTypeSpec s = types.getStructsMap().get(typeName);
        if (s == null) {
            throw unknown(typeName);
        }
        List<P4DataTypeSpec> members = new ArrayList<>();
        s.getMembersList().forEach(m -> members.add(m.getTypeSpec()));
        List<Node> parts = nodes(members, found, depth);
        return (v, at) -> P4Data.newBuilder().setStruct(all(parts, v, at)).build();
    }

    private Node newType(String typeName, List<Integer> found, int depth) throws RefusedException {
        P4NewTypeSpec t = types.getNewTypesMap().get(typeName);
        if (t == null) {
            throw unknown(typeName);
        }
        if (t.hasOriginalType()) {
            return node(t.getOriginalType(), found, depth + 1);
        }
        P4NewTypeTranslation translated = t.getTranslatedType();
        return leaf(translated.getSdnBitwidth(), found, DigestSchema::bitstring);
    }

    private List<Node> nodes(List<P4DataTypeSpec> specs, List<Integer> found, int depth)
            throws RefusedException {
        List<Node> nodes = new ArrayList<>();
        for (P4DataTypeSpec s : specs) {
            nodes.add(node(s, found, depth + 1));
        }
        return nodes;
    }

    private static P4StructLike all(List<Node> parts, byte[][] values, int[] at) {
        P4StructLike.Builder b = P4StructLike.newBuilder();
        for (Node part : parts) {
            b.addMembers(part.data(values, at));
        }
        return b.build();
    }
}
