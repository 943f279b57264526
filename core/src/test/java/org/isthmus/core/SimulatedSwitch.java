// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.function.Predicate;
import org.isthmus.core.model.BibIntent;
import org.isthmus.core.model.Capability;
import org.isthmus.core.model.Change;
import org.isthmus.core.model.DeviceId;
import org.isthmus.core.model.Intent;
import org.isthmus.core.model.Program;
import org.isthmus.core.model.Refusal;
import org.isthmus.core.model.RoutingIntent;
import org.isthmus.core.model.SwitchIntent;
import org.isthmus.core.model.TranslationIntent;
import org.isthmus.core.net.Ipv6Prefix;

/**
 * A switch that holds intents, and refuses, delays and forgets as its fields say. It checks that it
 * never has a forward side without its reply side. Times are in milliseconds.
 *
 * <p>Threading: the test's thread, as {@link SimulatedNetwork}.
 */
final class SimulatedSwitch {
    final DeviceId id;
    private final long seed;
    final Map<Object, Intent> held = new LinkedHashMap<>();
    final Map<Object, Long> counts = new HashMap<>();
    final Map<Integer, long[]> ports = new HashMap<>();
    int statisticsRead;

    /** Frames dropped for their source. */
    int unverified;

    /** Frames dropped because their subscriber gets no binding. */
    int limited;

    /** Frames sent up because they have no binding. */
    int missed;

    boolean up;

    /** The controller was told so. */
    boolean connected;

    boolean mute;

    /** What it would have answered, had it not been mute. */
    Runnable unsaid;

    /** Election id of another controller. */
    String otherPrimary;

    /** What its host knows of it. */
    String whyDown;

    /** Of a hundred messages, those that it does in part and does not answer. */
    int breaks;

    /** What it refuses to set, for no reason of room. */
    Predicate<Intent> refuses = intent -> false;

    int capacity = Integer.MAX_VALUE;
    boolean refusesReplies;

    /**
     * It does what a message sets in the order of the message; another one sets forward sides
     * first.
     */
    boolean ordered;

    /** Forward sides whose reply side it refused in the same message: the next takes them back. */
    final Set<Object> owed = new HashSet<>();

    /** It keeps the forward sides that it is to remove. */
    boolean keepsForwardSides;

    /** What it runs; null: a program with room for everything. */
    Program program;

    /** Rows of each table. */
    final Map<Integer, Long> rows = new HashMap<>();

    /** How many entries it has room for. */
    int room = Integer.MAX_VALUE;

    /** How long it takes for a thousand changes, and for a read. */
    long millisPerThousand;

    long millisPerRead;

    /** Reads of its tables; they fail while there is a reason to. */
    int reads;

    String unreadable;
    int session;
    int applied;
    int messages;
    long submitAt;

    /** When it will have applied all that is on its way. */
    long applyAt;

    /** Frames may come before the entries that they were submitted behind. */
    boolean overtakes;

    /** What it has not answered. */
    final List<CompletableFuture<?>> underWay = new ArrayList<>();

    /** Its data plane is dead, and its session is not. */
    boolean wedged;

    /** Nothing comes up from it, and its data plane lives. */
    boolean unheard;

    final List<byte[]> sent = new ArrayList<>();

    /** IPv4 packets of the core. */
    final List<byte[]> routed4 = new ArrayList<>();

    /** IPv6 packets that are not to be translated. */
    final List<byte[]> routed6 = new ArrayList<>();

    final List<byte[]> translated = new ArrayList<>();

    /** Packets that the core gave back to its pipeline. */
    final List<byte[]> submitted = new ArrayList<>();

    SimulatedSwitch(DeviceId id, long seed) {
        this.id = id;
        this.seed = seed;
    }

    long bindings() {
        return held.values().stream().filter(i -> i instanceof BibIntent.Outbound).count();
    }

    /** Each side has a table of its own. */
    boolean isFull(Intent intent) {
        return isTableFull(intent)
                || intent instanceof BibIntent.Inbound && refusesReplies
                || intent instanceof BibIntent.Outbound && bindings() >= capacity
                || intent instanceof BibIntent.Inbound && replies() >= capacity
                || held.size() >= room;
    }

    /** The ports by which it sends what is for a prefix; none: it has no route, or it is there. */
    Set<Integer> ports(Ipv6Prefix prefix) {
        Set<Integer> ports = new TreeSet<>();
        RoutingIntent.Route6 route =
                (RoutingIntent.Route6)
                        held.get(new RoutingIntent.Route6(prefix, RoutingIntent.Via.NEXT, 0).key());
        if (route != null && route.via == RoutingIntent.Via.NEXT) {
            RoutingIntent.Next next =
                    (RoutingIntent.Next)
                            held.get(new RoutingIntent.Next(route.next, List.of()).key());
            next.hops.forEach(hop -> ports.add(hop.port));
        }
        return ports;
    }

