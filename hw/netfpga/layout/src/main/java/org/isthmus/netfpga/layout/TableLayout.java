// SPDX-License-Identifier: Apache-2.0
package org.isthmus.netfpga.layout;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.isthmus.target.api.ActionSpec;
import org.isthmus.target.api.MatchKey;
import p4.config.v1.P4InfoOuterClass.Action;
import p4.config.v1.P4InfoOuterClass.ActionRef;
import p4.config.v1.P4InfoOuterClass.MatchField;
import p4.config.v1.P4InfoOuterClass.P4Info;
import p4.config.v1.P4InfoOuterClass.Table;

/**
 * How the entries of one table of a P4Info look as bit strings in the card, and back. Immutable.
 *
 * <p>SDNet stores the parameters of all actions of a table side by side in every row; those of
 * actions that an entry does not have are zero.
 */
public final class TableLayout {
    /** A field in a bit string. */
    private static final class Slice {
        final int shift;
        final int bits;
        final BigInteger ones;

        Slice(int shift, int bits) {
            this.shift = shift;
            this.bits = bits;
            this.ones = BigInteger.ONE.shiftLeft(bits).subtract(BigInteger.ONE);
        }

        BigInteger place(byte[] value) {
            return new BigInteger(1, value).shiftLeft(shift);
        }

        BigInteger number(BigInteger from) {
            return from.shiftRight(shift).and(ones);
        }

        /** As the switch's API has it: the width rounded up to bytes. */
        byte[] take(BigInteger from) {
            byte[] shortest = number(from).toByteArray();
            byte[] value = new byte[(bits + 7) / 8];
            // A BigInteger has a zero in front where the first bit is set.
            int copied = Math.min(shortest.length, value.length);
            System.arraycopy(
                    shortest, shortest.length - copied, value, value.length - copied, copied);
            return value;
        }
    }

    /** The parameters of one action, in P4Info order, and its number. */
    private static final class ActionLayout {
        final int id;
        final BigInteger number;
        final Slice[] params;

        ActionLayout(int id, BigInteger number, Slice[] params) {
            this.id = id;
            this.number = number;
            this.params = params;
        }
    }

    private final Table table;
    private final SwitchInfo.Lookup lookup;

    /** In P4Info order. */
    private final Slice[] key;

    private final int keyBits;
    private final Slice action;
    private final Map<Integer, ActionLayout> actions;
    private final Map<BigInteger, ActionLayout> actionsByNumber = new HashMap<>();

    private TableLayout(
            Table table,
            SwitchInfo.Lookup lookup,
            Slice[] key,
            int keyBits,
            Slice action,
            Map<Integer, ActionLayout> actions) {
        this.table = table;
        this.lookup = lookup;
        this.key = key;
        this.keyBits = keyBits;
        this.action = action;
        this.actions = actions;
        actions.values().forEach(a -> actionsByNumber.put(a.number, a));
    }

    /**
     * The layouts of all tables of a P4Info, by their ids there, in its order.
     *
     * @throws MisfitException names all that the card has not, or has with another width, kind or
     *     size
     */
    public static Map<Integer, TableLayout> join(P4Info info, SwitchInfo card)
            throws MisfitException {
        Map<Integer, Action> actions = new HashMap<>();
        info.getActionsList().forEach(a -> actions.put(a.getPreamble().getId(), a));
        Map<Integer, TableLayout> layouts = new LinkedHashMap<>();
        List<String> misfits = new ArrayList<>();
        for (Table t : info.getTablesList()) {
            String name = SwitchInfo.name(t.getPreamble());
            SwitchInfo.Lookup lookup = card.lookups().get(name);
            if (lookup == null) {
                misfits.add("the card has no table " + name);
                continue;
            }
            TableLayout one = join(t, lookup, actions, misfits);
            layouts.put(t.getPreamble().getId(), one);
        }
        Set<String> known = new HashSet<>();
        layouts.values().forEach(l -> known.add(l.name()));
        for (String name : card.lookups().keySet()) {
            if (!known.contains(name)) {
                misfits.add("the card has a table " + name + ", which the P4Info has not");
            }
        }
        if (!misfits.isEmpty()) {
            throw new MisfitException(misfits);
        }
        return layouts;
    }

    private static TableLayout join(
            Table t, SwitchInfo.Lookup lookup, Map<Integer, Action> actions, List<String> misfits) {
        String name = "table " + lookup.name;
        List<String> names = new ArrayList<>();
        List<Integer> bits = new ArrayList<>();
        for (MatchField f : t.getMatchFieldsList()) {
            if (f.getMatchType() != lookup.kind.p4) {
                misfits.add(
                        name
                                + " is "
                                + lookup.kind
                                + " in the card, and "
                                + f.getName()
                                + " is not");
            }
            names.add(f.getName());
            bits.add(f.getBitwidth());
        }
        Slice[] key = find(lookup.key, null, names, bits, name, misfits);
        if (lookup.key.size() != key.length) {
            misfits.add(name + ": the card has " + lookup.key.size() + " fields in its key");
        }
        if (lookup.size != 0 && lookup.size != t.getSize()) {
            misfits.add(name + " has " + lookup.size + " rows in the card, not " + t.getSize());
        }
        int keyBits = width(lookup.key);
        int paramBits = width(lookup.params);
        Map<Integer, ActionLayout> byId = new HashMap<>();
        for (ActionRef ref : t.getActionRefsList()) {
            if (ref.getScope() == ActionRef.Scope.DEFAULT_ONLY) {
                continue;
            }
            Action a = actions.get(ref.getId());
            String action = SwitchInfo.name(a.getPreamble());
            Integer number = lookup.actions.get(action);
            if (number == null) {
                misfits.add(name + ": the card has no action " + action);
                continue;
            }
            Slice[] own =
                    find(
                            lookup.params,
                            action,
                            a.getParamsList().stream()
                                    .map(Action.Param::getName)
                                    .collect(Collectors.toList()),
                            a.getParamsList().stream()
                                    .map(Action.Param::getBitwidth)
                                    .collect(Collectors.toList()),
                            name + " action " + action,
                            misfits);
            byId.put(ref.getId(), new ActionLayout(ref.getId(), BigInteger.valueOf(number), own));
        }
        return new TableLayout(
                t, lookup, key, keyBits, new Slice(paramBits, lookup.actionBits), byId);
    }

