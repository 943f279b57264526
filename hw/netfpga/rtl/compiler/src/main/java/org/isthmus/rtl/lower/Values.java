// SPDX-License-Identifier: Apache-2.0
package org.isthmus.rtl.lower;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.isthmus.rtl.graph.Graph;
import org.isthmus.rtl.graph.Signal;
import org.isthmus.target.bmv2.ir.Expr.FieldRef;
import org.isthmus.target.bmv2.ir.Header;
import org.isthmus.target.bmv2.ir.HeaderType;

/**
 * What every field and validity bit is at one point of a program. A field of a header that was
 * never parsed nor written is undefined (P4_16 section 8.17): it reads as zero, and takes the value
 * of the other way where two join.
 */
final class Values {
    /** Where the fields of each header begin, by its index; its validity stands before them. */
    private final int[] base;

    private final Signal[] slots;
    private final Graph graph;

    Values(Graph graph, List<Header> headers) {
        this.graph = graph;
        base = new int[headers.size()];
        int next = 0;
        for (Header h : headers) {
            base[h.index] = next;
            next += 1 + h.type.fields.size();
        }
        slots = new Signal[next];
        for (Header h : headers) {
            slots[base[h.index]] = graph.constant(h.metadata ? 1 : 0, 1);
            for (int i = 0; h.metadata && i < h.type.fields.size(); i++) {
                slots[base[h.index] + 1 + i] = graph.zero(h.type.fields.get(i).width);
            }
        }
    }

    private Values(Values other) {
        base = other.base;
        graph = other.graph;
        slots = Arrays.copyOf(other.slots, other.slots.length);
    }

    Values copy() {
        return new Values(this);
    }

    private int slot(Header header, int index) {
        return base[header.index] + 1 + index;
    }

    Signal get(FieldRef ref) {
        Signal s = slots[slot(ref.header, ref.index)];
        return s == null ? graph.zero(ref.index < 0 ? 1 : ref.field().width) : s;
    }

    /** A value that has the field's width. */
    void set(FieldRef ref, Signal value) {
        if (!value.isConst()) {
            value.nameIt(name(ref), graph.place());
        }
        slots[slot(ref.header, ref.index)] = value;
    }

    /** The same where a condition holds. */
    void setIf(Signal condition, FieldRef ref, Signal value) {
        Signal old = slots[slot(ref.header, ref.index)];
        set(ref, old == null ? value : graph.mux(condition, value, old));
    }

    Signal valid(Header header) {
        return slots[base[header.index]];
    }

    void setValid(Header header, boolean valid) {
        slots[base[header.index]] = graph.constant(valid ? 1 : 0, 1);
    }

    void setValidIf(Signal condition, Header header) {
        Signal now = graph.or(condition, valid(header));
        if (!now.isConst()) {
            now.nameIt(header.name + "_valid", graph.place());
        }
        slots[base[header.index]] = now;
    }

    /** The fields side by side. */
    Signal all(Header header) {
        Signal[] fields = new Signal[header.type.fields.size()];
        for (int i = 0; i < fields.length; i++) {
            fields[i] = get(new FieldRef(header, i));
        }
        return graph.concat(fields);
    }

    /** These where a condition holds, otherwise others. */
    Values orElse(Signal condition, Values others) {
        Values joined = copy();
        for (int i = 0; i < slots.length; i++) {
            Signal then = slots[i];
            Signal otherwise = others.slots[i];
            if (then == null) {
                joined.slots[i] = otherwise;
            } else if (otherwise != null && then != otherwise) {
                Signal either = graph.mux(condition, then, otherwise);
                if (!either.isConst()) {
                    either.nameIt(firstName(then, otherwise), graph.place());
                }
                joined.slots[i] = either;
            }
        }
        return joined;
    }

    private static String firstName(Signal a, Signal b) {
        return a.name().isEmpty() ? b.name() : a.name();
    }

    /** As a name in Verilog: header and field; of metadata, the field as the program calls it. */
    static String name(FieldRef ref) {
        if (!ref.header.metadata) {
            return ref.header.name + "_" + (ref.index < 0 ? "valid" : ref.field().name);
        }
        return metadataNames(ref.header.type).get(ref.index);
    }

    /**
     * The fields of metadata as the program calls them. p4c puts the type of a struct in front of
     * the path of a member, and its position in the struct behind it.
     */
    static List<String> metadataNames(HeaderType type) {
        List<String> names = new ArrayList<>();
        Map<String, Integer> lastOf = new HashMap<>();
        for (HeaderType.Field f : type.fields) {
            String name = f.name;
            int member = name.indexOf("._");
            if (member >= 0) {
                String struct = name.substring(0, member);
                int last = lastOf.getOrDefault(struct, -1);
                int end = name.length();
                while (end > 0 && position(name, end) <= last) {
                    end--;
                }
                if (end > 0) {
                    lastOf.put(struct, position(name, end));
                    name = name.substring(0, end);
                }
                name = name.substring(member + 2);
            }
            names.add(name.replaceAll("[^A-Za-z0-9_]", "_"));
        }
        return names;
    }

    /** The number behind a name; -1: there is none. */
    private static int position(String name, int from) {
        String digits = name.substring(from);
        return digits.matches("\\d{1,6}") ? Integer.parseInt(digits) : -1;
    }

    /** The field of a struct of metadata that has a path like {@code meta_verdict}; null: none. */
    static FieldRef find(List<Header> headers, String path) {
        for (Header h : headers) {
            int i = h.metadata ? metadataNames(h.type).indexOf(path) : -1;
            if (i >= 0) {
                return new FieldRef(h, i);
            }
        }
        return null;
    }
}
