// SPDX-License-Identifier: Apache-2.0
package org.isthmus.pipeline;

import com.google.protobuf.ByteString;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.isthmus.core.net.Ipv4Prefix;
import org.isthmus.core.net.Ipv6Prefix;
import org.isthmus.core.net.PortPrefix;
import p4.config.v1.P4InfoOuterClass.MatchField;
import p4.config.v1.P4InfoOuterClass.P4Info;
import p4.config.v1.P4InfoOuterClass.Table;
import p4.v1.P4RuntimeOuterClass.FieldMatch;
import p4.v1.P4RuntimeOuterClass.TableEntry;

/**
 * How a target matches each field, and prefixes written that way: LPM where the target has it, else
 * TERNARY with a priority by which the longest prefix wins. Any thread.
 */
final class MatchKinds {
    private static final MatchField.MatchType EXACT = MatchField.MatchType.EXACT;
    private static final MatchField.MatchType LPM = MatchField.MatchType.LPM;
    private static final MatchField.MatchType TERNARY = MatchField.MatchType.TERNARY;

    /** The key of p4/include/features.p4 by which a table without a selector has its members. */
    private static final String SHARE = "share";

    /** Ids of tables, sorted, and their fields. */
    private final int[] ids;

    private final Fields[] fields;

    MatchKinds(P4Info info) {
        ids =
                info.getTablesList().stream()
                        .mapToInt(t -> t.getPreamble().getId())
                        .sorted()
                        .toArray();
        fields = new Fields[ids.length];
        for (Table table : info.getTablesList()) {
            fields[Arrays.binarySearch(ids, table.getPreamble().getId())] = new Fields(table);
        }
    }

    /** The fields of a table; null: there is no such table. */
    Fields of(int table) {
        int at = Arrays.binarySearch(ids, table);
        return at < 0 ? null : fields[at];
    }

    /** By what a table without a selector spreads flows over its entries; null: it does not. */
    MatchField share(int table) {
        Fields of = of(table);
        return of == null ? null : of.share;
    }

    static FieldMatch exact(int field, ByteString value) {
        return FieldMatch.newBuilder()
                .setFieldId(field)
                .setExact(FieldMatch.Exact.newBuilder().setValue(value))
                .build();
    }

    private static FieldMatch ternary(int field, ByteString value, ByteString mask) {
        return FieldMatch.newBuilder()
                .setFieldId(field)
                .setTernary(FieldMatch.Ternary.newBuilder().setValue(value).setMask(mask))
                .build();
    }

    /** A field, and how it is matched. */
    private static final class Field {
        /** Values of a field that is so wide are few. */
        private static final int FEW_BITS = 8;

        final MatchField.MatchType kind;
        private final int id;

        /**
         * Exact matches that were made, by value: every binding has a protocol. Null: none are
         * kept.
         */
        private final AtomicReferenceArray<FieldMatch> made;

        Field(MatchField field, String table) {
            kind = field.getMatchType();
            id = field.getId();
            made =
                    kind == EXACT && field.getBitwidth() <= FEW_BITS
                            ? new AtomicReferenceArray<>(1 << FEW_BITS)
                            : null;
            if (kind != EXACT && kind != LPM && kind != TERNARY) {
                throw new IllegalArgumentException(
                        "table "
                                + table
                                + ", field "
                                + field.getName()
                                + ": cannot write match type "
                                + kind);
            }
        }

        FieldMatch exactly(ByteString value) {
            if (made == null || value.size() > 1) {
                return exact(id, value);
            }
            int index = value.byteAt(0) & 0xff;
            FieldMatch match = made.get(index);
            if (match == null) {
                match = exact(id, value);
                made.set(index, match);
            }
            return match;
        }
    }

    /** The fields of a table, by which entries get their matches. */
    static final class Fields {
        private final Field[] byId;
        private final MatchField share;

        private Fields(Table table) {
            List<MatchField> all = table.getMatchFieldsList();
            byId = new Field[all.stream().mapToInt(MatchField::getId).max().orElse(0) + 1];
            MatchField spreading = null;
            for (MatchField field : all) {
                byId[field.getId()] = new Field(field, table.getPreamble().getName());
                if (field.getName().equals(SHARE)) {
                    spreading = field;
                }
            }
            share = spreading;
        }

        /**
         * Adds the match on one value to an entry.
         *
         * @param ones all bits of the field
         */
        void addExact(TableEntry.Builder entry, int field, ByteString value, ByteString ones) {
            if (byId[field].kind == EXACT) {
                entry.addMatch(byId[field].exactly(value));
            } else {
                entry.addMatch(ternary(field, value, ones));
                if (entry.getPriority() == 0) {
                    entry.setPriority(1);
                }
            }
        }

