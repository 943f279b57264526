// SPDX-License-Identifier: Apache-2.0
package org.isthmus.target.p4rt;

import com.google.protobuf.ByteString;
import java.util.Arrays;
import org.isthmus.target.api.MatchKey;
import org.isthmus.target.api.RefusedException;
import p4.config.v1.P4InfoOuterClass.MatchField;
import p4.config.v1.P4InfoOuterClass.MatchField.MatchType;
import p4.v1.P4RuntimeOuterClass.FieldMatch;

/** One match field of a table: decodes and encodes its part of an entry's key. */
final class FieldSchema {
    final int id;
    final int index;
    final String name;
    final int width;
    final MatchType type;

    private final byte[] zeros;
    private final byte[] ones;
    private final byte[][] prefixes;

    FieldSchema(String table, int index, MatchField f) throws RefusedException {
        this.id = f.getId();
        this.index = index;
        this.name = table + " field " + f.getName();
        boolean error = f.getBitwidth() == 0 && !f.hasTypeName();
        this.width = error ? MatchKey.ERROR_BITS : ByteStrings.width(name, f.getBitwidth());
        this.type = f.getMatchType();
        if (type == MatchType.UNSPECIFIED || type == MatchType.UNRECOGNIZED) {
            throw Refusals.unimplemented(
                    name + ": match type " + f.getMatchTypeValue() + f.getOtherMatchType());
        }
        zeros = ByteStrings.zeros(width);
        ones = ByteStrings.ones(width);
        prefixes = new byte[type == MatchType.LPM ? width + 1 : 0][];
        for (int i = 0; i < prefixes.length; i++) {
            prefixes[i] = ByteStrings.prefix(i, width);
        }
    }

    boolean isExact() {
        return type == MatchType.EXACT;
    }

    boolean needsPriority() {
        return type == MatchType.TERNARY || type == MatchType.RANGE || type == MatchType.OPTIONAL;
    }

    /** Fills this field's place in a key; {@code m} is a match of this field's id. */
    void decode(FieldMatch m, byte[][] values, byte[][] seconds) throws RefusedException {
        switch (m.getFieldMatchTypeCase()) {
            case EXACT:
                expect(MatchType.EXACT);
                values[index] = value(m.getExact().getValue());
                break;
            case LPM:
                expect(MatchType.LPM);
                int length = m.getLpm().getPrefixLen();
                if (length <= 0 || length > width) {
                    throw Refusals.invalid(
                            name + ": prefix length " + length + " not in 1.." + width);
                }
                values[index] = masked(value(m.getLpm().getValue()), prefixes[length]);
                seconds[index] = prefixes[length];
                break;
            case TERNARY:
                expect(MatchType.TERNARY);
                byte[] mask = value(m.getTernary().getMask());
                if (ByteStrings.isZero(mask)) {
                    throw Refusals.invalid(name + ": mask 0; leave the field out instead");
                }
                values[index] = masked(value(m.getTernary().getValue()), mask);
                seconds[index] = mask;
                break;
            case RANGE:
                expect(MatchType.RANGE);
                byte[] low = value(m.getRange().getLow());
                byte[] high = value(m.getRange().getHigh());
                if (Arrays.compareUnsigned(low, high) > 0) {
                    throw Refusals.invalid(name + ": low bound above high bound");
                }
                if (isWhole(low, high)) {
                    throw Refusals.invalid(name + ": whole range; leave the field out instead");
                }
                values[index] = low;
                seconds[index] = high;
                break;
            case OPTIONAL:
                expect(MatchType.OPTIONAL);
                values[index] = value(m.getOptional().getValue());
                seconds[index] = ones;
                break;
            default:
                throw Refusals.invalid(name + ": no match given, or of an unknown kind");
        }
    }

    /** Fills this field's place in a key whose request leaves the field out. */
    void decodeAbsent(byte[][] values, byte[][] seconds) throws RefusedException {
        if (type == MatchType.EXACT) {
            throw Refusals.invalid(name + ": missing, but its match is exact");
        }
        values[index] = zeros;
        seconds[index] = type == MatchType.RANGE ? ones : zeros;
    }

    private void expect(MatchType given) throws RefusedException {
        if (given != type) {
            throw Refusals.invalid(name + ": match is " + type + ", not " + given);
        }
    }

    private byte[] value(ByteString s) throws RefusedException {
        return ByteStrings.decode(name, s, width);
    }

    private byte[] masked(byte[] value, byte[] mask) throws RefusedException {
        if (ByteStrings.exceeds(value, mask)) {
            throw Refusals.invalid(name + ": value has bits outside its mask");
        }
        return value;
    }

    private boolean isWhole(byte[] low, byte[] high) {
        return ByteStrings.isZero(low) && Arrays.equals(high, ones);
    }

    /** Null where the entry does not care. */
    FieldMatch encode(byte[] value, byte[] second) {
        FieldMatch.Builder b = FieldMatch.newBuilder().setFieldId(id);
        switch (type) {
            case EXACT:
                return b.setExact(FieldMatch.Exact.newBuilder().setValue(ByteStrings.encode(value)))
                        .build();
            case LPM:
                int length = ByteStrings.prefixLength(second);
                if (length == 0) {
                    return null;
                }
                return b.setLpm(
                                FieldMatch.LPM
                                        .newBuilder()
                                        .setValue(ByteStrings.encode(value))
                                        .setPrefixLen(length))
                        .build();
            case TERNARY:
                if (ByteStrings.isZero(second)) {
                    return null;
                }
                return b.setTernary(
                                FieldMatch.Ternary.newBuilder()
                                        .setValue(ByteStrings.encode(value))
                                        .setMask(ByteStrings.encode(second)))
                        .build();
            case RANGE:
                if (isWhole(value, second)) {
                    return null;
                }
                return b.setRange(
                                FieldMatch.Range.newBuilder()
                                        .setLow(ByteStrings.encode(value))
                                        .setHigh(ByteStrings.encode(second)))
                        .build();
            case OPTIONAL:
                if (ByteStrings.isZero(second)) {
                    return null;
                }
                return b.setOptional(
                                FieldMatch.Optional.newBuilder()
                                        .setValue(ByteStrings.encode(value)))
                        .build();
            default:
                throw new IllegalStateException(name);
        }
    }
}