    private static int width(List<SwitchInfo.Field> fields) {
        return fields.stream().mapToInt(f -> f.bits).sum();
    }

    /** Where each field is; the first has the highest bits. */
    private static Slice[] slices(List<SwitchInfo.Field> fields) {
        Slice[] slices = new Slice[fields.size()];
        int shift = width(fields);
        for (int i = 0; i < slices.length; i++) {
            int bits = fields.get(i).bits;
            shift -= bits;
            slices[i] = new Slice(shift, bits);
        }
        return slices;
    }

    /**
     * Where the fields of these names are. How SDNet names fields is not documented: P4-NetFPGA's
     * scripts take them in the order of the program. Where none of the names is the program's, so
     * do we.
     *
     * @param action whose parameters they are; null: of a key
     * @return null, and a misfit more, for each that is not there or not so wide
     */
    private static Slice[] find(
            List<SwitchInfo.Field> fields,
            String action,
            List<String> names,
            List<Integer> bits,
            String where,
            List<String> misfits) {
        Slice[] slices = slices(fields);
        List<Integer> own = new ArrayList<>();
        List<String> ownNames = new ArrayList<>();
        for (int i = 0; i < slices.length; i++) {
            if (action == null || action.equals(fields.get(i).action)) {
                own.add(i);
                ownNames.add(fields.get(i).name);
            }
        }
        boolean byOrder =
                own.size() == names.size() && names.stream().noneMatch(ownNames::contains);
        Slice[] found = new Slice[names.size()];
        for (int i = 0; i < found.length; i++) {
            int at = byOrder ? i : ownNames.indexOf(names.get(i));
            if (at < 0) {
                misfits.add(where + ": the card has no " + names.get(i));
                continue;
            }
            Slice slice = slices[own.get(at)];
            if (slice.bits != bits.get(i)) {
                misfits.add(
                        where
                                + ": "
                                + names.get(i)
                                + " has "
                                + slice.bits
                                + " bits in the card, not "
                                + bits.get(i));
                continue;
            }
            found[i] = slice;
        }
        return found;
    }

    /** The id in the P4Info. */
    public int id() {
        return table.getPreamble().getId();
    }

    /** The short name in the P4Info, which is that in the card. */
    public String name() {
        return lookup.name;
    }

    public SwitchInfo.Kind kind() {
        return lookup.kind;
    }

    /** The number that SDNet gives the table. */
    public int number() {
        return lookup.id;
    }

    /** Rows for which the table was made. */
    public int size() {
        return (int) table.getSize();
    }

    public int keyBits() {
        return keyBits;
    }

    public int valueBits() {
        return action.shift + action.bits;
    }

    public BigInteger key(MatchKey k) {
        BigInteger bits = BigInteger.ZERO;
        for (int i = 0; i < key.length; i++) {
            bits = bits.or(key[i].place(k.value(i)));
        }
        return bits;
    }

    /** Of a ternary or LPM table. */
    public BigInteger mask(MatchKey k) {
        BigInteger bits = BigInteger.ZERO;
        for (int i = 0; i < key.length; i++) {
            bits = bits.or(key[i].place(k.second(i)));
        }
        return bits;
    }

    /**
     * @param spec an action that the table's entries may have, with its parameters
     */
    public BigInteger value(ActionSpec spec) {
        ActionLayout a = actions.get(spec.id());
        BigInteger bits = a.number.shiftLeft(action.shift);
        for (int i = 0; i < a.params.length; i++) {
            bits = bits.or(a.params[i].place(spec.param(i)));
        }
        return bits;
    }

    /**
     * The key that {@link #key} and {@link #mask} were made of.
     *
     * @param mask null: of an exact table
     */
    public MatchKey matchKey(BigInteger bits, BigInteger mask, int priority) {
        byte[][] values = new byte[key.length][];
        byte[][] seconds = new byte[key.length][];
        for (int i = 0; i < key.length; i++) {
            values[i] = key[i].take(bits);
            seconds[i] = mask == null ? null : key[i].take(mask);
        }
        return new MatchKey(values, seconds, priority);
    }

    /** The action that {@link #value} was made of; null: none of the P4Info has this number. */
    public ActionSpec action(BigInteger value) {
        ActionLayout a = actionsByNumber.get(action.number(value));
        if (a == null) {
            return null;
        }
        byte[][] params = new byte[a.params.length][];
        for (int i = 0; i < params.length; i++) {
            params[i] = a.params[i].take(value);
        }
        return ActionSpec.action(a.id, params);
    }
}