        /** Adds the match on a prefix to an entry. */
        void add(TableEntry.Builder entry, int field, Ipv4Prefix prefix) {
            add(
                    entry,
                    field,
                    Bytes.of(prefix.bits()),
                    Bytes.of(Ipv4Prefix.mask(prefix.length())),
                    prefix.length(),
                    32);
        }

        void add(TableEntry.Builder entry, int field, Ipv6Prefix prefix) {
            ByteString mask =
                    Bytes.of(
                            Ipv6Prefix.maskHigh(prefix.length()),
                            Ipv6Prefix.maskLow(prefix.length()));
            add(entry, field, Bytes.of(prefix.high(), prefix.low()), mask, prefix.length(), 128);
        }

        void add(TableEntry.Builder entry, int field, PortPrefix ports) {
            int length = ports.length();
            add(
                    entry,
                    field,
                    Bytes.of(ports.first()),
                    Bytes.of(PortPrefix.mask(length)),
                    length,
                    16);
        }

        private void add(
                TableEntry.Builder entry,
                int field,
                ByteString value,
                ByteString mask,
                int length,
                int width) {
            MatchField.MatchType kind = byId[field].kind;
            if (kind == TERNARY) {
                entry.setPriority(length + 1);
            }
            if (kind == EXACT) {
                if (length != width) {
                    throw new IllegalArgumentException("a field matched exactly takes no prefix");
                }
                entry.addMatch(exact(field, value));
            } else if (length > 0) {
                // A match on nothing is left out (P4Runtime section 9.1.1).
                if (kind == TERNARY) {
                    entry.addMatch(ternary(field, value, mask));
                } else {
                    FieldMatch.LPM.Builder lpm = FieldMatch.LPM.newBuilder();
                    lpm.setValue(value).setPrefixLen(length);
                    entry.addMatch(FieldMatch.newBuilder().setFieldId(field).setLpm(lpm));
                }
            }
        }
    }

    private static FieldMatch find(TableEntry entry, int field) {
        for (int i = 0; i < entry.getMatchCount(); i++) {
            if (entry.getMatch(i).getFieldId() == field) {
                return entry.getMatch(i);
            }
        }
        return null;
    }

    /** The one value that is matched on. */
    static ByteString exact(TableEntry entry, int field, int bits) {
        FieldMatch match = find(entry, field);
        if (match != null && match.hasExact()) {
            return match.getExact().getValue();
        }
        if (match != null
                && match.hasTernary()
                && Bytes.count(match.getTernary().getMask()) == bits) {
            return match.getTernary().getValue();
        }
        throw new IllegalArgumentException("field " + field + " does not match one value");
    }

    static Ipv4Prefix prefix4(TableEntry entry, int field) {
        FieldMatch match = find(entry, field);
        ByteString value = value(match);
        return Ipv4Prefix.of(Bytes.intOf(value), length(match, 32));
    }

    static Ipv6Prefix prefix6(TableEntry entry, int field) {
        FieldMatch match = find(entry, field);
        ByteString value = value(match);
        return Ipv6Prefix.of(Bytes.high(value), Bytes.low(value), length(match, 128));
    }

    static PortPrefix ports(TableEntry entry, int field) {
        FieldMatch match = find(entry, field);
        return PortPrefix.of(Bytes.intOf(value(match)), length(match, 16));
    }

    private static ByteString value(FieldMatch match) {
        if (match == null) {
            return ByteString.EMPTY;
        }
        return match.hasLpm()
                ? match.getLpm().getValue()
                : match.hasTernary() ? match.getTernary().getValue() : match.getExact().getValue();
    }

    private static int length(FieldMatch match, int width) {
        if (match == null) {
            return 0;
        }
        if (match.hasLpm()) {
            return match.getLpm().getPrefixLen();
        }
        if (!match.hasTernary()) {
            return width;
        }
        ByteString mask = match.getTernary().getMask();
        long low = Bytes.low(mask);
        int length = Bytes.count(mask);
        boolean prefix =
                width > Long.SIZE
                        ? low == Ipv6Prefix.maskLow(length)
                                && Bytes.high(mask) == Ipv6Prefix.maskHigh(length)
                        : length <= width && low == (1L << width) - (1L << width - length);
        if (!prefix) {
            throw new IllegalArgumentException("a mask that is no prefix");
        }
        return length;
    }
}