    long eams() {
        return held.values().stream().filter(i -> i instanceof TranslationIntent.Eam).count();
    }

    boolean can(Capability capability) {
        return program == null || program.capabilities().contains(capability);
    }

    private boolean isTableFull(Intent intent) {
        if (program != null) {
            for (int t : program.tablesOf(intent)) {
                if (rows.getOrDefault(t, 0L) >= program.size(t)) {
                    return true;
                }
            }
        }
        return false;
    }

    private void count(Intent intent, long more) {
        if (program != null) {
            for (int t : program.tablesOf(intent)) {
                rows.merge(t, more, Long::sum);
            }
        }
    }

    long replies() {
        return held.values().stream().filter(i -> i instanceof BibIntent.Inbound).count();
    }

    /**
     * Does a message.
     *
     * @return what it refused of it
     */
    List<Refusal> apply(List<Change> message) {
        List<Refusal> refusals = new ArrayList<>();
        Set<Object> before = new HashSet<>(owed);
        owed.clear();
        done(message).forEach(c -> apply(c, refusals));
        before.retainAll(held.keySet());
        assertEquals(Set.of(), before, () -> "left without reply sides" + seed());
        applied += message.size();
        messages++;
        return refusals;
    }

    /** A message, in the order in which a switch does it. */
    private List<Change> done(List<Change> message) {
        if (ordered) {
            return message;
        }
        List<Change> all = new ArrayList<>(message);
        all.sort(Comparator.comparing(c -> !isForwardSide(c)));
        return all;
    }

    private static boolean isForwardSide(Change c) {
        return c.kind() == Change.Kind.SET && c.intent() instanceof BibIntent.Outbound;
    }

    private void apply(Change change, List<Refusal> refusals) {
        Intent intent = change.intent();
        Object key = intent.key();
        if (change.kind() == Change.Kind.SET) {
            if (!held.containsKey(key) && isFull(intent)) {
                refusals.add(new Refusal(change, true, "RESOURCE_EXHAUSTED"));
                return;
            }
            if (refuses.test(intent)) {
                refusals.add(new Refusal(change, false, "INTERNAL"));
                return;
            }
            if (intent instanceof SwitchIntent.PuntRate) {
                assertTrue(can(Capability.PUNT_METER), id.toString());
            }
            if (intent.sort().equals(BibIntent.Outbound.SET)
                    || intent.sort().equals(BibIntent.Inbound.SET)) {
                assertTrue(can(Capability.PORT_SETS), id.toString());
            }
            if (intent instanceof SwitchIntent.PuntShare
                    || intent instanceof SwitchIntent.Subscriber) {
                assertTrue(can(Capability.SHARE_METER), id.toString());
            }
            if (intent instanceof BibIntent.Outbound) {
                BibIntent.Outbound side = (BibIntent.Outbound) intent;
                if (ordered && isReplyRefused(side, refusals)) {
                    owed.add(key);
                } else {
                    assertTrue(
                            hasReply(side),
                            () -> id + " would send what it cannot answer: " + intent + seed());
                }
            }
            if (intent.stage().isBinding()) {
                counts.put(key, 0L);
            }
            if (held.put(key, intent) == null) {
                count(intent, 1);
            }
        } else if (intent instanceof BibIntent.Outbound && keepsForwardSides) {
            refusals.add(new Refusal(change, false, "UNKNOWN"));
        } else {
            if (intent instanceof BibIntent.Inbound) {
                BibIntent.Inbound in = (BibIntent.Inbound) intent;
                for (Intent i : held.values()) {
                    if (i instanceof BibIntent.Outbound) {
                        BibIntent.Outbound out = (BibIntent.Outbound) i;
                        assertFalse(
                                out.protocol == in.protocol
                                        && out.address4 == in.address4
                                        && out.port4 == in.port4,
                                () -> id + " loses the reply side first: " + in + seed());
                    }
                }
            }
            if (held.remove(key) != null) {
                count(intent, -1);
            }
            counts.remove(key);
        }
    }

    private String seed() {
        return ", seed " + seed;
    }

    boolean hasReply(BibIntent.Outbound o) {
        BibIntent.Inbound reply = reply(o);
        return reply.equals(held.get(reply.key()));
    }

    private static boolean isReplyRefused(BibIntent.Outbound o, List<Refusal> refusals) {
        BibIntent.Inbound reply = reply(o);
        return refusals.stream().anyMatch(r -> r.change().intent().equals(reply));
    }

    private static BibIntent.Inbound reply(BibIntent.Outbound o) {
        return new BibIntent.Inbound(
                o.protocol,
                o.address4,
                o.port4,
                o.address6High,
                o.address6Low,
                o.port6,
                o.filtering,
                o.setBits);
    }
}
