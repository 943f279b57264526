// SPDX-License-Identifier: Apache-2.0
package org.isthmus.pipeline;

import com.google.protobuf.ByteString;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.ToIntFunction;
import java.util.function.ToLongFunction;
import org.isthmus.core.model.Intent;
import org.isthmus.core.net.Ipv4Prefix;
import org.isthmus.core.net.Ipv6Prefix;
import org.isthmus.core.net.PortPrefix;
import p4.config.v1.P4InfoOuterClass.MatchField;
import p4.v1.P4RuntimeOuterClass.ActionProfileAction;
import p4.v1.P4RuntimeOuterClass.ActionProfileActionSet;
import p4.v1.P4RuntimeOuterClass.Entity;
import p4.v1.P4RuntimeOuterClass.TableAction;
import p4.v1.P4RuntimeOuterClass.TableEntry;

/**
 * An entry of one table. A subclass declares what is matched on and which actions there are, each
 * as a field, and overrides {@link #read}. Immutable once declared; any thread.
 *
 * @param <I> whose entry it is
 */
abstract class TableDescriptor<I extends Intent> extends ActionDescriptor<I>
        implements Descriptor<I> {
    private final Class<I> kind;
    private final Ids.Table table;
    private final List<Match<I>> matches = new ArrayList<>();
    private Predicate<I> condition;
    private Members<?> members;
    private boolean countsTranslated;
    private boolean perBinding;

    /** To be followed by a {@link #choice} of actions, or {@link #members}. */
    TableDescriptor(Class<I> kind, Ids.Table table) {
        this.kind = kind;
        this.table = table;
    }

    /**
     * @param action the only one
     */
    TableDescriptor(Class<I> kind, Ids.Table table, Ids.Action action) {
        super(action);
        this.kind = kind;
        this.table = table;
    }

    // What subclasses declare, besides actions and parameters.

    /** An exact match on up to 32 bits. */
    final Int exact(Ids.Field field, ToIntFunction<I> from) {
        check(field, field.bits <= Integer.SIZE);
        return add(field, new Int(field, from));
    }

    /** An exact match on 128 bits. */
    final Wide exact(Ids.Field field, ToLongFunction<I> high, ToLongFunction<I> low) {
        check(field, field.bits == 2 * Long.SIZE);
        return add(field, new Wide(field, high, low));
    }

    /** An exact match on a kind of value. */
    final <V> Value<V> exact(Ids.Field field, Codec<V> codec, Function<I, V> from) {
        check(field, field.bits == codec.bits);
        return add(field, new Value<>(field, codec, from));
    }

    private <C extends Cell> C add(Ids.Field field, C cell) {
        check(field, field.table == table);
        ByteString mask = Bytes.ones(field.bits);
        matches.add(
                (entry, intent, fields) ->
                        fields.addExact(entry, cell.id, cell.bytes(intent), mask));
        return cell;
    }

    /** The entry is the one row of a table of settings. */
    final void setting(Ids.Field scope) {
        exact(scope, i -> P4.WHOLE_SWITCH);
    }

    /** A match on an IPv4 prefix. */
    final Prefix<Ipv4Prefix> prefix4(Ids.Field field, Function<I, Ipv4Prefix> from) {
        check(field, field.table == table && field.bits == 32);
        matches.add((entry, intent, fields) -> fields.add(entry, field.id, from.apply(intent)));
        return entry -> MatchKinds.prefix4(entry, field.id);
    }

    /** A match on an IPv6 prefix. */
    final Prefix<Ipv6Prefix> prefix6(Ids.Field field, Function<I, Ipv6Prefix> from) {
        check(field, field.table == table && field.bits == 128);
        matches.add((entry, intent, fields) -> fields.add(entry, field.id, from.apply(intent)));
        return entry -> MatchKinds.prefix6(entry, field.id);
    }

    /** A match on a prefix of a port. */
    final Prefix<PortPrefix> ports(Ids.Field field, Function<I, PortPrefix> from) {
        check(field, field.table == table && field.bits == 16);
        matches.add((entry, intent, fields) -> fields.add(entry, field.id, from.apply(intent)));
        return entry -> MatchKinds.ports(entry, field.id);
    }

    /** Several actions of equal weight, of which each flow takes one, in place of one action. */
    final <M> Members<M> members(ActionDescriptor<M> action, Function<I, List<M>> from) {
        Members<M> all = new Members<>(action, from);
        members = all;
        return all;
    }

    /** Not every intent of the kind has such an entry. */
    final void when(Predicate<I> applies) {
        condition = applies;
    }

    /** Its counter is part of the count of translated packets. */
    final void countsTranslated() {
        countsTranslated = true;
    }

    /** There is one for each binding: millions, which come and go and are never replaced. */
    final void perBinding() {
        perBinding = true;
    }

    /**
     * The intent of an entry; null if another entry of the same intent leads to it. That the rest
     * of the entry, and the other entries, are as the intent wants them is for the caller to see;
     * those of bindings say nothing that the intent does not.
     */
    @Override
    I read(TableEntry entry) {
        return null;
    }

    // What is made of it.

    @Override
    public final Class<I> kind() {
        return kind;
    }

    final Ids.Table table() {
        return table;
    }

    final boolean isTranslatedCounted() {
        return countsTranslated;
    }

    final boolean isPerBinding() {
        return perBinding;
    }

    @Override
    public final boolean applies(I intent) {
        return condition == null || condition.test(intent);
    }

    @Override
    public final List<Entity> entities(I intent, MatchKinds kinds) {
        TableEntry.Builder entry = key(intent, kinds);
        TableAction.Builder action = TableAction.newBuilder();
        MatchField share = members == null ? null : kinds.share(table.id);
        if (share != null) {
            return members.shares(intent, entry, share);
        }
        if (members == null) {
            action.setAction(action(intent));
        } else {
            action.setActionProfileActionSet(members.set(intent));
        }
        return List.of(entity(entry.setAction(action)));
    }

    private static Entity entity(TableEntry.Builder entry) {
        return Entity.newBuilder().setTableEntry(entry).build();
    }

    /** The entry as far as it is looked up by. */
    final TableEntry.Builder key(I intent, MatchKinds kinds) {
        TableEntry.Builder entry = TableEntry.newBuilder().setTableId(table.id);
        MatchKinds.Fields fields = kinds.of(table.id);
        for (int i = 0; i < matches.size(); i++) {
            matches.get(i).add(entry, intent, fields);
        }
        return entry;
    }

    /** Null if it has an action that is never written, or leads to no intent. */
    final I intent(TableEntry entry) {
        boolean known = members != null || hasAction(entry.getAction().getAction().getActionId());
        return known ? read(entry) : null;
    }

    @Override
    public final String toString() {
        return "table " + table;
    }

    private interface Match<I> {
        void add(TableEntry.Builder entry, I intent, MatchKinds.Fields fields);
    }

    /** A prefix that is matched on. */
    interface Prefix<P> {
        P of(TableEntry entry);
    }

    /** The actions of an entry that has several. */
    final class Members<M> {
        private final ActionDescriptor<M> action;
        private final Function<I, List<M>> from;

        private Members(ActionDescriptor<M> action, Function<I, List<M>> from) {
            this.action = action;
            this.from = from;
        }

        private ActionProfileActionSet set(I intent) {
            ActionProfileActionSet.Builder set = ActionProfileActionSet.newBuilder();
            for (M member : from.apply(intent)) {
                set.addActionProfileActions(
                        ActionProfileAction.newBuilder()
                                .setWeight(1)
                                .setAction(action.action(member)));
            }
            return set.build();
        }

        /**
         * Without a selector: an entry for each share of the flows, in which members take turns.
         */
        private List<Entity> shares(I intent, TableEntry.Builder entry, MatchField share) {
            List<M> all = from.apply(intent);
            List<Entity> entities = new ArrayList<>();
            for (int i = 0; i < 1 << share.getBitwidth(); i++) {
                TableEntry.Builder one = entry.clone();
                one.addMatch(MatchKinds.exact(share.getId(), Bytes.of(i)));
                one.getActionBuilder().setAction(action.action(all.get(i % all.size())));
                entities.add(entity(one));
            }
            return entities;
        }

        List<M> of(TableEntry entry) {
            List<M> all = new ArrayList<>();
            for (ActionProfileAction one :
                    entry.getAction().getActionProfileActionSet().getActionProfileActionsList()) {
                if (!action.hasAction(one.getAction().getActionId()) || one.getWeight() != 1) {
                    throw new IllegalArgumentException("a member that is never written");
                }
                // Read as if it were the entry's only action.
                all.add(
                        action.read(
                                TableEntry.newBuilder()
                                        .setAction(
                                                TableAction.newBuilder().setAction(one.getAction()))
                                        .build()));
            }
            if (all.isEmpty()) {
                throw new IllegalArgumentException("no members");
            }
            return all;
        }
    }
}
